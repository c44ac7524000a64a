// What recording costs: the same gas runs twice in turns, with every impact written to a file and with none,
// beside the same bytes written with nothing else done.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::engine_runs {

/// CPU seconds of each of the runs in turns, the system's time included.
struct Costs {
    std::vector<double> bare, recorded, written;
    double bytes = 0;  ///< of a collision
};

/// The files are removed again. Throws when recording changes a ball, or the file does not hold what
/// happened.
Costs recording_costs(const Scene<3>& scene, std::uint64_t collisions, std::size_t repeat,
                      const std::filesystem::path& directory);

}  // namespace carom::engine_runs
