// How the places of balls become cells of an even grid. One kernel, compiled for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "carom/geom/ball.hpp"
#include "core/instruction_sets.hpp"

namespace carom::detail {

/// Lengths are counted in cells. A ball is seen as the sphere around its way through the frame, which has at
/// most half a cell as radius, and stands in the cell of its middle: so balls that touch stand in the same
/// cell or in neighbours. Cells may be longer along the first axis. Balls beyond the grid stand in the cells
/// at its border, which changes nothing of that.
template <class T, int N>
struct CellMap {
    Vec<T, N> corner;
    T per_length = 0;          ///< cells
    float along_row = 1;       ///< cells along the first axis for one along the others, at most 1
    float last[N]{};           ///< number of the last cell along an axis
    std::int32_t stride[N]{};  ///< from a cell to the next along an axis; there are empty cells in between
    std::int32_t first = 0;    ///< the first cell that may hold a ball
    std::int32_t cells = 0;    ///< of them all, with the empty ones that are looked at
    std::int32_t large = 0;    ///< the cell of a ball that is larger than half a cell
    std::int32_t no_ball = 0;  ///< the cell of a ball that is not valid
};

/// Balls with all their numbers side by side, in the order of MovingBall. Of floats eight are read, also
/// where a ball has fewer.
template <class T, int N>
struct BallRows {
    const T* numbers = nullptr;  ///< of the first
    std::ptrdiff_t stride = 0;   ///< bytes from one to the next

    [[gnu::always_inline]] const T* at(std::size_t i) const {
        const auto* const bytes = reinterpret_cast<const std::byte*>(numbers);
        return reinterpret_cast<const T*>(bytes + stride * static_cast<std::ptrdiff_t>(i));
    }
};

/// The cells of balls. Returns the largest reach of a valid one, in cells. Defined in frame/cell_lanes.hpp.
template <InstructionSet Set, class T, int N>
float set_cells(const CellMap<T, N>& map, const BallRows<T, N>& from, std::size_t size, std::int32_t* cells);

/// Four numbers of each ball: the middle of its way, in 2D with a zero, and the reach of the sphere around
/// it, in cells. Defined in frame/cell_lanes.hpp.
template <InstructionSet Set, class T, int N>
void set_spheres(const CellMap<T, N>& map, const BallRows<T, N>& from, std::size_t size, float* spheres);

}  // namespace carom::detail
