// The checker's own arithmetic: numbers of 113 bits and vectors of them. Nothing of the engine's is used.
//
// Differences and products of doubles are exact here, or wrong by parts in 2^113: where docs/math/check.md
// speaks of rounding, it is the engine's.
#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "carom/math/vec.hpp"
#include "carom/sim/event.hpp"

namespace carom::proof {

#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 Wide;  // NOLINT(modernize-use-using): only a typedef takes the mark
#else
using Wide = long double;
static_assert(LDBL_MANT_DIG >= 106, "the checker needs a number type of 106 bits or more");
#endif

/// For a first look: 64 bits or more, as the machine computes by itself where it can. It is wrong by parts in
/// 2^64, where the engine may be wrong by parts in 2^53.
#if defined(__SIZEOF_FLOAT128__) && LDBL_MANT_DIG >= 64
#define CAROM_HAS_QUICK 1
using Quick = long double;
#else
#define CAROM_HAS_QUICK 0
using Quick = Wide;
#endif
inline constexpr bool kHasQuick = CAROM_HAS_QUICK != 0;
/// Shares of bounds up to this one are surely accepted after a first look: docs/math/check.md, "The first
/// look".
inline constexpr double kClearShare = 1 - 0x1p-6;

template <class Real>
concept WideOrQuick = std::is_same_v<Real, Wide> || std::is_same_v<Real, Quick>;

template <int N>
using WideVec = Vec<Wide, N>;

template <int N, class Real = Wide, class Make>
Vec<Real, N> each_axis(Make make) {
    Vec<Real, N> x;
    for (int k = 0; k < N; ++k) x[k] = make(k);
    return x;
}

template <class Real = Wide, int N>
Vec<Real, N> widen(const Vec<double, N>& x) {
    return each_axis<N, Real>([&](int k) { return Real{x[k]}; });
}

/// Rounded where it has to be.
template <class Real, int N>
Vec<Real, N> as(const WideVec<N>& x) {
    return each_axis<N, Real>([&](int k) { return static_cast<Real>(x[k]); });
}

template <WideOrQuick Real, int N>
Vec<Real, N> operator+(const Vec<Real, N>& x, const Vec<Real, N>& y) {
    return each_axis<N, Real>([&](int k) { return x[k] + y[k]; });
}

template <WideOrQuick Real, int N>
Vec<Real, N> operator-(const Vec<Real, N>& x, const Vec<Real, N>& y) {
    return each_axis<N, Real>([&](int k) { return x[k] - y[k]; });
}

template <WideOrQuick Real, int N>
Vec<Real, N> operator*(std::type_identity_t<Real> s, const Vec<Real, N>& x) {
    return each_axis<N, Real>([&](int k) { return s * x[k]; });
}

template <WideOrQuick Real, int N>
Real dot(const Vec<Real, N>& x, const Vec<Real, N>& y) {
    Real sum = 0;
    for (int k = 0; k < N; ++k) sum += x[k] * y[k];
    return sum;
}

inline WideVec<2> seen_from_above(const WideVec<3>& x) {
    return {{x[0], x[1]}};
}

template <WideOrQuick Real>
double narrow(Real x) {
    return static_cast<double>(x);
}
template <WideOrQuick Real, int N>
Vec<double, N> narrow(const Vec<Real, N>& x) {
    Vec<double, N> result;
    for (int k = 0; k < N; ++k) result[k] = narrow(x[k]);
    return result;
}
template <WideOrQuick Real>
Real magnitude(Real x) {
    return x < 0 ? -x : x;
}

/// Square root: that of the nearest double, then two Newton steps, each of which doubles the digits.
template <WideOrQuick Real>
Real root(Real x) {
    if (!(x > 0)) return 0;
    Real scale = 1;
    for (; x > Real{0x1p1000}; x /= Real{0x1p500}) scale *= Real{0x1p250};
    for (; x < Real{0x1p-1000}; x *= Real{0x1p500}) scale /= Real{0x1p250};
    Real s = std::sqrt(narrow(x));
    for (int step = 0; step < 2; ++step) s = (s + x / s) / 2;
    return scale * s;
}

template <WideOrQuick Real, int N>
Real length(const Vec<Real, N>& x) {
    return root(dot(x, x));
}

/// The same, good to the digits of a double, for bounds and for what becomes a double.
template <WideOrQuick Real, int N>
Real rough_length(const Vec<Real, N>& x) {
    const Real squared = dot(x, x);
    const bool ordinary = squared < Real{0x1p1000} && squared > Real{0x1p-1000};
    return ordinary ? Real{std::sqrt(narrow(squared))} : root(squared);
}

/// |x| - r from |x|^2 - r^2, which keeps the digits of a small gap; good to 2^-50 of itself.
template <WideOrQuick Real, int N>
double gap_between(const Vec<Real, N>& x, std::type_identity_t<Real> r) {
    return narrow((dot(x, x) - r * r) / (rough_length(x) + r));
}

template <WideOrQuick Real = Wide>
Real seconds_between(Time from, Time to, double epoch_length) {
    const Real offsets = Real{to.offset} - Real{from.offset};
    if (to.epoch == from.epoch) return offsets;
    return (Real(to.epoch) - Real(from.epoch)) * Real{epoch_length} + offsets;
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
