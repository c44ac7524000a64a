#include "app/files/scene_source.hpp"

#include <system_error>

#include "carom/files/standard_streams.hpp"

namespace carom::app {
namespace {

/// A name alone may have been meant for a bundled scene.
const char* hint_for(const std::filesystem::path& scene) {
    const bool is_name = !scene.has_extension() && !scene.has_parent_path() && scene != standard_input;
    return is_name ? "; carom scenes lists the bundled scenes" : "";
}

template <class File>
Result<File, SceneFaults> with_hint(Result<File, SceneFaults> file, const std::filesystem::path& scene) {
    if (file || !file.error().excerpts.empty()) return file;
    SceneFaults faults = file.error();
    faults.lines.back() += hint_for(scene);
    return faults;
}

}  // namespace

const EmbeddedText* bundled_scene(const std::filesystem::path& scene) {
    std::error_code none;
    const auto status = std::filesystem::status(scene, none);
    if (std::filesystem::exists(status) && !std::filesystem::is_directory(status)) return nullptr;
    return text_named(bundled_scenes(), scene.string());
}

Result<std::string, Unreadable> text_of_scene(const std::filesystem::path& scene, std::uint64_t most) {
    if (const EmbeddedText* const bundled = bundled_scene(scene)) return std::string(bundled->text);
    auto bytes = bytes_of_file(scene, most);
    if (!bytes) return Unreadable{bytes.error().why + hint_for(scene)};
    return bytes;
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
    return with_hint(read_scene(scene, seed, goes_on), scene);
}

Result<SceneFile, SceneFaults> read_any_scene_with_overlaps(const std::filesystem::path& scene) {
    if (const EmbeddedText* const bundled = bundled_scene(scene))
        return parse_scene(bundled->text, scene.string());
    return with_hint(read_scene_with_overlaps(scene), scene);
}

Result<TableSceneFile, SceneFaults> read_any_table_scene(const std::filesystem::path& scene) {
    if (const EmbeddedText* const bundled = bundled_scene(scene))
        return parse_table_scene(bundled->text, scene.string());
    return with_hint(read_table_scene(scene), scene);
}

}  // namespace carom::app
