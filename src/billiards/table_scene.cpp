#include "carom/billiards/table_scene.hpp"

#include <algorithm>
#include <cmath>

#include "billiards/number_range.hpp"
#include "billiards/table_outline.hpp"
#include "carom/billiards/spotting.hpp"

namespace carom::billiards {

namespace {

using Subject = TableFault::Subject;
using detail::is_in_range;

std::string ball_name(const TableScene& scene, std::size_t ball) {
    const std::string number = "ball " + std::to_string(ball);
    return !scene.ball_names[ball].empty() ? number + " (" + scene.ball_names[ball] + ")" : number;
}

double distance(const Vec2d& a, const Vec2d& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1]);
}

double size_of(const Vec3d& vector) {
    return std::hypot(vector[0], vector[1], vector[2]);
}

Vec2d place_of(const BallState& state) {
    return {state.position[0], state.position[1]};
}

/// How far a place is from the line of a cushion, on either side; nothing beside the segment.
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

/// Beyond the cushions of a table that is closed.
bool is_outside(const detail::TableOutline& outline, const Vec2d& place) {
    return outline.has_rails() && !outline.contains(place);
}

/// Whether two balls in the air overlap.
bool overlaps_in_air(const BallProperties& a, const BallState& at, const BallProperties& b,
                     const BallState& other) {
    const double level = distance(place_of(at), place_of(other));
    return std::hypot(level, at.position[2] - other.position[2]) < a.radius + b.radius - kTouching;
}

/// What is wrong with a ball that starts in the air; empty if nothing is. Low beside a cushion is refused.
std::string fault_in_air(const TableScene& scene, const detail::TableOutline& outline, std::size_t k) {
    const BallProperties& ball = scene.setup.balls[k];
    const BallState& state = scene.start[k];
    if (!scene.setup.laws.jumps) return " starts off the bed, but balls leave it only with jumps = true";
    if (state.position[2] < ball.radius) return " starts below the bed";
    Table cushions = scene.setup.table;
    cushions.pockets.clear();
    const bool is_high = outline.has_rails() && state.position[2] >= outline.height() + ball.radius;
    const std::string cushion = is_high ? "" : cushion_at(cushions, ball.radius, place_of(state));
    if (!cushion.empty()) return " overlaps " + cushion + ", or starts low beside it";
    for (std::size_t j = 0; j < k; ++j) {
        if (is_out_of_play(scene.start[j].phase)) continue;
        if (overlaps_in_air(ball, state, scene.setup.balls[j], scene.start[j]))
            return " overlaps " + ball_name(scene, j);
    }
    return "";
}

/// Puts balls back on their spots. Why that cannot be; empty if it can.
std::string put_back(const TableScene& scene, std::span<BallState> states, std::span<const int> spotted) {
    const Rules rules = rules_of(scene.game);
    const std::vector<int> left =
        spot_balls(rules, scene.setup, numbers_in(rules, scene.ball_names), spotted, states);
    if (!left.empty())
        return ball_name(scene, static_cast<std::size_t>(left[0])) +
               " cannot be put back: there is no free spot for it";
    for (const int each : spotted) {
        const auto ball = static_cast<std::size_t>(each);
        const std::string obstacle = obstacle_at(scene, states, ball, place_of(states[ball]));
        if (!obstacle.empty())
            return ball_name(scene, ball) + " cannot be put back: it would overlap " + obstacle;
    }
    return "";
}

/// The balls before it have been checked.
void check_state(std::vector<TableFault>& faults, const TableScene& scene,
                 const detail::TableOutline& outline, std::size_t k) {
    const BallState& state = scene.start[k];
    const auto refuse = [&](const std::string& what) {
        faults.push_back({Subject::ball, k, ball_name(scene, k) + what});
    };
    if (!is_in_range(state.position) || !is_in_range(state.velocity) || !is_in_range(state.spin))
        return refuse(" has a start state beyond 1e100");
    if (size_of(state.velocity) > detail::kFastest) return refuse(" starts faster than 1000 m/s");
    if (size_of(state.spin) * scene.setup.balls[k].radius > detail::kFastest)
        return refuse(" spins so fast at the start that its surface is faster than 1000 m/s");
    if (is_out_of_play(state.phase)) return;
    if (state.phase == Phase::resting && (state.velocity != Vec3d{} || state.spin != Vec3d{}))
        return refuse(" rests, and has a velocity or a spin");
    if (state.phase == Phase::airborne) {
        const std::string fault = fault_in_air(scene, outline, k);
        if (!fault.empty()) refuse(fault);
        return;
    }
    if (state.position[2] != scene.setup.balls[k].radius || state.velocity[2] != 0)
        return refuse(" neither lies on the bed nor is in the air");
    if (is_outside(outline, place_of(state))) return refuse(" lies outside the table");
    const std::string obstacle = obstacle_at(scene, std::span(scene.start).first(k), k, place_of(state));
    if (!obstacle.empty()) refuse(" overlaps " + obstacle);
}

/// Why that cannot be on at snooker, with these balls; empty if it can.
std::string why_not_on(const TableScene& scene) {
    const auto* const snooker = std::get_if<SnookerState>(&scene.game);
    if (snooker == nullptr || snooker->on == BallOn::colour) return "";
    const std::vector<int> values = numbers_in(Rules::snooker, scene.ball_names);
    bool has_reds = false;
    for (std::size_t k = 0; k < values.size(); ++k)
        has_reds = has_reds || (values[k] == 1 && !is_out_of_play(scene.start[k].phase));
    if (has_reds == (snooker->on == BallOn::red)) return "";
    return has_reds ? "the colours are not on in their order (\"clear\") while a red is on the table"
                    : "no red can be on: there is none on the table";
}

void check_shot(std::vector<TableFault>& faults, const TableScene& scene, const detail::TableOutline& outline,
                std::size_t k) {
    const PlannedShot& planned = scene.shots[k];
    const auto refuse = [&](const std::string& message) { faults.push_back({Subject::shot, k, message}); };
    const auto ball = static_cast<std::size_t>(planned.shot.cue_ball);
    if (planned.shot.cue_ball < 0 || ball >= scene.setup.balls.size()) {
        refuse("there is no such cue ball");
        return;
    }
    if (planned.place && !is_in_range(*planned.place)) refuse("the place of the cue ball is beyond 1e100");
    if (planned.place && is_outside(outline, *planned.place))
        refuse("the place of the cue ball is outside the table");
    for (const std::string& fault : faults_of(planned.shot.strike)) refuse(fault);
    const Rules rules = rules_of(scene.game);
    for (const std::string& fault : faults_of(planned.announced, rules, numbers_in(rules, scene.ball_names),
                                              scene.setup.table.pockets.size()))
        refuse(fault);
    const BallState& start = scene.start[ball];
    const bool lies = start.phase != Phase::airborne && start.velocity == Vec3d{} && start.spin == Vec3d{};
    if (k == 0 && !planned.place && is_out_of_play(start.phase))
        refuse(ball_name(scene, ball) + " is out of play: give it a place");
    if (k == 0 && !planned.place && !lies)
        refuse(ball_name(scene, ball) + " moves, and only a ball at rest is struck");
}

}  // namespace

std::string obstacle_at(const TableScene& scene, std::span<const BallState> states, std::size_t ball,
                        const Vec2d& place) {
    const BallProperties& placed = scene.setup.balls[ball];
    std::string cushion = cushion_at(scene.setup.table, placed.radius, place);
    if (!cushion.empty()) return cushion;
    for (std::size_t k = 0; k < states.size(); ++k) {
        if (k == ball || is_out_of_play(states[k].phase)) continue;
        if (states[k].position[2] != scene.setup.balls[k].radius) {
            if (overlaps_in_air(placed, ball_at(place[0], place[1], placed), scene.setup.balls[k], states[k]))
                return ball_name(scene, k);
            continue;
        }
        if (distance(place_of(states[k]), place) < contact_distance(placed, scene.setup.balls[k]) - kTouching)
            return ball_name(scene, k);
    }
    return "";
}

std::vector<TableFault> faults_of(const TableScene& scene) {
    const std::size_t balls = scene.setup.balls.size();
    if (scene.start.size() != balls || scene.ball_names.size() != balls)
        return {{Subject::table, 0, "there must be one start state and one name for each ball"}};
    if (balls > kMostTableBalls)
        return {{Subject::table, 0, "a table takes " + std::to_string(kMostTableBalls) + " balls at most"}};
    std::vector<TableFault> faults = faults_of(scene.setup);
    const detail::TableOutline outline(scene.setup.table);
    for (std::size_t k = 0; k < balls; ++k) check_state(faults, scene, outline, k);
    for (std::size_t k = 0; k < scene.shots.size(); ++k) check_shot(faults, scene, outline, k);
    if (!faults.empty()) return faults;
    const std::string misfit = why_not_ruled(scene);
    if (!misfit.empty()) faults.push_back({Subject::game, 0, misfit});
    return faults;
}

std::string why_not_ruled(const TableScene& scene) {
    const Rules rules = rules_of(scene.game);
    if (rules == Rules::none) return "";
    if (!is_proper(scene.game)) return "the state of the game is not proper";
    std::string why = why_no_game(rules, scene.ball_names);
    if (why.empty()) why = why_not_on(scene);
    const std::vector<int> numbers = numbers_in(rules, scene.ball_names);
    for (std::size_t k = 0; k < scene.shots.size() && why.empty(); ++k) {
        const auto ball = static_cast<std::size_t>(scene.shots[k].shot.cue_ball);
        const bool is_cue_ball =
            ball >= numbers.size() || numbers[ball] == 0 || rules == Rules::three_cushion;
        if (!is_cue_ball)
            why = "shot " + std::to_string(k + 1) + " strikes " + ball_name(scene, ball) +
                  ", and only the cue ball is struck in this game";
    }
    return why;
}

std::string drop_game_that_misfits(TableScene& scene) {
    std::string why = why_not_ruled(scene);
    if (!why.empty()) scene.game = {};
    return why;
}

std::string set_up_shot(const TableScene& scene, std::span<BallState> states, const PlannedShot& planned,
                        std::span<const int> spotted) {
    const auto ball = static_cast<std::size_t>(planned.shot.cue_ball);
    const BallProperties& properties = scene.setup.balls[ball];
    std::vector<BallState> next(states.begin(), states.end());
    BallState& struck = next[ball];
    if (planned.place) struck.phase = Phase::pocketed;
    std::string no_spot = put_back(scene, next, spotted);
    if (!no_spot.empty()) return no_spot;
    if (planned.place) {
        const std::string obstacle = obstacle_at(scene, next, ball, *planned.place);
        if (!obstacle.empty()) return "the cue ball cannot be placed there: it would overlap " + obstacle;
        struck = ball_at((*planned.place)[0], (*planned.place)[1], properties);
    }
    if (struck.phase == Phase::pocketed) return "the cue ball is in a pocket: give it a place";
    if (struck.phase == Phase::off_table) return "the cue ball has left the table: give it a place";
    if (struck.position[2] != properties.radius)
        return "the cue ball does not lie on the bed: give it a place";
    std::copy(next.begin(), next.end(), states.begin());
    return "";
}

}  // namespace carom::billiards
