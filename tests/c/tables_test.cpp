// Promise: shots, batches and games through C have the bits and the rulings of the C++ library.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "c/c_test.hpp"
#include "carom/billiards/referee.hpp"
#include "carom/billiards/shot.hpp"
#include "carom/record/shot_file.hpp"
#include "carom/scene_text/table_scene_file.hpp"
#include "support/directory.hpp"

namespace carom::test {
namespace {

class CTable : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(carom_table_parse(kTwoBalls.data(), kTwoBalls.size(), "t.toml", table_.put()), CAROM_OK)
            << carom_message();
        ASSERT_EQ(carom_player_create(table_, player_.put()), CAROM_OK);
    }

    OwnedTable table_;
    OwnedPlayer player_;
};

TEST_F(CTable, PlaysTheShotOfTheLibrary) {
    const auto file = parse_table_scene(kTwoBalls, "t.toml");
    billiards::ShotPlayer expected(file->scene.setup);
    expected.play(file->scene.start, file->scene.shots[0].shot, billiards::Detail::every_motion);
    carom_strike strike{};
    ASSERT_EQ(carom_table_shot(table_, 0, &strike), CAROM_OK);
    EXPECT_EQ(strike.up, 0.2);
    std::size_t count = 0;
    ASSERT_EQ(carom_play(player_, nullptr, 0, &strike, &count), CAROM_OK) << carom_message();
    ASSERT_EQ(count, expected.events().size());
    std::vector<carom_shot_event> events(count);
    ASSERT_EQ(carom_player_events(player_, 0, count, events.data()), CAROM_OK);
    for (std::size_t k = 0; k < count; ++k) {
        EXPECT_EQ(events[k].time, expected.events()[k].time);
        EXPECT_EQ(events[k].kind, static_cast<int32_t>(expected.events()[k].kind));
        EXPECT_EQ(events[k].ball_after.spin[2], expected.events()[k].ball_after.spin[2]);
    }
    carom_ball_state states[2];
    ASSERT_EQ(carom_player_states(player_, INFINITY, 2, states), CAROM_OK);
    EXPECT_EQ(states[0].position[0], expected.final_states()[0].position[0]);
    ASSERT_EQ(carom_player_states(player_, 0, 2, states), CAROM_OK);
    EXPECT_EQ(states[0].position[0], 0.4);
}

TEST_F(CTable, ABatchHasTheOutcomesOfSingleShots) {
    constexpr std::size_t kShots = 500;
    std::vector<double> speed(kShots, 2), direction(kShots), x(2 * kShots), duration(kShots);
    std::vector<int32_t> pocket(2 * kShots), hit(kShots);
    for (std::size_t k = 0; k < kShots; ++k) direction[k] = 60 + 0.03 * static_cast<double>(k);
    carom_strike_columns strikes{};
    strikes.speed = doubles(speed);
    strikes.direction = doubles(direction);
    carom_outcome_columns outcomes{};
    outcomes.x = doubles_out(x);
    outcomes.duration = doubles_out(duration);
    outcomes.pocket = ints_out(pocket);
    outcomes.first_hit = ints_out(hit);
    ASSERT_EQ(carom_play_batch(table_, &strikes, &outcomes, 3, nullptr, nullptr), CAROM_OK)
        << carom_message();
    int sunk = 0;
    for (std::size_t k = 0; k < kShots; ++k) {
        const carom_strike strike{0, 2, direction[k], 0, 0, 0};
        std::size_t count = 0;
        ASSERT_EQ(carom_play(player_, nullptr, 0, &strike, &count), CAROM_OK);
        carom_ball_state states[2];
        ASSERT_EQ(carom_player_states(player_, INFINITY, 2, states), CAROM_OK);
        if (states[0].phase != CAROM_POCKETED) {
            EXPECT_EQ(states[0].position[0], x[2 * k]);
        }
        EXPECT_EQ(states[1].phase == CAROM_POCKETED, pocket[2 * k + 1] >= 0);
        sunk += pocket[2 * k + 1] >= 0 ? 1 : 0;
    }
    EXPECT_GT(sunk, 5);
    const carom_go_on stop = [](void*, double) { return 0; };
    EXPECT_EQ(carom_play_batch(table_, &strikes, &outcomes, 1, stop, nullptr), CAROM_STOPPED);
}

TEST_F(CTable, ShotsAreRecordedOneAfterTheOther) {
    const Directory directory;
    const std::string path = directory / "shots.carom";
    carom_planned_shot shots[3] = {{{0, 2, 67.5, 0, 0, 0}, 0, {0, 0}},
                                   {{0, 1, 100, 0, 0, 0.1}, 1, {0.5, 0.4}},
                                   {{1, 1, 200, 0, 0, 0}, 1, {0.6, 1.5}}};
    ASSERT_EQ(carom_record_shots(table_, nullptr, 0, shots, 3, path.c_str()), CAROM_OK) << carom_message();
    carom_check_report report;
    ASSERT_EQ(carom_check(path.c_str(), nullptr, nullptr, &report), CAROM_OK) << carom_message();
    EXPECT_EQ(report.faults, 0U);
    EXPECT_GT(report.records, 10U);
    shots[1].place[0] = 99;
    EXPECT_EQ(carom_record_shots(table_, nullptr, 0, shots, 3, path.c_str()), CAROM_BAD_ARGUMENT);
    shots[1].place[0] = NAN;
    EXPECT_EQ(carom_record_shots(table_, nullptr, 0, shots, 3, path.c_str()), CAROM_BAD_ARGUMENT);
    EXPECT_NE(std::string(carom_message()).find("shots[1]: place"), std::string::npos) << carom_message();
}

TEST_F(CTable, AGameIsRuledAsTheLibraryRules) {
    carom_game* game = nullptr;
    ASSERT_EQ(carom_game_create(table_, CAROM_NINE_BALL, &game), CAROM_OK) << carom_message();
    carom_ruling ruling;
    EXPECT_EQ(carom_game_rule(game, player_, nullptr, &ruling), CAROM_BAD_ARGUMENT);
    const auto scene = parse_table_scene(kTwoBalls, "two");
    const std::vector<int> numbers{0, 1};
    billiards::ShotPlayer player(scene->scene.setup);
    billiards::NineBallState state;
    int wins = 0;
    for (const double direction : {10.0, 67.5, 80.0, 67.51, 68.0}) {
        const carom_strike strike{0, 1.5, direction, 0, 0, 0};
        std::size_t count = 0;
        ASSERT_EQ(carom_play(player_, nullptr, 0, &strike, &count), CAROM_OK);
        ASSERT_EQ(carom_game_rule(game, player_, nullptr, &ruling), CAROM_OK) << carom_message();
        player.play(scene->scene.start, billiards::Shot{0, {1.5, direction}});
        const auto expected =
            rule_nine_ball(state, facts_of(scene->scene.start, player.events(), 0), numbers);
        unsigned fouls = 0;
        for (const billiards::Foul foul : expected.fouls) fouls |= 1U << static_cast<unsigned>(foul);
        EXPECT_EQ(ruling.fouls, fouls) << direction;
        EXPECT_EQ(ruling.shooter, expected.next.shooter);
        EXPECT_EQ(ruling.ball_in_hand != 0, expected.ball_in_hand);
        EXPECT_EQ(ruling.continues != 0, expected.continues);
        EXPECT_EQ(ruling.winner, expected.winner);
        wins += ruling.winner >= 0 ? 1 : 0;
        state = expected.next;
        if (wins > 0) break;
    }
    EXPECT_EQ(carom_game_free(game), CAROM_OK);
    ASSERT_EQ(carom_game_create(table_, CAROM_TEN_BALL, &game), CAROM_OK) << carom_message();
    const carom_strike pots{0, 1.5, 67.51, 0, 0, 0};
    std::size_t played = 0;
    ASSERT_EQ(carom_play(player_, nullptr, 0, &pots, &played), CAROM_OK);
    const carom_announcement elsewhere{1, 0, 0, 0, 0};
    ASSERT_EQ(carom_game_rule(game, player_, &elsewhere, &ruling), CAROM_OK) << "the break is not called";
    EXPECT_EQ(ruling.continues, 1);
    ASSERT_EQ(carom_game_rule(game, player_, &elsewhere, &ruling), CAROM_OK) << carom_message();
    EXPECT_EQ(ruling.fouls, 0U);
    EXPECT_EQ(ruling.continues, 0);
    EXPECT_EQ(ruling.may_pass, 1);
    EXPECT_EQ(ruling.shooter, 1);
    EXPECT_EQ(carom_game_pass(game), CAROM_OK) << carom_message();
    EXPECT_EQ(carom_game_pass(game), CAROM_BAD_ARGUMENT) << "once";
    EXPECT_STREQ(carom_message(), "the shot cannot be given back");
    ASSERT_EQ(carom_game_rule(game, player_, &elsewhere, &ruling), CAROM_OK);
    EXPECT_EQ(ruling.shooter, 1) << "player 0 had the shot again";
    const carom_announcement unknown{2, -1, 0, 0, 0};
    EXPECT_EQ(carom_game_rule(game, player_, &unknown, &ruling), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "there is no such ball to be called");
    const carom_announcement cue_ball{0, -1, 0, 0, 0};
    EXPECT_EQ(carom_game_rule(game, player_, &cue_ball, &ruling), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "this ball cannot be called in this game");
    const carom_announcement no_pocket{1, 6, 0, 0, 0};
    EXPECT_EQ(carom_game_rule(game, player_, &no_pocket, &ruling), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "pocket 6 was called, and the table has 6");
    const carom_announcement no_colour{-1, -1, 0, 0, 8};
    EXPECT_EQ(carom_game_rule(game, player_, &no_colour, &ruling), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_game_free(game), CAROM_OK);
    EXPECT_EQ(carom_game_create(table_, 9, &game), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_game_create(table_, CAROM_THREE_CUSHION, &game), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "three-cushion needs three balls");
}

TEST_F(CTable, AGameGoesOnWhereItWasLeft) {
    carom_game* game = nullptr;
    const carom_game_state left{CAROM_TEN_BALL, 1, 0, 1, 1, {0, 2}, {0, 0}, {0, 0}, 0, 0, 0};
    ASSERT_EQ(carom_game_continue(table_, &left, &game), CAROM_OK) << carom_message();
    carom_game_state found{};
    ASSERT_EQ(carom_game_state_of(game, &found), CAROM_OK) << carom_message();
    EXPECT_EQ(std::memcmp(&found, &left, sizeof left), 0);
    EXPECT_EQ(carom_game_pass(game), CAROM_OK) << "as the ruling before allowed";
    EXPECT_EQ(carom_game_free(game), CAROM_OK);
    ASSERT_EQ(carom_game_continue(table_, &left, &game), CAROM_OK);
    const carom_strike misses{0, 0.3, 250, 0, 0, 0};
    std::size_t played = 0;
    ASSERT_EQ(carom_play(player_, nullptr, 0, &misses, &played), CAROM_OK);
    carom_ruling ruling;
    ASSERT_EQ(carom_game_rule(game, player_, nullptr, &ruling), CAROM_OK) << carom_message();
    EXPECT_EQ(ruling.winner, 0) << "the third foul in a row";
    EXPECT_EQ(carom_game_state_of(game, &found), CAROM_BAD_ARGUMENT) << "the game is over";
    EXPECT_EQ(carom_game_free(game), CAROM_OK);
    for (int32_t carom_game_state::*number : {&carom_game_state::kind, &carom_game_state::shooter,
                                              &carom_game_state::is_break, &carom_game_state::behind_line}) {
        carom_game_state wrong = left;
        wrong.*number = 7;
        EXPECT_EQ(carom_game_continue(table_, &wrong, &game), CAROM_BAD_ARGUMENT);
        EXPECT_STREQ(carom_message(), "state: no game stands so");
    }
}

TEST_F(CTable, ACueBallInHandIsPlayedFromBehindTheHeadString) {
    const std::string text =
        "[table]\nkind = \"pool_9_foot\"\n[[balls]]\nname = \"cue\"\nposition = [0.4, 0.3]\n"
        "[[balls]]\nname = \"1\"\nposition = [0.9, 0.3]\n[[balls]]\nname = \"9\"\nposition = [0.3, 2.2]\n";
    OwnedTable table;
    ASSERT_EQ(carom_table_parse(text.data(), text.size(), "eight", table.put()), CAROM_OK) << carom_message();
    carom_player* player = nullptr;
    ASSERT_EQ(carom_player_create(table, &player), CAROM_OK);
    carom_game_state state{};
    state.kind = CAROM_EIGHT_BALL;
    const carom_strike straight{0, 2, 0, 0, 0, 0};
    std::size_t played = 0;
    ASSERT_EQ(carom_play(player, nullptr, 0, &straight, &played), CAROM_OK);
    for (const int32_t in_hand : {0, 1}) {
        state.behind_line = in_hand;
        carom_game* game = nullptr;
        ASSERT_EQ(carom_game_continue(table, &state, &game), CAROM_OK) << carom_message();
        carom_game_state found{};
        ASSERT_EQ(carom_game_state_of(game, &found), CAROM_OK);
        EXPECT_EQ(found.behind_line, in_hand);
        carom_ruling ruling;
        ASSERT_EQ(carom_game_rule(game, player, nullptr, &ruling), CAROM_OK) << carom_message();
        EXPECT_EQ(ruling.fouls, static_cast<uint32_t>(in_hand) * CAROM_FOUL_HEAD_STRING_NOT_CROSSED);
        ASSERT_EQ(carom_game_state_of(game, &found), CAROM_OK);
        EXPECT_EQ(found.behind_line, 0);
        EXPECT_EQ(carom_game_free(game), CAROM_OK);
    }
    EXPECT_EQ(carom_player_free(player), CAROM_OK);
}

TEST_F(CTable, ARecordedGamePutsBallsBack) {
    const std::string text =
        "[table]\nkind = \"pool_9_foot\"\n[[balls]]\nname = \"cue\"\nposition = [0.4, 0.6]\n"
        "[[balls]]\nname = \"9\"\nposition = [0.9, 1.8]\n[[balls]]\nname = \"1\"\nposition = [0.3, 2.2]\n";
    OwnedTable table;
    ASSERT_EQ(carom_table_parse(text.data(), text.size(), "nine", table.put()), CAROM_OK) << carom_message();
    const Directory directory;
    const std::string path = directory / "game.carom";
    const carom_game_state before{CAROM_NINE_BALL, 0, 0, 0, 0, {0, 0}, {0, 0}, {0, 0}, 0, 0, 0};
    const carom_planned_shot shots[2] = {{{0, 1.5, 67.51, 0, 0, 0}, 0, {0, 0}},
                                         {{0, 1, 200, 0, 0, 0}, 0, {0, 0}}};
    const auto end_of = [&](const carom_game_state* state, const carom_announcement* announced) {
        EXPECT_EQ(carom_record_game(table, state, nullptr, 0, shots, announced, 2, path.c_str()), CAROM_OK)
            << carom_message();
        auto reader = ShotFileReader::open(path);
        std::vector<billiards::BallState> end;
        while (const auto shot = reader->next()) end = shot->end;
        return end.at(1).phase;
    };
    EXPECT_EQ(end_of(&before, nullptr), billiards::Phase::resting) << "the 9 fell in a foul";
    EXPECT_EQ(end_of(nullptr, nullptr), billiards::Phase::pocketed) << "without a game";
    const carom_announcement wrong[2] = {{-1, -1, 0, 0, 0}, {-1, 9, 0, 0, 0}};
    EXPECT_EQ(carom_record_game(table, &before, nullptr, 0, shots, wrong, 2, path.c_str()),
              CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "shots[1]: pocket 9 was called, and the table has 6");
    const carom_game_state improper{CAROM_NINE_BALL, 2, 0, 0, 0, {0, 0}, {0, 0}, {0, 0}, 0, 0, 0};
    EXPECT_EQ(carom_record_game(table, &improper, nullptr, 0, shots, nullptr, 2, path.c_str()),
              CAROM_BAD_ARGUMENT);
}

/// The same directions as above, ruled: some shots sink the 9 after the 1, or the 1, and some meet no ball.
TEST_F(CTable, ABatchIsRuledAsEachShotAlone) {
    const std::string text =
        "[table]\nkind = \"pool_9_foot\"\n[game]\nrules = \"nine_ball\"\nbreak = false\n"
        "[[balls]]\nname = \"cue\"\nposition = [0.4, 0.6]\n[[balls]]\nname = \"1\"\nposition = [0.9, 1.8]\n"
        "[[balls]]\nname = \"9\"\nposition = [0.3, 2.2]\n";
    OwnedTable table;
    ASSERT_EQ(carom_table_parse(text.data(), text.size(), "nine", table.put()), CAROM_OK) << carom_message();
    constexpr std::size_t kShots = 200;
    std::vector<double> speed(kShots, 2), direction(kShots);
    std::vector<int32_t> fouls(kShots), continues(kShots), points(kShots), winner(kShots);
    for (std::size_t k = 0; k < kShots; ++k) direction[k] = 60 + 0.075 * static_cast<double>(k);
    carom_strike_columns strikes{};
    strikes.speed = doubles(speed);
    strikes.direction = doubles(direction);
    const carom_outcome_columns outcomes{};
    const carom_ruling_columns rulings{ints_out(fouls), ints_out(continues), ints_out(points),
                                       ints_out(winner)};
    ASSERT_EQ(carom_play_ruled_batch(table, &strikes, &outcomes, &rulings, 2, nullptr, nullptr), CAROM_OK)
        << carom_message();
    const auto scene = parse_table_scene(text, "nine");
    billiards::ShotPlayer player(scene->scene.setup);
    int legal = 0;
    for (std::size_t k = 0; k < kShots; ++k) {
        player.play(scene->scene.start, billiards::Shot{0, {2, direction[k]}});
        const auto ruling = rule_nine_ball(
            {0, false, false, {}}, facts_of(scene->scene.start, player.events(), 0), std::vector{0, 1, 9});
        int32_t bits = 0;
        for (const billiards::Foul foul : ruling.fouls) bits |= 1 << static_cast<int>(foul);
        EXPECT_EQ(fouls[k], bits) << k;
        EXPECT_EQ(continues[k], ruling.continues ? 1 : 0);
        EXPECT_EQ(points[k], 0);
        EXPECT_EQ(winner[k], ruling.winner);
        legal += bits == 0 ? 1 : 0;
    }
    EXPECT_GT(legal, 5);
    EXPECT_LT(legal, 195);
    ASSERT_EQ(carom_play_ruled_batch(table_, &strikes, &outcomes, &rulings, 1, nullptr, nullptr), CAROM_OK);
    EXPECT_EQ(fouls, std::vector<int32_t>(kShots, -1)) << "this table has no game";
    EXPECT_EQ(carom_play_ruled_batch(table, &strikes, &outcomes, nullptr, 1, nullptr, nullptr),
              CAROM_BAD_ARGUMENT);
    fouls.pop_back();
    const carom_ruling_columns short_column{ints_out(fouls), {}, {}, {}};
    EXPECT_EQ(carom_play_ruled_batch(table, &strikes, &outcomes, &short_column, 1, nullptr, nullptr),
              CAROM_BAD_ARGUMENT);
}

TEST_F(CTable, ASpottedBallIsPutBack) {
    const std::string text =
        "[table]\nkind = \"pool_9_foot\"\n[[balls]]\nname = \"cue\"\nposition = [0.4, 0.6]\n"
        "[[balls]]\nname = \"9\"\nposition = [0.9, 1.8]\n[[balls]]\nname = \"1\"\nposition = [0.3, 2.2]\n";
    carom_table* table = nullptr;
    ASSERT_EQ(carom_table_parse(text.data(), text.size(), "nine", &table), CAROM_OK) << carom_message();
    carom_player* player = nullptr;
    ASSERT_EQ(carom_player_create(table, &player), CAROM_OK);
    carom_game* game = nullptr;
    ASSERT_EQ(carom_game_create(table, CAROM_NINE_BALL, &game), CAROM_OK) << carom_message();
    carom_ball_state states[3];
    ASSERT_EQ(carom_game_start(game, 3, states), CAROM_OK);
    EXPECT_EQ(states[1].position[0], 0.9) << "the table's, before the first shot";
    const carom_strike pots{0, 1.5, 67.51, 0, 0, 0};
    std::size_t played = 0;
    ASSERT_EQ(carom_play(player, nullptr, 0, &pots, &played), CAROM_OK);
    carom_ruling ruling;
    ASSERT_EQ(carom_game_rule(game, player, nullptr, &ruling), CAROM_OK) << carom_message();
    ASSERT_EQ(ruling.spotted_count, 1);
    EXPECT_EQ(ruling.spotted[0], 1);
    ASSERT_EQ(carom_game_start(game, 3, states), CAROM_OK);
    EXPECT_EQ(states[1].phase, CAROM_RESTING);
    EXPECT_EQ(states[1].position[0], 0.635);
    EXPECT_EQ(states[1].position[1], 1.905);
    EXPECT_EQ(carom_play(player, states, 3, &pots, &played), CAROM_OK) << carom_message();
    EXPECT_EQ(carom_game_start(game, 2, states), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_game_start(game, 3, nullptr), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_game_free(game), CAROM_OK);
    EXPECT_EQ(carom_game_start(game, 3, states), CAROM_BAD_HANDLE);
    EXPECT_EQ(carom_player_free(player), CAROM_OK);
    EXPECT_EQ(carom_table_free(table), CAROM_OK);
}

TEST_F(CTable, ItsTextIsReadBack) {
    carom_ball_state start[2];
    ASSERT_EQ(carom_table_start(table_, 2, start), CAROM_OK);
    start[1].position[0] += 0.01;
    const carom_strike strike{0, 2.5, 67.25, 0, -0.125, 0};
    char text[4096];
    std::size_t length = 0;
    ASSERT_EQ(carom_table_text(table_, start, 2, &strike, sizeof text, text, &length), CAROM_OK)
        << carom_message();
    ASSERT_LT(length, sizeof text);
    carom_table* again = nullptr;
    ASSERT_EQ(carom_table_parse(text, length, "again", &again), CAROM_OK) << carom_message();
    carom_ball_state read[2];
    ASSERT_EQ(carom_table_start(again, 2, read), CAROM_OK);
    EXPECT_EQ(read[1].position[0], start[1].position[0]);
    carom_strike planned;
    ASSERT_EQ(carom_table_shot(again, 0, &planned), CAROM_OK);
    EXPECT_EQ(planned.left, -0.125);
    EXPECT_EQ(carom_table_free(again), CAROM_OK);
    EXPECT_EQ(carom_table_text(table_, start, 2, &strike, 5, text, &length), CAROM_OK);
    EXPECT_EQ(std::string(text).size(), 4U);
    EXPECT_EQ(carom_table_text(table_, start, 1, nullptr, 0, nullptr, &length), CAROM_BAD_ARGUMENT);
}

TEST_F(CTable, WhatCannotBePlayedIsNamed) {
    std::size_t count = 0;
    carom_strike strike{7, 2, 0, 0, 0, 0};
    EXPECT_EQ(carom_play(player_, nullptr, 0, &strike, &count), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "cue_ball: there is no such ball");
    strike = {0, -2, 0, 0, 0, 0};
    EXPECT_EQ(carom_play(player_, nullptr, 0, &strike, &count), CAROM_BAD_ARGUMENT);
    carom_ball_state start[2];
    ASSERT_EQ(carom_table_start(table_, 2, start), CAROM_OK);
    start[1].position[0] = start[0].position[0];
    start[1].position[1] = start[0].position[1];
    strike = {0, 2, 0, 0, 0, 0};
    EXPECT_EQ(carom_play(player_, start, 2, &strike, &count), CAROM_BAD_ARGUMENT);
    EXPECT_NE(std::string(carom_message()).find("overlap"), std::string::npos) << carom_message();
    EXPECT_EQ(carom_play(player_, start, 1, &strike, &count), CAROM_BAD_ARGUMENT);
    std::vector<double> one(1, 2.0), two(2);
    carom_strike_columns strikes{};
    strikes.speed = doubles(one);
    strikes.direction = doubles(two);
    const carom_outcome_columns none{};
    EXPECT_EQ(carom_play_batch(table_, &strikes, &none, 0, nullptr, nullptr), CAROM_BAD_ARGUMENT);
    char name[3];
    std::size_t length = 0;
    ASSERT_EQ(carom_table_ball_name(table_, 0, sizeof name, name, &length), CAROM_OK);
    EXPECT_EQ(length, 3U);
    EXPECT_STREQ(name, "cu");
}

}  // namespace
}  // namespace carom::test
