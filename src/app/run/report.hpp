// What a run found, for report.json (docs/formats/report.md) and for the summary on the terminal.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/run/limits.hpp"
#include "app/run/proof.hpp"
#include "app/run/recorder.hpp"
#include "app/terminal/terminal.hpp"
#include "carom/measure/results.hpp"

namespace carom::app {

/// Totals over all balls that move.
struct Totals {
    double kinetic_energy = 0;
    double potential_energy = 0;
    std::vector<double> momentum;  // per axis
};

struct RunReport {
    std::string scene;
    std::filesystem::path scene_file;
    std::optional<std::uint64_t> seed;  // of the command line
    int dimension = 2;
    std::uint64_t balls = 0;
    CollisionLaw law;                // with the cut-off speed in force
    bool has_energy_source = false;  // a piston, a thermal wall, a thermostat or shear
    std::uint64_t contacts_taken_as_touching = 0;
    Limits limits;
    Counts counts;
    Recording recording;
    bool recorded = true;             // in a trajectory
    std::optional<double> page_ends;  // where the page ends before the run does
    double command_seconds = 0;       // of the clock on the wall, since this command began
    double simulated_time = 0;
    double clock_end = 0;  // after 2^61 epochs of the scene
    Totals start, end;
    std::uint64_t trajectory_hash = 0;
    Proof proof;
    MeasureResults measurements;

    std::uint64_t impacts() const { return counts.impacts(); }
    double events_per_second() const;
    /// True when all impacts are elastic, nothing drives the balls and something moves: the energy stays.
    bool keeps_energy() const;
    /// Change of the energy over the kinetic energy of the start, where it stays.
    std::optional<double> energy_relative_error() const;
};

/// The text of report.json.
std::string to_json(const RunReport& report);

/// A few lines for people; `directory` is where the files are.
std::string summary(const RunReport& report, const std::filesystem::path& directory,
                    const Terminal& terminal);

}  // namespace carom::app
