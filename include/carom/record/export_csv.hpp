/// \file
/// Impacts as a table of comma-separated values, for spreadsheets and data frames.
///
/// One line per impact, numbers with 17 significant digits (every double survives): time, kind, ball, other,
/// restitution, then for the ball and for the other ball the position, the velocity and, on periodic axes,
/// the image count after the impact. Columns of the other ball are empty for walls. Columns:
/// docs/formats/trajectory.md.
#pragma once

#include <filesystem>
#include <optional>

#include "carom/record/trajectory.hpp"

namespace carom {

/// Writes all impacts that `trajectory` still holds. The file appears whole, or not at all when the
/// trajectory is damaged or the disk is full.
template <int N>
std::optional<FileError> export_events_csv(TrajectoryReader<N>& trajectory,
                                           const std::filesystem::path& path);

}  // namespace carom
