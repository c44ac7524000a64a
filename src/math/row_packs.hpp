// Rows of coordinates in memory as packs, one a coordinate. Include it where math/pack.hpp may be.
#pragma once

#include "math/pack.hpp"
#include "math/vec_ops.hpp"

namespace carom::detail {

/// Coordinate K of W rows of three, which lie in a, then b, then c.
template <int K, class Lanes, int... Lane>
Lanes third_of(Lanes a, Lanes b, Lanes c, std::integer_sequence<int, Lane...>) {
    constexpr int kWidth = sizeof...(Lane);
    constexpr auto in_c = [](int lane) { return 3 * lane + K >= 2 * kWidth; };
    const Lanes of_two = __builtin_shufflevector(a, b, (in_c(Lane) ? 0 : 3 * Lane + K)...);
    return __builtin_shufflevector(of_two, c, (in_c(Lane) ? 3 * Lane + K - kWidth : Lane)...);
}
/// Coordinate K of W rows of two.
template <int K, class Lanes, int... Lane>
Lanes half_of(Lanes a, Lanes b, std::integer_sequence<int, Lane...>) {
    return __builtin_shufflevector(a, b, (2 * Lane + K)...);
}

/// Number k of W rows of N numbers in pack k. The rows lie side by side at any alignment; `loaded` reads a
/// pack.
template <int W, int N, class E, class Load>
Vec<Pack<E, W>, N> split_rows(const E* rows, Load loaded) {
    using Real = Pack<E, W>;
    constexpr std::make_integer_sequence<int, W> lanes;
    const auto a = loaded(rows).lanes, b = loaded(rows + W).lanes;
    if constexpr (N == 2) {
        return {Real(half_of<0>(a, b, lanes)), Real(half_of<1>(a, b, lanes))};
    } else {
        const auto c = loaded(rows + 2 * W).lanes;
        return {Real(third_of<0>(a, b, c, lanes)), Real(third_of<1>(a, b, c, lanes)),
                Real(third_of<2>(a, b, c, lanes))};
    }
}

}  // namespace carom::detail
