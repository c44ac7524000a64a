// A checkpoint may say anything, with a right checksum: is it what its trajectory says?
#pragma once

#include "app/command_line/options.hpp"
#include "app/run/saved_run.hpp"
#include "carom/core/result.hpp"
#include "carom/sim/simulation.hpp"

namespace carom::app {

/// The state to go on from, once the trajectory was read as far as the checkpoint: each ball is where its
/// last record left it, the counts are those of the records, and the time is that of the last one. Refused
/// when the checkpoint says something else, or asks for what no command line can ask for.
template <int N>
Result<SavedState<N>, FileError> checked_state(const SavedRun& saved, const Checkpoint<N>& checkpoint,
                                               Verbosity verbosity);

}  // namespace carom::app
