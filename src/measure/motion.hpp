// How all balls move in the frame in which their motion is thermal.
#pragma once

#include <span>
#include <vector>

#include "carom/sim/event.hpp"
#include "measure/freedom.hpp"
#include "measure/impact.hpp"
#include "sim/space.hpp"

namespace carom::detail {

template <int N>
class Motion {
public:
    /// `bodies` as the census has them.
    Motion(const Scene<N>& scene, const Freedom<N>& freedom, std::vector<Body<N>> bodies);

    /// Since their last events.
    std::span<const Body<N>> bodies() const { return bodies_; }
    /// As they are at `time`, which no event of theirs comes after; valid until the next call.
    std::span<const Body<N>> at(double time);

    /// Goes on to after the event and says what passed. What changes one ball only counts as an impact with
    /// something immovable.
    MeasuredImpact<N> take(double time, const Event<N>& event);

private:
    void set_off(Body<N>& body, const BallState<N>& state, double time) const;
    void accelerate(Body<N>& body, Hold hold) const;
    void meet_wall(MeasuredImpact<N>& impact) const;

    const World<N>& world_;
    const Freedom<N>& freedom_;
    Space<N> space_;
    bool is_curved_;  // velocities change between events
    std::vector<Body<N>> bodies_, moved_;
};

}  // namespace carom::detail
