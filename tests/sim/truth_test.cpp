// Exact trajectories, computed with 100 decimal digits by brute force over all pairs: every event in order,
// and times within 1e-12 and 1e-9 for as many events as double precision can give.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "carom/sim/simulation.hpp"

namespace carom {
namespace {

using nlohmann::json;

double number(const json& text) {
    return std::stod(text.get<std::string>());
}

Vec2d vec(const json& pair) {
    return {number(pair[0]), number(pair[1])};
}

Scene<2> scene_of(const json& file) {
    const json& initial = file["initial"];
    Scene<2> scene;
    scene.name = file["name"];
    scene.world.box.upper = vec(initial["box"]);
    const Boundary boundary = initial["periodic"].get<bool>() ? Boundary::periodic : Boundary::wall;
    scene.world.boundary = {boundary, boundary};
    scene.law.restitution_balls = number(initial["restitution"]);
    scene.law.restitution_walls = number(initial["wall_restitution"]);
    for (std::size_t i = 0; i < initial["pos"].size(); ++i) {
        scene.balls.push_back({std::to_string(i), vec(initial["pos"][i]), vec(initial["vel"][i]),
                               number(initial["rad"][i]), number(initial["mass"][i])});
    }
    return scene;
}

/// How many events from the first on keep each bound.
struct Case {
    const char* file;
    std::size_t within_1e12;
    std::size_t within_1e9;
};

void PrintTo(const Case& c, std::ostream* out) {
    *out << c.file;
}

class Truth : public testing::TestWithParam<Case> {};

TEST_P(Truth, EveryEventInOrderAndOnTime) {
    std::ifstream stream(std::string(CAROM_SOURCE_DIR "/tests/data/") + GetParam().file);
    const json file = json::parse(stream);
    auto simulation = Simulation<2>::create(scene_of(file));
    ASSERT_TRUE(simulation);
    const json& events = file["events"];
    for (std::size_t i = 0; i < events.size(); ++i) {
        const json& expected = events[i];
        const auto event = simulation->next_event();
        ASSERT_TRUE(event);
        const bool pair = expected["type"] == "pair";
        ASSERT_EQ(event->kind, pair ? EventKind::ball_ball : EventKind::ball_wall) << "event " << i;
        ASSERT_EQ(event->ball, expected["i"].get<std::uint32_t>()) << "event " << i;
        const std::uint32_t other =
            pair ? expected["j"].get<std::uint32_t>()
                 : 2 * expected["axis"].get<std::uint32_t>() + expected["side"].get<std::uint32_t>();
        ASSERT_EQ(event->other, other) << "event " << i;
        const double error = std::fabs(simulation->seconds(event->time) - number(expected["t"]));
        const double bound = i < GetParam().within_1e12 ? 1e-12 : i < GetParam().within_1e9 ? 1e-9 : HUGE_VAL;
        EXPECT_LT(error, bound) << "event " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Exact, Truth,
                         testing::Values(Case{"S1_four_disks_box.json", 53, 80},
                                         Case{"S5_pool_break_16.json", 21, 80},
                                         Case{"S7_periodic_2d_14_mixed.json", 41, 88}));

}  // namespace
}  // namespace carom
