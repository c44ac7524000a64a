#include "app/files/scene_source.hpp"

#include <system_error>

namespace carom::app {

const EmbeddedText* bundled_scene(const std::filesystem::path& scene) {
    std::error_code none;
    const auto status = std::filesystem::status(scene, none);
    if (std::filesystem::exists(status) && !std::filesystem::is_directory(status)) return nullptr;
    return text_named(bundled_scenes(), scene.string());
}

Result<std::string, Unreadable> text_of_scene(const std::filesystem::path& scene, std::uint64_t most) {
    if (const EmbeddedText* const bundled = bundled_scene(scene)) return std::string(bundled->text);
    return bytes_of_file(scene, most);
}

bool has_table(const std::filesystem::path& scene) {
    if (const EmbeddedText* const bundled = bundled_scene(scene))
        return bundled->text.find("\n[table]") != std::string_view::npos;
    return is_table_scene(scene);
}

Result<SceneFile, SceneFaults> read_any_scene(const std::filesystem::path& scene,
                                              std::optional<std::uint64_t> seed,
                                              const std::function<bool(const GrowthProgress&)>& goes_on) {
    if (const EmbeddedText* const bundled = bundled_scene(scene))
        return parse_scene(bundled->text, scene.string(), seed, goes_on);
    return read_scene(scene, seed, goes_on);
}

Result<SceneFile, SceneFaults> read_any_scene_with_overlaps(const std::filesystem::path& scene) {
    if (const EmbeddedText* const bundled = bundled_scene(scene))
        return parse_scene(bundled->text, scene.string());
    return read_scene_with_overlaps(scene);
}

Result<TableSceneFile, SceneFaults> read_any_table_scene(const std::filesystem::path& scene) {
    if (const EmbeddedText* const bundled = bundled_scene(scene))
        return parse_table_scene(bundled->text, scene.string());
    return read_table_scene(scene);
}

}  // namespace carom::app
