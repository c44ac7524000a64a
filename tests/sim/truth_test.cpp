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

template <int N>
Vec<double, N> vec(const json& numbers) {
    Vec<double, N> x;
    for (int k = 0; k < N; ++k) x[k] = number(numbers[static_cast<std::size_t>(k)]);
    return x;
}

template <int N>
Scene<N> scene_of(const json& file) {
    const json& initial = file["initial"];
    Scene<N> scene;
    scene.name = file["name"];
    scene.world.box.upper = vec<N>(initial["box"]);
    scene.world.boundary.fill(initial["periodic"].get<bool>() ? Boundary::periodic : Boundary::wall);
    if (initial.contains("gravity")) scene.world.gravity = vec<N>(initial["gravity"]);
    scene.law.restitution_balls = number(initial["restitution"]);
    scene.law.restitution_walls = number(initial["wall_restitution"]);
    for (std::size_t i = 0; i < initial["pos"].size(); ++i) {
        scene.balls.push_back({std::to_string(i), vec<N>(initial["pos"][i]), vec<N>(initial["vel"][i]),
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

template <int N>
void expect_exact_events(const json& file, const Case& bounds) {
    auto simulation = Simulation<N>::create(scene_of<N>(file));
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
        const double bound = i < bounds.within_1e12 ? 1e-12 : i < bounds.within_1e9 ? 1e-9 : HUGE_VAL;
        EXPECT_LT(error, bound) << "event " << i;
    }
}

TEST_P(Truth, EveryEventInOrderAndOnTime) {
    std::ifstream stream(std::string(CAROM_SOURCE_DIR "/tests/data/") + GetParam().file);
    const json file = json::parse(stream);
    if (file["dim"] == 2) {
        expect_exact_events<2>(file, GetParam());
    } else {
        expect_exact_events<3>(file, GetParam());
    }
}

INSTANTIATE_TEST_SUITE_P(Exact, Truth,
                         testing::Values(Case{"S1_four_disks_box.json", 53, 80},
                                         Case{"S4_mixed_box_gravity_inelastic.json", 76, 120},
                                         Case{"S5_pool_break_16.json", 21, 80},
                                         Case{"S7_periodic_2d_14_mixed.json", 41, 88}));

}  // namespace
}  // namespace carom
