// The functions of InstructionSet::CAROM_LANES, which src/CMakeLists.txt defines.
#pragma once

#include "core/instantiate.hpp"
#include "frame/cell_join_lanes.hpp"
#include "frame/cell_lanes.hpp"
#include "frame/curve_lanes.hpp"
#include "frame/join_lanes.hpp"
#include "frame/place_lanes.hpp"

namespace carom::detail {

#define CAROM_INSTANTIATE(B, N)                                                                             \
    template void bound_blocks<InstructionSet::CAROM_LANES>(const BallBlock<B, N>*, BoxBlock<B, N>*,        \
                                                            BoxBlock<B, N>*, std::size_t, std::size_t);     \
    template void join_blocks<InstructionSet::CAROM_LANES>(const TreeView<B, N>&, std::size_t, std::size_t, \
                                                           Candidates&);                                    \
    template void meet_boxes<InstructionSet::CAROM_LANES>(const TreeView<B, N>&, const MoverBlock<B, N>&,   \
                                                          Candidates&);                                     \
    template float set_cells<InstructionSet::CAROM_LANES>(const CellMap<B, N>&, const BallRows<B, N>&,      \
                                                          std::size_t, std::int32_t*);                      \
    template void set_spheres<InstructionSet::CAROM_LANES>(const CellMap<B, N>&, const BallRows<B, N>&,     \
                                                           std::size_t, float*);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

template bool place_blocks<InstructionSet::CAROM_LANES>(const OrderedBalls<float, 2>&, std::size_t,
                                                        std::size_t, float, BallBlock<float, 2>*,
                                                        std::uint32_t*);
template bool place_blocks<InstructionSet::CAROM_LANES>(const OrderedBalls<float, 3>&, std::size_t,
                                                        std::size_t, float, BallBlock<float, 3>*,
                                                        std::uint32_t*);
template void join_cells<InstructionSet::CAROM_LANES, 2>(const CellView&, std::size_t, std::size_t,
                                                         Candidates&);
template void meet_spheres<InstructionSet::CAROM_LANES, 2>(const CellView&, const CellMover&, std::size_t,
                                                           std::size_t, std::size_t, Candidates&);
template void join_cells<InstructionSet::CAROM_LANES, 3>(const CellView&, std::size_t, std::size_t,
                                                         Candidates&);
template void meet_spheres<InstructionSet::CAROM_LANES, 3>(const CellView&, const CellMover&, std::size_t,
                                                           std::size_t, std::size_t, Candidates&);
template void set_keys<InstructionSet::CAROM_LANES>(KeyBlock<2>&, int);
template void set_keys<InstructionSet::CAROM_LANES>(KeyBlock<3>&, int);

}  // namespace carom::detail
