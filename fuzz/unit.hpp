// What holds up to rounding.
#pragma once

#include <cmath>
#include <limits>

#include "carom/math/vec.hpp"

namespace carom::fuzz {

template <class T, int N>
bool is_unit(const Vec<T, N>& x) {
    double square = 0;
    for (int k = 0; k < N; ++k) square += static_cast<double>(x[k]) * static_cast<double>(x[k]);
    return std::fabs(square - 1) <= 16 * static_cast<double>(std::numeric_limits<T>::epsilon());
}

/// Nothing but the rounding of two-term sums of terms of this size.
template <class T>
bool is_rounding(T x, T size) {
    return std::fabs(static_cast<double>(x)) <= 0x1p-90 * static_cast<double>(size);
}

template <class T, int N>
T largest_of(const Vec<T, N>& x) {
    T largest = 0;
    for (int k = 0; k < N; ++k) largest = std::fabs(x[k]) > largest ? std::fabs(x[k]) : largest;
    return largest;
}

}  // namespace carom::fuzz
