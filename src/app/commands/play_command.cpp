// carom play: a page on which a visitor plays on a table, or changes another scene.
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>
#include <variant>

#include "app/commands/commands.hpp"
#include "app/files/result_files.hpp"
#include "app/files/scene_source.hpp"
#include "app/run/recorder.hpp"
#include "app/run/scene_faults.hpp"
#include "app/run/viewer.hpp"
#include "app/terminal/interrupt.hpp"
#include "carom/files/standard_streams.hpp"
#include "carom/record/playback.hpp"
#include "text/printing.hpp"
#include "view/assets.hpp"
#include "view/excerpt.hpp"
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
    return read_any_table_scene(name);
}

/// Is it a scene that a visitor watches and changes, as it has no table to play on?
bool is_without_table(const std::string& name) {
    std::error_code none;
    return !name.empty() && (bundled_scene(name) != nullptr || fs::exists(name, none)) && !has_table(name);
}

/// A directory for the time of a run.
class ScratchDirectory {
public:
    ScratchDirectory() {
        std::error_code failure;
        std::string name = (fs::temp_directory_path(failure) / "carom-play-XXXXXX").string();
        if (!failure && ::mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ScratchDirectory(const ScratchDirectory&) = delete;
    ScratchDirectory& operator=(const ScratchDirectory&) = delete;
    ~ScratchDirectory() {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
    }

    /// Empty where there is none.
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

/// What a page plays smoothly.
Limits limits_of_page(const RunLimits& scene) {
    constexpr std::uint64_t kMostEvents = 100'000;
    Limits limits = limits_for({}, scene);
    limits.events = std::min(limits.events, kMostEvents);
    return limits;
}

/// The run of a scene up to these limits, recorded in this file.
template <int N>
std::optional<FileError> record_in(const fs::path& file, Scene<N> scene, Simulation<N> simulation,
                                   const Limits& limits) {
    scene.law.elastic_below = simulation.elastic_below();
    auto writer = TrajectoryWriter<N>::create(file, {std::move(scene), simulation.epoch_length()});
    if (!writer) return writer.error();
    const CheckpointPlan none{.save = [](double) { return std::optional<FileError>(); }, .directory = {}};
    const auto recording =
        record<N>(simulation, *writer, limits, nullptr, Verbosity::normal, std::nullopt, none);
    if (!recording) return recording.error();
    return writer->close(simulation.now());
}

template <int N>
Result<view::PageSummary, FileError> page_of(const PlayOptions& options, const fs::path& file) {
    auto trajectory = open_trajectory(file);
    if (!trajectory) return trajectory.error();
    Playback<N> playback(std::get<TrajectoryReader<N>>(std::move(*trajectory)));
    auto excerpt = view::read_excerpt(playback, {}, {});
    if (!excerpt) return FileError{excerpt.error().message};
    (*excerpt)->scene_text = text_for_page(options.scene);
    if ((*excerpt)->scene_text.empty())
        tell(stderr,
             "carom: note: the page shows the run, but nobody can change it there: the scene imports balls, "
             "or "
             "has 100 kB or more\n");
    return view::write_page(**excerpt, options.page);
}

template <int N>
ExitCode write_run(const PlayOptions& options, const Scene<N>& scene, const RunLimits& limits) {
    auto simulation = Simulation<N>::create(scene);
    if (!simulation) {
        for (const Finding& fault : simulation.error().faults)
            tell(stderr, "{}: {}\n", options.scene, fault.message);
        return ExitCode::bad_input;
    }
    const ScratchDirectory scratch;
    if (scratch.path().empty()) return failed(FileError{"there is no directory for temporary files"});
    const fs::path file = trajectory_in(scratch.path());
    if (const auto failure = record_in(file, scene, std::move(*simulation), limits_of_page(limits)))
        return failed(*failure);
    if (interrupted()) return ExitCode::interrupted;
    const auto written = page_of<N>(options, file);
    return written ? ExitCode::success : failed(written.error());
}

/// The page of a scene without a table: its run, and what a visitor changes of it.
ExitCode write_run_page(const PlayOptions& options) {
    catch_interrupts();
    const auto file = read_any_scene(options.scene, {}, {});
    if (!file) {
        show(stderr, faults_text(file.error(), terminal_at(STDERR_FILENO)));
        return ExitCode::bad_input;
    }
    return std::visit([&](const auto& scene) { return write_run(options, scene, file->limits); },
                      file->scene);
}

/// The page of a table.
ExitCode write_table_page(const PlayOptions& options) {
    const auto file = read_table(options.scene);
    if (!file) {
        show(stderr, faults_text(file.error(), terminal_at(STDERR_FILENO)));
        return ExitCode::bad_input;
    }
    view::ShotExcerptCollector table(file->scene, {});
    const auto written = view::write_page(table.finish(), options.page);
    return written ? ExitCode::success : failed(written.error());
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
    const std::string why_not = why_not_overwritten(options.page, {options.scene});
    if (!why_not.empty()) {
        tell(stderr, "carom: {}\n", why_not);
        return ExitCode::bad_input;
    }
    const ExitCode written =
        is_without_table(options.scene) ? write_run_page(options) : write_table_page(options);
    if (written != ExitCode::success || options.page == standard_output) return written;
    const bool opened = !options.no_browser && open_in_browser(options.page);
    tell(stdout, "{}: {}\n", options.page.string(),
         opened ? "opened in the browser" : "open it in a browser, and play");
    return ExitCode::success;
}

}  // namespace carom::app
