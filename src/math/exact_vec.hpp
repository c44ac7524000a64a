// Differences, dot and cross products of vectors without rounding or cancellation.
#pragma once

#include "math/two_term.hpp"
#include "math/vec_ops.hpp"

namespace carom::detail {

/// x - y exactly.
template <class T, int N>
Vec<TwoTerm, N> exact_difference(const Vec<T, N>& x, const Vec<T, N>& y) {
    return generate<TwoTerm, N>([&](int k) { return difference(x[k], y[k]); });
}

template <class Real, int N>
double largest_term(const Vec<Real, N>& x) {
    return largest(generate<double, N>([&](int k) { return to_double(x[k]); }));
}

/// x times a power of two, so that products of two such vectors neither over- nor underflow.
template <class Real, int N>
Vec<Real, N> safely_scaled(const Vec<Real, N>& x) {
    const double scale = safe_scale(largest_term(x));
    return generate<Real, N>([&](int k) { return scaled(scale, x[k]); });
}

/// Each coordinate rounded once.
template <int N>
Vec<double, N> rounded(const Vec<TwoTerm, N>& x) {
    return generate<double, N>([&](int k) { return to_double(x[k]); });
}

/// The same numbers as two-term sums.
template <int N>
Vec<TwoTerm, N> widened(const Vec<double, N>& x) {
    return generate<TwoTerm, N>([&](int k) { return TwoTerm{x[k], 0}; });
}

/// x.y with a relative error below 2^-100 of the sum of |x_k y_k|; exact signs for exact zeros of short
/// numbers.
template <class Real, int N>
TwoTerm dot_exactly(const Vec<Real, N>& x, const Vec<Real, N>& y) {
    TwoTerm sum = product(x[0], y[0]);
    for (int k = 1; k < N; ++k) sum = sum + product(x[k], y[k]);
    return sum;
}

/// x x y without the cancellation of its 2 x 2 determinants: one component in 2D (kept in [0]), three in 3D.
template <class Real, int N>
Vec<TwoTerm, N> cross_exactly(const Vec<Real, N>& x, const Vec<Real, N>& y) {
    if constexpr (N == 2) {
        return {{product(x[0], y[1]) - product(x[1], y[0]), TwoTerm{}}};
    } else {
        return generate<TwoTerm, N>([&](int k) {
            const int i = (k + 1) % 3;
            const int j = (k + 2) % 3;
            return product(x[i], y[j]) - product(x[j], y[i]);
        });
    }
}

}  // namespace carom::detail
