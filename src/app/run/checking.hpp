// The check of a trajectory of either dimension, with a progress line.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "app/command_line/options.hpp"
#include "app/terminal/progress.hpp"
#include "carom/proof/check.hpp"

namespace carom::app {

/// What a check calls now and then.
class CheckProgress {
public:
    /// `records` is how many there are.
    CheckProgress(std::uint64_t records, Verbosity verbosity) : records_(records), line_(verbosity) {}

    /// Draws the line; false when interrupted.
    bool go_on(std::uint64_t done);
    /// True once `go_on` was false.
    bool has_stopped() const { return stopped_; }

private:
    using Clock = std::chrono::steady_clock;

    std::uint64_t records_;
    ProgressLine line_;
    Clock::time_point start_ = Clock::now();
    bool stopped_ = false;
};

/// Empty when interrupted. `records` is how many there are, for the progress line.
std::optional<CheckReport> check_with_progress(AnyTrajectory& trajectory, std::uint64_t records,
                                               Verbosity verbosity, const CheckTuning& tuning = {});

}  // namespace carom::app
