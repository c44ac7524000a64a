// What a command takes as a scene: a file, or the name of a bundled scene where there is no such file.
#pragma once

#include <filesystem>
#include <string>

#include "app/files/embedded_text.hpp"
#include "carom/scene_text/scene_file.hpp"
#include "carom/scene_text/table_scene_file.hpp"
#include "files/input_file.hpp"

namespace carom::app {

/// The bundled scene that is meant; null where a file has this name, or no bundled scene. A directory may
/// have it.
const EmbeddedText* bundled_scene(const std::filesystem::path& scene);

/// The text of the scene, with up to `most` bytes where it is a file.
Result<std::string, Unreadable> text_of_scene(const std::filesystem::path& scene, std::uint64_t most);

/// `is_table_scene` for a file or a bundled scene.
bool has_table(const std::filesystem::path& scene);

/// `read_scene` for a file or a bundled scene.
Result<SceneFile, SceneFaults> read_any_scene(const std::filesystem::path& scene,
                                              std::optional<std::uint64_t> seed,
                                              const std::function<bool(const GrowthProgress&)>& goes_on);

/// `read_scene_with_overlaps` for a file or a bundled scene, which has no overlaps.
Result<SceneFile, SceneFaults> read_any_scene_with_overlaps(const std::filesystem::path& scene);

/// `read_table_scene` for a file or a bundled scene.
Result<TableSceneFile, SceneFaults> read_any_table_scene(const std::filesystem::path& scene);

}  // namespace carom::app
