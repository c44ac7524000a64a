// Cascades of impacts that come to an end, however many they are, and bouncing that does not. A ball with
// 100,000 impacts within an epoch was said to be jammed: found by a teacher who let balls count digits of pi
// (G. Galperin, "Playing pool with pi", 2003).
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "carom/sim/simulation.hpp"

namespace carom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Outcome {
    StopReason why = StopReason::none;
    std::uint64_t impacts = 0;
    Vec2d velocity;  // of the last ball at the end
};

Outcome outcome_of(const Scene<2>& scene, double until = kInfinity) {
    auto simulation = Simulation<2>::create(scene);
    EXPECT_TRUE(simulation);
    Outcome outcome;
    while (const auto event = simulation->next_event(until)) outcome.impacts += ends_impact(*event) ? 1 : 0;
    outcome.why = simulation->stop_reason();
    outcome.velocity = simulation->state(scene.balls.size() - 1).velocity;
    return outcome;
}

/// A light ball between a wall and a heavy one that comes. `room` is that of the light ball at the wall.
Scene<2> digits_of_pi(double mass_ratio, double room) {
    Scene<2> scene;
    scene.world.walls = {{"wall", {{1, 0}, 0}}};
    scene.balls = {{"light", {0.5 + room, 0}, {}, 0.5, 1}, {"heavy", {5, 0}, {-1, 0}, 0.5, mass_ratio}};
    return scene;
}

TEST(FieldCascades, BallsCountDigitsOfPi) {
    std::uint64_t expected = 3'141'592;
    for (int k = 6; k >= 0; --k, expected /= 10) {
        const Outcome outcome = outcome_of(digits_of_pi(std::pow(100.0, k), 1.5));
        EXPECT_EQ(outcome.why, StopReason::no_more_events) << "100^" << k;
        EXPECT_EQ(outcome.impacts, expected) << "100^" << k;
        EXPECT_GE(outcome.velocity[0], 0) << "100^" << k;
    }
}

/// The impacts of a ball that touches the wall happen in no time at all.
TEST(FieldCascades, BallsCountThemInNoTimeToo) {
    std::uint64_t expected = 3'141'592;
    for (int k = 6; k >= 0; --k, expected /= 10) {
        Scene<2> scene = digits_of_pi(std::pow(100.0, k), 0);
        scene.law.contact_tolerance = 0;
        const Outcome outcome = outcome_of(scene);
        EXPECT_EQ(outcome.why, StopReason::no_more_events) << "100^" << k;
        EXPECT_EQ(outcome.impacts, expected) << "100^" << k;
    }
}

TEST(FieldCascades, CascadesWithLossesEnd) {
    for (const double restitution : {0.9, 0.999, 0.99999}) {
        Scene<2> scene = digits_of_pi(1e10, 1.5);
        scene.law.restitution_balls = scene.law.restitution_walls = restitution;
        EXPECT_NE(outcome_of(scene, 100).why, StopReason::jammed) << restitution;
    }
}

/// S. McNamara, W. R. Young (1992): three balls collapse below 0.072.
TEST(FieldCascades, InelasticCollapseEndsSoon) {
    for (const double restitution : {0.0, 0.01, 0.05, 0.07}) {
        for (const double elastic_below : {0x1p-20, 1e-12, 0.0}) {
            Scene<2> scene;
            scene.law.contact_tolerance = 0;
            scene.law.restitution_balls = restitution;
            scene.law.elastic_below = elastic_below;
            scene.balls = {{"", {0, 0}, {1, 0}, 0.5, 1},
                           {"", {1.5, 0}, {0, 0}, 0.5, 1},
                           {"", {3.25, 0}, {-1, 0}, 0.5, 1}};
            EXPECT_LT(outcome_of(scene, 100).impacts, 300'000U) << restitution << ' ' << elastic_below;
        }
    }
}

TEST(FieldCascades, ABallInAnInelasticCornerEndsSoon) {
    for (const double tolerance : {0.0, 1e-12}) {
        for (const double restitution : {0.0, 0.5, 0.9}) {
            for (const double slope : {1.0, 1e-2, 1e-4}) {
                Scene<2> scene;
                scene.law.contact_tolerance = tolerance;
                scene.law.restitution_walls = restitution;
                scene.world.walls = {{"below", {{-slope, 1}, 0}}, {"above", {{-slope, -1}, 0}}};
                scene.balls = {{"ball", {-2 / slope, 0.1}, {1 / slope, 0}, 0.5, 1}};
                EXPECT_LT(outcome_of(scene, 10).impacts, 1'000'000U) << restitution << ' ' << slope;
            }
        }
    }
}

/// Between immovable balls that leave them less room than counts, three balls bounce without end.
TEST(FieldCascades, BallsInACageJam) {
    Scene<2> scene;
    scene.law.contact_tolerance = 0;
    const double room = 1e-12;
    for (int i = 0; i < 5; ++i) {
        const bool is_post = i == 0 || i == 4;
        scene.balls.push_back(
            {"", {i * (1 + room), 0}, {is_post ? 0.0 : 1.0 / i, 0}, 0.5, is_post ? immovable : 1.0 + i});
    }
    const Outcome outcome = outcome_of(scene, 10);
    EXPECT_EQ(outcome.why, StopReason::jammed);
    EXPECT_LT(outcome.impacts, 3'000'000U);
}

}  // namespace
}  // namespace carom
