// Runs a simulation into a trajectory file until a limit, an interrupt or the end of all events.
#pragma once

#include "app/limits.hpp"
#include "carom/core/result.hpp"
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
};

/// As in report.json.
const char* name_of(StoppedBecause reason);

struct Recording {
    StoppedBecause stopped_because = StoppedBecause::time_reached;
    double wall_seconds = 0;  // of simulating and recording
};

/// The file is flushed each second or so; closing it is left to the caller.
template <int N>
Result<Recording, FileError> record(Simulation<N>& simulation, TrajectoryWriter<N>& writer,
                                    const Limits& limits, Verbosity verbosity);

}  // namespace carom::app
