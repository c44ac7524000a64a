/// \file
/// Scene files: TOML in, a scene or all faults with their places out. Format: docs/formats/scene.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "carom/core/result.hpp"
#include "carom/scene/scene.hpp"

namespace carom {

/// How long to run a scene when nobody says otherwise (table `[run]`).
struct RunLimits {
    std::optional<double> until;          ///< simulated time
    std::optional<std::uint64_t> events;  ///< number of impacts
};

/// A scene file's content.
struct SceneFile {
    std::variant<Scene<2>, Scene<3>> scene;  ///< passes `validate`
    RunLimits limits;                        ///< table `[run]`
    std::vector<std::string> notes;          ///< accepted but worth knowing, each a line with its place
};

/// Everything that is wrong with a scene file, each a line "FILE:LINE:COLUMN: what".
struct SceneFaults {
    std::vector<std::string> lines;  ///< at least one
};

/// Parses and validates the text of a scene; `name` stands for the file in messages. A `seed` replaces that
/// of every generator.
Result<SceneFile, SceneFaults> parse_scene(std::string_view text, const std::string& name,
                                           std::optional<std::uint64_t> seed = {});

/// Reads a scene file; a file that cannot be read is a fault.
Result<SceneFile, SceneFaults> read_scene(const std::filesystem::path& path,
                                          std::optional<std::uint64_t> seed = {});

}  // namespace carom
