// Lees-Edwards boundaries: are they possible in this world?
#include <algorithm>
#include <cmath>

#include "scene/complaint.hpp"

namespace carom::detail {
namespace {

/// Along the flow the box has to be so many diameters wide: engine and checker tell images there apart.
constexpr double kLeastDiameters = 3;

template <int N>
std::string axis_complaint(const SceneCheck<N>& check, int axis) {
    if (axis < 0 || axis >= N)
        return "is " + std::to_string(axis) + "; the axes are 0 to " + std::to_string(N - 1);
    if (boundary_of(check.scene.world, axis) == Boundary::periodic) return {};
    return "is the axis " + axis_name(axis) + ", which has to be periodic";
}

/// The first thing of the world that does not go with shear.
template <int N>
std::string company_complaint(const Scene<N>& scene) {
    const World<N>& world = scene.world;
    const auto changes = [](const Wall<N>& wall) { return wall.speed != 0 || wall.temperature; };
    if (largest(world.gravity) > 0) return "does not go with gravity";
    if (!world.containers.empty()) return "does not go with containers";
    if (std::any_of(world.walls.begin(), world.walls.end(), changes))
        return "does not go with moving or thermal walls";
    return scene.thermostat ? "does not go with a thermostat" : "";
}

template <int N>
void check_balls_in_shear(SceneCheck<N>& check, double width) {
    for (std::size_t i = 0; i < check.scene.balls.size(); ++i) {
        if (!check.sound[i]) continue;
        const SceneBall<N>& ball = check.scene.balls[i];
        if (ball.mass == immovable) {
            accept(check, "immovable balls in shear", about(Subject::ball, {i}, "mass", ball.mass),
                   label(ball, i), "is infinite, but in a sheared box the images of an immovable ball move");
        }
        if (!(width >= kLeastDiameters * 2 * ball.radius)) {
            accept(check, "balls too large for shear",
                   about(Subject::ball, {i}, "radius", kLeastDiameters * 2 * ball.radius - width),
                   label(ball, i),
                   "is " + text(ball.radius) + ", but along the flow the box has to be " +
                       text(kLeastDiameters) + " diameters wide; it is " + text(width) + " wide");
        }
    }
}

}  // namespace

template <int N>
void check_shear(SceneCheck<N>& check) {
    const Scene<N>& scene = check.scene;
    if (!scene.world.shear) return;
    const Shear& shear = *scene.world.shear;
    const auto judge = [&](const char* field, const std::string& bad) {
        return accept(check, "bad shear", about(Subject::shear, {}, field, 0), "shear", bad);
    };
    bool sound = judge("flow", axis_complaint(check, shear.flow));
    sound = judge("gradient", shear.flow == shear.gradient ? "has to be another axis than the flow"
                                                           : axis_complaint(check, shear.gradient)) &&
            sound;
    sound = judge("rate", shear.rate == 0 ? "is 0; a box without shear has no such table"
                                          : complaint(shear.rate, Zero::refused)) &&
            sound;
    judge("rate", company_complaint(scene));
    if (!sound || !check.sound_axes[shear.flow] || !check.sound_axes[shear.gradient]) return;
    const auto width = [&](int k) { return scene.world.box.upper[k] - scene.world.box.lower[k]; };
    const std::string fast = complaint(shear.rate * width(shear.gradient), Zero::refused);
    judge("rate", fast.empty() ? "" : "times the width of the box " + fast);
    check_balls_in_shear(check, width(shear.flow));
}

template void check_shear(SceneCheck<2>&);
template void check_shear(SceneCheck<3>&);

}  // namespace carom::detail
