/// \file
/// Shots on a table as tables of comma-separated values. Columns: docs/formats/csv.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "carom/export/instants.hpp"
#include "carom/files/standard_streams.hpp"
#include "carom/record/shot_file.hpp"

namespace carom {

/// Writes a line for each event of the shots that `shots` still holds, with the states of its balls before
/// and after, to a file or to `standard_output`. A file appears whole, or not at all. `go_on` is asked after
/// each shot with the shots written; when it says no the answer is an error, and there is no file.
std::optional<FileError> export_shot_events_csv(ShotFileReader& shots, const std::filesystem::path& path,
                                                const std::function<bool(std::uint64_t)>& go_on = {});

/// Writes a line for each shot that `shots` still holds: its strike and what became of it.
std::optional<FileError> export_shot_outcomes_csv(ShotFileReader& shots, const std::filesystem::path& path,
                                                  const std::function<bool(std::uint64_t)>& go_on = {});

/// Writes a line for each ball and instant. Times count from the first strike, and each shot begins when the
/// one before it ends. An instant at that time belongs to the end of the earlier shot. Instants after the end
/// of the last shot are left out.
std::optional<FileError> export_shot_states_csv(ShotFileReader& shots, const Instants& instants,
                                                const std::filesystem::path& path,
                                                const std::function<bool(std::uint64_t)>& go_on = {});

}  // namespace carom
