#include "carom/c/games.h"

#include <algorithm>
#include <variant>

#include "c/table_objects.hpp"
#include "carom/billiards/referee.hpp"

namespace carom::c {
namespace {

using billiards::EightBallState;
using billiards::NineBallState;
using billiards::ShotFacts;
using billiards::SnookerState;
using billiards::ThreeCushionState;

struct GameObject : Object {
    static constexpr const char* kName = "game";
    std::variant<EightBallState, NineBallState, SnookerState, ThreeCushionState> state;
    std::vector<int> numbers;  // of each ball, as the rules count
    bool is_over = false;
};

void put_ruling(const billiards::Ruling& from, carom_ruling& to) {
    to = {};
    for (const billiards::Foul foul : from.fouls) to.fouls |= 1U << static_cast<unsigned>(foul);
    to.winner = from.winner;
    to.continues = from.continues ? 1 : 0;
    to.ball_in_hand = from.ball_in_hand ? 1 : 0;
    to.behind_head_string = from.behind_head_string ? 1 : 0;
    to.may_rerack = from.may_rerack ? 1 : 0;
    for (const int ball : from.spotted) {
        if (to.spotted_count < 32) to.spotted[to.spotted_count++] = ball;
    }
}

EightBallState rule(const EightBallState& state, const ShotFacts& facts, const std::vector<int>& numbers,
                    const carom_announcement& announced, carom_ruling& to) {
    const billiards::Call call{announced.ball, announced.pocket, announced.safety != 0};
    const auto ruling = rule_eight_ball(state, facts, numbers, call);
    put_ruling(ruling, to);
    to.shooter = ruling.next.shooter;
    for (int player = 0; player < 2; ++player)
        to.groups[player] = static_cast<int32_t>(ruling.next.groups[static_cast<std::size_t>(player)]);
    return ruling.next;
}

NineBallState rule(const NineBallState& state, const ShotFacts& facts, const std::vector<int>& numbers,
                   const carom_announcement& announced, carom_ruling& to) {
    const auto ruling = rule_nine_ball(state, facts, numbers, announced.push_out != 0);
    put_ruling(ruling, to);
    to.shooter = ruling.next.shooter;
    to.may_push_out = ruling.next.may_push_out ? 1 : 0;
    to.may_pass = ruling.may_pass ? 1 : 0;
    return ruling.next;
}

SnookerState rule(const SnookerState& state, const ShotFacts& facts, const std::vector<int>& numbers,
                  const carom_announcement& announced, carom_ruling& to) {
    const auto ruling = rule_snooker(state, facts, numbers, announced.colour);
    put_ruling(ruling, to);
    to.shooter = ruling.next.shooter;
    to.on = static_cast<int32_t>(ruling.next.on);
    std::copy(ruling.next.points.begin(), ruling.next.points.end(), to.points);
    return ruling.next;
}

ThreeCushionState rule(const ThreeCushionState& state, const ShotFacts& facts, const std::vector<int>&,
                       const carom_announcement&, carom_ruling& to) {
    const auto ruling = rule_three_cushion(state, facts);
    put_ruling(ruling, to);
    to.shooter = ruling.next.shooter;
    std::copy(ruling.next.points.begin(), ruling.next.points.end(), to.points);
    return ruling.next;
}

/// A game that begins. What is wrong with its balls; empty if nothing is.
std::string begin(GameObject& game, int32_t kind, const billiards::TableScene& scene) {
    const std::vector<std::string>& names = scene.ball_names;
    switch (kind) {
        case CAROM_EIGHT_BALL:
            game.state = EightBallState{};
            game.numbers = billiards::pool_numbers(names);
            break;
        case CAROM_NINE_BALL:
            game.state = NineBallState{};
            game.numbers = billiards::pool_numbers(names);
            break;
        case CAROM_SNOOKER:
            game.state = SnookerState{};
            game.numbers = billiards::snooker_values(names);
            break;
        case CAROM_THREE_CUSHION:
            game.state = ThreeCushionState{};
            game.numbers.assign(names.size(), 0);
            return names.size() == 3 ? "" : "three-cushion needs three balls";
        default:
            return "kind: there is no such game";
    }
    const auto unknown = std::find(game.numbers.begin(), game.numbers.end(), -1);
    if (unknown == game.numbers.end()) return "";
    const auto ball = static_cast<std::size_t>(unknown - game.numbers.begin());
    return "the ball \"" + names[ball] + "\" is none of this game";
}

}  // namespace
}  // namespace carom::c

using namespace carom::c;

carom_status carom_game_create(carom_table* table, int32_t kind, carom_game** game) {
    return with<TableObject>(table, [&](const TableObject& object) -> carom_status {
        if (game == nullptr) return bad(kNullPointer);
        auto made = std::make_shared<GameObject>();
        const std::string fault = begin(*made, kind, *object.scene);
        return fault.empty() ? give(game, std::move(made)) : bad(fault);
    });
}

carom_status carom_game_free(carom_game* game) {
    return close<GameObject>(game);
}

carom_status carom_game_rule(carom_game* game, carom_player* player, const carom_announcement* announced,
                             carom_ruling* ruling) {
    return with<GameObject>(game, [&](GameObject& object) -> carom_status {
        if (ruling == nullptr) return bad(kNullPointer);
        if (object.is_over) return bad("the game is over");
        const std::shared_ptr<PlayerObject> shot = kind_of<PlayerObject>(player);
        if (!shot) return say(CAROM_BAD_HANDLE, "this is no open player");
        if (shot->in_use.exchange(true)) return say(CAROM_BUSY, "the player is in another call");
        const InUse<PlayerObject> used(shot);
        if (shot->cue_ball < 0) return bad("no shot has been played");
        if (shot->start.size() != object.numbers.size()) return bad("the player is at another table");
        const ShotFacts facts = facts_of(shot->start, shot->player.events(), shot->cue_ball);
        const carom_announcement nothing{-1, -1, 0, 0, 0};
        const carom_announcement& said = announced == nullptr ? nothing : *announced;
        std::visit([&](auto& state) { state = rule(state, facts, object.numbers, said, *ruling); },
                   object.state);
        object.is_over = ruling->winner >= 0;
        return CAROM_OK;
    });
}
