// The raw form of a batch: what passes between the public functions and the code for one instruction set.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "carom/pair/sweep.hpp"
#include "math/vec_ops.hpp"

namespace carom::detail {

/// Numbers of balls: in columns, or in rows of Count numbers that lie one behind the other.
template <class T, int Count>
struct Columns {
    const T* data[Count]{};  ///< of the first ball
    bool are_rows = false;
    std::size_t mask = ~std::size_t{0};  ///< 0 for kMostLanes copies of one ball

    template <bool Rows>
    [[gnu::always_inline]] const T* of(std::size_t place, int k) const {
        return data[k] + ((Rows ? Count * place : place) & mask);
    }
    const T* of(std::size_t place, int k) const {
        return are_rows ? of<true>(place, k) : of<false>(place, k);
    }
};

/// Floats in the widest pack of any instruction set.
inline constexpr std::size_t kMostLanes = 16;

template <class T, int N>
struct RawBalls {
    Columns<T, N> center;
    const T* radius = nullptr;  ///< masked as the centre
    Columns<T, N> displacement;

    const T* radius_of(std::size_t place) const { return radius + (place & center.mask); }
};

/// Where the answers go, one a pair.
template <class T>
struct AnswerColumns {
    ContactState* state = nullptr;
    T* first = nullptr;
    T* last = nullptr;
};

/// The pairs at equal places of columns.
template <class T, int N>
struct ColumnSweep {
    RawBalls<T, N> a, b;
    std::size_t size = 0;
    AnswerColumns<T> to;
    /// Writes the answer of one pair and returns its contacts, 0 or 1; compiled for the baseline.
    std::size_t (*sweep_place)(const ColumnSweep& job, std::size_t place) = nullptr;
};

/// As `Side`: balls in rows, each with one number more behind it. Of floats eight can be read.
inline constexpr int kInRows = 0;

/// Balls, `Side` of them side by side: each number of those, then the next. With 1, as MovingBalls.
template <class T, int N, int Side>
struct BallArray {
    /// Of a ball: the centre, the radius, the displacement.
    static constexpr std::size_t kNumbers = 2 * N + 1;
    static constexpr int kStep = std::max(Side, 1);  ///< from a number of a ball to the next
    static_assert(sizeof(MovingBall<T, N>) == kNumbers * sizeof(T));

    const T* numbers = nullptr;

    /// The first number of a ball; the k-th is k * kStep further.
    [[gnu::always_inline]] const T* of(std::size_t ball) const {
        if constexpr (Side == kInRows) {
            return numbers + ball * (kNumbers + 1);
        } else {
            return numbers + ball / Side * (kNumbers * Side) + ball % Side;
        }
    }
};

/// Pairs of balls of an array; few of them are expected to be far apart. Times of pairs that are apart are
/// not set, and answers have room for kMostLanes more.
template <class T, int N, int Side>
struct IndexedSweep {
    BallArray<T, N, Side> balls;
    const std::uint32_t* a = nullptr;  ///< which of them
    const std::uint32_t* b = nullptr;
    std::size_t size = 0;
    AnswerColumns<T> to;
    /// As in ColumnSweep.
    std::size_t (*sweep_place)(const IndexedSweep& job, std::size_t place) = nullptr;
};

}  // namespace carom::detail
