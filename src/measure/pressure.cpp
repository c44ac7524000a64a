#include "measure/pressure.hpp"

#include <numbers>

#include "measure/walls.hpp"

namespace carom::detail {

template <int N>
PressureMeter<N>::PressureMeter(const Scene<N>& scene, const DegreesOfFreedom<N>& freedom)
    : scene_(scene),
      freedom_(freedom),
      region_(scene.world),
      push_(wall_count(scene.world)),
      stress_(static_cast<std::size_t>(N * N)),
      force_(push_.size()) {}

/// On an axis with conserved momentum the velocities have one degree of freedom less than there are balls.
/// The pressure of the fluid has kT for every ball, so the kinetic part is scaled up by N / (N - 1) there.
/// Where the volume changes the stress is the mean of stress times volume, over the mean volume.
template <int N>
void PressureMeter<N>::close(const MeanMotion<N>& motion, double from, double to) {
    const DegreesOfFreedom<N>& f = freedom_;
    const double length = motion.length;
    const double volume = region_.mean_volume(from, to);
    const auto share = [&](int k) {
        return f.conserved[k] && f.balls > 1 ? std::sqrt(f.balls / (f.balls - 1)) : 1;
    };
    last_ = 0;
    for (int j = 0; j < N; ++j) {
        for (int i = 0; i < N; ++i) {
            const double flight = motion.all.at(i, j) * share(i) * share(j);
            const double stress = (flight + virial_.at(i, j) / length) / volume;
            const int place = N * i + j;
            stress_[static_cast<std::size_t>(place)].add(stress, motion.weight);
            if (i == j) last_ += stress / N;
        }
    }
    pressure_.add(last_, motion.weight);
    if (motion.kt > 0) {
        z_virial_.add(virial_.trace() / (N * f.balls * motion.kt * length), motion.weight);
        z_rate_.add(by_rate_ * std::sqrt(2 * std::numbers::pi / motion.kt) /
                        (N * f.balls * mean_size_ratio(f.degrees) * length),
                    motion.weight);
    }
    for (std::size_t wall = 0; wall < force_.size(); ++wall) {
        force_[wall].add(push_[wall] / length, motion.weight);
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
        if (!scene_.world.shear) result.z_rate = shifted(z_rate_.estimate(), 1);
    }
    if (const auto& shear = scene_.world.shear) {
        const int place = N * shear->flow + shear->gradient;
        result.viscosity = scaled(result.stress[static_cast<std::size_t>(place)], -1 / shear->rate);
    }
    for (std::uint32_t wall = 0; wall < force_.size(); ++wall) {
        if (!is_wall(scene_.world, wall)) continue;
        WallLoad load{wall_name(scene_.world, wall), force_[wall].estimate(), {}};
        const double area = region_.wall_area(wall);
        if (area > 0) load.pressure = scaled(load.force, 1 / area);
        result.walls.push_back(load);
    }
    return result;
}

template class PressureMeter<2>;
template class PressureMeter<3>;

}  // namespace carom::detail
