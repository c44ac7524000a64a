// Worlds beside the dense fluid, to time the engine on: thin gases, marbles that fly and settle under
// gravity, a sheared gas, a gas that drifts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/sim/simulation.hpp"

namespace carom::engine_runs {

struct WorldSettings {
    std::uint64_t impacts = 300'000;  ///< of a run
    std::size_t repeat = 3;
    bool large = false;     ///< the large worlds too
    std::string only;       ///< those with this in their names
    bool checked = true;    ///< with the proof and a run with another search
    std::string directory;  ///< of the trajectories that are proved
    std::uint64_t seed = 1;
};

struct WorldRow {
    std::string name;
    std::size_t balls = 0;
    std::string search;             ///< how neighbours are found
    double seconds = 0;             ///< of the fastest run
    std::uint64_t impacts = 0;      ///< of a run: of two balls, with walls, of several contacts at once
    double searches = 0;            ///< new lists, or cells entered, an impact
    double predictions = 0;         ///< contacts solved for, an impact
    std::optional<double> overlap;  ///< the deepest at the end, of the distance at contact; not in shear
    std::uint64_t hash = 0;         ///< of all events of a run
    /// Time of the proof, as a share of that of a run that records; not of large worlds.
    std::optional<double> proof;
    bool is_proved = true;
    /// Whether the first events are the same with another search; not asked of large worlds.
    std::optional<bool> is_same_otherwise;

    double nanoseconds() const { return 1e9 * seconds / static_cast<double>(impacts); }
};

/// `told` is called with each row when it is measured.
std::vector<WorldRow> world_rows(const WorldSettings& settings, void (*told)(const WorldRow& row));

}  // namespace carom::engine_runs
