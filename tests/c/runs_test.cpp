// Promise: simulations, recordings, proofs and shots through C have the bits of the C++ library.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

#include "c/c_test.hpp"
#include "carom/billiards/referee.hpp"
#include "carom/billiards/shot.hpp"
#include "carom/record/trajectory.hpp"
#include "carom/scene_text/scene_file.hpp"
#include "carom/scene_text/table_scene_file.hpp"
#include "carom/sim/simulation.hpp"
#include "support/directory.hpp"

namespace carom::test {
namespace {

void open_gas(OwnedScene& scene) {
    ASSERT_EQ(carom_scene_parse(kGas.data(), kGas.size(), "gas.toml", scene.put()), CAROM_OK)
        << carom_message();
}

std::string bytes_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

TEST(CSimulation, HasTheEventsOfTheLibrary) {
    OwnedScene scene;
    open_gas(scene);
    carom_scene_info about{};
    ASSERT_EQ(carom_scene_describe(scene, &about), CAROM_OK);
    EXPECT_EQ(about.dimension, 3);
    EXPECT_EQ(about.balls, 100U);
    EXPECT_TRUE(std::isinf(about.until));
    OwnedSimulation simulation;
    ASSERT_EQ(carom_simulation_create(scene, simulation.put()), CAROM_OK);
    const auto file = parse_scene(kGas, "gas.toml");
    auto expected = Simulation<3>::create(std::get<Scene<3>>(file->scene));
    std::vector<carom_event> events(100);
    std::size_t all = 0;
    for (bool ends = false; !ends;) {
        std::size_t count = 0;
        const carom_status status =
            carom_simulation_events(simulation, 5, events.size(), events.data(), &count);
        ends = status == CAROM_END;
        ASSERT_TRUE(ends || status == CAROM_OK);
        for (std::size_t k = 0; k < count; ++k, ++all) {
            const auto event = expected->next_event(5);
            ASSERT_TRUE(event);
            ASSERT_EQ(events[k].time, expected->seconds(event->time));
            ASSERT_EQ(events[k].ball, event->ball);
            ASSERT_EQ(events[k].velocity[2], event->ball_after.velocity[2]);
            ASSERT_EQ(events[k].other_position[0], event->other_after.position[0]);
        }
    }
    EXPECT_FALSE(expected->next_event(5));
    EXPECT_GT(all, 200U);
    carom_simulation_info info{};
    ASSERT_EQ(carom_simulation_describe(simulation, &info), CAROM_OK);
    EXPECT_EQ(info.ball_ball, all);
    EXPECT_EQ(info.now, 5);
    EXPECT_EQ(info.stop_reason, CAROM_TIME_REACHED);
    EXPECT_EQ(info.kinetic_energy, expected->kinetic_energy());
    std::vector<double> x(100), z(100);
    const carom_doubles_out position[3] = {doubles_out(x), {}, doubles_out(z)};
    std::vector<double> vy(100);
    const carom_doubles_out velocity[3] = {{}, doubles_out(vy), {}};
    ASSERT_EQ(carom_simulation_states(simulation, position, velocity), CAROM_OK);
    EXPECT_EQ(vy[17], expected->velocity_now(17)[1]);
    EXPECT_EQ(x[17], expected->position_now(17)[0]);
    EXPECT_EQ(z[99], expected->position_now(99)[2]);
}

TEST(CSimulation, ACopyGoesOnWithTheSameBits) {
    OwnedScene scene;
    open_gas(scene);
    OwnedSimulation first, second;
    ASSERT_EQ(carom_simulation_create(scene, first.put()), CAROM_OK);
    ASSERT_EQ(carom_simulation_advance(first, 1e9, 500, nullptr, nullptr), CAROM_OK);
    ASSERT_EQ(carom_simulation_copy(first, second.put()), CAROM_OK);
    for (int k = 0; k < 200; ++k) {
        carom_event a{}, b{};
        ASSERT_EQ(carom_simulation_next(first, 1e9, &a), CAROM_OK);
        ASSERT_EQ(carom_simulation_next(second, 1e9, &b), CAROM_OK);
        ASSERT_EQ(a.time, b.time);
        ASSERT_EQ(a.velocity[0], b.velocity[0]);
    }
}

TEST(CSimulation, OneThatWasSavedGoesOnWithTheSameBits) {
    const Directory directory;
    const std::string path = (directory / "c.checkpoint").string();
    OwnedScene scene;
    open_gas(scene);
    OwnedSimulation first, second;
    ASSERT_EQ(carom_simulation_create(scene, first.put()), CAROM_OK);
    ASSERT_EQ(carom_simulation_record(first, (directory / "c.carom").c_str()), CAROM_OK);
    ASSERT_EQ(carom_simulation_advance(first, 1e9, 500, nullptr, nullptr), CAROM_OK);
    ASSERT_EQ(carom_simulation_save(first, path.c_str()), CAROM_OK) << carom_message();
    ASSERT_EQ(carom_simulation_resume(scene, path.c_str(), second.put()), CAROM_OK) << carom_message();
    for (int k = 0; k < 2000; ++k) {
        carom_event a{}, b{};
        ASSERT_EQ(carom_simulation_next(first, 1e9, &a), CAROM_OK);
        ASSERT_EQ(carom_simulation_next(second, 1e9, &b), CAROM_OK);
        ASSERT_EQ(a.time, b.time);
        ASSERT_EQ(a.ball, b.ball);
        ASSERT_EQ(a.velocity[0], b.velocity[0]);
    }
    carom_simulation_info a{}, b{};
    ASSERT_EQ(carom_simulation_describe(first, &a), CAROM_OK);
    ASSERT_EQ(carom_simulation_describe(second, &b), CAROM_OK);
    EXPECT_EQ(a.ball_ball, b.ball_ball);
    EXPECT_EQ(a.kinetic_energy, b.kinetic_energy);
    EXPECT_EQ(carom_simulation_finish_record(second), CAROM_BAD_ARGUMENT);
}

TEST(CSimulation, ACheckpointOfSomethingElseIsRefused) {
    const Directory directory;
    const std::string path = (directory / "c.checkpoint").string();
    OwnedScene gas, other, flat;
    open_gas(gas);
    std::string text = kGas;
    text.replace(text.find("seed = 3"), 8, "seed = 4");
    ASSERT_EQ(carom_scene_parse(text.data(), text.size(), "other.toml", other.put()), CAROM_OK);
    const std::string two = "dimension = 2\n[[balls]]\nposition = [0, 0]\nradius = 1\nmass = 1\n";
    ASSERT_EQ(carom_scene_parse(two.data(), two.size(), "flat.toml", flat.put()), CAROM_OK)
        << carom_message();
    OwnedSimulation simulation;
    ASSERT_EQ(carom_simulation_create(gas, simulation.put()), CAROM_OK);
    EXPECT_EQ(carom_simulation_save(simulation, nullptr), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_simulation_save(simulation, (directory / "no" / "such").c_str()), CAROM_FILE_ERROR);
    ASSERT_EQ(carom_simulation_save(simulation, path.c_str()), CAROM_OK);
    carom_simulation* none = nullptr;
    EXPECT_EQ(carom_simulation_resume(other, path.c_str(), &none), CAROM_BAD_INPUT);
    EXPECT_NE(std::string(carom_message()), "");
    EXPECT_EQ(carom_simulation_resume(flat, path.c_str(), &none), CAROM_BAD_INPUT);
    EXPECT_STREQ(carom_message(), "the checkpoint is of a scene in 3 dimensions");
    EXPECT_EQ(carom_simulation_resume(gas, (directory / "none").c_str(), &none), CAROM_FILE_ERROR);
    EXPECT_EQ(carom_simulation_resume(gas, path.c_str(), nullptr), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_simulation_resume(nullptr, path.c_str(), &none), CAROM_BAD_HANDLE);
    std::string bytes = bytes_of(path);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    std::ofstream(path, std::ios::binary) << bytes;
    EXPECT_EQ(carom_simulation_resume(gas, path.c_str(), &none), CAROM_FILE_ERROR);
    EXPECT_NE(std::string(carom_message()).find("its checksum is wrong"), std::string::npos);
    EXPECT_EQ(none, nullptr);
}

TEST(CSimulation, ARecordingIsTheLibrarysAndIsProvedAndMeasured) {
    const Directory directory;
    const std::string path = (directory / "c.carom").string(), other = (directory / "cpp.carom").string();
    OwnedScene scene;
    open_gas(scene);
    {
        OwnedSimulation simulation;
        ASSERT_EQ(carom_simulation_create(scene, simulation.put()), CAROM_OK);
        ASSERT_EQ(carom_simulation_record(simulation, path.c_str()), CAROM_OK) << carom_message();
        EXPECT_EQ(carom_simulation_advance(simulation, 8, UINT64_MAX, nullptr, nullptr), CAROM_END);
        ASSERT_EQ(carom_simulation_finish_record(simulation), CAROM_OK);
        EXPECT_EQ(carom_simulation_finish_record(simulation), CAROM_BAD_ARGUMENT);
        EXPECT_EQ(carom_simulation_record(simulation, path.c_str()), CAROM_BAD_ARGUMENT);
        EXPECT_STREQ(carom_message(), "a recording begins at time 0");
    }
    const auto file = parse_scene(kGas, "gas.toml");
    const auto& same = std::get<Scene<3>>(file->scene);
    auto simulation = Simulation<3>::create(same);
    TrajectoryStart<3> start{same, simulation->epoch_length()};
    start.scene.law.elastic_below = simulation->elastic_below();
    auto writer = TrajectoryWriter<3>::create(other, start);
    while (const auto event = simulation->next_event(8)) writer->write(*event);
    ASSERT_FALSE(writer->close(simulation->now()));
    EXPECT_EQ(bytes_of(path), bytes_of(other));

    carom_check_report report{};
    ASSERT_EQ(carom_check(path.c_str(), nullptr, nullptr, &report), CAROM_OK) << carom_message();
    EXPECT_EQ(report.faults, 0U);
    EXPECT_EQ(report.closed, 1);
    EXPECT_EQ(report.end, 8);
    std::vector<carom_measurement> numbers(64);
    std::size_t count = 0;
    ASSERT_EQ(carom_measure(path.c_str(), 0, nullptr, nullptr, 64, numbers.data(), &count), CAROM_OK);
    ASSERT_GT(count, 5U);
    EXPECT_STREQ(numbers[0].name, "temperature.kt");
    EXPECT_NEAR(numbers[0].value, 100.0 / 99, 1e-9);

    OwnedTrajectory trajectory;
    ASSERT_EQ(carom_trajectory_open(path.c_str(), trajectory.put()), CAROM_OK);
    std::vector<double> x(100), vx(100), again(100);
    const carom_doubles_out position[3] = {doubles_out(x), {}, {}}, velocity[3] = {doubles_out(vx), {}, {}};
    ASSERT_EQ(carom_trajectory_states(trajectory, 8, position, velocity), CAROM_OK) << carom_message();
    EXPECT_EQ(x[5], simulation->position_now(5)[0]);
    EXPECT_EQ(vx[5], simulation->state(5).velocity[0]);
    ASSERT_EQ(carom_trajectory_states(trajectory, 2, position, nullptr), CAROM_OK);
    const carom_doubles_out once_more[3] = {doubles_out(again), {}, {}};
    ASSERT_EQ(carom_trajectory_states(trajectory, 1, once_more, nullptr), CAROM_OK);
    ASSERT_EQ(carom_trajectory_states(trajectory, 2, once_more, nullptr), CAROM_OK);
    EXPECT_EQ(x, again);
    EXPECT_EQ(carom_trajectory_states(trajectory, 8.5, position, nullptr), CAROM_END);
    std::ofstream(path, std::ios::app) << "more";
    EXPECT_EQ(carom_trajectory_states(trajectory, 1, position, nullptr), CAROM_FILE_ERROR);
    EXPECT_NE(std::string(carom_message()).find("has changed since"), std::string::npos) << carom_message();
}

TEST(CSimulation, TheCallersFunctionStopsIt) {
    OwnedScene scene;
    open_gas(scene);
    OwnedSimulation simulation;
    ASSERT_EQ(carom_simulation_create(scene, simulation.put()), CAROM_OK);
    int asked = 0;
    const carom_go_on go_on = [](void* context, double share) {
        EXPECT_EQ(share, -1);
        return ++*static_cast<int*>(context) < 3 ? 1 : 0;
    };
    EXPECT_EQ(carom_simulation_advance(simulation, 1e9, UINT64_MAX, go_on, &asked), CAROM_STOPPED);
    EXPECT_EQ(asked, 3);
}

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
    EXPECT_EQ(carom_game_create(table_, 9, &game), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_game_create(table_, CAROM_THREE_CUSHION, &game), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "three-cushion needs three balls");
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
