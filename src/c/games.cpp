#include "carom/c/games.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <variant>

#include "c/game_states.hpp"
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

/// The number of carom_game_kind of a game.
int32_t kind_of_game(const billiards::GameState& game) {
    for (int32_t kind = CAROM_EIGHT_BALL; kind < CAROM_TEN_BALL; ++kind) {
        if (rules_of(kind) == rules_of(game)) return kind;
    }
    return CAROM_TEN_BALL;
}

bool is_flag(int32_t flag) {
    return flag == 0 || flag == 1;
}

/// Two numbers, one for each player.
template <class From, class To>
void copy_two(const From& from, To& to) {
    for (std::size_t k = 0; k < 2; ++k) to[k] = static_cast<std::remove_cvref_t<decltype(to[k])>>(from[k]);
}

/// Begins or goes on with a game on a table.
carom_status give_game(const TableObject& object, const billiards::GameState& state, bool may_pass,
                       carom_game** game) {
    const Rules rules = rules_of(state);
    const std::vector<std::string>& names = object.scene->ball_names;
    const std::string fault = billiards::why_no_game(rules, names);
    if (!fault.empty()) return bad(fault);
    auto made = std::make_shared<GameObject>();
    made->state = state;
    made->numbers = billiards::numbers_in(rules, names);
    made->scene = object.scene;
    made->states = object.scene->start;
    made->may_pass = may_pass;
    return give(game, std::move(made));
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
                copy_two(next.groups, to.groups);
            }
        },
        from.next);
    for (const int ball : from.spotted) {
        if (to.spotted_count < 32) to.spotted[to.spotted_count++] = ball;
    }
}

}  // namespace

std::optional<billiards::GameState> game_of(const carom_game_state& state) {
    const std::optional<Rules> rules = rules_of(state.kind);
    if (!rules || !is_flag(state.is_break) || !is_flag(state.may_push_out) || !is_flag(state.may_pass) ||
        !is_flag(state.behind_line))
        return {};
    billiards::GameState game = billiards::new_game(*rules);
    std::visit(
        [&](auto& to) {
            if constexpr (requires { to.shooter; }) to.shooter = state.shooter;
            if constexpr (requires { to.is_break; }) to.is_break = state.is_break != 0;
            if constexpr (requires { to.may_push_out; }) to.may_push_out = state.may_push_out != 0;
            if constexpr (requires { to.fouls_in_row; }) copy_two(state.fouls, to.fouls_in_row);
            if constexpr (requires { to.points; }) copy_two(state.points, to.points);
            if constexpr (requires { to.groups; }) copy_two(state.groups, to.groups);
            if constexpr (requires { to.on; }) to.on = static_cast<billiards::BallOn>(state.on);
            if constexpr (requires { to.behind_line; }) to.behind_line = state.behind_line != 0;
            if constexpr (requires { to.distance; }) to.distance = state.distance;
        },
        game);
    if (!is_proper(game)) return {};
    return game;
}

billiards::Announcement announcement_of(const carom_announcement& announced) {
    constexpr int given_back = 2;
    return {{announced.ball, announced.pocket, announced.safety != 0},
            announced.push_out != 0 && announced.push_out != given_back,
            announced.colour,
            announced.push_out == given_back};
}

}  // namespace carom::c

namespace billiards = carom::billiards;
using namespace carom::c;

carom_status carom_game_create(carom_table* table, int32_t kind, carom_game** game) {
    return with<TableObject>(table, [&](const TableObject& object) -> carom_status {
        if (game == nullptr) return bad(kNullPointer);
        const std::optional<Rules> rules = rules_of(kind);
        if (!rules) return bad("kind: there is no such game");
        return give_game(object, billiards::new_game(*rules), false, game);
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
        const ShotFacts facts =
            facts_of(shot->start, shot->player.events(), shot->cue_ball, object.scene->setup.table);
        billiards::Announcement said;
        if (announced != nullptr) said = announcement_of(*announced);
        const auto faults =
            faults_of(said, rules_of(object.state), object.numbers, object.scene->setup.table.pockets.size());
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

carom_status carom_game_state_of(carom_game* game, carom_game_state* state) {
    return with<GameObject>(game, [&](const GameObject& object) -> carom_status {
        if (state == nullptr) return bad(kNullPointer);
        if (object.is_over) return bad("the game is over");
        *state = {};
        state->kind = kind_of_game(object.state);
        state->may_pass = object.may_pass ? 1 : 0;
        state->behind_line = is_behind_line(object.state) ? 1 : 0;
        std::visit(
            [&](const auto& from) {
                if constexpr (requires { from.shooter; }) state->shooter = from.shooter;
                if constexpr (requires { from.is_break; }) state->is_break = from.is_break ? 1 : 0;
                if constexpr (requires { from.may_push_out; })
                    state->may_push_out = from.may_push_out ? 1 : 0;
                if constexpr (requires { from.fouls_in_row; }) copy_two(from.fouls_in_row, state->fouls);
                if constexpr (requires { from.points; }) copy_two(from.points, state->points);
                if constexpr (requires { from.groups; }) copy_two(from.groups, state->groups);
                if constexpr (requires { from.on; }) state->on = static_cast<int32_t>(from.on);
                if constexpr (requires { from.distance; }) state->distance = from.distance;
            },
            object.state);
        return CAROM_OK;
    });
}

carom_status carom_game_continue(carom_table* table, const carom_game_state* state, carom_game** game) {
    return with<TableObject>(table, [&](const TableObject& object) -> carom_status {
        if (state == nullptr || game == nullptr) return bad(kNullPointer);
        const std::optional<billiards::GameState> found = game_of(*state);
        if (!found) return bad("state: no game stands so");
        return give_game(object, *found, state->may_pass != 0, game);
    });
}

carom_status carom_game_start(carom_game* game, size_t balls, carom_ball_state* states) {
    return with<GameObject>(
        game, [&](const GameObject& object) { return write_states(object.states, balls, states); });
}
