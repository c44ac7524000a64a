// Energy never grows without a source.
#pragma once

#include <cmath>

#include "carom/sim/simulation.hpp"

namespace carom::campaign {

/// Looks at the energy after every event.
template <int N>
class EnergyWatch {
public:
    EnergyWatch(const Scene<N>& scene, const Simulation<N>& simulation)
        : scene_(&scene),
          simulation_(&simulation),
          has_source_(scene.thermostat.has_value() || scene.world.shear.has_value()) {
        double smallest = HUGE_VAL;
        double squared = 0;
        for (const Wall<N>& wall : scene.world.walls)
            has_source_ = has_source_ || wall.speed != 0 || wall.temperature.has_value();
        for (const SceneBall<N>& ball : scene.balls) smallest = std::fmin(smallest, ball.radius);
        for (int k = 0; k < N; ++k) squared += scene.world.gravity[k] * scene.world.gravity[k];
        nudge_ =
            std::fmax(simulation.elastic_below() / 4, 0x1p-12 * std::sqrt(std::sqrt(squared) * smallest));
        energy_ = total();
    }

    /// A moving or thermal wall, a thermostat, or shear.
    bool has_source() const { return has_source_; }

    /// False when there is more energy than before the event, but for rounding and for the nudge of a ball
    /// that wakes (docs/math/gravity.md).
    bool allows(const Event<N>& event) {
        if (has_source_) return true;
        const double before = energy_;
        energy_ = total();
        return energy_ <= before + granted(event) + 0x1p-40 * size();
    }

private:
    double total() const { return simulation_->kinetic_energy() + simulation_->potential_energy(); }

    double granted(const Event<N>& event) const {
        if (event.kind != EventKind::wake) return 0;
        double squared = 0;
        for (const double v : event.ball_after.velocity.coordinates) squared += v * v;
        const double speed = std::sqrt(squared) + nudge_;
        return 1.001 * scene_->balls[event.ball].mass * nudge_ * (speed + nudge_ / 2);
    }

    /// Of the numbers that the energy is a sum of.
    double size() const {
        double sum = simulation_->kinetic_energy();
        for (std::size_t i = 0; i < scene_->balls.size(); ++i) {
            if (std::isinf(scene_->balls[i].mass)) continue;
            const Vec<double, N> at = simulation_->position_now(i);
            for (int k = 0; k < N; ++k)
                sum += std::fabs(scene_->balls[i].mass * scene_->world.gravity[k] * at[k]);
        }
        return sum;
    }

    const Scene<N>* scene_;
    const Simulation<N>* simulation_;
    bool has_source_;
    double nudge_ = 0;
    double energy_ = 0;
};

}  // namespace carom::campaign
