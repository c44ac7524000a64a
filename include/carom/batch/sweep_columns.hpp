/// \file
/// When do many pairs of moving balls touch? Columns or rows in, columns out, several pairs at a time.
///
/// Every answer is the one of `sweep` for that pair, bit for bit, whatever the instruction set: lanes that
/// plain arithmetic cannot decide are finished exactly. Inputs as in carom/pair/sweep.hpp. Tests:
/// tests/batch/sweep_columns_test.cpp. Figures: docs/performance.md.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "carom/core/instruction_set.hpp"
#include "carom/core/result.hpp"
#include "carom/pair/sweep.hpp"

namespace carom {

/// Moving balls, one column a coordinate, all of one length.
template <class T, int N>
struct BallColumns {
    static_assert(detail::is_scalar<T>, "Carom computes in float and double");

    std::array<std::span<const T>, std::size_t{N}> center;  ///< finite
    std::span<const T> radius;  ///< finite, >= 0; its length is the number of balls
    std::array<std::span<const T>, std::size_t{N}> displacement;  ///< finite; all empty for resting balls
};

/// Moving balls, the coordinates of each side by side: arrays of points, or rows of a matrix. Nothing is
/// copied.
template <class T, int N>
struct BallRows {
    static_assert(detail::is_scalar<T>, "Carom computes in float and double");

    std::span<const Vec<T, N>> center;        ///< finite
    std::span<const T> radius;                ///< finite, >= 0; its length is the number of balls
    std::span<const Vec<T, N>> displacement;  ///< finite; empty for resting balls
};

/// One answer a pair: the members of `Sweep` of the same names, 0 for a pair that stays apart. The normal and
/// the places follow from `sweep` for the pairs that need them.
template <class T>
struct SweepColumns {
    std::span<ContactState> state;  ///< what happens
    std::span<T> first;             ///< u of the first contact
    std::span<T> last;              ///< u of the last contact
};

/// Why no answer was written.
enum class ColumnError : unsigned char {
    ball_columns_differ,    ///< the columns or rows of a set of balls have different lengths
    sets_differ,            ///< `sweep_each`: a and b have different lengths
    answer_columns_differ,  ///< an answer column has not one place for every pair
};

/// Each ball of a against the ball of b at the same place. `Balls` is BallColumns or BallRows. Returns the
/// number of pairs in contact.
template <template <class, int> class Balls, class T, int N>
Result<std::size_t, ColumnError> sweep_each(const Balls<T, N>& a, const Balls<T, N>& b,
                                            const SweepColumns<T>& answer,
                                            InstructionSet set = fastest_instruction_set());

/// One ball against each of b.
template <template <class, int> class Balls, class T, int N>
Result<std::size_t, ColumnError> sweep_one(const MovingBall<T, N>& a, const Balls<T, N>& b,
                                           const SweepColumns<T>& answer,
                                           InstructionSet set = fastest_instruction_set());

/// Each ball of a against each of b; the pair (i, j) is at place i * size of b + j.
template <template <class, int> class Balls, class T, int N>
Result<std::size_t, ColumnError> sweep_all(const Balls<T, N>& a, const Balls<T, N>& b,
                                           const SweepColumns<T>& answer,
                                           InstructionSet set = fastest_instruction_set());

}  // namespace carom
