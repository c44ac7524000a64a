// Balls for the search: in a unit near the size of most balls, in float where that is enough, and never
// smaller than the caller's ball at any moment of the frame.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/geom/ball.hpp"
#include "frame/blocks.hpp"
#include "math/vec_ops.hpp"

namespace carom::detail {

/// Where the search has its origin, and its unit of length: numbers are (x - origin) * factor * further.
template <int N>
struct SearchUnit {
    Vec<double, N> origin;
    double factor = 1;   ///< a power of two
    double further = 1;  ///< another, 1 unless their product overflows

    /// Makes this size a number in [1, 2).
    void set_size(double size) {
        const int exponent = -std::ilogb(size);
        const int most = std::clamp(exponent, -1000, 1000);
        factor = std::ldexp(1.0, most);
        further = std::ldexp(1.0, exponent - most);
    }
    double scaled(double x) const { return x * factor * further; }
    /// The coordinate on axis k that became x.
    double restored(double x, int k) const { return x / further / factor + origin[k]; }
};

template <class B, int N>
struct Hull {
    Vec<B, N> center, displacement;
    B radius = 0;
    double growth = 0;  ///< what rounding has added to the radius; not finite when a number is out of range
};

template <class B>
struct HullLimits;
template <>
struct HullLimits<float> {
    static constexpr double kMost = 0x1p40;
    static constexpr double kUp = 1 + 0x1p-22;
    static constexpr double kLeast = 0x1p-120;
    static constexpr float kBoxSlack = 0x1p-21F;
};
template <>
struct HullLimits<double> {
    static constexpr double kBoxSlack = 0x1p-50;
};

/// x in the unit of the search, and what rounding made of it at most.
template <class B>
B rounded_into(double x, double& growth) {
    const B result = static_cast<B>(x);
    // x itself has come from one subtraction.
    growth += std::fabs(x - static_cast<double>(result)) + 0x1p-52 * std::fabs(x);
    if (!(std::fabs(x) < HullLimits<B>::kMost)) growth = std::numeric_limits<double>::infinity();
    return result;
}

/// The ball as it is.
template <class B, class T, int N>
Hull<B, N> plain_hull(const MovingBall<T, N>& ball) {
    Hull<B, N> hull;
    hull.radius = ball.radius;
    for (int k = 0; k < N; ++k) {
        hull.center[k] = ball.center[k];
        hull.displacement[k] = ball.displacement[k];
    }
    return hull;
}

/// The ball times a power of two, when that changes no bit of its numbers.
template <int N>
bool scale_exactly(const MovingBall<float, N>& ball, float factor, Hull<float, N>& hull) {
    const float back = 1 / factor;
    bool is_exact = true;
    const auto scaled = [&](float x) {
        const float y = x * factor;
        is_exact &= y * back == x;
        return y;
    };
    for (int k = 0; k < N; ++k) {
        hull.center[k] = scaled(ball.center[k]);
        hull.displacement[k] = scaled(ball.displacement[k]);
    }
    hull.radius = scaled(ball.radius);
    return is_exact;
}

/// In double the ball stays as it is, in its own unit.
template <class B, class T, int N>
[[gnu::always_inline]] inline Hull<B, N> hull_of(const MovingBall<T, N>& ball, const SearchUnit<N>& unit) {
    if constexpr (std::is_same_v<B, double>) {
        return plain_hull<B>(ball);
    } else {
        Hull<B, N> hull;
        if constexpr (std::is_same_v<T, float>) {
            if (scale_exactly(ball, static_cast<float>(unit.factor), hull)) return hull;
        }
        double growth = 0;
        for (int k = 0; k < N; ++k) {
            const double from_origin = static_cast<double>(ball.center[k]) - unit.origin[k];
            hull.center[k] = rounded_into<B>(unit.scaled(from_origin), growth);
            hull.displacement[k] =
                rounded_into<B>(unit.scaled(static_cast<double>(ball.displacement[k])), growth);
        }
        const double radius = unit.scaled(static_cast<double>(ball.radius));
        if (!(radius < HullLimits<B>::kMost)) growth = std::numeric_limits<double>::infinity();
        hull.growth = growth;
        hull.radius = static_cast<B>((radius + growth) * HullLimits<B>::kUp + HullLimits<B>::kLeast);
        return hull;
    }
}

template <class B, int N>
bool is_much_larger(const Hull<B, N>& hull) {
    double size = static_cast<double>(hull.radius);
    for (int k = 0; k < N; ++k) size += std::fabs(static_cast<double>(hull.displacement[k]));
    return hull.growth > 0x1p-5 * size;
}
template <class B, int N>
bool fits(const Hull<B, N>& hull) {
    return hull.growth < std::numeric_limits<double>::infinity();
}

/// Bounds are finite: only an empty place has infinite ones, and no box may meet it.
template <class B>
B at_least_lowest(B x) {
    return x < std::numeric_limits<B>::lowest() ? std::numeric_limits<B>::lowest() : x;
}
template <class B>
B at_most_largest(B x) {
    return x > std::numeric_limits<B>::max() ? std::numeric_limits<B>::max() : x;
}

/// The bounds of a hull on one axis in the whole frame, rounded outwards.
template <class B>
struct AxisInterval {
    B lower, upper;
};
template <class B, int N>
AxisInterval<B> bounds_of(const Hull<B, N>& hull, int k) {
    const B from = hull.center[k];
    const B to = from + hull.displacement[k];
    const B low = from < to ? from : to;
    const B high = from < to ? to : from;
    const B slack = (std::fabs(low) + std::fabs(high) + hull.radius) * HullLimits<B>::kBoxSlack +
                    std::numeric_limits<B>::min();
    return {at_least_lowest(low - hull.radius - slack), at_most_largest(high + hull.radius + slack)};
}

/// A hull that fits, if need be one that is everywhere.
template <class B, class T, int N>
Hull<B, N> searchable_hull(const MovingBall<T, N>& ball, const SearchUnit<N>& unit) {
    const Hull<B, N> hull = hull_of<B>(ball, unit);
    if (fits(hull)) return hull;
    Hull<B, N> everywhere;
    everywhere.radius = std::numeric_limits<B>::infinity();
    return everywhere;
}

}  // namespace carom::detail
