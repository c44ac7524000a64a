#include "carom/billiards/game.hpp"

#include <algorithm>
#include <utility>

namespace carom::billiards {

namespace {

using NoGame = std::monostate;

/// What all rulings have.
template <class State, class Found>
GameRuling ruling_of(const State& state, Found found) {
    GameRuling ruling;
    ruling.next = found.next;
    ruling.before = state;
    static_cast<Ruling&>(ruling) = std::move(found);
    return ruling;
}

/// One for each kind of game.
struct RuleGame {
    const ShotFacts& facts;
    std::span<const int> numbers;
    const Announcement& announced;

    GameRuling operator()(const NoGame& none) const {
        GameRuling ruling;
        ruling.before = ruling.next = none;
        return ruling;
    }
    GameRuling operator()(const EightBallState& state) const {
        return ruling_of(state, rule_eight_ball(state, facts, numbers, announced.call));
    }
    GameRuling operator()(const NineBallState& state) const {
        const NineBallRuling found = rule_nine_ball(state, facts, numbers, announced.push_out);
        GameRuling ruling = ruling_of(state, found);
        ruling.may_pass = found.may_pass;
        return ruling;
    }
    GameRuling operator()(const TenBallState& state) const {
        const TenBallRuling found = rule_ten_ball(state, facts, numbers, announced.call, announced.push_out);
        GameRuling ruling = ruling_of(state, found);
        ruling.may_pass = found.may_pass;
        return ruling;
    }
    GameRuling operator()(const SnookerState& state) const {
        const int ball = announced.call.ball;
        const int named =
            announced.colour > 0 || ball < 0 ? announced.colour : numbers[static_cast<std::size_t>(ball)];
        const SnookerRuling found = rule_snooker(state, facts, numbers, named);
        GameRuling ruling = ruling_of(state, found);
        ruling.points = found.points;
        return ruling;
    }
    GameRuling operator()(const ThreeCushionState& state) const {
        GameRuling ruling = ruling_of(state, rule_three_cushion(state, facts, numbers));
        const auto player = static_cast<std::size_t>(state.shooter);
        ruling.points = points_of(ruling.next)[player] - state.points[player];
        return ruling;
    }
};

}  // namespace

Rules rules_of(const GameState& game) {
    return static_cast<Rules>(game.index());
}

Rules rules_of(Game rack) {
    switch (rack) {
        case Game::eight_ball:
            return Rules::eight_ball;
        case Game::nine_ball:
            return Rules::nine_ball;
        case Game::snooker:
            return Rules::snooker;
        case Game::three_cushion:
            return Rules::three_cushion;
        case Game::ten_ball:
            return Rules::ten_ball;
        case Game::snooker_reds:
            break;
    }
    return Rules::none;
}

const char* name_of(Rules rules) {
    switch (rules) {
        case Rules::none:
            return "none";
        case Rules::eight_ball:
            return "eight_ball";
        case Rules::nine_ball:
            return "nine_ball";
        case Rules::snooker:
            return "snooker";
        case Rules::three_cushion:
            return "three_cushion";
        case Rules::ten_ball:
            return "ten_ball";
    }
    return "";
}

int shooter_of(const GameState& game) {
    return std::visit(
        [](const auto& state) {
            if constexpr (requires { state.shooter; }) return state.shooter;
            return 0;
        },
        game);
}

GameState passed(GameState game) {
    std::visit(
        [](auto& state) {
            if constexpr (requires { state.shooter; }) state.shooter = 1 - state.shooter;
        },
        game);
    return game;
}

bool is_break(const GameState& game) {
    return std::visit(
        [](const auto& state) {
            if constexpr (requires { state.is_break; }) return state.is_break;
            return false;
        },
        game);
}

int cue_ball_of(const GameState& game, std::span<const int> numbers) {
    const auto* const carom = std::get_if<ThreeCushionState>(&game);
    const bool has_own = carom != nullptr && std::count(numbers.begin(), numbers.end(), kRedBall) > 0 &&
                         std::count(numbers.begin(), numbers.end(), kYellowBall) > 0;
    const int wanted = has_own && carom->shooter == 1 ? kYellowBall : 0;
    const auto at = std::find(numbers.begin(), numbers.end(), wanted);
    return at == numbers.end() ? -1 : static_cast<int>(at - numbers.begin());
}

bool is_behind_line(const GameState& game) {
    return std::visit(
        [](const auto& state) {
            if constexpr (requires { state.behind_line; }) return state.behind_line;
            return false;
        },
        game);
}

std::array<int, 2> points_of(const GameState& game) {
    return std::visit(
        [](const auto& state) {
            if constexpr (requires { state.points; }) return state.points;
            return std::array<int, 2>{};
        },
        game);
}

bool is_proper(const GameState& game) {
    constexpr int kMost = 1'000'000'000;
    const auto is_in = [](int number, int most) { return number >= 0 && number <= most; };
    return std::visit(
        [&](const auto& state) {
            bool proper = true;
            const auto check = [&](const auto& two, int most) {
                for (const auto one : two) proper = proper && is_in(static_cast<int>(one), most);
            };
            if constexpr (requires { state.shooter; }) proper = is_in(state.shooter, 1);
            if constexpr (requires { state.on; })
                proper = proper && is_in(static_cast<int>(state.on), static_cast<int>(BallOn::clear));
            if constexpr (requires { state.groups; }) check(state.groups, static_cast<int>(Group::stripes));
            if constexpr (requires { state.points; }) check(state.points, kMost);
            if constexpr (requires { state.fouls_in_row; }) check(state.fouls_in_row, kMost);
            if constexpr (requires { state.distance; }) {
                const bool is_open =
                    state.distance == 0 || std::max(state.points[0], state.points[1]) < state.distance;
                proper = proper && is_in(state.distance, kMost) && is_open;
            }
            return proper;
        },
        game);
}

GameState new_game(Rules rules) {
    switch (rules) {
        case Rules::eight_ball:
            return EightBallState{};
        case Rules::nine_ball:
            return NineBallState{};
        case Rules::snooker:
            return SnookerState{};
        case Rules::three_cushion:
            return ThreeCushionState{.is_break = true};
        case Rules::ten_ball:
            return TenBallState{};
        case Rules::none:
            break;
    }
    return NoGame{};
}

std::vector<int> numbers_in(Rules rules, std::span<const std::string> names) {
    if (rules == Rules::snooker) return snooker_values(names);
    if (rules == Rules::three_cushion) return three_cushion_numbers(names);
    if (rules == Rules::none) return std::vector<int>(names.size(), 0);
    std::vector<int> numbers = pool_numbers(names);
    const int highest = rules == Rules::nine_ball ? 9 : rules == Rules::ten_ball ? 10 : 15;
    for (int& number : numbers) {
        if (number > highest) number = -1;
    }
    return numbers;
}

bool may_be_called(Rules rules, int number) {
    if (rules == Rules::none || rules == Rules::three_cushion) return true;
    return rules == Rules::snooker ? number > 1 : number != 0;
}

std::string why_no_game(Rules rules, std::span<const std::string> names) {
    if (rules == Rules::three_cushion) return names.size() == 3 ? "" : "three-cushion needs three balls";
    const std::vector<int> numbers = numbers_in(rules, names);
    const auto unknown = std::find(numbers.begin(), numbers.end(), -1);
    if (unknown == numbers.end()) return "";
    const auto ball = static_cast<std::size_t>(unknown - numbers.begin());
    if (names[ball].empty())
        return "ball " + std::to_string(ball) +
               " has no name, and this game knows its balls by name, such as \"cue\"";
    return "the ball \"" + names[ball] + "\" is none of this game";
}

std::vector<std::string> faults_of(const Announcement& announced, Rules rules, std::span<const int> numbers,
                                   std::size_t pockets) {
    const auto is_there = [](int index, std::size_t count) {
        return index >= -1 && (index < 0 || static_cast<std::size_t>(index) < count);
    };
    const Call& call = announced.call;
    std::vector<std::string> faults;
    if (!is_there(call.ball, numbers.size())) {
        faults.emplace_back("there is no such ball to be called");
    } else if (call.ball >= 0 && !may_be_called(rules, numbers[static_cast<std::size_t>(call.ball)])) {
        faults.emplace_back("this ball cannot be called in this game");
    }
    if (announced.colour < 0 || announced.colour > 7)
        faults.emplace_back("there is no colour of this value to be named");
    if (!is_there(call.pocket, pockets))
        faults.push_back("pocket " + std::to_string(call.pocket) + " was called, and the table has " +
                         std::to_string(pockets));
    return faults;
}

GameRuling rule(const GameState& game, const ShotFacts& facts, std::span<const int> numbers,
                const Announcement& announced) {
    return std::visit(RuleGame{facts, numbers, announced}, game);
}

}  // namespace carom::billiards
