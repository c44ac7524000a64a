#include "measure/pressure.hpp"

#include <numbers>

#include "measure/walls.hpp"

namespace carom::detail {

template <int N>
double volume_of(const World<N>& world) {
    double volume = 1;
    for (int k = 0; k < N; ++k) {
        if (world.boundary[static_cast<std::size_t>(k)] == Boundary::open) return 0;
        volume *= world.box.upper[k] - world.box.lower[k];
    }
    return volume;
}

template <int N>
PressureMeter<N>::PressureMeter(const Scene<N>& scene, const Freedom<N>& freedom)
    : scene_(scene),
      freedom_(freedom),
      volume_(volume_of(scene.world)),
      push_(wall_count(scene.world)),
      stress_(static_cast<std::size_t>(N * N)),
      force_(push_.size()) {}

/// On an axis with conserved momentum the velocities have one degree of freedom less than there are balls.
/// The pressure of the fluid has kT for every ball, so the kinetic part is scaled up by N / (N - 1) there.
template <int N>
void PressureMeter<N>::close(const MeanMotion<N>& motion, double length) {
    const Freedom<N>& f = freedom_;
    const auto share = [&](int k) {
        return f.conserved[k] && f.balls > 1 ? std::sqrt(f.balls / (f.balls - 1)) : 1;
    };
    last_ = 0;
    for (int j = 0; j < N; ++j) {
        for (int i = 0; i < N; ++i) {
            const double flight = motion.all.at(i, j) * share(i) * share(j);
            const double stress = (flight + virial_.at(i, j) / length) / volume_;
            const int place = N * i + j;
            stress_[static_cast<std::size_t>(place)].add(stress);
            if (i == j) last_ += stress / N;
        }
    }
    pressure_.add(last_);
    if (motion.kt > 0) {
        z_virial_.add(virial_.trace() / (N * f.balls * motion.kt * length));
        z_rate_.add(by_rate_ * std::sqrt(2 * std::numbers::pi / motion.kt) /
                    (N * f.balls * mean_size_ratio(f.degrees) * length));
    }
    for (std::size_t wall = 0; wall < force_.size(); ++wall) {
        force_[wall].add(push_[wall] / length);
        push_[wall] = 0;
    }
    virial_ = {};
    by_rate_ = 0;
}

template <int N>
PressureResult PressureMeter<N>::result() const {
    PressureResult result;
    result.pressure = pressure_.estimate();
    for (const Blocking& one : stress_) result.stress.push_back(one.estimate());
    if (z_virial_.count() > 0 && has_only_balls_that_move(scene_)) {
        result.z_virial = shifted(z_virial_.estimate(), 1);
        result.z_rate = shifted(z_rate_.estimate(), 1);
    }
    for (std::uint32_t wall = 0; wall < force_.size(); ++wall) {
        if (!is_wall(scene_.world, wall)) continue;
        WallLoad load{wall_name(scene_.world, wall), force_[wall].estimate(), {}};
        const double area = wall_area(scene_.world, wall);
        if (area > 0) load.pressure = scaled(load.force, 1 / area);
        result.walls.push_back(load);
    }
    return result;
}

template double volume_of(const World<2>&);
template double volume_of(const World<3>&);
template class PressureMeter<2>;
template class PressureMeter<3>;

}  // namespace carom::detail
