#include "app/shots/shot_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <vector>

#include "app/files/directory_lock.hpp"
#include "app/files/result_files.hpp"
#include "app/files/scene_source.hpp"
#include "app/run/running.hpp"
#include "app/run/scene_faults.hpp"
#include "app/run/viewer.hpp"
#include "app/shots/shot_check.hpp"
#include "app/shots/shot_report.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "files/whole_file.hpp"
#include "picture/paths_svg.hpp"
#include "picture/shot_paths.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

using billiards::BallState;
using billiards::PlannedShot;
using billiards::TableScene;
using ShotClock = std::chrono::steady_clock;

double seconds_since(ShotClock::time_point then) {
    return std::chrono::duration<double>(ShotClock::now() - then).count();
}

class ShotRun {
public:
    ShotRun(const RunOptions& options, const TableScene& scene, ShotFileWriter writer)
        : options_(options),
          scene_(scene),
          writer_(std::move(writer)),
          referee_(scene),
          player_(scene.setup),
          states_(scene.start) {
        report_.scene_file = options.scene;
    }

    /// A shot that was played before, the next of the scene.
    void take_up(PlayedShot played) {
        states_ = played.end;
        report_.shots.push_back(shot_summary(played, scene_, report_.shots.size(), referee_));
        work_.balls = played.start.size();
        work_.events += played.events.size();
        work_.ball_balls += report_.shots.back().ball_ball;
        work_.cushions += report_.shots.back().cushions;
        writer_.write(played);
        if (!first_) first_ = std::move(played);
    }

    /// False, with a message, where a shot cannot be played; the shots before it are kept.
    bool play() {
        const auto began = ShotClock::now();
        ProgressLine progress(options_.verbosity);
        const std::size_t count = std::max<std::size_t>(scene_.shots.size(), 1);
        for (std::size_t k = report_.shots.size(); k < count && !interrupted(); ++k) {
            if (progress.due())
                progress.draw(static_cast<double>(k) / static_cast<double>(count),
                              {fmt::format("shot {} of {}", k + 1, count)});
            if (!play_shot(k)) return false;
        }
        if (report_.shots.size() < count) report_.stopped_because = "interrupted";
        report_.play_seconds = seconds_since(began);
        return true;
    }

    std::optional<FileError> finish(ShotClock::time_point command_began) {
        report_.end = states_;
        report_.hash = writer_.hash();
        if (auto failure = writer_.close()) return failure;
        if (auto failure = prove()) return failure;
        undrawn_ = draw();
        if (auto failure = write_file_whole(report_in(options_.directory), to_json(report_, scene_)))
            return failure;
        report_.command_seconds = seconds_since(command_began);
        return {};
    }

    const ShotRunReport& report() const { return report_; }
    /// Why there is no picture or page. The other results do not depend on it.
    const std::optional<FileError>& undrawn() const { return undrawn_; }

private:
    std::optional<FileError> draw() {
        if (first_) {
            const std::string picture = paths_svg(shot_paths(scene_, *first_));
            if (auto failure = write_file_whole(picture_in(options_.directory), picture)) return failure;
        }
        if (options_.page != Page::written) return {};
        const auto page = write_page_with_progress(trajectory_in(options_.directory),
                                                   page_in(options_.directory), {}, options_.verbosity);
        return page ? std::nullopt : std::optional(FileError{page.error().message});
    }

    /// Reads the file again and proves what it holds.
    std::optional<FileError> prove() {
        if (options_.without.proof) {
            report_.not_proved_because = "--no-proof";
        } else if (!is_quick_to_check_shots(work_, scene_.setup.laws)) {
            report_.not_proved_because = "it takes long; carom check does it";
        } else {
            auto proof = check_shots_with_progress(trajectory_in(options_.directory), report_.shots.size(),
                                                   options_.verbosity);
            if (!proof) return proof.error();
            report_.proof = *proof;
            if (!report_.proof) report_.not_proved_because = "interrupted";
        }
        return {};
    }

    bool play_shot(std::size_t k) {
        PlayedShot played;
        std::optional<billiards::Shot> shot;
        if (k < scene_.shots.size()) {
            const PlannedShot& planned = scene_.shots[k];
            const std::string why_not = set_up_shot(scene_, states_, planned, referee_.spotted());
            if (!why_not.empty()) {
                tell(stderr, "carom: shot {}: {}\n", k + 1, why_not);
                report_.stopped_because = "shot_refused";
                return false;
            }
            shot = planned.shot;
        }
        played.start = states_;
        const auto go_on = [] { return !interrupted(); };
        if (!player_.play(states_, shot, billiards::Detail::every_motion, go_on)) return true;
        played.events.assign(player_.events().begin(), player_.events().end());
        played.end.assign(player_.final_states().begin(), player_.final_states().end());
        played.duration = player_.end_time();
        take_up(std::move(played));
        return true;
    }

    const RunOptions& options_;
    const TableScene& scene_;
    ShotFileWriter writer_;
    billiards::SceneReferee referee_;
    billiards::ShotPlayer player_;
    std::vector<BallState> states_;
    std::optional<PlayedShot> first_;  // for the picture
    ShotCheckWork work_;
    ShotRunReport report_;
    std::optional<FileError> undrawn_;
};

ExitCode faults_of_proof(const ShotCheckReport& proof) {
    for (const std::string& fault : proof.faults) tell(stderr, "carom: proof failed: {}\n", fault);
    return ExitCode::faults_found;
}

/// Plays what follows `before`. Precondition: the directory is locked.
ExitCode play_on(const RunOptions& options, const TableScene& scene, std::vector<PlayedShot> before,
                 ShotClock::time_point began) {
    auto writer = ShotFileWriter::create(trajectory_in(options.directory), scene);
    if (!writer) return failed(writer.error());
    ShotRun run(options, scene, std::move(*writer));
    for (PlayedShot& shot : before) run.take_up(std::move(shot));
    const bool complete = run.play();
    if (const auto failure = run.finish(began)) return failed(*failure);
    if (run.undrawn()) tell_undrawn(options.directory, *run.undrawn());
    if (options.verbosity == Verbosity::normal)
        show(stdout, summary(run.report(), scene, options.directory, terminal_at(STDOUT_FILENO)));
    if (run.report().proof && !*run.report().proof) return faults_of_proof(*run.report().proof);
    if (!complete) return ExitCode::bad_input;
    if (interrupted()) return ExitCode::interrupted;
    return run.undrawn() ? ExitCode::file_error : ExitCode::success;
}

}  // namespace

ExitCode resume_shots(const ResumeOptions& options, const std::filesystem::path& file) {
    const auto began = ShotClock::now();
    if (options.limits.until || options.limits.events) {
        tell(stderr, "carom: --until and --events are not for shots, which run until all balls rest\n");
        return ExitCode::bad_input;
    }
    auto reader = ShotFileReader::open(file);
    if (!reader) return failed(reader.error());
    const TableScene scene = reader->scene();
    std::vector<PlayedShot> before;
    while (auto shot = reader->next()) before.push_back(std::move(*shot));
    if (const auto fault = reader->fault()) return failed(*fault);
    std::error_code ignored;
    const bool has_results = std::filesystem::exists(report_in(options.directory), ignored) &&
                             std::filesystem::exists(picture_in(options.directory), ignored);
    if (has_results && reader->closed() && before.size() >= std::max<std::size_t>(scene.shots.size(), 1)) {
        if (options.verbosity == Verbosity::normal)
            tell(stdout, "{}: this run is finished ({})\n", options.directory.string(),
                 counted(before.size(), "shot"));
        return ExitCode::success;
    }
    RunOptions run;
    run.scene = trajectory_in(options.directory);  // the scene is read from it
    run.directory = options.directory;
    run.page = options.page;
    run.without = options.without;
    run.verbosity = options.verbosity;
    return play_on(run, scene, std::move(before), began);
}

ExitCode run_shots_of(const RunOptions& options, const TableScene& scene) {
    const auto began = ShotClock::now();
    if (const auto failure = make_directory(options.directory)) return failed(*failure);
    const auto lock = DirectoryLock::take(options.directory);
    if (!lock) return failed(lock.error());
    remove_run(options.directory);
    return play_on(options, scene, {}, began);
}

ExitCode run_shots(const RunOptions& options) {
    if (options.limits.until || options.limits.events || options.seed || options.without.trajectory ||
        options.pace.checkpoint_every != Pace{}.checkpoint_every) {
        tell(stderr,
             "carom: --until, --events, --seed, --checkpoint-every and --no-trajectory are not for a scene "
             "with a table: its shots run until all balls rest\n");
        return ExitCode::bad_input;
    }
    const auto file = read_any_table_scene(options.scene);
    if (!file) {
        show(stderr, faults_text(file.error(), terminal_at(STDERR_FILENO)));
        return ExitCode::bad_input;
    }
    if (options.verbosity == Verbosity::normal) {
        for (const std::string& note : file->notes) tell(stderr, "{}\n", note);
    }
    return run_shots_of(options, file->scene);
}

}  // namespace carom::app
