// Differences, dot and cross products of vectors without rounding or cancellation.
#pragma once

#include "math/two_term.hpp"
#include "math/vec_ops.hpp"

namespace carom::detail {

/// x - y exactly.
template <class T, int N>
Vec<TwoTerm, N> exact_difference(const Vec<T, N>& x, const Vec<T, N>& y) {
    return generate<TwoTerm, N>(
        [&](int k) { return difference(static_cast<double>(x[k]), static_cast<double>(y[k])); });
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
template <class Real, int N>
Vec<Real, N> rounded(const Vec<TwoTermOf<Real>, N>& x) {
    return generate<Real, N>([&](int k) { return to_double(x[k]); });
}

/// The same numbers as two-term sums.
template <int N>
Vec<TwoTerm, N> widened(const Vec<double, N>& x) {
    return generate<TwoTerm, N>([&](int k) { return TwoTerm{x[k], 0}; });
}

/// The type of a sum of products of `Component`s, which are Real or TwoTermOf<Real>.
template <class Component>
using ProductOf = decltype(product(Component{}, Component{}));

/// x.y with an error below 2^-102 of the sum of |x_k y_k|.
template <class Component, int N>
ProductOf<Component> dot_exactly(const Vec<Component, N>& x, const Vec<Component, N>& y) {
    ProductOf<Component> sum = loose_product(x[0], y[0]);
    for (int k = 1; k < N; ++k) sum = loose_sum(sum, loose_product(x[k], y[k]));
    return tightened(sum);
}

/// x_i y_j - x_j y_i with an error below 2^-102 of the two products.
template <class Component, int N>
ProductOf<Component> minor_exactly(const Vec<Component, N>& x, const Vec<Component, N>& y, int i, int j) {
    return tightened(loose_sum(loose_product(x[i], y[j]), -loose_product(x[j], y[i])));
}

/// x x y without the cancellation of its 2 x 2 determinants: one component in 2D (kept in [0]), three in 3D.
template <class Component, int N>
Vec<ProductOf<Component>, N> cross_exactly(const Vec<Component, N>& x, const Vec<Component, N>& y) {
    if constexpr (N == 2) {
        return {{minor_exactly(x, y, 0, 1), ProductOf<Component>{}}};
    } else {
        return {{minor_exactly(x, y, 1, 2), minor_exactly(x, y, 2, 0), minor_exactly(x, y, 0, 1)}};
    }
}

}  // namespace carom::detail
