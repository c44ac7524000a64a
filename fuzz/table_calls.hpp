// Calls of the C interface about tables, shots and games.
#pragma once

#include <array>

#include "frame_calls.hpp"

namespace carom::fuzz {

class TableCalls : protected FrameCalls {
protected:
    using FrameCalls::FrameCalls;

    carom_status make_player() {
        carom_player* made = nullptr;
        const carom_status status = carom_player_create(handle<carom_table>(), &made);
        return keep(status, made);
    }

    carom_status play() {
        const std::array<carom_ball_state, 2> start = states();
        const carom_strike struck = strike();
        std::size_t events = 0;
        return carom_play(handle<carom_player>(), in_.byte() % 2 == 0 ? nullptr : start.data(),
                          in_.byte() % 4, in_.byte() % 8 == 0 ? nullptr : &struck, &events);
    }

    carom_status told_shot() {
        std::array<carom_shot_event, 8> events{};
        std::array<carom_ball_state, 2> states{};
        if (in_.byte() % 2 == 0)
            return carom_player_events(handle<carom_player>(), in_.count(), in_.byte() % 9, events.data());
        return carom_player_states(handle<carom_player>(), in_.number(), in_.byte() % 3, states.data());
    }

    /// The text of a table, or a file of shots, in which nothing is written.
    carom_status written_table() {
        std::array<char, 64> text{};
        std::size_t length = 0;
        const carom_strike strike{
            static_cast<int32_t>(in_.byte() % 4) - 1, in_.number(), in_.number(), 0, 0, 0};
        if (in_.byte() % 2 == 0)
            return carom_table_text(handle<carom_table>(), nullptr, 0,
                                    in_.byte() % 4 == 0 ? nullptr : &strike, in_.byte() % 65, text.data(),
                                    &length);
        const carom_planned_shot shot{
            strike, static_cast<int32_t>(in_.byte() % 2), {in_.number(), in_.number()}};
        return carom_record_shots(handle<carom_table>(), nullptr, 0, &shot, in_.byte() % 2,
                                  "/nowhere/at all.carom");
    }

    carom_status open_game() {
        carom_game* made = nullptr;
        const auto kind = static_cast<int32_t>(in_.byte() % 7) - 1;
        const carom_status status = carom_game_create(handle<carom_table>(), kind, &made);
        return keep(status, made);
    }

    carom_status rule() {
        if (in_.byte() % 8 == 0) return carom_game_pass(handle<carom_game>());
        carom_ruling ruling{};
        const auto number = [this] { return static_cast<int32_t>(in_.byte() % 5) - 2; };
        const carom_announcement announced{number(), number(), number(), number(), number()};
        return carom_game_rule(handle<carom_game>(), handle<carom_player>(),
                               in_.byte() % 2 == 0 ? nullptr : &announced, &ruling);
    }

    /// Where a game stands, and games that go on from what may be no such place.
    carom_status tell_game() {
        auto* const game = handle<carom_game>();
        if (in_.byte() % 4 == 0) {
            std::array<carom_ball_state, 2> start{};
            return carom_game_start(game, in_.byte() % 3, start.data());
        }
        carom_game_state state{};
        const carom_status status = carom_game_state_of(game, &state);
        if (status == CAROM_OK && in_.byte() % 2 == 0) return status;
        if (in_.byte() % 2 == 0) state = any_game();
        carom_game* made = nullptr;
        const carom_status again = carom_game_continue(handle<carom_table>(), &state, &made);
        return keep(again, made);
    }

    /// Two shots of a game in a file of their own, of which nobody asks for a proof: they may be too wild.
    carom_status write_game() {
        const carom_game_state state = any_game();
        const std::array<carom_ball_state, 2> start = states();
        std::array<carom_planned_shot, 2> shots{};
        for (carom_planned_shot& shot : shots)
            shot = {strike(), static_cast<int32_t>(in_.byte() % 2), {in_.number(), in_.number()}};
        const std::array<carom_announcement, 2> announced{announcement(), announcement()};
        const std::string file = in_.byte() % 4 == 0 ? path() : (directory() / "shots.carom").string();
        return carom_record_game(handle<carom_table>(), in_.byte() % 2 == 0 ? nullptr : &state,
                                 in_.byte() % 2 == 0 ? nullptr : start.data(), in_.byte() % 4, shots.data(),
                                 in_.byte() % 2 == 0 ? nullptr : announced.data(), in_.byte() % 3,
                                 file.c_str());
    }

    carom_status positions_of_balls() {
        std::array<double, 3> times{};
        for (double& time : times) time = in_.number();
        std::array<double, 24> positions{};
        return carom_player_positions(handle<carom_player>(), times.data(), in_.byte() % 4, in_.byte() % 5,
                                      positions.data());
    }

    carom_status play_many() {
        const carom_strike_columns strikes = strike_columns();
        const carom_outcome_columns outcomes = outcome_columns();
        return carom_play_batch(handle<carom_table>(), &strikes, &outcomes, in_.byte() % 3, nullptr, nullptr);
    }

    carom_status rule_many() {
        const carom_strike_columns strikes = strike_columns();
        const carom_outcome_columns outcomes = outcome_columns();
        const carom_ruling_columns rulings{ints_out(), ints_out(), ints_out(), ints_out()};
        const carom_go_on stop = [](void*, double) { return 0; };
        return carom_play_ruled_batch(handle<carom_table>(), &strikes, &outcomes,
                                      in_.byte() % 8 == 0 ? nullptr : &rulings, in_.byte() % 3,
                                      in_.byte() % 4 == 0 ? stop : nullptr, nullptr);
    }

    carom_status tell_table() {
        std::size_t number = 0;
        std::array<char, 4> name{};
        std::array<carom_ball_state, 2> states{};
        carom_strike strike{};
        auto* const table = handle<carom_table>();
        switch (in_.byte() % 5) {
            case 0:
                return carom_table_ball_count(table, &number);
            case 1:
                return carom_table_ball_name(table, in_.count(), in_.byte() % 5, name.data(), &number);
            case 2:
                return carom_table_start(table, in_.byte() % 3, states.data());
            case 3:
                return carom_table_shot_count(table, &number);
            default:
                return carom_table_shot(table, in_.count(), &strike);
        }
    }

private:
    std::array<carom_ball_state, 2> states() {
        std::array<carom_ball_state, 2> made{};
        for (carom_ball_state& state : made) {
            state.phase = static_cast<int32_t>(in_.byte() % 9) - 1;
            state.position[0] = in_.number();
            state.position[1] = in_.number();
            state.position[2] = in_.byte() % 2 == 0 ? 0.03075 : in_.number();
            if (in_.byte() % 4 == 0) state.velocity[0] = in_.number();
        }
        return made;
    }
    carom_strike strike() {
        carom_strike made{};
        made.cue_ball = static_cast<int32_t>(in_.byte() % 4) - 1;
        for (double* number : {&made.speed, &made.direction, &made.elevation}) *number = in_.number();
        made.left = in_.number() / 8;
        made.up = in_.number() / 8;
        return made;
    }
    int32_t small() { return static_cast<int32_t>(in_.byte() % 5) - 2; }
    carom_announcement announcement() {
        carom_announcement made{};
        for (int32_t* number : {&made.ball, &made.pocket, &made.safety, &made.push_out, &made.colour})
            *number = small();
        return made;
    }
    carom_game_state any_game() {
        carom_game_state made{};
        made.kind = static_cast<int32_t>(in_.byte() % 7) - 1;
        if (in_.byte() % 2 == 0) return made;
        for (int32_t* number : {&made.shooter, &made.is_break, &made.may_push_out, &made.may_pass, made.fouls,
                                made.fouls + 1, made.points, made.points + 1, made.groups, made.groups + 1,
                                &made.on, &made.behind_line, &made.distance})
            *number = small();
        return made;
    }
    carom_strike_columns strike_columns() {
        carom_strike_columns made{doubles(), doubles(), doubles(), doubles(), doubles(), {}};
        if (in_.byte() % 4 == 0) made.cue_ball = {whole_.data(), in_.byte() % std::size_t{9}, 0};
        return made;
    }
    carom_outcome_columns outcome_columns() {
        carom_outcome_columns made{};
        made.x = doubles_out();
        made.duration = doubles_out();
        made.first_hit = ints_out();
        return made;
    }
};

}  // namespace carom::fuzz
