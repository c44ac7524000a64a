// Promises: energy and momentum stay, and Newton's cradle passes a ball through.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/sim/simulation.hpp"
#include "support/random_scene.hpp"
#include "support/share.hpp"

namespace carom {
namespace {

constexpr int kEvents = 1'000'000 / test::kShare;

/// 10 x 10 x 10 spheres in a periodic cube at packing 0.25, with random velocities.
Scene<3> gas() {
    std::mt19937_64 random(7);
    const double side = 12.8;
    Scene<3> scene;
    scene.world.box.upper = {side, side, side};
    scene.world.boundary = {Boundary::periodic, Boundary::periodic, Boundary::periodic};
    for (int i = 0; i < 1000; ++i) {
        const double step = side / 10;
        scene.balls.push_back({"",
                               {(i % 10) * step, (i / 10 % 10) * step, (i / 100) * step},
                               test::random_vec<3>(random, -1, 1),
                               0.5,
                               1});
    }
    return scene;
}

TEST(Conservation, AnElasticGasOfAThousandSpheres) {
    const Scene<3> scene = gas();
    auto simulation = Simulation<3>::create(scene);
    ASSERT_TRUE(simulation);
    const double energy = simulation->kinetic_energy();
    const Vec3d momentum = simulation->momentum();
    for (int i = 0; i < kEvents; ++i) ASSERT_TRUE(simulation->next_event());
    double sum_of_momenta = 0;
    for (const SceneBall<3>& ball : scene.balls) {
        const Vec3d& v = ball.velocity;
        sum_of_momenta += ball.mass * std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    EXPECT_LT(std::fabs(simulation->kinetic_energy() / energy - 1), 1e-12);
    for (int k = 0; k < 3; ++k)
        EXPECT_LT(std::fabs(simulation->momentum()[k] - momentum[k]), 1e-12 * sum_of_momenta);
}

/// Every ball flies between its two neighbours of a row, and all meet at 3/8, 9/8, 15/8 and so on.
TEST(Lattice, AllBallsMeetAtOnceInTheOrderOfTheirNumbers) {
    constexpr std::uint32_t kSide = 20;
    constexpr std::uint32_t kPairs = kSide * kSide * kSide / 2;
    Scene<3> scene;
    scene.world.box.upper = {kSide, kSide, kSide};
    scene.world.boundary = {Boundary::periodic, Boundary::periodic, Boundary::periodic};
    for (std::uint32_t i = 0; i < 2 * kPairs; ++i) {
        const std::uint32_t x = i % kSide;
        const Vec3d at{x + 0.5, i / kSide % kSide + 0.5, i / (kSide * kSide) + 0.5};
        scene.balls.push_back({"", at, {x % 2 == 0 ? 1.0 : -1.0, 0, 0}, 0.125, 1});
    }
    auto simulation = Simulation<3>::create(scene);
    ASSERT_TRUE(simulation);
    for (int moment = 0; moment < 4; ++moment) {
        std::uint32_t before = 0;
        for (std::uint32_t i = 0; i < kPairs; ++i) {
            const auto event = simulation->next_event();
            ASSERT_TRUE(event);
            const double seconds =
                static_cast<double>(event->time.epoch) * simulation->epoch_length() + event->time.offset;
            ASSERT_EQ(seconds, 0.375 + moment * 0.75);
            ASSERT_TRUE(i == 0 || before < event->ball) << i;
            before = event->ball;
        }
    }
}

/// Balls of radius 0.05 in a row from x = 0, 0.1 apart in decimal: neighbours miss exact touch by ulps.
Scene<2> cradle(int balls) {
    Scene<2> scene;
    for (int i = 0; i < balls; ++i) {
        scene.balls.push_back({std::to_string(i), {0.1 * i, 0}, {0, 0}, 0.05, 1});
    }
    scene.balls[0].position[0] = -0.5;
    scene.balls[0].velocity[0] = 1.7;
    return scene;
}

TEST(Cradle, OneBallInOneBallOutVelocitiesExact) {
    for (const int balls : {2, 5, 8, 30, -5, -30}) {
        // Pair by pair; or all at once, when the number is negative.
        Scene<2> scene = cradle(std::abs(balls));
        if (balls > 0) scene.law.contact_tolerance = 0;
        auto simulation = Simulation<2>::create(scene);
        ASSERT_TRUE(simulation);
        while (simulation->next_event()) {
        }
        EXPECT_EQ(simulation->stop_reason(), StopReason::no_more_events);
        EXPECT_EQ(simulation->counts().impacts(), balls > 0 ? static_cast<std::uint64_t>(balls - 1) : 1U);
        for (std::size_t i = 0; i < scene.balls.size(); ++i) {
            const Vec2d expected{i + 1 == scene.balls.size() ? 1.7 : 0.0, 0};
            EXPECT_EQ(simulation->state(i).velocity, expected) << "ball " << i << " of " << balls;
        }
    }
}

TEST(Conservation, UnequalMassesHeadOnFollowTheClosedForm) {
    for (const double mass : {0.001, 0.5, 3.0, 1e12}) {
        Scene<2> scene;
        scene.balls = {{"a", {0, 0}, {2, 0}, 0.5, mass}, {"b", {3, 0}, {0, 0}, 0.5, 1}};
        auto simulation = Simulation<2>::create(scene);
        ASSERT_TRUE(simulation);
        const auto event = simulation->next_event();
        ASSERT_TRUE(event);
        EXPECT_DOUBLE_EQ(simulation->seconds(event->time), 1);
        EXPECT_NEAR(event->ball_after.velocity[0], 2 * (mass - 1) / (mass + 1), 1e-15);
        EXPECT_NEAR(event->other_after.velocity[0], 4 * mass / (mass + 1), 4e-15);
    }
}

TEST(Conservation, EqualMassesLeaveAnObliqueImpactAtARightAngle) {
    Scene<2> scene;
    scene.balls = {{"a", {0, 0}, {3, 0}, 0.5, 1}, {"b", {3, 0.6}, {0, 0}, 0.5, 1}};
    auto simulation = Simulation<2>::create(scene);
    const auto event = simulation->next_event();
    ASSERT_TRUE(event);
    const Vec2d& a = event->ball_after.velocity;
    const Vec2d& b = event->other_after.velocity;
    EXPECT_NEAR(a[0] * b[0] + a[1] * b[1], 0, 1e-15);
}

}  // namespace
}  // namespace carom
