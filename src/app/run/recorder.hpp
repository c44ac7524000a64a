// Runs a simulation into a trajectory file until a limit, an interrupt or the end of all events.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "app/run/limits.hpp"
#include "carom/core/result.hpp"
#include "carom/measure/measurements.hpp"
#include "carom/record/trajectory.hpp"
#include "carom/sim/simulation.hpp"

namespace carom::app {

enum class StoppedBecause : unsigned char {
    time_reached,
    events_reached,
    no_more_events,
    jammed,
    nothing_in_sight,
    interrupted,
    disk_almost_full,
};

/// True when a run stopped before its limits, and goes on when it is resumed.
bool is_put_off(StoppedBecause reason);

/// As in report.json.
const char* name_of(StoppedBecause reason);

struct Recording {
    StoppedBecause stopped_because = StoppedBecause::time_reached;
    double wall_seconds = 0;  // of simulating and recording, before the run was resumed too
};

/// When a run is saved, and how.
struct CheckpointPlan {
    double every = 60;          // seconds; more where saving would take above a twentieth of the time
    double seconds_before = 0;  // of simulating and recording until now
    std::function<std::optional<FileError>(double wall_seconds)> save;
    std::filesystem::path directory;  // whose disk must not run full; empty when nothing is written
};

/// `measurements` may be null; they see every impact. `steady_energy` is that of the start, where it stays:
/// the progress line says how far it is off. Closing the file is left to the caller.
template <int N>
Result<Recording, FileError> record(Simulation<N>& simulation, TrajectoryWriter<N>& writer,
                                    const Limits& limits, Measurements<N>* measurements, Verbosity verbosity,
                                    std::optional<double> steady_energy, const CheckpointPlan& checkpoints);

}  // namespace carom::app
