// Equality of bits, so that -0 differs from 0 and NaN equals itself.
#pragma once

#include <bit>
#include <cstdint>

#include "carom/math/vec.hpp"

namespace carom {

inline bool same_bits(float x, float y) {
    return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
}
inline bool same_bits(double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}

template <class T, int N>
bool same_bits(const Vec<T, N>& x, const Vec<T, N>& y) {
    for (int k = 0; k < N; ++k) {
        if (!same_bits(x[k], y[k])) return false;
    }
    return true;
}

template <class T, int N>
Vec<T, N> negated(const Vec<T, N>& x) {
    Vec<T, N> y;
    for (int k = 0; k < N; ++k) y[k] = -x[k];
    return y;
}

}  // namespace carom
