// How all balls move in the frame in which their motion is thermal.
#pragma once

#include <span>
#include <vector>

#include "carom/sim/event.hpp"
#include "measure/freedom.hpp"
#include "measure/impact.hpp"
#include "measure/kinetic.hpp"
#include "motion/flight.hpp"

namespace carom::detail {

template <int N>
class Motion {
public:
    /// `bodies` as the census has them.
    Motion(const Scene<N>& scene, const Freedom<N>& freedom, std::vector<MeasuredBall<N>> bodies);

    /// Since their last events.
    std::span<const MeasuredBall<N>> bodies() const { return bodies_; }
    /// Adds what a ball has flown since its last event, up to `end`.
    void add_flight(std::size_t ball, double end, KineticTally<N>& tally) const {
        if (is_curved_) return tally.add(bodies_[ball], accelerations_[ball], end);
        tally.add(bodies_[ball], end);
    }
    /// As they are at `time`, which no event of theirs comes after; valid until the next call.
    std::span<const MeasuredBall<N>> at(double time);

    /// Goes on to after the event and says what passed. What changes one ball only counts as an impact with
    /// something immovable. Valid until the next call.
    const MeasuredImpact<N>& take(double time, const Event<N>& event);

private:
    void set_off(std::size_t ball, const BallState<N>& state, double time);
    void accelerate(std::size_t ball, MotionPhase phase);
    void meet_wall(MeasuredImpact<N>& impact) const;

    const World<N>& world_;
    const Freedom<N>& freedom_;
    Domain<N> domain_;
    bool is_curved_;  // velocities change between events
    MeasuredImpact<N> impact_;
    std::vector<MeasuredBall<N>> bodies_, moved_;
    std::vector<Vec<double, N>> accelerations_;  // of the velocities, by ball; where paths are curved
};

}  // namespace carom::detail
