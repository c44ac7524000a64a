// A batch of pairs out of an array.
#pragma once

#include "batch/column_sweep.hpp"
#include "carom/core/instruction_set.hpp"

namespace carom::detail {

/// Every answer is the one of `sweep` for that pair, bit for bit; `job.sweep_place` is filled in here.
/// `Side` is 1, 16 or kInRows. Returns the number of pairs in contact.
template <class T, int N, int Side>
std::size_t sweep_indexed(IndexedSweep<T, N, Side> job, InstructionSet set);

}  // namespace carom::detail
