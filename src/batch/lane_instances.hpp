// The functions of InstructionSet::CAROM_LANES, which src/CMakeLists.txt defines.
#pragma once

#include "batch/sweep_lanes.hpp"
#include "core/instantiate.hpp"

namespace carom::detail {

#define CAROM_INSTANTIATE(T, N)                                                                          \
    template std::size_t sweep_in_lanes<InstructionSet::CAROM_LANES>(const ColumnSweep<T, N>& job);      \
    template std::size_t sweep_in_lanes<InstructionSet::CAROM_LANES>(const IndexedSweep<T, N, 1>& job);  \
    template std::size_t sweep_in_lanes<InstructionSet::CAROM_LANES>(const IndexedSweep<T, N, 16>& job); \
    template std::size_t sweep_in_lanes<InstructionSet::CAROM_LANES>(const IndexedSweep<T, N, kInRows>& job);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail
