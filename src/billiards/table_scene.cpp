#include "carom/billiards/table_scene.hpp"

#include <cmath>

namespace carom::billiards {

namespace {

using Subject = TableFault::Subject;

class SceneFaultList {
public:
    void add(Subject subject, std::size_t index, std::string message) {
        faults_.push_back({subject, index, std::move(message)});
    }
    std::vector<TableFault> taken() { return std::move(faults_); }

private:
    std::vector<TableFault> faults_;
};

std::string ball_name(const TableScene& scene, std::size_t ball) {
    const std::string number = "ball " + std::to_string(ball);
    const bool named = ball < scene.ball_names.size() && !scene.ball_names[ball].empty();
    return named ? number + " (" + scene.ball_names[ball] + ")" : number;
}

double distance(const Vec2d& a, const Vec2d& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1]);
}

Vec2d place_of(const BallState& state) {
    return {state.position[0], state.position[1]};
}

/// How far a place is from the line of a cushion, on the side where balls play; nothing beside the segment.
std::optional<double> distance_to(const StraightCushion& cushion, const Vec2d& place) {
    const Vec2d way{cushion.to[0] - cushion.from[0], cushion.to[1] - cushion.from[1]};
    const Vec2d at{place[0] - cushion.from[0], place[1] - cushion.from[1]};
    const double length = std::hypot(way[0], way[1]);
    const double along = (at[0] * way[0] + at[1] * way[1]) / length;
    if (along < 0 || along > length) return {};
    return std::fabs(way[0] * at[1] - way[1] * at[0]) / length;
}

/// The cushion that a ball overlaps there.
std::string cushion_at(const Table& table, double radius, const Vec2d& place) {
    for (std::size_t k = 0; k < table.straight_cushions.size(); ++k) {
        const auto gap = distance_to(table.straight_cushions[k], place);
        if (gap && *gap < radius - kTouching) return "straight cushion " + std::to_string(k);
    }
    for (std::size_t k = 0; k < table.round_cushions.size(); ++k) {
        const RoundCushion& cushion = table.round_cushions[k];
        if (distance(cushion.centre, place) < radius + cushion.radius - kTouching)
            return "round cushion " + std::to_string(k);
    }
    for (std::size_t k = 0; k < table.pockets.size(); ++k) {
        if (distance(table.pockets[k].centre, place) < table.pockets[k].radius)
            return "pocket " + std::to_string(k);
    }
    return "";
}

void check_states(SceneFaultList& faults, const TableScene& scene) {
    for (std::size_t k = 0; k < scene.start.size(); ++k) {
        const BallState& state = scene.start[k];
        if (state.phase == Phase::pocketed) continue;
        const std::string obstacle =
            cushion_at(scene.setup.table, scene.setup.balls[k].radius, place_of(state));
        if (!obstacle.empty()) faults.add(Subject::ball, k, ball_name(scene, k) + " lies in " + obstacle);
        for (std::size_t j = 0; j < k; ++j) {
            if (scene.start[j].phase == Phase::pocketed) continue;
            const double reach = scene.setup.balls[j].radius + scene.setup.balls[k].radius;
            if (distance(place_of(scene.start[j]), place_of(state)) < reach - kTouching)
                faults.add(Subject::ball, k, ball_name(scene, k) + " overlaps " + ball_name(scene, j));
        }
    }
}

void check_shot(SceneFaultList& faults, const TableScene& scene, std::size_t k) {
    const PlannedShot& planned = scene.shots[k];
    const Strike& strike = planned.shot.strike;
    const auto refuse = [&](const std::string& message) { faults.add(Subject::shot, k, message); };
    const auto ball = static_cast<std::size_t>(planned.shot.cue_ball);
    if (planned.shot.cue_ball < 0 || ball >= scene.setup.balls.size()) {
        refuse("there is no such cue ball");
        return;
    }
    if (!(strike.speed > 0) || !std::isfinite(strike.speed))
        refuse("the speed of the cue must be above 0 and finite");
    if (!std::isfinite(strike.direction)) refuse("the direction must be finite");
    if (!(strike.elevation >= 0 && strike.elevation < 90)) refuse("the elevation must be in [0, 90) degrees");
    if (!(strike.left * strike.left + strike.up * strike.up < 1))
        refuse("the tip misses the ball: left^2 + up^2 must be below 1");
}

}  // namespace

std::string obstacle_at(const TableScene& scene, const std::vector<BallState>& states, std::size_t ball,
                        const Vec2d& place) {
    const double radius = scene.setup.balls[ball].radius;
    std::string cushion = cushion_at(scene.setup.table, radius, place);
    if (!cushion.empty()) return cushion;
    for (std::size_t k = 0; k < states.size(); ++k) {
        if (k == ball || states[k].phase == Phase::pocketed) continue;
        if (distance(place_of(states[k]), place) < radius + scene.setup.balls[k].radius - kTouching)
            return ball_name(scene, k);
    }
    return "";
}

std::vector<TableFault> faults_of(const TableScene& scene) {
    SceneFaultList faults;
    for (std::string& fault : faults_of(scene.setup)) faults.add(Subject::table, 0, std::move(fault));
    if (scene.start.size() != scene.setup.balls.size()) {
        faults.add(Subject::table, 0, "there must be one start state for each ball");
        return faults.taken();
    }
    check_states(faults, scene);
    for (std::size_t k = 0; k < scene.shots.size(); ++k) check_shot(faults, scene, k);
    return faults.taken();
}

}  // namespace carom::billiards
