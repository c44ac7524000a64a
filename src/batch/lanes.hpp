// The batches of each instruction set.
#pragma once

#include "batch/column_sweep.hpp"
#include "core/instruction_sets.hpp"

namespace carom::detail {

/// Writes all answers and returns the number of contacts. `Job` is a ColumnSweep or an IndexedSweep. Defined
/// in batch/sweep_lanes.hpp, compiled once for each set in batch/lane_instances.hpp.
template <InstructionSet Set, class Job>
std::size_t sweep_in_lanes(const Job& job);

}  // namespace carom::detail
