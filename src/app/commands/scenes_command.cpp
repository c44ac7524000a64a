// carom scenes: the bundled scenes, listed and copied.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/files/embedded_text.hpp"
#include "app/files/new_file.hpp"
#include "app/terminal/sheet.hpp"
#include "carom/files/standard_streams.hpp"
#include "scene_text/table_reader.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

/// The first sentence of the comment at the start.
std::string description_of(std::string_view scene) {
    std::string text;
    while (scene.starts_with("# ")) {
        const std::size_t end = std::min(scene.find('\n'), scene.size());
        text += (text.empty() ? "" : " ") + std::string(scene.substr(2, end - 2));
        scene.remove_prefix(std::min(end + 1, scene.size()));
    }
    return text.substr(0, std::min(text.find(". "), text.find_last_not_of('.') + 1));
}

/// The scene that may be meant: one whose name goes on after these letters, or one that is spelt alike.
std::string suggested_scene(const std::string& word, const std::vector<std::string>& names) {
    const auto goes_on = [&](const std::string& name) { return name.starts_with(word); };
    if (!word.empty() && std::count_if(names.begin(), names.end(), goes_on) == 1)
        return fmt::format(" (did you mean \"{}\"?)", *std::find_if(names.begin(), names.end(), goes_on));
    return detail::suggestion(word, names);
}

}  // namespace

ExitCode execute(const ListScenesOptions&) {
    const auto scenes = bundled_scenes();
    Sheet sheet(counted(scenes.size(), "bundled scene"));
    for (const EmbeddedText& scene : scenes) {
        sheet.line(std::string(scene.name), description_of(scene.text));
    }
    show(stdout, sheet.text(terminal_at(STDOUT_FILENO)));
    return ExitCode::success;
}

ExitCode execute(const CopySceneOptions& options) {
    const EmbeddedText* const scene = text_named(bundled_scenes(), options.name);
    if (scene == nullptr) {
        std::vector<std::string> names;
        for (const EmbeddedText& one : bundled_scenes()) names.emplace_back(one.name);
        tell(stderr, "carom: there is no bundled scene '{}'{}\nSee carom scenes.\n", options.name,
             suggested_scene(options.name, names));
        return ExitCode::bad_input;
    }
    std::error_code ignored;
    fs::path to = options.to.empty() ? fs::path(".") : options.to;
    if (to != standard_output && fs::is_directory(to, ignored))
        to = (to / (options.name + ".toml")).lexically_normal();
    const ExitCode code = write_new_file(to, scene->text);
    if (code == ExitCode::success && to != standard_output) tell(stdout, "{} written\n", to.string());
    return code;
}

}  // namespace carom::app
