// The checker's own arithmetic: numbers of 113 bits and vectors of them. Nothing of the engine's is used.
//
// Differences and products of doubles are exact here, or wrong by parts in 2^113: where docs/math/check.md
// speaks of rounding, it is the engine's.
#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>

#include "carom/math/vec.hpp"
#include "carom/sim/event.hpp"

namespace carom::proof {

#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 Wide;  // NOLINT(modernize-use-using): only a typedef takes the mark
#else
using Wide = long double;
static_assert(LDBL_MANT_DIG >= 106, "the checker needs a number type of 106 bits or more");
#endif

template <int N>
using WideVec = Vec<Wide, N>;

template <int N, class Make>
WideVec<N> each_axis(Make make) {
    WideVec<N> x;
    for (int k = 0; k < N; ++k) x[k] = make(k);
    return x;
}

template <int N>
WideVec<N> widen(const Vec<double, N>& x) {
    return each_axis<N>([&](int k) { return Wide{x[k]}; });
}

template <int N>
WideVec<N> operator+(const WideVec<N>& x, const WideVec<N>& y) {
    return each_axis<N>([&](int k) { return x[k] + y[k]; });
}

template <int N>
WideVec<N> operator-(const WideVec<N>& x, const WideVec<N>& y) {
    return each_axis<N>([&](int k) { return x[k] - y[k]; });
}

template <int N>
WideVec<N> operator*(Wide s, const WideVec<N>& x) {
    return each_axis<N>([&](int k) { return s * x[k]; });
}

template <int N>
Wide dot(const WideVec<N>& x, const WideVec<N>& y) {
    Wide sum = 0;
    for (int k = 0; k < N; ++k) sum += x[k] * y[k];
    return sum;
}

inline WideVec<2> seen_from_above(const WideVec<3>& x) {
    return {{x[0], x[1]}};
}

inline double narrow(Wide x) {
    return static_cast<double>(x);
}
template <int N>
Vec<double, N> narrow(const WideVec<N>& x) {
    Vec<double, N> result;
    for (int k = 0; k < N; ++k) result[k] = narrow(x[k]);
    return result;
}
inline Wide magnitude(Wide x) {
    return x < 0 ? -x : x;
}

/// Square root: that of the nearest double, then two Newton steps, each of which doubles the digits.
inline Wide root(Wide x) {
    if (!(x > 0)) return 0;
    Wide scale = 1;
    for (; x > Wide{0x1p1000}; x /= Wide{0x1p500}) scale *= Wide{0x1p250};
    for (; x < Wide{0x1p-1000}; x *= Wide{0x1p500}) scale /= Wide{0x1p250};
    Wide s = std::sqrt(narrow(x));
    for (int step = 0; step < 2; ++step) s = (s + x / s) / 2;
    return scale * s;
}

template <int N>
Wide length(const WideVec<N>& x) {
    return root(dot(x, x));
}

/// The same, good to the digits of a double, for bounds and for what becomes a double.
template <int N>
Wide rough_length(const WideVec<N>& x) {
    const Wide squared = dot(x, x);
    const bool ordinary = squared < Wide{0x1p1000} && squared > Wide{0x1p-1000};
    return ordinary ? Wide{std::sqrt(narrow(squared))} : root(squared);
}

/// |x| - r from |x|^2 - r^2, which keeps the digits of a small gap; good to 2^-50 of itself.
template <int N>
double gap_between(const WideVec<N>& x, Wide r) {
    return narrow((dot(x, x) - r * r) / (rough_length(x) + r));
}

inline Wide seconds_between(Time from, Time to, double epoch_length) {
    const Wide offsets = Wide{to.offset} - Wide{from.offset};
    if (to.epoch == from.epoch) return offsets;
    return (Wide(to.epoch) - Wide(from.epoch)) * Wide{epoch_length} + offsets;
}

/// Length of a vector of doubles, good to a few ulp; no square over- or underflows where it matters.
template <int N>
double rough_length(const Vec<double, N>& x) {
    double largest = 0;
    for (int k = 0; k < N; ++k) largest = std::max(largest, std::abs(x[k]));
    if (largest == 0) return 0;
    double sum = 0;
    for (int k = 0; k < N; ++k) sum += (x[k] / largest) * (x[k] / largest);
    return largest * std::sqrt(sum);
}

}  // namespace carom::proof
