/// \file
/// What a recorded trajectory says about its physics.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "carom/core/result.hpp"
#include "carom/measure/plan.hpp"
#include "carom/measure/results.hpp"
#include "carom/record/trajectory.hpp"

namespace carom {

/// What a run of the same plan would have measured while it was simulated, to the last bit. `go_on` is asked
/// now and then with the records so far; when it says no, there is nothing.
template <int N>
Result<std::optional<MeasureResults>, FileError> measure_trajectory(
    TrajectoryReader<N> reader, const MeasurePlan& plan,
    const std::function<bool(std::uint64_t)>& go_on = {});

}  // namespace carom
