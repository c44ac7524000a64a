// What a recorded trajectory says about its physics.
#pragma once

#include <optional>

#include "app/command_line/options.hpp"
#include "carom/core/result.hpp"
#include "carom/record/measure_trajectory.hpp"

namespace carom::app {

/// `measure_trajectory` with a line of progress; nothing when interrupted. `records` is how many there are.
template <int N>
Result<std::optional<MeasureResults>, FileError> measure_with_progress(TrajectoryReader<N> reader,
                                                                       const MeasurePlan& plan,
                                                                       std::uint64_t records,
                                                                       Verbosity verbosity);

/// The plan for a run that ends at this time, if it ends.
MeasurePlan ending_at(MeasurePlan plan, double time);

/// A file may say anything: are these the numbers of a table [measure]?
bool is_sound(const MeasurePlan& plan, int dimension);

}  // namespace carom::app
