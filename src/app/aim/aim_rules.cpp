#include "app/aim/aim_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace carom::app {
namespace {

using billiards::BallOn;
using billiards::Call;
using billiards::EightBallRuling;
using billiards::EightBallState;
using billiards::FallenBall;
using billiards::Group;
using billiards::Rules;
using billiards::ShotFacts;
using billiards::SnookerState;
using billiards::TableScene;

std::string quoted(const std::string& name) {
    return "\"" + name + "\"";
}

int ball_named(const TableScene& scene, const std::string& name) {
    const auto found = std::find(scene.ball_names.begin(), scene.ball_names.end(), name);
    return found == scene.ball_names.end() ? -1 : static_cast<int>(found - scene.ball_names.begin());
}

/// Without a game those of pool.
std::vector<int> numbers_of(Rules game, const TableScene& scene) {
    return game == Rules::none ? billiards::pool_numbers(scene.ball_names)
                               : numbers_in(game, scene.ball_names);
}

EightBallState eight_ball_state(const std::string& on) {
    EightBallState state;
    state.is_break = false;
    if (on == "solids") state.groups = {Group::solids, Group::stripes};
    if (on == "stripes") state.groups = {Group::stripes, Group::solids};
    return state;
}

SnookerState snooker_state(const std::string& on) {
    SnookerState state;
    if (on == "colour") state.on = BallOn::colour;
    if (on == "clear") state.on = BallOn::clear;
    return state;
}

std::string words_of_game(Rules game) {
    if (game == Rules::eight_ball) return "solids or stripes";
    return game == Rules::snooker ? "red, colour or clear" : "";
}

}  // namespace

std::string AimRules::fault_of(const AimGoal& goal, const TableScene& scene) {
    for (const std::string& name : {goal.ball, goal.first}) {
        const auto count = std::count(scene.ball_names.begin(), scene.ball_names.end(), name);
        if (!name.empty() && count == 0) return quoted(name) + " is no ball on this table";
        if (!name.empty() && count > 1) return "two balls are called " + quoted(name);
    }
    const std::size_t pockets = scene.setup.table.pockets.size();
    if (pockets == 0 && goal.game != Rules::three_cushion)
        return "a table without pockets: --game three-cushion looks for points";
    if (goal.pocket && pockets == 0) return "this table has no pockets";
    if (goal.pocket && static_cast<std::size_t>(*goal.pocket) >= pockets)
        return fmt::format("pocket {}: this table has pockets 0 to {}", *goal.pocket,
                           static_cast<int>(pockets) - 1);
    const std::string words = words_of_game(goal.game);
    if (!goal.on.empty() && words.empty()) return "--on needs --game eight-ball or snooker";
    const auto is_on = [&](const char* word) { return words.find(word) != std::string::npos; };
    if (!goal.on.empty() && (goal.on == "or" || !is_on(goal.on.c_str())))
        return "--on " + quoted(goal.on) + " is not " + words;
    if (goal.game != Rules::none && goal.game != Rules::three_cushion) {
        const std::vector<int> numbers = numbers_of(goal.game, scene);
        const auto other = std::find(numbers.begin(), numbers.end(), -1);
        if (other != numbers.end())
            return "the rules need balls with the names of their game, not " +
                   quoted(scene.ball_names[static_cast<std::size_t>(other - numbers.begin())]);
    }
    return "";
}

AimRules::AimRules(const AimGoal& goal, const TableScene& scene)
    : names_(scene.ball_names),
      goal_(goal),
      ball_(ball_named(scene, goal.ball)),
      first_(ball_named(scene, goal.first)),
      numbers_(numbers_of(goal.game, scene)),
      is_opening_(rules_of(scene.game) == Rules::three_cushion && is_break(scene.game)) {}

/// With the ball of the player who strikes it.
billiards::ThreeCushionState AimRules::three_cushion_for(const ShotFacts& facts) const {
    const int struck = numbers_[static_cast<std::size_t>(facts.cue_ball)];
    return {.shooter = struck == billiards::kYellowBall ? 1 : 0, .is_break = is_opening_};
}

bool AimRules::has_first(const ShotFacts& facts) const {
    return facts.first_hit >= 0 && (first_ < 0 || facts.first_hit == first_);
}

bool AimRules::is_legal(const ShotFacts& facts) const {
    if (!has_first(facts)) return false;
    switch (goal_.game) {
        case Rules::nine_ball:
            return billiards::rule_nine_ball({.is_break = false}, facts, numbers_).fouls.empty();
        case Rules::ten_ball:
            return billiards::rule_ten_ball({.is_break = false}, facts, numbers_).fouls.empty();
        case Rules::eight_ball: {
            const EightBallRuling ruling =
                billiards::rule_eight_ball(eight_ball_state(goal_.on), facts, numbers_);
            return ruling.fouls.empty() && ruling.winner != 1;
        }
        case Rules::snooker:
            return billiards::rule_snooker(snooker_state(goal_.on), facts, numbers_).fouls.empty();
        case Rules::three_cushion:
            return billiards::rule_three_cushion(three_cushion_for(facts), facts, numbers_).fouls.empty();
        case Rules::none:
            break;
    }
    return !facts.is_pocketed(facts.cue_ball) && facts.off_table.empty();
}

bool AimRules::scores(const ShotFacts& facts) const {
    if (!is_legal(facts)) return false;
    if (goal_.game == Rules::three_cushion)
        return billiards::rule_three_cushion(three_cushion_for(facts), facts, numbers_).continues;
    const auto is_wanted = [&](const FallenBall& fallen) {
        return fallen.ball != facts.cue_ball && (ball_ < 0 || fallen.ball == ball_) &&
               (!goal_.pocket || fallen.pocket == *goal_.pocket);
    };
    if (std::none_of(facts.pocketed.begin(), facts.pocketed.end(), is_wanted)) return false;
    if (goal_.game != Rules::eight_ball) return true;
    const Call call{ball_, goal_.pocket.value_or(-1), false};
    const EightBallRuling ruling =
        billiards::rule_eight_ball(eight_ball_state(goal_.on), facts, numbers_, call);
    return ruling.winner == 0 || (ruling.winner < 0 && ruling.continues);
}

std::string AimRules::why_not(const ShotFacts& facts) const {
    if (facts.is_pocketed(facts.cue_ball)) return "the cue ball falls";
    if (!facts.off_table.empty()) return "a ball leaves the table";
    if (facts.first_hit < 0) return "the cue ball meets no ball";
    if (!is_legal(facts) && goal_.game == Rules::three_cushion)
        return numbers_[static_cast<std::size_t>(facts.cue_ball)] == billiards::kRedBall
                   ? "the red ball is struck"
                   : "the opening shot does not meet the red ball first and directly";
    if (!is_legal(facts))
        return "it is not legal: the cue ball meets " + names_[static_cast<std::size_t>(facts.first_hit)] +
               " first" +
               (facts.pocketed.empty() && !facts.cushion_after_hit ? ", and no ball meets a cushion" : "");
    if (goal_.game == Rules::three_cushion) return "no point is made";
    return facts.pocketed.empty() ? "no ball falls" : "another ball falls, or into another pocket";
}

std::vector<int> AimRules::next_balls(std::span<const billiards::BallState> states, int cue_ball) const {
    std::vector<int> balls;
    int lowest = std::numeric_limits<int>::max();
    for (int k = 0; k < static_cast<int>(states.size()); ++k) {
        if (k == cue_ball || is_out_of_play(states[static_cast<std::size_t>(k)].phase)) continue;
        balls.push_back(k);
        lowest = std::min(lowest, numbers_[static_cast<std::size_t>(k)]);
    }
    const auto number = [&](int ball) { return numbers_[static_cast<std::size_t>(ball)]; };
    const auto keep = [&](auto fits) {
        if (std::any_of(balls.begin(), balls.end(), fits))
            std::erase_if(balls, [&](int k) { return !fits(k); });
    };
    if (goal_.game == Rules::nine_ball || goal_.game == Rules::ten_ball || goal_.game == Rules::snooker)
        keep([&](int k) { return number(k) == lowest; });
    if (goal_.game == Rules::eight_ball && goal_.on == "solids") keep([&](int k) { return number(k) > 8; });
    if (goal_.game == Rules::eight_ball && goal_.on == "stripes") keep([&](int k) { return number(k) < 8; });
    return balls;
}

}  // namespace carom::app
