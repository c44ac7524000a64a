// Walls, periodic boxes, open space, immovable balls; and that every run ends.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "carom/sim/simulation.hpp"
#include "support/random_scene.hpp"

namespace carom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <int N>
Simulation<N> simulate(const Scene<N>& scene) {
    auto simulation = Simulation<N>::create(scene);
    EXPECT_TRUE(simulation);
    return std::move(*simulation);
}

/// Walls at -1 and 1, one ball of radius 0.1 in the middle.
Scene<2> between_walls(double speed) {
    Scene<2> scene;
    scene.world.box = {{-1, -1}, {1, 1}};
    scene.world.boundary = {Boundary::wall, Boundary::open};
    scene.balls = {{"ball", {0, 0}, {speed, 0}, 0.1, 1}};
    return scene;
}

TEST(Walls, BouncesBetweenTwoWallsAreCountedExactly) {
    const struct {
        double speed;
        int bounces;
    } cases[] = {{1, 6}, {5, 28}, {37, 206}, {137, 761}};
    for (const auto& [speed, bounces] : cases) {
        Simulation<2> simulation = simulate(between_walls(speed));
        int count = 0;
        while (const auto event = simulation.next_event(10)) {
            EXPECT_EQ(event->other, count % 2 == 0 ? 1U : 0U);
            ++count;
        }
        EXPECT_EQ(count, bounces);
        EXPECT_EQ(std::fabs(simulation.state(0).velocity[0]), speed);
        EXPECT_EQ(simulation.stop_reason(), StopReason::time_reached);
        EXPECT_EQ(simulation.seconds(simulation.now()), 10);
    }
}

TEST(Walls, ASlantedWallReflectsAboutItsNormal) {
    Scene<2> scene;
    scene.world.walls = {{"45 degrees", {{-3, 3}, -6}}};  // free where y > x - 2
    scene.balls = {{"ball", {0, 0}, {1, 0}, 0.5, 1}};
    Simulation<2> simulation = simulate(scene);
    const auto event = simulation.next_event();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->kind, EventKind::ball_wall);
    EXPECT_EQ(event->other, 4U);
    EXPECT_NEAR(simulation.seconds(event->time), 2 - 0.5 * std::sqrt(2.0), 1e-15);
    EXPECT_NEAR(event->ball_after.velocity[0], 0, 1e-15);
    EXPECT_NEAR(event->ball_after.velocity[1], 1, 1e-15);
}

TEST(Walls, RestitutionScalesTheNormalVelocityOnly) {
    Scene<2> scene = between_walls(2);
    scene.balls[0].velocity[1] = 0.75;
    scene.law.restitution_walls = 0.5;
    Simulation<2> simulation = simulate(scene);
    const auto event = simulation.next_event();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->ball_after.velocity, (Vec2d{-1, 0.75}));
    EXPECT_EQ(event->restitution, 0.5);
}

TEST(Immovable, ABallBouncesOffAnObstacleAndLeavesItInPlace) {
    Scene<3> scene;
    scene.balls = {{"ball", {0, 0, 0}, {1, 0, 0}, 0.5, 1}, {"post", {4, 0, 0}, {0, 0, 0}, 0.5, immovable}};
    Simulation<3> simulation = simulate(scene);
    const auto event = simulation.next_event();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->ball_after.velocity, (Vec3d{-1, 0, 0}));
    EXPECT_EQ(event->other_after.velocity, (Vec3d{0, 0, 0}));
    EXPECT_EQ(event->other_after.position, (Vec3d{4, 0, 0}));
    EXPECT_FALSE(simulation.next_event());
    EXPECT_EQ(simulation.stop_reason(), StopReason::no_more_events);
}

TEST(Periodic, ImagesAreCountedAndPositionsUnwrapped) {
    Scene<2> scene;
    scene.world.box = {{0, 0}, {4, 4}};
    scene.world.boundary = {Boundary::periodic, Boundary::periodic};
    scene.balls = {{"a", {1, 1}, {3, 0}, 0.25, 1}, {"b", {0.5, 1}, {1, 0}, 0.25, 1}};
    Simulation<2> simulation = simulate(scene);
    const auto event = simulation.next_event();
    ASSERT_TRUE(event);
    EXPECT_EQ(simulation.seconds(event->time), 1.5);  // a catches b's image one box on
    EXPECT_EQ(event->ball_after.position, (Vec2d{1.5, 1}));
    EXPECT_EQ(event->ball_after.image, (Image<2>{1, 0}));
    EXPECT_EQ(event->other_after.position, (Vec2d{2, 1}));
    EXPECT_EQ(simulation.position_now(0), (Vec2d{5.5, 1}));
    EXPECT_EQ(event->ball_after.velocity, (Vec2d{1, 0}));
}

TEST(OpenSpace, BallsThatPartForEverEndTheRun) {
    Scene<3> scene;
    std::mt19937_64 random(3);
    for (int i = 0; i < 64; ++i) {
        const Vec3d at{1.0 * (i % 4), 1.0 * (i / 4 % 4), 1.0 * (i / 16)};
        scene.balls.push_back({"", at, test::random_vec<3>(random, -1, 1), 0.4, 1});
    }
    Simulation<3> simulation = simulate(scene);
    while (simulation.next_event()) {
    }
    EXPECT_EQ(simulation.stop_reason(), StopReason::no_more_events);
}

TEST(Periodic, BallsThatNeverMeetEndAnEndlessRun) {
    Scene<2> scene;
    scene.world.box = {{0, 0}, {4, 4}};
    scene.world.boundary = {Boundary::periodic, Boundary::periodic};
    scene.balls = {{"a", {1, 1}, {1, 0}, 0.25, 1}, {"b", {1, 3}, {-1, 0}, 0.25, 1}};
    Simulation<2> simulation = simulate(scene);
    EXPECT_FALSE(simulation.next_event(1000));
    EXPECT_EQ(simulation.stop_reason(), StopReason::time_reached);
    EXPECT_FALSE(simulation.next_event());
    EXPECT_EQ(simulation.stop_reason(), StopReason::nothing_in_sight);
}

TEST(Periodic, FewBallsThatDriftTogetherMeetAsTheyDoAtRest) {
    for (const double drift : {0.0, 1e4}) {
        Scene<2> scene;
        scene.world.box = {{0, 0}, {1, 1}};
        scene.world.boundary.fill(Boundary::periodic);
        scene.balls = {{"a", {0.2, 0.3}, {drift + 0.01, drift + 0.003}, 0.02, 1},
                       {"b", {0.7, 0.8}, {drift - 0.01, drift - 0.009}, 0.02, 1}};
        Simulation<2> simulation = simulate(scene);
        for (int impact = 0; impact < 20; ++impact) ASSERT_TRUE(simulation.next_event()) << drift;
        EXPECT_LT(simulation.counts().list_rebuilds, 5000U) << drift;
    }
}

TEST(Periodic, TheCallerPausesALongSearchAndItGoesOnWithTheSameBits) {
    Scene<2> scene;
    scene.world.box = {{0, 0}, {1e6, 3}};
    scene.world.boundary = {Boundary::periodic, Boundary::periodic};
    // In lanes that leave no room for a third ball, until the one that crosses slowly is in the way.
    scene.balls = {{"a", {1, 1}, {1, 0}, 0.25, 1}, {"b", {5e5, 2}, {-2, -1e-6}, 0.25, 1}};
    for (const NeighbourSearch search : {NeighbourSearch::shells, NeighbourSearch::cells}) {
        auto straight = Simulation<2>::create(scene, {1, search});
        auto paused = Simulation<2>::create(scene, {1, search});
        ASSERT_TRUE(straight && paused);
        int pauses = 0;
        for (int events = 0; events < 3; ++events) {
            const auto expected = straight->next_event();
            ASSERT_TRUE(expected);
            std::optional<Event<2>> event;
            while (!(event = paused->next_event(HUGE_VAL, [] { return false; }))) {
                ASSERT_EQ(paused->stop_reason(), StopReason::none);
                ASSERT_LE(paused->now(), expected->time);
                ASSERT_LT(++pauses, 1'000'000);
            }
            EXPECT_TRUE(event->time == expected->time);
            EXPECT_EQ(event->ball_after.position, expected->ball_after.position);
            EXPECT_EQ(event->ball_after.velocity, expected->ball_after.velocity);
            EXPECT_EQ(event->other_after.velocity, expected->other_after.velocity);
        }
        EXPECT_GT(pauses, 3);
    }
}

TEST(Boundaries, ManyThatNeverMeetEndASearchInCells) {
    Scene<3> scene;
    scene.world.box.upper = {60, 60, 60};
    scene.world.boundary.fill(Boundary::periodic);
    for (int i = 0; i < 100; ++i) {
        // Each in a lane of its own, along x.
        const Vec3d at{3.0 + i % 7, 3 + 6.0 * (i % 10), 3 + 6.0 * (i / 10)};
        scene.balls.push_back({"", at, {i % 2 == 0 ? 1 + 0.01 * i : -1 - 0.01 * i, 0, 0}, 0.5, 1});
    }
    auto simulation = Simulation<3>::create(scene);
    ASSERT_TRUE(simulation);
    EXPECT_EQ(simulation->settings().search, NeighbourSearch::cells);
    EXPECT_FALSE(simulation->next_event(1000.0));
    EXPECT_EQ(simulation->stop_reason(), StopReason::time_reached);
    EXPECT_FALSE(simulation->next_event());
    EXPECT_EQ(simulation->stop_reason(), StopReason::nothing_in_sight);
}

/// Three balls in a row pressed together by inelastic impacts, the case that stops naive engines.
void expect_end_of_row(double restitution, std::optional<double> tolerance) {
    Scene<2> scene;
    scene.law.contact_tolerance = tolerance;
    scene.law.restitution_balls = restitution;
    scene.law.restitution_walls = restitution;
    scene.world.box = {{0, 0}, {1, 1}};
    scene.world.boundary = {Boundary::wall, Boundary::wall};
    for (int i = 0; i < 6; ++i) {
        scene.balls.push_back({"", {0.1 + 0.15 * i, 0.5}, {i == 0 ? 1.0 : 0.0, 0}, 0.05, 1});
    }
    Simulation<2> simulation = simulate(scene);
    std::uint64_t events = 0;
    while (simulation.next_event(100)) ++events;
    EXPECT_NE(simulation.stop_reason(), StopReason::jammed) << "restitution " << restitution;
    EXPECT_LT(events, 100'000U) << "restitution " << restitution;
    EXPECT_EQ(simulation.elastic_below(), 0x1p-20);
    // Pair by pair; where contacts that are connected bounce as one, there may be no collapse.
    const bool collapses = restitution < 0.5;
    if (tolerance == 0.0) {
        EXPECT_EQ(simulation.counts().made_elastic > 0, collapses) << "restitution " << restitution;
    }
}

TEST(Collapse, ARowWithLowRestitutionEnds) {
    for (const double restitution : {0.0, 0.05, 0.1, 0.3, 0.7, 0.99}) {
        expect_end_of_row(restitution, {});
        expect_end_of_row(restitution, 0);
    }
}

/// With restitution 0 balls stay in touch and clusters grow; rounding must not keep them busy.
TEST(Collapse, AGasWithoutRestitutionGoesOn) {
    std::mt19937_64 random(11);
    Scene<2> scene;
    scene.law.restitution_balls = 0;
    scene.world.box = {{0, 0}, {12, 12}};
    scene.world.boundary = {Boundary::wall, Boundary::wall};
    for (int i = 0; i < 64; ++i) {
        const Vec2d at{1 + 1.4 * (i % 8), 1 + 1.4 * static_cast<double>(i / 8)};
        scene.balls.push_back({"", at, test::random_vec<2>(random, -1, 1), 0.5, 1});
    }
    Simulation<2> simulation = simulate(scene);
    std::uint64_t events = 0;
    while (simulation.next_event(20)) ++events;
    EXPECT_EQ(simulation.stop_reason(), StopReason::time_reached);
    EXPECT_LT(events, 500'000U);
}

/// Finitely many impacts, but more than anyone waits for: the run says so.
TEST(Collapse, ABallInASharpCornerJams) {
    Scene<2> scene;
    scene.law.restitution_walls = 0.5;
    scene.law.contact_tolerance = 0;  // else it ends as soon as the ball touches both walls
    scene.world.walls = {{"below", {{-1e-4, 1}, 0}}, {"above", {{-1e-4, -1}, 0}}};
    scene.balls = {{"ball", {-20000, 0.1}, {1e4, 0}, 0.5, 1}};
    Simulation<2> simulation = simulate(scene);
    while (simulation.next_event(10)) {
    }
    EXPECT_EQ(simulation.stop_reason(), StopReason::jammed);
    EXPECT_FALSE(simulation.next_event(10));
}

/// Time goes on, but too slowly to be waited for: a ball in a slit of 2e-10.
TEST(Collapse, ABallInANarrowSlitJams) {
    Scene<2> scene;
    scene.law.contact_tolerance = 0;
    scene.world.walls = {{"below", {{0, 1}, -0.5 - 1e-10}}, {"above", {{0, -1}, -0.5 - 1e-10}}};
    scene.balls = {{"ball", {0, 0}, {0, 1}, 0.5, 1}};
    Simulation<2> simulation = simulate(scene);
    std::uint64_t impacts = 0;
    while (impacts < 5'000'000 && simulation.next_event(1)) ++impacts;
    EXPECT_EQ(simulation.stop_reason(), StopReason::jammed);
}

/// G. Galperin, "Playing pool with pi" (2003): a ball between a wall and one of 10^10 times its mass has pi
/// 10^5 impacts, most of them in next to no time. That is no jam.
TEST(Collapse, ManyImpactsThatEndAreNoJam) {
    Scene<2> scene;
    scene.world.walls = {{"wall", {{1, 0}, 0}}};
    scene.balls = {{"light", {2, 0}, {0, 0}, 0.5, 1}, {"heavy", {5, 0}, {-1, 0}, 0.5, 1e10}};
    Simulation<2> simulation = simulate(scene);
    std::uint64_t impacts = 0;
    while (simulation.next_event(HUGE_VAL)) ++impacts;
    EXPECT_EQ(simulation.stop_reason(), StopReason::no_more_events);
    EXPECT_EQ(impacts, 314'159U);
}

TEST(Collapse, RandomScenesOfAnyRestitutionEndAndNeverGainEnergy) {
    for (std::uint64_t seed = 1000; seed < 1200; ++seed) {
        Scene<3> scene = test::random_scene<3>(seed, 12);
        std::mt19937_64 random(seed);
        scene.law.restitution_balls = random() % 3 == 0 ? 0 : test::uniform(random, 0, 1);
        scene.law.restitution_walls = random() % 3 == 0 ? 0 : test::uniform(random, 0, 1);
        Simulation<3> simulation = simulate(scene);
        const double energy = simulation.kinetic_energy();
        for (int i = 0; i < 2000 && simulation.next_event(50); ++i) {
        }
        EXPECT_NE(simulation.stop_reason(), StopReason::jammed);
        EXPECT_LE(simulation.kinetic_energy(), energy * (1 + 1e-12)) << "seed " << seed;
    }
}

TEST(Stops, UntilIsInclusiveAndNothingHappensBefore) {
    Simulation<2> simulation = simulate(between_walls(1));
    EXPECT_FALSE(simulation.next_event(0));
    EXPECT_FALSE(simulation.next_event(-1));
    EXPECT_FALSE(simulation.next_event(std::numeric_limits<double>::quiet_NaN()));
    EXPECT_EQ(simulation.now(), Time{});
    EXPECT_FALSE(simulation.next_event(0.875));
    const auto event = simulation.next_event(0.9);
    ASSERT_TRUE(event);
    EXPECT_EQ(simulation.seconds(event->time), 0.9);
}

TEST(Stops, BallsAtRestHaveNoEvents) {
    Scene<2> scene;
    scene.balls = {{"a", {0, 0}, {0, 0}, 1, 1}, {"b", {2, 0}, {0, 0}, 1, 1}};
    Simulation<2> simulation = simulate(scene);
    EXPECT_FALSE(simulation.next_event(kInfinity));
    EXPECT_EQ(simulation.stop_reason(), StopReason::no_more_events);
    EXPECT_FALSE(simulation.next_event(5));
    EXPECT_EQ(simulation.seconds(simulation.now()), 5);
}

}  // namespace
}  // namespace carom
