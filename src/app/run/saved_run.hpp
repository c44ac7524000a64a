// The run in a directory as its checkpoint has it: what was asked for, how far it is, and how to go on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/files/result_files.hpp"
#include "app/run/report.hpp"
#include "carom/measure/plan.hpp"
#include "carom/record/checkpoint.hpp"

namespace carom::app {

/// What of a report comes from the beginning of a run, and cannot be had from its trajectory.
struct RunRequest {
    std::filesystem::path scene_file;
    std::optional<std::uint64_t> seed;
    Limits limits;
    std::uint64_t contacts_taken_as_touching = 0;
    Totals start;
    MeasurePlan measure;
};

/// A run, and how far it is.
struct RunProgress {
    RunRequest request;
    std::optional<StoppedBecause> stopped;  ///< empty while it goes on
    double wall_seconds = 0;                ///< of simulating and recording so far
};

/// A section of the checkpoint.
CheckpointSection section_of(const RunProgress& progress);

struct SavedRun {
    AnyCheckpoint checkpoint;
    RunProgress progress;
    std::filesystem::path trajectory;  ///< the file that the checkpoint is a mark of
    bool has_results = false;          ///< the trajectory is closed, the report written

    std::uint64_t impacts() const;
    /// True when it went to the end of what was asked for, and its results are all there.
    bool is_finished() const;
};

/// The run in a directory, or why it cannot go on.
Result<SavedRun, FileError> load_run(const std::filesystem::path& directory);

}  // namespace carom::app
