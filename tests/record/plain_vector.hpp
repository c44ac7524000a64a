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

}  // namespace carom::test
