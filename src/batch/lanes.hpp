// The batches of each instruction set. A new one is a file like lanes_avx2.cpp, its flags in
// src/CMakeLists.txt, and its lines here and in instruction_set.cpp.
#pragma once

#include "batch/column_sweep.hpp"
#include "carom/core/instruction_set.hpp"

namespace carom::detail {

/// Pairs side by side.
constexpr int lanes_of(InstructionSet set) {
    return set == InstructionSet::avx512 ? 8 : set == InstructionSet::avx2 ? 4 : 2;
}

/// Writes all answers and returns the number of contacts. `Job` is a ColumnSweep or an IndexedSweep. Defined
/// in batch/sweep_lanes.hpp, compiled once for each set in its file.
template <InstructionSet Set, class Job>
std::size_t sweep_in_lanes(const Job& job);

/// `set` must be available; otherwise the baseline runs.
template <class Job>
std::size_t sweep_in_lanes(InstructionSet set, const Job& job) {
#if defined(CAROM_X86_LANES)
    if (set == InstructionSet::avx512 && is_available(set))
        return sweep_in_lanes<InstructionSet::avx512>(job);
    if (set == InstructionSet::avx2 && is_available(set)) return sweep_in_lanes<InstructionSet::avx2>(job);
#else
    static_cast<void>(set);
#endif
    return sweep_in_lanes<InstructionSet::baseline>(job);
}

}  // namespace carom::detail
