// carom info: what a trajectory file or a scene holds, or how far the run in a directory is.
#include <fmt/format.h>
#include <unistd.h>

#include <system_error>

#include "app/commands/commands.hpp"
#include "app/files/directory_lock.hpp"
#include "app/files/result_files.hpp"
#include "app/files/scene_source.hpp"
#include "app/files/trajectory_summary.hpp"
#include "app/run/run_status.hpp"
#include "app/run/scene_faults.hpp"
#include "app/shots/shot_status.hpp"
#include "app/terminal/sheet.hpp"
#include "carom/record/shot_file.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

std::string balls_in_words(const TrajectorySummary& summary) {
    std::string text = with_separators(summary.balls);
    if (summary.immovable > 0)
        text += fmt::format(", {} of them immovable", with_separators(summary.immovable));
    return text;
}

std::string records_in_words(const TrajectorySummary& summary) {
    std::string text = with_separators(summary.records);
    const char* before = ": ";
    for (const auto& [kind, count] : summary.records_of) {
        text += before + with_separators(count) + " " + name_of(kind);
        before = ", ";
    }
    return text;
}

Sheet sheet_of_start(const TrajectorySummary& summary, const std::string& title) {
    Sheet sheet(title);
    sheet.line("dimension", fmt::to_string(summary.dimension));
    sheet.line("balls", balls_in_words(summary));
    sheet.line("box", summary.boundaries);
    if (summary.walls > 0) sheet.line("walls", fmt::format("{} more", with_separators(summary.walls)));
    sheet.line("restitution",
               fmt::format("balls {}, walls {}, 1 below speed {:.6g}", summary.law.restitution_balls,
                           summary.law.restitution_walls, summary.law.elastic_below.value_or(0)));
    for (const SpeciesRestitution& pair : summary.law.between)
        sheet.line("", fmt::format("{} with {}: {}", pair.first, pair.second, pair.restitution));
    sheet.line("energy", fmt::format("{:.6g} at the start", summary.kinetic_energy_start));
    return sheet;
}

void print_summary(const TrajectorySummary& summary, const std::filesystem::path& file) {
    Sheet sheet = sheet_of_start(summary, summary.scene);
    sheet.line("records", records_in_words(summary));
    sheet.line("end time", fmt::format("{}", summary.end));
    sheet.line("hash", fmt::format("{:016x}", summary.hash));
    sheet.line("closed", summary.closed ? "yes"
                                        : fmt::format("no: {}, the file is good up to the end time above",
                                                      why_not_closed(file)));
    if (summary.left_out > 0) sheet.line("left out", unfinished_block(summary.left_out));
    show(stdout, sheet.text(terminal_at(STDOUT_FILENO)));
}

bool is_scene(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) return path.extension() == ".toml";
    return !std::filesystem::exists(path, ignored) && bundled_scene(path) != nullptr;
}

ExitCode refuse_scene(const SceneFaults& faults) {
    show(stderr, faults_text(faults, terminal_at(STDERR_FILENO)));
    return ExitCode::bad_input;
}

ExitCode print_scene(Sheet& sheet, const std::string& name, const std::string& scene) {
    if (!name.empty()) sheet.line("file", scene);
    sheet.line("recorded", "nothing: this is a scene. To simulate it: " + run_of_scene(scene));
    show(stdout, sheet.text(terminal_at(STDOUT_FILENO)));
    return ExitCode::success;
}

ExitCode print_table(const std::filesystem::path& scene) {
    const auto file = read_any_table_scene(scene);
    if (!file) return refuse_scene(file.error());
    const billiards::TableScene& table = file->scene;
    Sheet sheet(table.name.empty() ? scene.string() : table.name);
    sheet.line("balls", with_separators(table.start.size()) + " on a table");
    sheet.line("shots", with_separators(table.shots.size()));
    const billiards::Rules rules = billiards::rules_of(table.game);
    sheet.line("game", rules == billiards::Rules::none ? "none" : billiards::name_of(rules));
    return print_scene(sheet, table.name, scene.string());
}

ExitCode print_balls(const std::filesystem::path& scene) {
    const auto file = read_any_scene(scene, {}, {});
    if (!file) return refuse_scene(file.error());
    const TrajectorySummary summary = summary_of_scene(file->scene);
    Sheet sheet = sheet_of_start(summary, summary.scene.empty() ? scene.string() : summary.scene);
    if (const auto until = file->limits.until) sheet.line("runs", fmt::format("to time {}", *until));
    if (const auto events = file->limits.events)
        sheet.line("runs", fmt::format("for {} impacts", with_separators(*events)));
    return print_scene(sheet, summary.scene, scene.string());
}

}  // namespace

ExitCode execute(const InfoOptions& options) {
    std::error_code ignored;
    if (is_scene(options.file))
        return has_table(options.file) ? print_table(options.file) : print_balls(options.file);
    const auto named = trajectory_named(options.file);
    if (named && is_shot_file(*named)) return print_shots(*named);
    const bool is_directory = std::filesystem::is_directory(options.file, ignored);
    const bool has_trajectory = named && std::filesystem::exists(*named, ignored);
    if (is_directory && (has_status(options.file) || !has_trajectory)) return print_run_status(options.file);
    if (!named) return failed(named.error());
    const auto summary = summarise(*named);
    if (!summary) return failed(summary.error());
    print_summary(*summary, *named);
    if (!summary->fault) return ExitCode::success;
    print_error(*summary->fault);
    return ExitCode::file_error;
}

}  // namespace carom::app
