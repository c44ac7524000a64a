// Equality of events to the last bit.
#pragma once

#include "carom/sim/event.hpp"
#include "support/same_bits.hpp"

namespace carom::test {

template <int N>
bool same_bits(const BallState<N>& x, const BallState<N>& y) {
    return same_bits(x.position, y.position) && same_bits(x.velocity, y.velocity) && x.image == y.image &&
           x.time == y.time && x.phase == y.phase;
}

template <int N>
bool same_bits(const Event<N>& x, const Event<N>& y) {
    return x.kind == y.kind && x.time == y.time && x.ball == y.ball && x.other == y.other &&
           x.restitution == y.restitution && same_bits(x.ball_after, y.ball_after) &&
           same_bits(x.other_after, y.other_after);
}

}  // namespace carom::test
