#include "app/fit/fit_model.hpp"

#include <fmt/format.h>

#include "app/shots/shot_report.hpp"
#include "carom/billiards/scene_referee.hpp"
#include "carom/billiards/shot_playback.hpp"

namespace carom::app {
namespace {

using billiards::TableScene;

/// Puts the balls where they were recorded, and others that the referee wants spotted on their spots. Why the
/// shot cannot be played; empty if it can.
std::string set_up(const FitTrial& trial, std::size_t number, std::span<const int> spotted,
                   std::vector<billiards::BallState>& states) {
    const TableScene& scene = trial.scene;
    for (std::size_t ball = 0; ball < states.size(); ++ball) {
        const auto& place = trial.starts[number][ball];
        if (!place) continue;
        if (is_out_of_play(states[ball].phase))
            states[ball] = billiards::ball_at((*place)[0], (*place)[1], scene.setup.balls[ball]);
        for (const int axis : {0, 1}) states[ball].position[axis] = (*place)[axis];
    }
    for (std::size_t ball = 0; ball < states.size(); ++ball) {
        const auto& place = trial.starts[number][ball];
        const std::string obstacle = place ? obstacle_at(scene, states, ball, *place) : "";
        if (obstacle.empty()) continue;
        return fmt::format(
            "ball {} overlaps {} where it was recorded before shot {}: without its places up to "
            "time 0 it starts where the scene says",
            ball_in_words(scene, static_cast<int>(ball)), obstacle, number + 1);
    }
    if (scene.shots.empty()) return "";
    billiards::PlannedShot planned = scene.shots[number];
    const auto& start = trial.starts[number][static_cast<std::size_t>(planned.shot.cue_ball)];
    if (start) planned.place = start;
    std::vector<int> put_back;
    for (const int ball : spotted) {
        if (!trial.starts[number][static_cast<std::size_t>(ball)]) put_back.push_back(ball);
    }
    const std::string fault = set_up_shot(scene, states, planned, put_back);
    return fault.empty() ? "" : fmt::format("shot {}: {}", number + 1, fault);
}

/// The numbers that a fit changes.
std::string fault_of(const FitTrial& trial) {
    const auto faults = faults_of(trial.scene.setup);
    if (!faults.empty()) return faults[0].message;
    for (const billiards::PlannedShot& planned : trial.scene.shots) {
        const auto wrong = faults_of(planned.shot.strike);
        if (!wrong.empty()) return wrong[0];
    }
    return "";
}

/// Follows one shot along its part of the record.
void compare_shot(const FitTrial& trial, const billiards::ShotPlayer& player,
                  std::span<const billiards::BallState> start, std::span<const RecordedPlace> record,
                  std::span<double> distances) {
    billiards::ShotPlayback balls(trial.scene.setup, start);
    const auto events = player.events();
    auto event = events.begin();
    for (std::size_t k = 0; k < record.size(); ++k) {
        const RecordedPlace& seen = record[k];
        const double time = seen.time - trial.strike_times[seen.shot];
        for (; event != events.end() && event->time <= time; ++event) balls.take(*event);
        const Vec3d place =
            time > 0 ? balls.state(static_cast<int>(seen.ball), time).position : start[seen.ball].position;
        distances[2 * k] = place[0] - seen.place[0];
        distances[2 * k + 1] = place[1] - seen.place[1];
    }
}

}  // namespace

FitTrial trial_of(const TableScene& scene, std::span<const RecordedPlace> record) {
    const std::size_t shots = scene.shots.empty() ? 1 : scene.shots.size();
    FitTrial trial{scene, std::vector<double>(shots, 0.0), {}};
    trial.starts.assign(shots, std::vector<std::optional<Vec2d>>(scene.start.size()));
    std::vector<double> counts(shots * scene.start.size(), 0.0);
    for (const RecordedPlace& seen : record) {
        if (seen.time > 0) continue;
        auto& start = trial.starts[seen.shot][seen.ball];
        double& count = counts[seen.shot * scene.start.size() + seen.ball];
        count += 1;
        if (!start) start = Vec2d{};
        for (const int axis : {0, 1}) (*start)[axis] += (seen.place[axis] - (*start)[axis]) / count;
    }
    return trial;
}

std::string compare(const FitTrial& trial, std::span<const RecordedPlace> record,
                    std::span<double> distances) {
    std::string fault = fault_of(trial);
    if (!fault.empty()) return fault;
    billiards::ShotPlayer player(trial.scene.setup);
    billiards::SceneReferee referee(trial.scene);
    std::vector<billiards::BallState> states = trial.scene.start;
    std::size_t begin = 0;
    for (std::size_t number = 0; begin < record.size(); ++number) {
        fault = set_up(trial, number, referee.spotted(), states);
        if (!fault.empty()) return fault;
        std::optional<billiards::Shot> shot;
        if (!trial.scene.shots.empty()) shot = trial.scene.shots[number].shot;
        player.play(states, shot, billiards::Detail::every_motion);
        std::size_t end = begin;
        while (end < record.size() && record[end].shot == number) ++end;
        compare_shot(trial, player, states, record.subspan(begin, end - begin),
                     distances.subspan(2 * begin, 2 * (end - begin)));
        begin = end;
        if (shot) referee.rule(facts_of(states, player.events(), shot->cue_ball, trial.scene.setup.table));
        states.assign(player.final_states().begin(), player.final_states().end());
    }
    return "";
}

}  // namespace carom::app
