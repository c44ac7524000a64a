// carom aim: the shots that do what is wanted, and how hard they are.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "app/aim/aim_telling.hpp"
#include "app/commands/commands.hpp"
#include "app/files/result_files.hpp"
#include "app/files/scene_source.hpp"
#include "app/run/scene_faults.hpp"
#include "app/shots/shot_story.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "files/whole_file.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

using billiards::TableScene;
using Clock = std::chrono::steady_clock;

/// The first shot, or any where the file has none.
billiards::PlannedShot shot_of(const TableScene& scene) {
    if (!scene.shots.empty()) return scene.shots[0];
    const auto named = std::find(scene.ball_names.begin(), scene.ball_names.end(), "cue");
    const bool is_there = named != scene.ball_names.end();
    return {{}, {is_there ? static_cast<int>(named - scene.ball_names.begin()) : 0, {}}};
}

/// Sets the balls up for the shot. What is wrong with that; empty if nothing is.
std::string set_up(TableScene& scene) {
    for (const billiards::BallState& state : scene.start) {
        if (state.phase != billiards::Phase::resting && !is_out_of_play(state.phase))
            return "a ball moves before the shot: carom aim needs balls at rest";
    }
    return set_up_shot(scene, scene.start, shot_of(scene));
}

AimQuestion question_of(const AimOptions& options, const TableScene& scene, const AimRules& rules) {
    AimQuestion question;
    question.scene = &scene;
    question.rules = &rules;
    question.like = shot_of(scene).shot;
    question.speeds = options.speeds;
    if (question.speeds.empty()) question.speeds = {question.like.strike.speed};
    question.step = options.step;
    question.errors = options.errors;
    question.trials = options.trials;
    question.checks = options.checks;
    question.count = options.count;
    return question;
}

double seconds_from(Clock::time_point began) {
    return std::chrono::duration<double>(Clock::now() - began).count();
}

/// The text of a scene with another strike: its last table is the shot.
std::string with_strike(const std::string& scene, const billiards::Strike& strike) {
    return scene.substr(0, scene.rfind("[[shots]]")) +
           fmt::format("[[shots]]\nspeed = {}\ndirection = {}\nelevation = {}\nleft = {}\nup = {}\n",
                       strike.speed, strike.direction, strike.elevation, strike.left, strike.up);
}

struct Outcome {
    Sheet sheet;
    std::string json;
    std::optional<billiards::Shot> best;
};

void add_speed(Sheet& sheet, std::uint64_t played, double seconds) {
    sheet.line("speed", fmt::format("{} played in {:.3g} s", counted(played, "shot"), seconds));
}

Outcome aims(const AimOptions& options, const AimQuestion& question, const AimProgress& progress) {
    const auto began = Clock::now();
    const FoundAims found = options.only ? judge_aim(question, progress) : find_aims(question, progress);
    Outcome outcome{Sheet(question.scene->name), to_json(found, question), {}};
    Sheet& sheet = outcome.sheet;
    if (interrupted()) {
        sheet.line("found", "interrupted: what is told is not all");
    } else if (found.best.empty()) {
        sheet.line("found",
                   options.only ? "the shot does not do it: " + found.why_none : "no shot that does it");
    } else if (!options.only) {
        const std::string share =
            question.trials > 0 ? "share of " + counted(question.trials, "disturbed shot") + " that does it"
                                : "share that the windows promise";
        sheet.line("found",
                   fmt::format("{}; the best of them, with the {}", counted(found.found, "window"), share));
    }
    add_aims(sheet, found, question);
    if (!found.best.empty()) outcome.best = found.best[0].aim.shot;
    add_speed(sheet, found.played, seconds_from(began));
    return outcome;
}

Outcome safeties(const AimQuestion& question, const AimProgress& progress) {
    const auto began = Clock::now();
    const std::vector<Safety> found = find_safeties(question, progress);
    Outcome outcome{Sheet(question.scene->name), to_json(found, question), {}};
    if (interrupted()) {
        outcome.sheet.line("found", "interrupted");
        return outcome;
    }
    if (found.empty()) {
        outcome.sheet.line("found", "no legal shot that pockets nothing");
    } else {
        outcome.best = found[0].shot;
        add_safeties(outcome.sheet, found, *question.scene);
    }
    outcome.sheet.line("time", fmt::format("{:.3g} s", seconds_from(began)));
    return outcome;
}

Result<TableSceneFile, SceneFaults> scene_of(const AimOptions& options) {
    return options.file.empty() ? parse_table_scene(options.scene, "<the shot>")
                                : read_any_table_scene(options.file);
}

ExitCode tell_outcome(const AimOptions& options, const Outcome& outcome) {
    if (interrupted()) {
        show(stderr, outcome.sheet.text(terminal_at(STDERR_FILENO)));
        return ExitCode::interrupted;
    }
    if (!options.json.empty()) {
        if (const auto failure = write_file_whole(options.json, outcome.json)) return failed(*failure);
    }
    if (options.print && outcome.best) {
        show(stdout, with_strike(options.scene, outcome.best->strike));
        return ExitCode::success;
    }
    if (options.print) {
        tell(stderr, "carom: there is no shot to print: none was found\n");
        return ExitCode::faults_found;
    }
    Sheet sheet = outcome.sheet;
    if (!options.json.empty()) sheet.line("files", options.json.string());
    show(stdout, sheet.text(terminal_at(STDOUT_FILENO)));
    return ExitCode::success;
}

}  // namespace

ExitCode execute(const AimOptions& options) {
    const auto file = scene_of(options);
    if (!file) {
        show(stderr, faults_text(file.error(), terminal_at(STDERR_FILENO)));
        return ExitCode::bad_input;
    }
    TableScene scene = file->scene;
    std::string fault = options.fault;
    if (fault.empty()) fault = why_not_overwritten(options.json, {options.file});
    if (fault.empty() && options.file.empty()) fault = repeated_name(scene);
    if (fault.empty()) fault = set_up(scene);
    if (fault.empty() && options.safety && scene.setup.table.pockets.empty())
        fault = "on a table without pockets no position is safer than another";
    if (fault.empty()) fault = AimRules::fault_of(options.goal, scene);
    if (!fault.empty()) {
        tell(stderr, "carom: {}\n", fault);
        return ExitCode::bad_input;
    }
    const AimRules rules(options.goal, scene);
    const AimQuestion question = question_of(options, scene, rules);
    catch_interrupts();
    std::optional<Outcome> outcome;
    {
        ProgressLine line(Verbosity::normal);
        const AimProgress progress = [&](double share) {
            if (line.due()) line.draw(share, {});
            return !interrupted();
        };
        outcome = options.safety ? safeties(question, progress) : aims(options, question, progress);
    }
    return tell_outcome(options, *outcome);
}

}  // namespace carom::app
