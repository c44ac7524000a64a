/// \file
/// Scene files with a table, `[table]`: TOML in, a table scene or all faults with their places out. Format:
/// docs/formats/table_scene.md.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/billiards/table_scene.hpp"
#include "carom/core/result.hpp"
#include "carom/scene_text/scene_faults.hpp"

namespace carom {

/// A scene file's content.
struct TableSceneFile {
    billiards::TableScene scene;            ///< has no faults
    std::vector<std::string> notes;         ///< accepted but worth knowing, each a line with its place
    std::optional<billiards::Game> rack{};  ///< what its `[rack]` is for; none without it
    std::size_t racked_from = 0;  ///< the balls of the rack are this one and all after it; none: their number
};

/// True for a readable file with a table `[table]`: `read_table_scene` is for it, `read_scene` for others.
bool is_table_scene(const std::filesystem::path& path);

/// Parses and validates the text of a scene; `name` stands for the file in messages.
Result<TableSceneFile, SceneFaults> parse_table_scene(std::string_view text, const std::string& name);

/// Reads a scene file or `standard_input`; a file that cannot be read is a fault.
Result<TableSceneFile, SceneFaults> read_table_scene(const std::filesystem::path& path);

}  // namespace carom
