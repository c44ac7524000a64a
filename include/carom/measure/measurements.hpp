/// \file
/// Measures a simulation while it runs, or a recorded trajectory while it is played.
///
/// ```
/// carom::Measurements<3> measurements(scene, plan);
/// for (;;) {
///     const double stop = measurements.next_stop();
///     if (const auto event = simulation->next_event(std::min(end, stop))) {
///         measurements.observe(simulation->seconds(event->time), *event);
///     } else if (stop <= end) {
///         measurements.look([&](std::size_t ball) { return simulation->position_now(ball); });
///     } else {
///         break;
///     }
/// }
/// ```
///
/// Temperature, pressure, rates and losses are exact sums over impacts and integrals over flights, not
/// samples. Nothing here can change a trajectory. Equations, sources, domains: docs/physics.md.
#pragma once

#include <functional>
#include <memory>

#include "carom/math/vec.hpp"
#include "carom/measure/plan.hpp"
#include "carom/measure/results.hpp"
#include "carom/scene/scene.hpp"
#include "carom/sim/event.hpp"

namespace carom {

/// The measurements of one plan. Movable, not copyable; use from one thread at a time.
template <int N>
class Measurements {
public:
    /// Of a simulation of `scene`, which `validate` accepts, from time 0.
    Measurements(const Scene<N>& scene, const MeasurePlan& plan);
    /// The other may only be assigned to or destroyed afterwards.
    Measurements(Measurements&&) noexcept;
    /// The other may only be assigned to or destroyed afterwards.
    Measurements& operator=(Measurements&&) noexcept;
    ~Measurements();

    /// Takes the next event, at `time` in the unit of the scene. Events come in order, all of them.
    void observe(double time, const Event<N>& event);

    /// When to stop next, to look at the balls or to end an interval; infinity when nothing is measured.
    double next_stop() const;
    /// At time `next_stop()`, after all events up to then: `position(ball)` is the unwrapped position of a
    /// ball at that time.
    void look(const std::function<Vec<double, N>(std::size_t)>& position);

    /// What was found so far.
    MeasureResults results() const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace carom
