// The table [game] of a table scene, and the game that its rack is for.
#include <algorithm>
#include <array>
#include <variant>

#include "scene_text/table_scene_draft.hpp"
#include "scene_text/table_words.hpp"

namespace carom::detail {
namespace {

using billiards::BallOn;
using billiards::EightBallState;
using billiards::GameState;
using billiards::Group;
using billiards::Rules;
using billiards::SnookerState;

/// Where the rules may bind a cue ball in hand to a part of the table.
bool* behind_line_in(GameState& game) {
    return std::visit(
        [](auto& state) -> bool* {
            if constexpr (requires { state.behind_line; }) return &state.behind_line;
            return nullptr;
        },
        game);
}

/// Pool has a break, and three-cushion an opening shot, that differ from other shots.
bool* break_in(GameState& game) {
    return std::visit(
        [](auto& state) -> bool* {
            if constexpr (requires { state.is_break; }) return &state.is_break;
            return nullptr;
        },
        game);
}

std::array<int, 2>* points_in(GameState& game) {
    return std::visit(
        [](auto& state) -> std::array<int, 2>* {
            if constexpr (requires { state.points; }) return &state.points;
            return nullptr;
        },
        game);
}

void read_on(TableReader& reader, GameState& game) {
    if (auto* const eight = std::get_if<EightBallState>(&game)) {
        const auto group = reader.choice("on", kGroups).value_or(Group::open);
        if (group == Group::open) return;
        eight->groups = {group, group == Group::solids ? Group::stripes : Group::solids};
    } else if (auto* const snooker = std::get_if<SnookerState>(&game)) {
        snooker->on = reader.choice("on", kBallsOn).value_or(BallOn::red);
    } else {
        reader.refuse_key("on", "is a key of eight_ball and snooker");
    }
}

void read_points(TableReader& reader, GameState& game) {
    std::array<int, 2>* const points = points_in(game);
    if (points == nullptr) return reader.refuse_key("points", "is a key of snooker and three_cushion");
    const auto given = reader.wholes("points", 2, 0);
    if (!given) return;
    constexpr std::uint64_t kMost = 1'000'000;
    for (std::size_t k = 0; k < 2; ++k) {
        if ((*given)[k] > kMost) return reader.fault("wrong values", "points", "points are too many");
        (*points)[k] = static_cast<int>((*given)[k]);
    }
}

void read_distance(TableReader& reader, GameState& game) {
    auto* const carom = std::get_if<billiards::ThreeCushionState>(&game);
    if (carom == nullptr) return reader.refuse_key("distance", "is a key of three_cushion");
    constexpr std::uint64_t kMost = 1'000'000;
    carom->distance = static_cast<int>(reader.whole("distance", 1, kMost).value_or(0));
    if (carom->distance > 0 && std::max(carom->points[0], carom->points[1]) >= carom->distance)
        reader.fault("wrong value", "distance", "the distance is reached already");
}

}  // namespace

void read_game(TableReader& top, TableSceneDraft& draft, PlacedFaults& faults) {
    const bool has_rack = draft.rack.has_value();
    const Rules of_rack = has_rack ? rules_of(*draft.rack) : Rules::none;
    GameState& game = draft.scene.game;
    draft.game = top.table("game");
    if (draft.game == nullptr) {
        game = new_game(of_rack);
        return;
    }
    TableReader reader(*draft.game, "[game]", faults);
    const auto rules = reader.choice("rules", kRules);
    if (!has_rack && !reader.has("rules")) reader.missing("rules", ", as there is no rack");
    game = billiards::new_game(rules.value_or(of_rack));
    if (bool* const is_break = break_in(game)) {
        *is_break = reader.flag("break").value_or(has_rack);
    } else {
        reader.refuse_key("break", "is a key of pool and three_cushion");
    }
    if (bool* const behind_line = behind_line_in(game)) {
        *behind_line = reader.flag("behind_line").value_or(false);
    } else {
        reader.refuse_key("behind_line", "is a key of eight_ball and snooker");
    }
    read_on(reader, game);
    read_points(reader, game);
    read_distance(reader, game);
    reader.reject_other_keys();
    draft.sound = draft.sound && reader.sound();
}

}  // namespace carom::detail
