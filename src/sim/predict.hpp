// When do two balls, or a ball and a wall, touch next? Pure functions of stored states.
//
// The older state is brought to the newer one's time ("now"), and the one kernel solves there. Nothing else
// enters: no present time, no cell, no call order. So predict(i, j) = predict(j, i) bit for bit, whenever it
// is computed, and a trajectory cannot depend on how neighbours are found.
#pragma once

#include <algorithm>

#include "carom/sim/event.hpp"
#include "pair/kernel.hpp"
#include "pair/plane_motion.hpp"
#include "sim/clock.hpp"
#include "sim/space.hpp"

namespace carom::detail {

/// Where the ball of `state` is at `time`, on its straight flight; not wrapped.
template <int N>
Vec<double, N> position_at(const Clock& clock, const BallState<N>& state, Time time) {
    return state.position + clock.between(state.time, time) * state.velocity;
}

/// Centre of b less centre of a at `time`, with b in the image `image` (both unwrapped).
/// Exchanging a and b and reversing `image` reverses every bit's sign and nothing else.
template <int N>
Vec<double, N> separation_at(const Clock& clock, const Space<N>& space, const BallState<N>& a,
                             const BallState<N>& b, const Image<N>& image, Time time) {
    const Vec<double, N> d = position_at(clock, b, time) - position_at(clock, a, time);
    const Image<N> shift = (image + b.image) - a.image;
    return shifted(space, d, shift);
}

/// True when touching balls close by no more than the rounding of their velocities explains. Such a pair is
/// at rest in contact: bouncing it would only trade roundings, without end in a cluster. What it may sink in
/// meanwhile is within the bound of the checker, 16 * 2^-53 * speed * time for each ball
/// (docs/math/collapse.md).
template <int N>
bool rests_in_contact(const Vec<double, N>& d, const BallState<N>& a, const BallState<N>& b) {
    const double closing = -dot(d, b.velocity - a.velocity) / length(d);
    return closing <= 0x1p-51 * (largest(a.velocity) + largest(b.velocity));
}

/// The next contact of two balls with sum of radii r, `kNever` when there is none.
template <int N>
Time predict_pair(const Clock& clock, const Space<N>& space, const BallState<N>& a, const BallState<N>& b,
                  const Image<N>& image, double r) {
    const Time now = std::max(a.time, b.time);
    const Vec<double, N> d = separation_at(clock, space, a, b, image, now);
    const double wait = first_closing_contact(RelativeMotion<double, N>{d, b.velocity - a.velocity, r});
    if (wait == 0 && rests_in_contact(d, a, b)) return kNever;
    return clock.after(now, wait);
}

/// The next contact of a ball with a wall, `kNever` when there is none.
template <int N>
Time predict_wall(const Clock& clock, const Surface<N>& wall, const BallState<N>& a, double radius) {
    const PlaneMotion<N> m = plane_motion(MovingBall<double, N>{a.position, radius, a.velocity}, wall);
    return clock.after(a.time, first_closing_contact(m));
}

}  // namespace carom::detail
