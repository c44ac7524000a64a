// A batch of pairs out of two arrays.
#pragma once

#include "batch/column_sweep.hpp"
#include "carom/batch/instruction_set.hpp"

namespace carom::detail {

/// Every answer is the one of `sweep` for that pair, bit for bit; `job.sweep_place` is filled in here.
/// Returns the number of pairs in contact.
template <class T, int N>
std::size_t sweep_indexed(IndexedSweep<T, N> job, InstructionSet set);

}  // namespace carom::detail
