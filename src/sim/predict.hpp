// When do two balls, or a ball and a wall, touch next? Pure functions of stored states.
//
// The older state is brought to the newer one's time ("now"), and the one kernel solves there. Nothing else
// enters: no present time, no cell, no call order. So predict(i, j) = predict(j, i) bit for bit, whenever it
// is computed, and a trajectory cannot depend on how neighbours are found.
#pragma once

#include <algorithm>

#include "motion/flight.hpp"
#include "motion/images.hpp"
#include "pair/kernel.hpp"
#include "pair/plane_motion.hpp"

namespace carom::detail {

/// Centre of b less centre of a at `time`, with b moved by `shift` boxes.
/// Exchanging a and b and reversing `shift` reverses every bit's sign and nothing else.
template <int N>
Vec<double, N> separation_at(const Clock& clock, const Domain<N>& domain, const Flight<N>& a,
                             const Flight<N>& b, const Image<N>& shift, Time time) {
    return shifted(clock, domain, position_at(clock, b, time) - position_at(clock, a, time), shift, time);
}

/// True when touching balls close by no more than the rounding of their velocities explains. Such a pair is
/// at rest in contact: bouncing it would only trade roundings, without end in a cluster. What it may sink in
/// meanwhile is within the bound of the checker, 16 * 2^-53 * speed * time for each ball
/// (docs/math/collapse.md).
template <int N>
bool rests_in_contact(const Vec<double, N>& d, const Vec<double, N>& w, double speeds) {
    return -dot(d, w) / length(d) <= 0x1p-51 * speeds;
}

/// The next contact of two balls with sum of radii r, `kNever` when there is none. `wait_of` gives the
/// `first_closing_contact` of a motion.
template <int N, class WaitOf>
Time predict_pair(const Clock& clock, const Domain<N>& domain, const Flight<N>& a, const Flight<N>& b,
                  const Image<N>& shift, double r, WaitOf wait_of) {
    const Time now = std::max(a.time, b.time);
    const Vec<double, N> d = separation_at(clock, domain, a, b, shift, now);
    const Vec<double, N> w = carried(domain, b.velocity - a.velocity, shift);
    const double wait = wait_of(RelativeMotion<double, N>{d, w, r});
    if (wait == 0) {
        const double of_image = largest(carried(domain, Vec<double, N>{}, shift));
        if (rests_in_contact(d, w, largest(a.velocity) + largest(b.velocity) + of_image)) return kNever;
    }
    return clock.after(now, wait);
}

/// The next contact of a ball with a wall, `kNever` when there is none.
template <int N>
Time predict_wall(const Clock& clock, const Surface<N>& wall, const Flight<N>& a, double radius) {
    const PlaneMotion<N> m = plane_motion(MovingBall<double, N>{a.position, radius, a.velocity}, wall);
    return clock.after(a.time, first_closing_contact(m));
}

/// No contact of the ball with the wall is earlier than this, counted from the flight's time; infinity when
/// it surely never meets it. Each sum below has at most 10 roundings, so its error is below 2^-49 of the sum
/// of its terms' sizes.
template <int N>
double earliest_wall_contact(const Surface<N>& wall, const Flight<N>& a, double radius) {
    constexpr double slack = 0x1p-48;
    const double reach = radius * wall.norm.hi;
    double distance = -wall.offset - reach;
    double distance_terms = std::fabs(wall.offset) + reach;
    double rate = 0;
    double rate_terms = 0;
    for (int k = 0; k < N; ++k) {
        const double along = wall.normal[k] * a.position[k];
        const double moves = wall.normal[k] * a.velocity[k];
        distance += along;
        distance_terms += std::fabs(along);
        rate += moves;
        rate_terms += std::fabs(moves);
    }
    const double fastest = slack * rate_terms - rate;
    if (fastest < 0) return HUGE_VAL;
    const double gap = distance - slack * distance_terms;
    return gap > 0 ? gap / fastest * (1 - slack) : 0;
}

}  // namespace carom::detail
