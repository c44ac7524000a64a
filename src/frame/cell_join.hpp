// Which balls of an even grid may touch each other in the frame? One kernel, compiled for each instruction
// set.
#pragma once

#include "core/instruction_sets.hpp"
#include "frame/blocks.hpp"

namespace carom::detail {

/// Spheres around the ways of balls, in the order of their cells, all lengths in cells.
struct CellView {
    const float* spheres = nullptr;      ///< as set_spheres has them; four more can be read
    const std::int32_t* cell = nullptr;  ///< of each ball
    const std::uint32_t* end = nullptr;  ///< of each cell; its balls begin where those of the one before end
    std::uint32_t row[4]{};           ///< the rows behind a cell's own that its neighbours are in; in 2D one
    const std::byte* rows = nullptr;  ///< what will be asked about the balls that meet
    std::size_t row_bytes = 0;
};

/// All pairs of balls whose spheres meet, of the same cell or of neighbours. One of them, the first in the
/// order, is at a place in [begin, end). Defined in frame/cell_join_lanes.hpp.
template <InstructionSet Set, int N>
void join_cells(const CellView& view, std::size_t begin, std::size_t end, Candidates& found);

/// A ball that is not in the grid, or too large for a cell, in cells.
struct CellMover {
    float center[3]{}, displacement[3]{}, radius = 0;
};

/// A mover (a, number `place`) with each sphere at a place in [begin, end) that it is not surely apart
/// from. Defined in frame/cell_join_lanes.hpp.
template <InstructionSet Set, int N>
void meet_spheres(const CellView& view, const CellMover& mover, std::size_t place, std::size_t begin,
                  std::size_t end, Candidates& found);

}  // namespace carom::detail
