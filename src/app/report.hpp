// What a run found, for report.json (docs/formats/report.md) and for the summary on the terminal.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/limits.hpp"
#include "app/proof.hpp"
#include "app/recorder.hpp"

namespace carom::app {

/// Totals over all balls that move.
struct Totals {
    double kinetic_energy = 0;
    std::vector<double> momentum;  // per axis
};

struct RunReport {
    std::string scene;
    std::filesystem::path scene_file;
    std::optional<std::uint64_t> seed;  // of the command line
    int dimension = 2;
    std::uint64_t balls = 0;
    CollisionLaw law;  // with the cut-off speed in force
    std::uint64_t contacts_taken_as_touching = 0;
    Limits limits;
    Counts counts;
    Recording recording;
    double simulated_time = 0;
    Totals start, end;
    std::uint64_t trajectory_hash = 0;
    Proof proof;

    std::uint64_t impacts() const { return counts.ball_ball + counts.ball_wall; }
    double events_per_second() const;
    /// |end / start - 1| of the kinetic energy; empty unless all impacts are elastic and something moves.
    std::optional<double> energy_relative_error() const;
};

/// The text of report.json.
std::string to_json(const RunReport& report);

/// A few lines for people; `directory` is where the files are.
std::string summary(const RunReport& report, const std::filesystem::path& directory);

}  // namespace carom::app
