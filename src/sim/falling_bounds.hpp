// No contact is earlier than this, where flights bend: plain numbers, with room for their rounding. What they
// say decides which contacts are solved for, never when they are.
#pragma once

#include <algorithm>
#include <cmath>

#include "motion/clock.hpp"
#include "motion/domain.hpp"
#include "pair/plane_motion.hpp"

namespace carom::detail {

/// Where a ball is at present, and how it goes on.
template <int N>
struct PresentMotion {
    Vec<double, N> position;
    Vec<double, N> velocity;
    Vec<double, N> acceleration;
    double radius = 0;
    double moved = 0;  ///< the largest coordinate of the ball, now or at its last event
};

/// The first time >= 0 at which gap + rate t + bend t^2 / 2 is at most 0 and falls, infinity when there is
/// none.
inline double first_fall(double gap, double rate, double bend) {
    const double square = rate * rate - 2 * bend * gap;
    if (rate < 0) {
        if (gap <= 0) return 0;
        return square < 0 ? HUGE_VAL : 2 * gap / (std::sqrt(square) - rate);
    }
    return bend < 0 ? (rate + std::sqrt(std::max(square, 0.0))) / -bend : HUGE_VAL;
}

/// Shares of what enters a bound that are more than its rounding: of lengths, and of rates of their change.
inline constexpr double kLengthSlack = 0x1p-40;
inline constexpr double kCoordinateSlack = 0x1p-47;
inline constexpr double kRateSlack = 0x1p-46;
inline constexpr double kTimeSlack = 0x1p-40;

/// A falling ball and a plane whose surface has come `advanced` |n| from where it stands at time 0.
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
        rate_terms += std::fabs(n * ball.velocity[k]);
        bend += n * ball.acceleration[k];
        bend_terms += std::fabs(n * ball.acceleration[k]);
    }
    return first_fall(gap - kCoordinateSlack * gap_terms, rate - kRateSlack * rate_terms,
                      bend - kRateSlack * bend_terms) *
           (1 - kTimeSlack);
}

/// Two balls on flights that differ by a straight motion. `touch` is at least the sum of the radii, `speeds`
/// bounds both speeds.
template <int N>
double straight_bound(const Vec<double, N>& d, const Vec<double, N>& w, double touch, double speeds) {
    const double square = dot(d, d);
    const double fast = dot(w, w);
    const double b = dot(d, w);
    const double gap = square - touch * touch;
    const double doubt = kRateSlack * speeds * std::sqrt(square);
    if (b >= doubt) return HUGE_VAL;
    if (gap <= 0) return 0;
    if (b >= 0) return HUGE_VAL;
    const double reach = touch * touch + 0x1p-46 * square;
    double aside = 0;
    for (int i = 0; i < N; ++i) {
        for (int k = 0; k < i; ++k) {
            const double cross = d[i] * w[k] - d[k] * w[i];
            aside += cross * cross;
        }
    }
    const double rest = reach * fast - aside;
    return rest < 0 ? HUGE_VAL : gap / (std::sqrt(rest) - b) * (1 - kTimeSlack);
}

/// Two balls whose accelerations differ by `bend`. They touch no sooner than their motion along the line
/// between them allows.
template <int N>
double bent_bound(const Vec<double, N>& d, const Vec<double, N>& w, const Vec<double, N>& bend, double touch,
                  double speeds) {
    const double distance = length(d);
    const double strength = length(bend);
    const double gap = distance - touch;
    const double rate = dot(d, w) / distance - kRateSlack * speeds;
    const double along = dot(d, bend) / distance - kRateSlack * strength;
    if (gap <= 0) {
        if (!(rate > 0)) return 0;
        // While they part from within the slack, their distance must surely grow.
        const double while_near = -2 * gap / rate;
        const double turned = while_near * strength * (distance + 1.5 * while_near * length(w));
        if (2 * turned > distance * rate || rate * rate < 4 * along * gap) return 0;
    }
    return first_fall(gap, rate, along) * (1 - kTimeSlack);
}

}  // namespace carom::detail
