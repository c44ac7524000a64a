#include "app/explain/explained_shot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>

#include "app/files/result_files.hpp"
#include "app/files/scene_source.hpp"
#include "carom/billiards/scene_referee.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;
using billiards::EventKind;
using billiards::ShotEvent;

PictureFault refusal(std::string line) {
    return {{"carom: " + std::move(line)}, PictureFault::Cause::bad_input};
}

PictureFault failure(const FileError& error) {
    return {{"carom: " + error.message}, PictureFault::Cause::file_error};
}

/// A scene with a table, and no directory of a run that has the name of one.
bool is_table(const std::string& path) {
    std::error_code ignored;
    return !fs::is_directory(path, ignored) && has_table(path);
}

PictureFault no_such_shot(const std::string& path, std::size_t shots, std::size_t number) {
    return refusal(fmt::format("{}: has {}; there is no shot {}", path, counted(shots, "shot"), number + 1));
}

/// Plays the shots of a scene up to this one. Without any the balls move as they are.
Result<ExplainedShot, PictureFault> played_shot(const std::string& path, std::size_t number) {
    auto file = read_any_table_scene(path);
    if (!file) return PictureFault{file.error().lines, PictureFault::Cause::bad_input};
    ExplainedShot explained;
    explained.scene = std::move(file->scene);
    explained.number = number;
    const billiards::TableScene& scene = explained.scene;
    const std::size_t shots = std::max<std::size_t>(scene.shots.size(), 1);
    if (number >= shots) return no_such_shot(path, shots, number);
    billiards::ShotPlayer player(scene.setup);
    billiards::SceneReferee referee(scene);
    PlayedShot& shot = explained.shot;
    shot.end = scene.start;
    for (std::size_t k = 0; k <= number; ++k) {
        shot.start = shot.end;
        std::optional<billiards::Shot> strike;
        if (!scene.shots.empty()) {
            strike = scene.shots[k].shot;
            const std::string why_not = set_up_shot(scene, shot.start, scene.shots[k], referee.spotted());
            if (!why_not.empty()) return refusal(fmt::format("{}: shot {}: {}", path, k + 1, why_not));
        }
        player.play(shot.start, strike, billiards::Detail::every_motion);
        shot.events.assign(player.events().begin(), player.events().end());
        shot.end.assign(player.final_states().begin(), player.final_states().end());
        shot.duration = player.end_time();
        if (strike) referee.rule(facts_of(shot.start, shot.events, strike->cue_ball, scene.setup.table));
    }
    return explained;
}

Result<ExplainedShot, PictureFault> recorded_shot(const fs::path& path, std::size_t number) {
    auto reader = ShotFileReader::open(path);
    if (!reader) return failure(reader.error());
    std::size_t shots = 0;
    while (auto shot = reader->next()) {
        if (shots++ != number) continue;
        ExplainedShot explained;
        explained.scene = reader->scene();
        explained.shot = *std::move(shot);
        explained.number = number;
        return explained;
    }
    if (const auto fault = reader->fault()) return failure(*fault);
    return no_such_shot(path.string(), shots, number);
}

Result<ExplainedShot, PictureFault> shot_of_run(const std::string& path, std::size_t number) {
    const auto file = trajectory_named(path);
    return file ? recorded_shot(*file, number) : failure(file.error());
}

bool is_impact(EventKind kind) {
    return kind == EventKind::ball_ball || kind == EventKind::bed || is_cushion(kind);
}

WayToEvent way_to(const billiards::ShotSetup& setup, const billiards::ShotPlayback& playback, int ball,
                  double time) {
    const double since = playback.since(ball);
    return {time - since,
            losses_on_cloth(setup.balls[static_cast<std::size_t>(ball)], playback.state(ball, since),
                            playback.state(ball, time), setup.table.gravity)};
}

std::size_t balls_of(std::span<const ShotEvent> events) {
    std::vector<int> balls;
    for (const ShotEvent& event : events) {
        balls.push_back(event.ball);
        if (event.kind == EventKind::ball_ball) balls.push_back(event.other);
    }
    std::sort(balls.begin(), balls.end());
    return static_cast<std::size_t>(std::unique(balls.begin(), balls.end()) - balls.begin());
}

}  // namespace

bool is_shot(const std::string& path) {
    std::error_code ignored;
    if (is_table(path)) return true;
    const auto file = trajectory_named(path);
    return file && fs::is_regular_file(*file, ignored) && is_shot_file(*file);
}

Result<ExplainedShot, PictureFault> read_shot(const ExplainOptions& options) {
    const std::size_t number = options.shot.value_or(1) - 1;
    auto shot = is_table(options.a) ? played_shot(options.a, number) : shot_of_run(options.a, number);
    if (!shot || !options.event) return shot;
    const std::size_t events = shot->shot.events.size();
    if (*options.event > events)
        return refusal(fmt::format("{}: shot {} has {}; there is no event {}", options.a, number + 1,
                                   counted(events, "event"), *options.event));
    shot->event = *options.event - 1;
    return shot;
}

ExplainedEvent explained_event(const billiards::ShotSetup& setup, const billiards::ShotPlayback& playback,
                               std::span<const ShotEvent> events, const ShotEvent& event) {
    ExplainedEvent explained;
    explained.event = &event;
    explained.is_joint = events.size() > 1;
    explained.ball = {playback.state(event.ball, event.time), event.ball_after};
    explained.ball_way = way_to(setup, playback, event.ball, event.time);
    if (event.kind == EventKind::ball_ball) {
        explained.other = {playback.state(event.other, event.time), event.other_after};
        explained.other_way = way_to(setup, playback, event.other, event.time);
    }
    if (is_impact(event.kind) && !explained.is_joint)
        explained.account = account_of_impact(setup, event, explained.ball, explained.other);
    const billiards::JointEnergy energy = energy_of_joint(setup, playback, events);
    explained.energy = {energy.before, energy.after, balls_of(events)};
    return explained;
}

ExplainedEvent explained_event(const ExplainedShot& shot, std::size_t number) {
    billiards::ShotPlayback playback(shot.scene.setup, shot.shot.start);
    const std::vector<ShotEvent>& events = shot.shot.events;
    const billiards::JointEvents joint = billiards::joint_events(events, number);
    for (std::size_t k = 0; k < joint.first; ++k) playback.take(events[k]);
    return explained_event(shot.scene.setup, playback, std::span(events).subspan(joint.first, joint.count),
                           events[number]);
}

}  // namespace carom::app
