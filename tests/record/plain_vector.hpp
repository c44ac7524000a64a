// Vectors of long double for the plain engine.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "carom/math/vec.hpp"
#include "record/plain_polynomial.hpp"

namespace carom::test {

template <int N>
using LongVec = std::array<Long, N>;

template <int N>
Long dot(const LongVec<N>& x, const LongVec<N>& y) {
    Long sum = 0;
    for (std::size_t k = 0; k < N; ++k) sum += x[k] * y[k];
    return sum;
}

/// x + s y
template <int N>
LongVec<N> moved(LongVec<N> x, Long s, const LongVec<N>& y) {
    for (std::size_t k = 0; k < N; ++k) x[k] += s * y[k];
    return x;
}

template <int N>
LongVec<N> lengthened(const Vec<double, N>& x) {
    LongVec<N> y;
    for (int k = 0; k < N; ++k) y[static_cast<std::size_t>(k)] = x[k];
    return y;
}

template <int N>
LongVec<N> unit(const LongVec<N>& x) {
    return moved<N>({}, 1 / std::sqrt(dot<N>(x, x)), x);
}

/// |d + w s + a s^2 / 2|^2
template <int N>
Polynomial square(const LongVec<N>& d, const LongVec<N>& w, const LongVec<N>& a) {
    Polynomial p{dot<N>(d, d), 2 * dot<N>(d, w), dot<N>(w, w) + dot<N>(d, a), dot<N>(w, a), dot<N>(a, a) / 4};
    while (p.back() == 0 && p.size() > 1) p.pop_back();
    return p;
}

}  // namespace carom::test
