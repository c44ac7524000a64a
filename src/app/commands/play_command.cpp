// carom play: a page on which a visitor plays on a table.
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/commands/commands.hpp"
#include "app/files/scene_source.hpp"
#include "app/run/scene_faults.hpp"
#include "app/run/viewer.hpp"
#include "carom/files/standard_streams.hpp"
#include "text/printing.hpp"
#include "view/assets.hpp"
#include "view/shot_excerpt.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

/// A file, or a bundled scene; without a name the table that `carom new --billiards` starts with.
Result<TableSceneFile, SceneFaults> read_table(const std::string& name) {
    if (name.empty()) {
        auto file = parse_table_scene(text_named(starter_scenes(), "starter_table")->text, "starter_table");
        file->scene.name = "Two balls";
        return file;
    }
    std::error_code none;
    const bool is_there = bundled_scene(name) != nullptr || fs::exists(name, none);
    if (is_there && !has_table(name))
        return SceneFaults{{name + ": it has no table to play on; carom run simulates it"}, {}};
    return read_any_table_scene(name);
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
