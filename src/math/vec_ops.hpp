// Vector arithmetic for the inside of the library. It is not installed: a user's flags never compile it.
#pragma once

#include <cmath>

#include "carom/math/vec.hpp"

namespace carom::detail {

/// Applies `f(axis)` to every axis.
template <class R, int N, class F>
Vec<R, N> generate(F f) {
    Vec<R, N> result;
    for (int k = 0; k < N; ++k) result[k] = f(k);
    return result;
}

template <class T, int N>
Vec<T, N> operator+(const Vec<T, N>& x, const Vec<T, N>& y) {
    return generate<T, N>([&](int k) { return x[k] + y[k]; });
}
template <class T, int N>
Vec<T, N> operator-(const Vec<T, N>& x, const Vec<T, N>& y) {
    return generate<T, N>([&](int k) { return x[k] - y[k]; });
}
template <class T, int N>
Vec<T, N> operator-(const Vec<T, N>& x) {
    return generate<T, N>([&](int k) { return -x[k]; });
}
template <class T, int N>
Vec<T, N> operator*(T s, const Vec<T, N>& x) {
    return generate<T, N>([&](int k) { return s * x[k]; });
}

template <class T, int N>
T dot(const Vec<T, N>& x, const Vec<T, N>& y) {
    T sum = x[0] * y[0];
    for (int k = 1; k < N; ++k) sum = sum + x[k] * y[k];
    return sum;
}

template <class T, int N>
T length(const Vec<T, N>& x) {
    return std::sqrt(dot(x, x));
}

/// The largest |coordinate|; NaN never wins.
template <class T, int N>
T largest(const Vec<T, N>& x) {
    T result = 0;
    for (int k = 0; k < N; ++k) {
        if (std::fabs(x[k]) > result) result = std::fabs(x[k]);
    }
    return result;
}

template <class T, int N>
bool is_finite(const Vec<T, N>& x) {
    for (int k = 0; k < N; ++k) {
        if (!std::isfinite(x[k])) return false;
    }
    return true;
}

/// The same coordinates in another number type, each rounded once.
template <class R, class T, int N>
Vec<R, N> convert(const Vec<T, N>& x) {
    return generate<R, N>([&](int k) { return static_cast<R>(x[k]); });
}

template <int N>
constexpr Vec<double, N> first_axis() {
    Vec<double, N> result;
    result[0] = 1;
    return result;
}

/// 2^-e such that size * 2^-e is in [1/2, 1), or 1 when squares and fourth powers of `size` are safe anyway.
/// Powers of two change no bit of a ratio, so a result does not tell which of the two was returned.
inline double safe_scale(double size) {
    constexpr double tiny = 0x1p-200;
    constexpr double huge = 0x1p200;
    if ((size >= tiny && size <= huge) || !(size > 0) || !std::isfinite(size)) return 1;
    int exponent = 0;
    std::frexp(size, &exponent);
    return std::ldexp(1.0, exponent < -1000 ? 1000 : -exponent);
}

/// x / |x|, each component within 3 ulp, whatever the exponent of x; the first axis for x = 0.
template <int N>
Vec<double, N> normalised(const Vec<double, N>& x) {
    const double size = largest(x);
    if (!(size > 0)) return first_axis<N>();
    const Vec<double, N> scaled = safe_scale(size) * x;
    const double norm = length(scaled);
    return generate<double, N>([&](int k) { return scaled[k] / norm; });
}

}  // namespace carom::detail
