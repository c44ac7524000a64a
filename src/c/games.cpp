#include "carom/c/games.h"

#include <algorithm>
#include <optional>
#include <variant>

#include "c/table_objects.hpp"
#include "carom/billiards/game.hpp"
#include "carom/billiards/spotting.hpp"

namespace carom::c {
namespace {

using billiards::Rules;
using billiards::ShotFacts;

struct GameObject : Object {
    static constexpr const char* kName = "game";
    std::shared_ptr<const billiards::TableScene> scene;
    billiards::GameState state;
    std::vector<int> numbers;                  // of each ball, as the rules count
    std::vector<billiards::BallState> states;  // before the next shot
    bool is_over = false;
    bool may_pass = false;
};

/// The game of a number of carom_game_kind.
std::optional<Rules> rules_of(int32_t kind) {
    switch (kind) {
        case CAROM_EIGHT_BALL:
            return Rules::eight_ball;
        case CAROM_NINE_BALL:
            return Rules::nine_ball;
        case CAROM_TEN_BALL:
            return Rules::ten_ball;
        case CAROM_SNOOKER:
            return Rules::snooker;
        case CAROM_THREE_CUSHION:
            return Rules::three_cushion;
        default:
            return {};
    }
}

/// What only some games have stays 0.
void put_ruling(const billiards::GameRuling& from, carom_ruling& to) {
    to = {};
    for (const billiards::Foul foul : from.fouls) to.fouls |= 1U << static_cast<unsigned>(foul);
    to.shooter = shooter_of(from.next);
    to.winner = from.winner;
    to.continues = from.continues ? 1 : 0;
    to.ball_in_hand = from.ball_in_hand ? 1 : 0;
    to.behind_head_string = from.behind_head_string ? 1 : 0;
    to.may_rerack = from.may_rerack ? 1 : 0;
    to.may_pass = from.may_pass ? 1 : 0;
    const auto points = points_of(from.next);
    std::copy(points.begin(), points.end(), to.points);
    std::visit(
        [&](const auto& next) {
            if constexpr (requires { next.may_push_out; }) to.may_push_out = next.may_push_out ? 1 : 0;
            if constexpr (requires { next.on; }) to.on = static_cast<int32_t>(next.on);
            if constexpr (requires { next.groups; }) {
                for (std::size_t k = 0; k < 2; ++k) to.groups[k] = static_cast<int32_t>(next.groups[k]);
            }
        },
        from.next);
    for (const int ball : from.spotted) {
        if (to.spotted_count < 32) to.spotted[to.spotted_count++] = ball;
    }
}

}  // namespace
}  // namespace carom::c

namespace billiards = carom::billiards;
using namespace carom::c;

carom_status carom_game_create(carom_table* table, int32_t kind, carom_game** game) {
    return with<TableObject>(table, [&](const TableObject& object) -> carom_status {
        if (game == nullptr) return bad(kNullPointer);
        const std::optional<Rules> rules = rules_of(kind);
        if (!rules) return bad("kind: there is no such game");
        const std::vector<std::string>& names = object.scene->ball_names;
        const std::string fault = billiards::why_no_game(*rules, names);
        if (!fault.empty()) return bad(fault);
        auto made = std::make_shared<GameObject>();
        made->state = billiards::new_game(*rules);
        made->numbers = billiards::numbers_in(*rules, names);
        made->scene = object.scene;
        made->states = object.scene->start;
        return give(game, std::move(made));
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
        billiards::Announcement said;
        if (announced != nullptr)
            said = {{announced->ball, announced->pocket, announced->safety != 0},
                    announced->push_out != 0,
                    announced->colour};
        const auto faults = faults_of(said, object.numbers.size(), object.scene->setup.table.pockets.size());
        if (!faults.empty()) return bad(faults.front());
        const billiards::GameRuling ruled = billiards::rule(object.state, facts, object.numbers, said);
        put_ruling(ruled, *ruling);
        object.state = ruled.next;
        object.is_over = ruling->winner >= 0;
        const auto rest = shot->player.final_states();
        object.states.assign(rest.begin(), rest.end());
        spot_balls(rules_of(object.state), object.scene->setup, object.numbers, ruled.spotted, object.states);
        object.may_pass = ruled.may_pass;
        return CAROM_OK;
    });
}

carom_status carom_game_pass(carom_game* game) {
    return with<GameObject>(game, [](GameObject& object) -> carom_status {
        if (!object.may_pass) return bad("the shot cannot be given back");
        object.state = billiards::passed(object.state);
        object.may_pass = false;
        return CAROM_OK;
    });
}

carom_status carom_game_start(carom_game* game, size_t balls, carom_ball_state* states) {
    return with<GameObject>(
        game, [&](const GameObject& object) { return write_states(object.states, balls, states); });
}
