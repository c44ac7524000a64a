// Containers, gravity and the thermostat: are their numbers what they have to be?
#include <cmath>

#include "scene/complaint.hpp"

namespace carom::detail {
namespace {

template <int N>
std::string axis_complaint(const Container<N>& container) {
    std::string bad = complaint(container.axis, Zero::allowed);
    if (!bad.empty()) return bad;
    return N == 2 && largest(container.axis) > 0 ? "has no meaning in 2D, where a container is a circle" : "";
}

/// A vessel must not reach through a periodic face, where it has no copies.
template <int N>
std::string crossing_complaint(const SceneCheck<N>& check, const Container<N>& container) {
    for (int k = 0; k < N; ++k) {
        if (boundary_of(check.scene.world, k) != Boundary::periodic) continue;
        bool along = container.axis[k] != 0;
        for (int j = 0; j < N; ++j) along = along && (j == k || container.axis[j] == 0);
        if (!along)
            return "has to be a cylinder along the periodic axis " + axis_name(k) +
                   ": the container has no copies there";
    }
    return {};
}

}  // namespace

template <int N>
double gap_inside(const Container<N>& container, const Vec<double, N>& center, double radius) {
    Vec<double, N> d = center - container.center;
    if (largest(container.axis) > 0) {
        const Vec<double, N> along = normalised(container.axis);
        d = d - dot(d, along) * along;
    }
    const double scale = safe_scale(largest(d));
    return (container.radius - radius) - length(scale * d) / scale;
}

template <int N>
void check_containers(SceneCheck<N>& check) {
    for (std::size_t c = 0; c < check.scene.world.containers.size(); ++c) {
        if (!check.sound_containers[c]) continue;
        const Container<N>& container = check.scene.world.containers[c];
        const std::string who =
            "container " + text(c) + (container.name.empty() ? "" : " " + in_quotes(container.name));
        const auto judge = [&](const char* field, const std::string& bad) {
            return accept(check, "bad containers", about(Subject::containers, {c}, field, 0), who, bad);
        };
        bool sound = judge("center", complaint(container.center, Zero::allowed));
        sound = judge("radius", positive_complaint(container.radius)) && sound;
        sound = judge("axis", axis_complaint(container)) && sound;
        sound = sound && judge("axis", crossing_complaint(check, container));
        check.sound_containers[c] = sound;
    }
}

template <int N>
void check_forces(SceneCheck<N>& check) {
    const Scene<N>& scene = check.scene;
    accept(check, "bad gravity", about(Subject::box, {0}, "gravity", 0), "world",
           complaint(scene.world.gravity, Zero::allowed));
    if (!scene.thermostat) return;
    accept(check, "bad thermostats", about(Subject::thermostat, {}, "temperature", 0), "thermostat",
           positive_complaint(scene.thermostat->temperature));
    accept(check, "bad thermostats", about(Subject::thermostat, {}, "rate", 0), "thermostat",
           positive_complaint(scene.thermostat->rate));
}

#define CAROM_INSTANTIATE(N)                                                        \
    template double gap_inside(const Container<N>&, const Vec<double, N>&, double); \
    template void check_containers(SceneCheck<N>&);                                 \
    template void check_forces(SceneCheck<N>&);
CAROM_INSTANTIATE(2)
CAROM_INSTANTIATE(3)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail
