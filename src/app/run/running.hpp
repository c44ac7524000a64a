// From a simulation and its open trajectory file to all results of a run.
#pragma once

#include <chrono>
#include <filesystem>

#include "app/command_line/options.hpp"
#include "app/run/saved_run.hpp"
#include "app/terminal/exit_code.hpp"
#include "carom/measure/measurements.hpp"

namespace carom::app {

/// A run that is about to begin, or to go on.
template <int N>
struct Run {
    std::filesystem::path directory;
    Simulation<N> simulation;
    TrajectoryWriter<N> writer;
    RunReport report;  // as far as the scene says
    RunProgress progress;
    Pace pace;
    Verbosity verbosity = Verbosity::normal;
    TrajectoryMark mark = {};  // of the last checkpoint
    Page page = Page::none;
    Without without = {};
    std::chrono::steady_clock::time_point command_began;
    std::optional<Measurements<N>> measurements = {};  // not of a run that was taken up
    std::optional<FileError> undrawn = {};  // why there is no picture or page; the other results are written
};

/// What the scene says; its law has the cut-off speed in force.
template <int N>
RunReport report_on(const Scene<N>& scene);

/// The sums over all balls that move, now.
template <int N>
Totals totals_of(const Simulation<N>& simulation);

/// Simulates until a limit, then writes the results and says what was found.
template <int N>
ExitCode execute_run(Run<N> run);

/// Says why a finished run has no picture or no page, and how to come by it.
void tell_undrawn(const std::filesystem::path& directory, const FileError& why);

/// The report and the picture of what was before must not lie beside another trajectory.
void remove_results(const std::filesystem::path& directory);

/// All that a run has written. Its checkpoint goes first, so that nothing of it is taken up.
void remove_run(const std::filesystem::path& directory);

}  // namespace carom::app
