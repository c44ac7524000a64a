// No contact is earlier than this, where flights bend: plain numbers, with room for their rounding. What they
// say decides which contacts are solved for, never when they are. Real is double or a pack of doubles.
#pragma once

#include <cmath>
#include <limits>

#include "math/lane.hpp"
#include "motion/clock.hpp"
#include "motion/domain.hpp"
#include "sim/ball_record.hpp"
#include "sim/bounding_flight.hpp"

namespace carom::detail {

/// Where a ball is at present, and how it goes on.
template <int N>
struct PresentMotion {
    Vec<double, N> position;
    Vec<double, N> velocity;
    Vec<double, N> acceleration;
    double radius = 0;
    double moved = 0;    ///< the largest of the numbers that coordinates are sums of since the last event
    double fastest = 0;  ///< the same of velocities
};

/// What bounds of two balls are worked out in, so that powers of lengths and speeds are ordinary numbers: a
/// length of 1 in the scene is `length`, and so on, all powers of two.
struct FallingUnits {
    double length = 1;
    double speed = 1;
    double second = 1;  ///< a time of 1 in these units, in the scene's
};

/// Shares of what enters a bound that are more than its rounding: of lengths, of coordinates, of rates of
/// change, and of the bound itself.
inline constexpr double kLengthSlack = 0x1p-40;
inline constexpr double kCoordinateSlack = 0x1p-47;
inline constexpr double kRateSlack = 0x1p-46;
inline constexpr double kTimeSlack = 0x1p-40;

/// The first time >= 0 at which gap + rate t + bend t^2 / 2 is at most 0 and falls, infinity when there is
/// none.
template <class Real>
Real first_fall(Real gap, Real rate, Real bend) {
    const Real zero(0.0);
    const Real never(std::numeric_limits<double>::infinity());
    const auto falls = rate < zero;
    const Real square = rate * rate - Real(2.0) * bend * gap;
    const Real root = rounded_root(larger(square, zero));
    const Real time =
        either(falls, Real(2.0) * larger(gap, zero), rate + root) / either(falls, root - rate, -bend);
    const Real while_falling = either(both(zero < gap, square < zero), never, time);
    return either(falls, while_falling, either(bend < zero, time, never));
}

/// Two balls, d from each other, on flights that differ by a straight motion w. `touch` is at least the sum
/// of the radii, `speeds` bounds both speeds.
template <int N, class Real>
Real straight_bound(const Real* d, const Real* w, Real touch, Real speeds) {
    const Real zero(0.0);
    const Real never(std::numeric_limits<double>::infinity());
    Real square = d[0] * d[0];
    Real fast = w[0] * w[0];
    Real b = d[0] * w[0];
    Real aside = zero;
    for (int i = 1; i < N; ++i) {
        square = square + d[i] * d[i];
        fast = fast + w[i] * w[i];
        b = b + d[i] * w[i];
        for (int k = 0; k < i; ++k) {
            const Real cross = d[i] * w[k] - d[k] * w[i];
            aside = aside + cross * cross;
        }
    }
    const Real touching = touch * touch;
    const Real gap = square - touching;
    const Real rest = (touching + Real(0x1p-46) * square) * fast - aside;
    const Real time = gap / (rounded_root(larger(rest, zero)) - b) * Real(1 - kTimeSlack);
    const Real apart = either(one_of(b >= zero, rest < zero), never, time);
    const Real doubt = Real(kRateSlack) * speeds * rounded_root(square);
    return either(b >= doubt, never, either(gap <= zero, zero, apart));
}

/// Two balls whose accelerations differ by `bend`. They touch no sooner than their motion along the line
/// between them allows.
template <int N, class Real>
Real bent_bound(const Real* d, const Real* w, const Real* bend, Real touch, Real speeds) {
    const Real zero(0.0);
    Real square = d[0] * d[0];
    Real fast = w[0] * w[0];
    Real strong = bend[0] * bend[0];
    Real closing = d[0] * w[0];
    Real pull = d[0] * bend[0];
    for (int k = 1; k < N; ++k) {
        square = square + d[k] * d[k];
        fast = fast + w[k] * w[k];
        strong = strong + bend[k] * bend[k];
        closing = closing + d[k] * w[k];
        pull = pull + d[k] * bend[k];
    }
    const Real distance = rounded_root(square);
    const Real strength = rounded_root(strong);
    const Real gap = distance - touch;
    const Real rate = closing / distance - Real(kRateSlack) * speeds;
    const Real along = pull / distance - Real(kRateSlack) * strength;
    // While they part from within the slack, their distance must surely grow.
    const Real near = Real(-2.0) * gap / rate;
    const Real turned = near * strength * (distance + Real(1.5) * near * rounded_root(fast));
    const auto unsure =
        one_of(rate <= zero, Real(2.0) * turned > distance * rate, rate * rate < Real(4.0) * along * gap);
    const Real time = first_fall(gap, rate, along) * Real(1 - kTimeSlack);
    return either(both(gap <= zero, unsure), zero, time);
}

/// A ball and a plane whose surface has come `advanced` from where it stands at time 0.
template <int N>
double plane_bound(const NumberedWall<N>& wall, double advanced, const PresentMotion<N>& ball) {
    const double norm = wall.surface.norm.hi;
    double gap = -wall.surface.offset - advanced * norm - ball.radius * norm;
    double gap_terms = std::fabs(wall.surface.offset) + (std::fabs(advanced) + ball.radius) * norm;
    double rate = -wall.speed * norm;
    double rate_terms = std::fabs(rate);
    double bend = 0;
    double bend_terms = 0;
    for (int k = 0; k < N; ++k) {
        const double n = wall.surface.normal[k];
        gap += n * ball.position[k];
        gap_terms += std::fabs(n) * ball.moved;
        rate += n * ball.velocity[k];
        rate_terms += std::fabs(n) * ball.fastest;
        bend += n * ball.acceleration[k];
        bend_terms += std::fabs(n * ball.acceleration[k]);
    }
    return first_fall(gap - kCoordinateSlack * gap_terms, rate - kRateSlack * rate_terms,
                      bend - kRateSlack * bend_terms) *
           (1 - kTimeSlack);
}

/// What bounds read of a ball: one cache line, in the units of bounding flights.
template <int N>
struct alignas(64) FallingRow {
    double position[N] = {};  ///< at the origin of time
    double velocity[N] = {};
    double radius = 0;
    double falls = 0;  ///< 1 for one that falls freely, 0 for one that flies straight, NaN for others
};
static_assert(sizeof(FallingRow<3>) == 64);

/// A ball that looks at its neighbours, and what all bounds share.
template <int N>
struct FallingQuery {
    FallingRow<N> ball;
    double since = 0;     ///< from the origin of time
    double pull[N] = {};  ///< gravity
    double contact = 0;   ///< a gap that counts as none
    double slack = 0;     ///< more than the rounding of a difference of positions
    double speeds = 0;    ///< at least the sum of any two speeds
    double second = 1;    ///< a time of 1 in these units, in the scene's
};

/// Bounds of a ball, not in a periodic box, and its neighbours list[0] to list[count - 1] to `waits`, which
/// has room for a multiple of 8. They mean nothing for rows that say nothing. Compiled for each instruction
/// set.
template <int N>
using FallingBoundsFunction = void (*)(const FallingRow<N>* rows, const Entry* list, unsigned count,
                                       const FallingQuery<N>& query, double* waits);

/// True when a ball may touch one of its neighbours but `partner`. Compiled for each instruction set.
template <int N>
using FallingTouchFunction = bool (*)(const FallingRow<N>* rows, const Entry* list, unsigned count,
                                      const FallingQuery<N>& query, std::uint32_t partner);

}  // namespace carom::detail
