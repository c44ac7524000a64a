#include "app/shots/ruling_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/shots/shot_report.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

using billiards::BallOn;
using billiards::EightBallState;
using billiards::GameRuling;
using billiards::Group;
using billiards::Rules;
using billiards::ShotFacts;
using billiards::SnookerState;
using billiards::TableScene;

std::string player(int number) {
    return fmt::format("player {}", number + 1);
}

std::string plain(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

std::string balls(const std::vector<int>& indices, const TableScene& scene) {
    std::string text;
    for (std::size_t k = 0; k < indices.size(); ++k) {
        if (k > 0) text += k + 1 == indices.size() ? " and " : ", ";
        text += ball_in_words(scene, indices[k]);
    }
    return text;
}

/// Legal or not.
std::string verdict(const GameRuling& ruling, const TableScene& scene) {
    std::string text;
    for (const billiards::Foul foul : ruling.fouls)
        text += (text.empty() ? "foul: " : ", ") + plain(billiards::name_of(foul));
    if (!text.empty()) return text;
    const bool is_carom = rules_of(ruling.before) == Rules::three_cushion;
    text = !is_break(ruling.before) ? "legal" : is_carom ? "legal opening shot" : "legal break";
    if (ruling.made.empty()) return text;
    return text + ", " + balls(ruling.made, scene) + " made";
}

const char* name_of(Group group) {
    return group == Group::solids ? "solids" : group == Group::stripes ? "stripes" : "open";
}

const char* name_of(BallOn on) {
    return on == BallOn::red ? "red" : on == BallOn::colour ? "colour" : "clear";
}

/// What this shot decided.
std::string gains(const GameRuling& ruling) {
    std::string text;
    const int shooter = shooter_of(ruling.before);
    if (ruling.points > 0) {
        const bool to_other = !ruling.fouls.empty();
        text += fmt::format("; {} to {}", counted(static_cast<std::uint64_t>(ruling.points), "point"),
                            player(to_other ? 1 - shooter : shooter));
    }
    const auto* const then = std::get_if<EightBallState>(&ruling.next);
    const auto* const before = std::get_if<EightBallState>(&ruling.before);
    if (then != nullptr && before != nullptr && then->groups != before->groups)
        text += fmt::format("; {} has the {}", player(shooter),
                            name_of(then->groups[static_cast<std::size_t>(shooter)]));
    return text;
}

bool may_push_out(const billiards::GameState& game) {
    return std::visit(
        [](const auto& state) {
            if constexpr (requires { state.may_push_out; }) return state.may_push_out;
            return false;
        },
        game);
}

/// So many fouls in a row lose at nine-ball and ten-ball.
constexpr int kMostFouls = 3;

bool loses_by_fouls(const GameRuling& ruling) {
    const auto shooter = static_cast<std::size_t>(shooter_of(ruling.before));
    return std::visit(
        [&](const auto& state) {
            if constexpr (requires { state.fouls_in_row; }) return state.fouls_in_row[shooter] >= kMostFouls;
            return false;
        },
        ruling.next);
}

/// Was a ball of the shooter's group on the table, so that the 8 was not on?
bool is_eight_early(const EightBallState& before, const ShotFacts& facts, const std::vector<int>& numbers) {
    const Group group = before.groups[static_cast<std::size_t>(before.shooter)];
    return group == Group::open || std::any_of(facts.on_table.begin(), facts.on_table.end(), [&](int ball) {
               const int number = numbers[static_cast<std::size_t>(ball)];
               return number != 8 && number != 0 && (number < 8) == (group == Group::solids);
           });
}

/// Why the player loses whose shot ends a game of eight-ball.
std::string fault_with_eight(const GameRuling& ruling, const EightBallState& before, const ShotFacts& facts,
                             const TableScene& scene) {
    const std::vector<int> numbers = billiards::pool_numbers(scene.ball_names);
    const auto eight = std::find(numbers.begin(), numbers.end(), 8);
    if (facts.is_off_table(static_cast<int>(eight - numbers.begin()))) return "the 8 left the table";
    if (!ruling.fouls.empty()) return "the 8 fell in a foul";
    return is_eight_early(before, facts, numbers) ? "the 8 fell before the others"
                                                  : "the 8 did not fall as called";
}

/// Why the game has ended; empty where the score says it.
std::string why_it_ends(const GameRuling& ruling, const ShotFacts& facts, const TableScene& scene) {
    const int shooter = shooter_of(ruling.before);
    if (loses_by_fouls(ruling)) return ": three fouls of " + player(shooter) + " in a row";
    const auto* const eight = std::get_if<EightBallState>(&ruling.before);
    if (eight != nullptr && ruling.winner != shooter)
        return ": " + fault_with_eight(ruling, *eight, facts, scene);
    const Rules rules = rules_of(ruling.before);
    return rules == Rules::eight_ball  ? " by the 8"
           : rules == Rules::nine_ball ? " by the 9"
           : rules == Rules::ten_ball  ? " by the 10"
                                       : "";
}

/// Who is next, and how.
std::string next_in_words(const GameRuling& ruling, const TableScene& scene) {
    std::string text = player(shooter_of(ruling.next)) + (ruling.continues ? " goes on" : " is next");
    if (ruling.ball_in_hand)
        text += std::string(", ball in hand") + (ruling.behind_head_string ? " behind the head string" : "");
    if (may_push_out(ruling.next)) text += ", may push out";
    if (ruling.may_pass) text += ", may hand the shot back";
    if (ruling.may_rerack) text += ", may ask for a new rack";
    const auto* const snooker = std::get_if<SnookerState>(&ruling.next);
    if (snooker != nullptr) {
        text += snooker->on == BallOn::red      ? ", on a red"
                : snooker->on == BallOn::colour ? ", on a colour"
                                                : ", on the lowest colour";
    }
    if (rules_of(ruling.next) != Rules::three_cushion) return text;
    // Only where the players have balls of their own.
    const std::vector<int> numbers = numbers_in(Rules::three_cushion, scene.ball_names);
    const auto has = [&](int number) {
        return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
    };
    const int own = cue_ball_of(ruling.next, numbers);
    if (has(billiards::kRedBall) && has(billiards::kYellowBall) && own >= 0)
        text += " with " + ball_in_words(scene, own);
    return text;
}

}  // namespace

std::string ruling_in_words(const GameRuling& ruling, const ShotFacts& facts, const TableScene& scene) {
    std::string text = verdict(ruling, scene);
    if (!ruling.spotted.empty()) text += "; " + balls(ruling.spotted, scene) + " to be spotted";
    text += gains(ruling) + "; " +
            (ruling.winner < 0 ? next_in_words(ruling, scene)
                               : player(ruling.winner) + " wins" + why_it_ends(ruling, facts, scene));
    const Rules rules = rules_of(ruling.next);
    if (rules == Rules::snooker || rules == Rules::three_cushion) {
        const auto points = points_of(ruling.next);
        text += fmt::format("; score {} : {}", points[0], points[1]);
    }
    return text;
}

Json ruling_json(const GameRuling& ruling) {
    Json fouls = Json::array();
    for (const billiards::Foul foul : ruling.fouls) fouls.push_back(billiards::name_of(foul));
    Json json = {{"game", name_of(rules_of(ruling.before))},
                 {"player", shooter_of(ruling.before)},
                 {"is_break", is_break(ruling.before)},
                 {"legal", ruling.fouls.empty()},
                 {"fouls", fouls},
                 {"made", ruling.made},
                 {"spotted", ruling.spotted},
                 {"points", ruling.points},
                 {"continues", ruling.continues},
                 {"next_player", shooter_of(ruling.next)},
                 {"ball_in_hand", ruling.ball_in_hand},
                 {"behind_head_string", ruling.behind_head_string},
                 {"behind_line", is_behind_line(ruling.next)},
                 {"may_push_out", may_push_out(ruling.next)},
                 {"may_pass", ruling.may_pass},
                 {"may_rerack", ruling.may_rerack},
                 {"winner", ruling.winner < 0 ? Json() : Json(ruling.winner)}};
    std::visit(
        [&](const auto& next) {
            if constexpr (requires { next.fouls_in_row; }) json["fouls_in_row"] = next.fouls_in_row;
            if constexpr (requires { next.points; }) json["score"] = next.points;
            if constexpr (requires { next.on; }) json["on"] = name_of(next.on);
            if constexpr (requires { next.groups; })
                json["groups"] = {name_of(next.groups[0]), name_of(next.groups[1])};
        },
        ruling.next);
    return json;
}

}  // namespace carom::app
