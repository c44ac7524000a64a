// carom play: a page on which a visitor plays on a table.
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/commands/commands.hpp"
#include "app/files/embedded_text.hpp"
#include "app/run/scene_faults.hpp"
#include "app/run/viewer.hpp"
#include "carom/files/standard_streams.hpp"
#include "carom/scene_text/table_scene_file.hpp"
#include "text/printing.hpp"
#include "view/assets.hpp"
#include "view/shot_excerpt.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

/// A file, or a bundled scene; without a name the table that `carom new --billiards` starts with.
Result<TableSceneFile, SceneFaults> read_table(const std::string& name) {
    if (name.empty()) {
        const auto starters = starter_scenes();
        const auto starter = std::find_if(starters.begin(), starters.end(), [](const EmbeddedText& one) {
            return one.name == "starter_table";
        });
        auto file = parse_table_scene(starter->text, std::string(starter->name));
        file->scene.name = "Two balls";
        return file;
    }
    std::error_code none;
    const auto scenes = bundled_scenes();
    const auto scene =
        std::find_if(scenes.begin(), scenes.end(), [&](const EmbeddedText& one) { return one.name == name; });
    const bool is_file = scene == scenes.end() || fs::exists(name, none);
    const bool has_table = is_file ? is_table_scene(name) || !fs::exists(name, none)
                                   : scene->text.find("\n[table]") != std::string_view::npos;
    if (!has_table) return SceneFaults{{name + ": it has no table to play on; carom run simulates it"}, {}};
    return is_file ? read_table_scene(name) : parse_table_scene(scene->text, name);
}

/// Opens a file in the browser that the system names, if it has one. It is not waited for.
bool open_in_browser(const fs::path& page) {
    const auto is_set = [](const char* name) {
        return std::getenv(name) != nullptr;  // NOLINT(concurrency-mt-unsafe): nothing changes them
    };
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return false;
    std::string program = "xdg-open", address = "file://" + fs::absolute(page).string();
    std::array<char*, 3> arguments{program.data(), address.data(), nullptr};
    ::pid_t child = 0;
    return ::posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) == 0;
}

}  // namespace

ExitCode execute(const PlayOptions& options) {
    if (view::page_engine().empty()) {
        tell(stderr,
             "carom: this build has no engine for pages: ./play in the source tree builds one, and packages "
             "have one\n");
        return ExitCode::bad_input;
    }
    const auto file = read_table(options.scene);
    if (!file) {
        show(stderr, faults_text(file.error(), terminal_at(STDERR_FILENO)));
        return ExitCode::bad_input;
    }
    view::ShotExcerptCollector table(file->scene, {});
    const auto written = view::write_page(table.finish(), options.page);
    if (!written) return failed(written.error());
    if (options.page == standard_output) return ExitCode::success;
    const bool opened = !options.no_browser && open_in_browser(options.page);
    tell(stdout, "{}: {}\n", options.page.string(),
         opened ? "opened in the browser" : "open it in a browser, and play");
    return ExitCode::success;
}

}  // namespace carom::app
