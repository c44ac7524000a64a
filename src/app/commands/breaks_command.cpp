// carom breaks: the same shot many times, with errors of the player and of the rack.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "app/commands/commands.hpp"
#include "app/files/result_files.hpp"
#include "app/files/scene_source.hpp"
#include "app/run/scene_faults.hpp"
#include "app/shots/break_map.hpp"
#include "app/shots/break_statistics.hpp"
#include "app/shots/job_threads.hpp"
#include "app/shots/shot_report.hpp"
#include "app/shots/shot_story.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "app/terminal/sheet.hpp"
#include "carom/core/version.hpp"
#include "carom/scene_text/table_scene_file.hpp"
#include "files/whole_file.hpp"
#include "text/json.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

using billiards::TableScene;

/// A share with its standard error, that of a binomial distribution.
struct Share {
    double value = 0, error = 0;

    Share(std::uint64_t hits, std::uint64_t all) {
        if (all == 0) return;
        value = static_cast<double>(hits) / static_cast<double>(all);
        error = std::sqrt(value * (1 - value) / static_cast<double>(all));
    }
    std::string in_words() const { return fmt::format("{:.2f} % +- {:.2f}", 100 * value, 100 * error); }
    Json json() const { return {{"share", value}, {"error", error}}; }
};

/// The map of where the cue ball rests: a digit for 3 x 3 parts, 9 for the fullest. The far end is on top.
std::vector<std::string> map_lines(const BreakCounts& counts) {
    constexpr std::size_t together = 3, columns = BreakCounts::kColumns / together,
                          rows = BreakCounts::kRows / together;
    std::array<std::uint64_t, columns * rows> sums{};
    for (std::size_t k = 0; k < counts.cue_map.size(); ++k) {
        const std::size_t row = k / BreakCounts::kColumns / together,
                          column = k % BreakCounts::kColumns / together;
        sums[row * columns + column] += counts.cue_map[k];
    }
    const std::uint64_t most = std::max<std::uint64_t>(*std::max_element(sums.begin(), sums.end()), 1);
    std::vector<std::string> lines;
    for (std::size_t row = rows; row-- > 0;) {
        std::string line;
        for (std::size_t column = 0; column < columns; ++column) {
            const std::uint64_t here = sums[row * columns + column];
            line += here == 0 ? " ." : fmt::format(" {}", here * 9 / most);
        }
        lines.push_back(line);
    }
    return lines;
}

/// How often each falls, in percent, in the order of their numbers.
std::string balls_in_words(const BreakCounts& counts, const TableScene& scene) {
    std::vector<int> balls;
    for (int k = 0; k < static_cast<int>(counts.ball_falls.size()); ++k) {
        if (k != scene.shots[0].shot.cue_ball) balls.push_back(k);
    }
    const std::vector<int> numbers = billiards::pool_numbers(scene.ball_names);
    const auto number = [&](int ball) { return numbers[static_cast<std::size_t>(ball)]; };
    std::stable_sort(balls.begin(), balls.end(), [&](int a, int b) { return number(a) < number(b); });
    std::string each;
    for (const int ball : balls) {
        const Share share(counts.ball_falls[static_cast<std::size_t>(ball)], counts.breaks);
        each += fmt::format("{}{} {:.1f} %", each.empty() ? "" : ", ", ball_in_words(scene, ball),
                            100 * share.value);
    }
    return each;
}

std::string region_in_words(const TableRegion& region) {
    if (region.radius > 0)
        return fmt::format("within {:.4g} m of {:.4g}, {:.4g}", region.radius, region.centre[0],
                           region.centre[1]);
    return fmt::format("x from {:.4g} to {:.4g} m, y from {:.4g} to {:.4g} m", region.lower[0],
                       region.upper[0], region.lower[1], region.upper[1]);
}

Json region_json(const TableRegion& region, const Share& share) {
    Json json = {{"share", share.value}, {"error", share.error}};
    if (region.radius > 0) {
        json["centre"] = {region.centre[0], region.centre[1]};
        json["radius"] = region.radius;
    } else {
        json["lower"] = {region.lower[0], region.lower[1]};
        json["upper"] = {region.upper[0], region.upper[1]};
    }
    return json;
}

/// What falls, on a table with pockets.
void add_falls(Sheet& sheet, const BreakCounts& counts) {
    const auto share = [&](std::uint64_t hits) { return Share(hits, counts.breaks).in_words(); };
    sheet.line("a ball falls", share(counts.any_falls));
    std::string how_many;
    for (std::size_t k = 0; k < std::min<std::size_t>(counts.fallen.size(), 5); ++k)
        how_many += fmt::format("{}{}: {:.1f} %", k == 0 ? "" : ", ", k,
                                100 * Share(counts.fallen[k], counts.breaks).value);
    sheet.line("balls fallen", how_many);
}

void add_counts(Sheet& sheet, const BreakCounts& counts, const TableScene& scene, const TableRegion& region) {
    const auto share = [&](std::uint64_t hits) { return Share(hits, counts.breaks).in_words(); };
    const bool has_pockets = !scene.setup.table.pockets.empty();
    const bool is_carom = rules_of(scene.game) == billiards::Rules::three_cushion;
    if (has_pockets) add_falls(sheet, counts);
    if (counts.redrawn > 0)
        sheet.line("drawn again", counted(counts.redrawn, "strike") + " that would miss the ball");
    if (has_ruled_breaks(scene))
        sheet.line(!is_break(scene.game) ? "legal"
                   : is_carom            ? "legal opening"
                                         : "legal break",
                   share(counts.legal));
    if (is_carom) sheet.line("a point", share(counts.scored));
    if (has_pockets) sheet.line("scratch", share(counts.scratches));
    if (counts.off_table > 0) sheet.line("off the table", share(counts.off_table));
    if (has_pockets) sheet.line("each ball", balls_in_words(counts, scene));
    sheet.line("cue ball within", share(counts.in_region) + ": " + region_in_words(region));
    sheet.line("cue ball rests", "9 marks the fullest of 8 x 16 parts of the table, the far end is above");
    for (const std::string& line : map_lines(counts)) sheet.line("", line);
}

std::string to_json(const BreaksOptions& options, const BreakCounts& counts, const TableScene& scene,
                    const TableRegion& region) {
    const auto share = [&](std::uint64_t hits) { return Share(hits, counts.breaks).json(); };
    Json balls = Json::array();
    for (std::size_t k = 0; k < counts.ball_falls.size(); ++k)
        balls.push_back({{"name", scene.ball_names[k]}, {"falls", share(counts.ball_falls[k])}});
    Json fallen = Json::array();
    for (const std::uint64_t number : counts.fallen) fallen.push_back(share(number));
    Json json;
    json["carom_version"] = version;
    if (options.file.empty()) {
        json["scene"] = options.scene;
    } else {
        json["scene_file"] = options.file.string();
    }
    json["seed"] = options.seed;
    json["errors"] = {{"speed", options.errors.strike.speed}, {"direction", options.errors.strike.direction},
                      {"tip", options.errors.strike.tip},     {"rack", options.errors.rack},
                      {"tilt", options.errors.tilt},          {"on_spot", options.errors.on_spot}};
    json["breaks"] = counts.breaks;
    json["events"] = counts.events;
    json["strikes_drawn_again"] = counts.redrawn;
    json["a_ball_falls"] = share(counts.any_falls);
    json["legal_break"] = has_ruled_breaks(scene) ? share(counts.legal) : Json();
    json["a_point"] = rules_of(scene.game) == billiards::Rules::three_cushion ? share(counts.scored) : Json();
    json["scratch"] = share(counts.scratches);
    json["cue_ball_within"] = region_json(region, Share(counts.in_region, counts.breaks));
    json["off_table"] = share(counts.off_table);
    json["balls_fallen"] = fallen;
    json["balls"] = balls;
    json["balls_into_pocket"] = counts.pocket_falls;
    json["cue_ball_map"] = {
        {"columns", BreakCounts::kColumns}, {"rows", BreakCounts::kRows}, {"counts", counts.cue_map}};
    return json.dump(2) + "\n";
}

/// Only balls of a rack have errors of their places, and only rows are turned.
std::string fault_of_errors(const TableSceneFile& file, const BreakErrors& errors) {
    using billiards::Game;
    const bool has_rows = file.rack && *file.rack != Game::snooker && *file.rack != Game::three_cushion;
    if (errors.tilt > 0 && !has_rows)
        return "--rack-tilt needs a rack of rows: nine-ball, eight-ball or ten-ball";
    if (errors.rack > 0 && !file.rack) return "--rack-error needs a rack";
    return "";
}

/// Sets the balls up for the first shot. What is wrong with that; empty if nothing is.
std::string set_up_break(TableScene& scene) {
    if (scene.shots.empty()) return "the scene has no shot: carom breaks plays its first one";
    for (const billiards::BallState& state : scene.start) {
        if (state.phase != billiards::Phase::resting && !is_out_of_play(state.phase))
            return "a ball moves before the shot: carom breaks needs balls at rest";
    }
    return set_up_shot(scene, scene.start, scene.shots[0]);
}

/// A ball that lies on its spot is one of the rack.
std::string fault_of_spots(const TableScene& scene, const BreakErrors& errors) {
    for (const std::string& name : errors.on_spot) {
        const auto& names = scene.ball_names;
        const auto racked = names.begin() + static_cast<std::ptrdiff_t>(errors.racked_from);
        if (std::find(racked, names.end(), name) == names.end())
            return "--on-spot: \"" + name + "\" is no ball of the rack";
    }
    return "";
}

/// Balls that lie up to `rack` beside their places must not overlap.
std::string fault_of_rack(const TableScene& scene, double rack) {
    for (std::size_t i = 0; i < scene.start.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const Vec3d& a = scene.start[i].position;
            const Vec3d& b = scene.start[j].position;
            const double gap = std::hypot(a[0] - b[0], a[1] - b[1]) -
                               contact_distance(scene.setup.balls[i], scene.setup.balls[j]);
            if (rack > 0 && gap < 2 * rack - billiards::kTouching)
                return fmt::format(
                    "balls {} m beside their places could overlap: --rack-error is at most half of --gap",
                    rack);
        }
    }
    return "";
}

/// Empty: the files can be written.
std::string why_not_written(const BreaksOptions& options) {
    if (!options.json.empty() && options.json == options.map) return "-o and --map name the same file";
    const std::string json = why_not_overwritten(options.json, {options.file});
    return json.empty() ? why_not_overwritten(options.map, {options.file}) : json;
}

}  // namespace

ExitCode execute(const BreaksOptions& options) {
    auto file = options.file.empty() ? parse_table_scene(options.scene, "<the shot>")
                                     : read_any_table_scene(options.file);
    if (!file) {
        show(stderr, faults_text(file.error(), terminal_at(STDERR_FILENO)));
        return ExitCode::bad_input;
    }
    TableScene& scene = file->scene;
    BreakErrors errors = options.errors;
    errors.racked_from = file->racked_from;
    std::string fault = why_not_written(options);
    if (fault.empty() && options.file.empty()) fault = repeated_name(scene);
    if (fault.empty()) fault = set_up_break(scene);
    if (fault.empty()) fault = fault_of_errors(*file, errors);
    if (fault.empty()) fault = fault_of_spots(scene, errors);
    if (fault.empty()) fault = fault_of_rack(scene, errors.rack);
    if (!fault.empty()) {
        tell(stderr, "carom: {}\n", fault);
        return ExitCode::bad_input;
    }
    catch_interrupts();
    const TableRegion region = options.region.value_or(middle_of(scene));
    const unsigned threads = usual_threads();
    const auto began = std::chrono::steady_clock::now();
    std::optional<BreakCounts> counts;
    {
        ProgressLine line(Verbosity::normal);
        counts =
            play_breaks(scene, errors, options.count, options.seed, region, threads, [&](std::uint64_t done) {
                if (line.due())
                    line.draw(static_cast<double>(done) / static_cast<double>(options.count),
                              {counted(done, "break")});
                return !interrupted();
            });
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    if (!options.json.empty()) {
        if (const auto failure = write_file_whole(options.json, to_json(options, *counts, scene, region)))
            return failed(*failure);
    }
    if (!options.map.empty()) {
        if (const auto failure = write_break_map(options.map, *counts, scene)) return failed(*failure);
    }
    Sheet sheet(scene.name);
    sheet.line("breaks", with_separators(counts->breaks));
    add_counts(sheet, *counts, scene, region);
    sheet.line("speed", fmt::format("{} breaks/s on {}, {:.3g} s",
                                    short_count(static_cast<double>(counts->breaks) / seconds),
                                    counted(threads, "thread"), seconds));
    const std::string files = options.json.string() +
                              (options.json.empty() || options.map.empty() ? "" : ", ") +
                              options.map.string();
    if (!files.empty()) sheet.line("files", files);
    show(stdout, sheet.text(terminal_at(STDOUT_FILENO)));
    return interrupted() ? ExitCode::interrupted : ExitCode::success;
}

}  // namespace carom::app
