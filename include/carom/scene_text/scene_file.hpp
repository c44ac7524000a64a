/// \file
/// Scene files: TOML in, a scene or all faults with their places out. Format: docs/formats/scene.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "carom/core/result.hpp"
#include "carom/files/standard_streams.hpp"
#include "carom/measure/plan.hpp"
#include "carom/scene/scene.hpp"
#include "carom/scene_text/scene_faults.hpp"
#include "carom/sim/dense_gas.hpp"

namespace carom {

/// How long to run a scene when nobody says otherwise (table `[run]`).
struct RunLimits {
    std::optional<double> until;          ///< simulated time
    std::optional<std::uint64_t> events;  ///< number of impacts
};

/// A scene file's content.
struct SceneFile {
    std::variant<Scene<2>, Scene<3>> scene;  ///< passes `validate`, but for overlaps where they were allowed
    RunLimits limits;                        ///< table `[run]`
    MeasurePlan measure;                     ///< table `[measure]`; without it nothing is measured
    std::vector<std::string> notes;          ///< accepted but worth knowing, each a line with its place
};

/// Parses and validates the text of a scene; `name` stands for the file in messages, and files to import lie
/// in its directory. A `seed` replaces that of every generator. `goes_on` is asked again and again, and told
/// how far balls have grown into a dense gas; when it says no, the only fault is that it was stopped.
Result<SceneFile, SceneFaults> parse_scene(std::string_view text, const std::string& name,
                                           std::optional<std::uint64_t> seed = {},
                                           const std::function<bool(const GrowthProgress&)>& goes_on = {});

/// Reads a scene file, or `standard_input`, for which files to import lie in the current directory. A file
/// that cannot be read is a fault. `goes_on` as in `parse_scene`.
Result<SceneFile, SceneFaults> read_scene(const std::filesystem::path& path,
                                          std::optional<std::uint64_t> seed = {},
                                          const std::function<bool(const GrowthProgress&)>& goes_on = {});

/// The same for a scene that is to be looked at, not simulated: its balls may overlap each other.
Result<SceneFile, SceneFaults> read_scene_with_overlaps(const std::filesystem::path& path,
                                                        std::optional<std::uint64_t> seed = {});

/// Reads the table `[measure]` of a file or of `standard_input`, for a scene from elsewhere; other tables are
/// not looked at. A file without such a table is a fault.
template <int N>
Result<MeasurePlan, SceneFaults> read_measure_plan(const std::filesystem::path& path, const Scene<N>& scene);

}  // namespace carom
