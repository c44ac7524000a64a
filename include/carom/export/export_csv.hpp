/// \file
/// Impacts as a table of comma-separated values, for spreadsheets and data frames.
///
/// One line per impact, numbers with 17 significant digits (every double survives): time, kind, ball, other,
/// restitution, then for the ball and for the other ball the position, the velocity and, on periodic axes,
/// the image count after the impact. Columns of the other ball are empty for walls. Columns:
/// docs/formats/trajectory.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "carom/files/standard_streams.hpp"
#include "carom/record/trajectory.hpp"

namespace carom {

/// Writes all impacts that `trajectory` still holds, to a file or to `standard_output`. A file appears whole,
/// or not at all when the trajectory is damaged or the disk is full. `go_on` is asked now and then with the
/// impacts written; when it says no the answer is an error, and there is no file.
template <int N>
std::optional<FileError> export_events_csv(TrajectoryReader<N>& trajectory, const std::filesystem::path& path,
                                           const std::function<bool(std::uint64_t)>& go_on = {});

}  // namespace carom
