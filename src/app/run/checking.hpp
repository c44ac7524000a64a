// The check of a trajectory of either dimension, with a progress line.
#pragma once

#include <cstdint>
#include <optional>

#include "app/command_line/options.hpp"
#include "carom/proof/check.hpp"

namespace carom::app {

/// Empty when interrupted. `records` is how many there are, for the progress line.
std::optional<CheckReport> check_with_progress(AnyTrajectory& trajectory, std::uint64_t records,
                                               Verbosity verbosity, const CheckTuning& tuning = {});

}  // namespace carom::app
