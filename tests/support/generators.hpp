// RapidCheck generators of finite numbers with any sign, exponent and mantissa, and of balls made from them.
#pragma once

#include <rapidcheck.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "carom/geom/ball.hpp"

namespace carom::generators {

/// One seed, so that a failure is the same for everyone; RC_PARAMS in the environment overrides it.
inline const int seeded = setenv("RC_PARAMS", "seed=20260101 max_success=1000", 0);

/// Exponents for which nothing overflows.
template <class T>
inline constexpr int kLargestExponent = std::is_same_v<T, float> ? 124 : 960;

/// A number of magnitude 2^-e to 2^e, or 0; short mantissas often, so that exact contact happens.
template <class T>
T number(int largest_exponent) {
    const int kind = *rc::gen::inRange(0, 8);
    if (kind == 0) return 0;
    const std::int64_t bits = kind < 4 ? *rc::gen::inRange<std::int64_t>(-64, 65)
                                       : *rc::gen::inRange<std::int64_t>(-(1LL << 52), 1LL << 52);
    const T mantissa = std::ldexp(static_cast<T>(bits), kind < 4 ? -6 : -52);
    return std::ldexp(mantissa, *rc::gen::inRange(-largest_exponent, largest_exponent));
}

template <class T, int N>
Vec<T, N> vec(int largest_exponent) {
    Vec<T, N> x;
    for (int k = 0; k < N; ++k) x[k] = number<T>(largest_exponent);
    return x;
}

template <class T, int N>
Ball<T, N> ball(int largest_exponent) {
    return {vec<T, N>(largest_exponent), std::fabs(number<T>(largest_exponent))};
}

template <class T, int N>
MovingBall<T, N> moving_ball(int largest_exponent) {
    const Ball<T, N> start = ball<T, N>(largest_exponent);
    return {start.center, start.radius, vec<T, N>(largest_exponent)};
}

/// Up to `largest` half of the time, otherwise near 1, where things meet.
inline int some_exponent(int largest) {
    return *rc::gen::element(2, largest);
}

}  // namespace carom::generators
