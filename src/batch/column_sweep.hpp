// The raw form of a batch: what passes between the public functions and the code for one instruction set.
#pragma once

#include <cstddef>

#include "carom/pair/sweep.hpp"
#include "math/vec_ops.hpp"

namespace carom::detail {

/// A column, or the same few numbers for all places.
template <class T>
struct Column {
    const T* data = nullptr;
    std::size_t mask = ~std::size_t{0};  ///< 0 when `data` points to kMostLanes copies of one number

    const T* at(std::size_t place) const { return data + (place & mask); }
};

/// Floats in the widest pack of any instruction set.
inline constexpr std::size_t kMostLanes = 16;

template <class T, int N>
struct RawBalls {
    Vec<Column<T>, N> center;
    Column<T> radius;
    Vec<Column<T>, N> displacement;
};

template <class T, int N>
struct ColumnSweep {
    RawBalls<T, N> a, b;
    std::size_t size = 0;
    ContactState* state = nullptr;
    T* first = nullptr;
    T* last = nullptr;
    /// Writes the answer of one pair and returns its contacts, 0 or 1; compiled for the baseline.
    std::size_t (*sweep_place)(const ColumnSweep& job, std::size_t place) = nullptr;
};

}  // namespace carom::detail
