// What holds up to rounding.
#pragma once

#include <cmath>
#include <limits>

#include "carom/geom/ball.hpp"

namespace carom::fuzz {

template <class T, int N>
bool is_unit(const Vec<T, N>& x) {
    double square = 0;
    for (int k = 0; k < N; ++k) square += static_cast<double>(x[k]) * static_cast<double>(x[k]);
    return std::fabs(square - 1) <= 16 * static_cast<double>(std::numeric_limits<T>::epsilon());
}

template <class T, int N>
T largest_of(const Vec<T, N>& x) {
    T largest = 0;
    for (int k = 0; k < N; ++k) largest = std::fabs(x[k]) > largest ? std::fabs(x[k]) : largest;
    return largest;
}

/// True for a ball that rounding may put into the middle of what it touches (of that radius), where no side
/// is the nearer one.
template <class T, int N>
bool is_lost_in_rounding(const MovingBall<T, N>& ball, T other_radius = 0) {
    const T size = largest_of(ball.center) + largest_of(ball.displacement);
    return !(ball.radius + other_radius > 4 * std::numeric_limits<T>::epsilon() * size);
}

}  // namespace carom::fuzz
