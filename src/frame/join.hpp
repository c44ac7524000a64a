// Which balls of a tree may touch each other, or another ball, in the frame? One kernel, compiled for each
// instruction set.
#pragma once

#include "core/instruction_sets.hpp"
#include "frame/blocks.hpp"

namespace carom::detail {

/// All pairs of balls, one of them in the blocks [begin, end), the other in the same block or one before it,
/// that are not surely apart. Their order depends on the tree alone. Defined in frame/join_lanes.hpp.
template <InstructionSet Set, class B, int N>
void join_blocks(const TreeView<B, N>& tree, std::size_t begin, std::size_t end, Candidates& found);

/// The boxes of the balls in the blocks [begin, end), and those of the blocks in the nodes above. Defined in
/// frame/join_lanes.hpp.
template <InstructionSet Set, class B, int N>
void bound_blocks(const BallBlock<B, N>* balls, BoxBlock<B, N>* boxes, BoxBlock<B, N>* nodes,
                  std::size_t begin, std::size_t end);

/// Some movers, and the number of the first.
template <class B, int N>
struct MoverBlock {  // NOLINT(cppcoreguidelines-pro-type-member-init): its first places are written
    BoxBlock<B, N> boxes;
    BallBlock<B, N> balls;
    std::size_t size = 0;
    std::uint32_t first = 0;
};

/// Each of the movers (a) with every box of the tree (b) that its way may meet. The tree's balls are not
/// looked at. Defined in frame/join_lanes.hpp.
template <InstructionSet Set, class B, int N>
void meet_boxes(const TreeView<B, N>& tree, const MoverBlock<B, N>& movers, Candidates& found);

}  // namespace carom::detail
