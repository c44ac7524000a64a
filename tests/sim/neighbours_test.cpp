// Neighbour shells: a pair that is on no list is out of reach.
#include "sim/neighbours.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "sim/event_queue.hpp"
#include "support/random_scene.hpp"

namespace carom::detail {
namespace {

/// Radii 1 : 100, a box that is periodic on one axis only.
Scene<2> mixed_scene(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Scene<2> scene;
    scene.world.box = {{-1, -1}, {1, 1}};
    scene.world.boundary = {Boundary::periodic, Boundary::open};
    for (int i = 0; i < 60; ++i) {
        const double radius = i % 10 == 0 ? 0.2 : 0.002;
        scene.balls.push_back({"", test::random_vec<2>(random, -1, 1), {1, 0}, radius, 1});
    }
    return scene;
}

TEST(Neighbours, ListEveryImageWithinReachOnBothSides) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Scene<2> scene = mixed_scene(seed);
        const double shell = 0.01 * static_cast<double>(1 + seed % 20);
        Neighbours<2> neighbours(make_space(scene.world), scene, shell);
        for (std::uint32_t i = 0; i < scene.balls.size(); ++i)
            neighbours.rebuild(i, scene.balls[i].position, {});
        for (std::uint32_t i = 0; i < scene.balls.size(); ++i) {
            std::set<std::pair<std::uint32_t, std::int64_t>> listed;
            for (const Neighbour<2>& n : neighbours.of(i))
                EXPECT_TRUE(listed.insert({n.ball, n.image[0]}).second);
            for (std::uint32_t j = 0; j < scene.balls.size(); ++j) {
                for (std::int64_t image = -2; i != j && image <= 2; ++image) {
                    const double dx = scene.balls[j].position[0] - scene.balls[i].position[0] +
                                      2.0 * static_cast<double>(image);
                    const double dy = scene.balls[j].position[1] - scene.balls[i].position[1];
                    const double reach = scene.balls[i].radius + scene.balls[j].radius + 2 * shell;
                    const bool near = std::sqrt(dx * dx + dy * dy) < reach * (1 - 1e-9);
                    EXPECT_TRUE(!near || listed.contains({j, image})) << i << " " << j << " " << image;
                }
            }
        }
    }
}

TEST(Neighbours, ALonelyBallGetsThickerShells) {
    Scene<2> scene;
    scene.balls = {{"", {0, 0}, {1, 0}, 0.5, 1}};
    Neighbours<2> neighbours(make_space(scene.world), scene, 0.1);
    neighbours.rebuild(0, {0, 0}, {});
    double exit = neighbours.time_to_exit(0, {0, 0}, {}, {1, 0});
    EXPECT_NEAR(exit, 0.1, 1e-9);
    for (int i = 0; i < 10; ++i) {
        neighbours.rebuild(0, {exit, 0}, {});
        const double next = neighbours.time_to_exit(0, {exit, 0}, {}, {1, 0});
        EXPECT_NEAR(next, 2 * exit, 1e-9 * next);
        exit = next;
    }
    EXPECT_EQ(neighbours.time_to_exit(0, {exit, 0}, {}, {0, 0}), HUGE_VAL);
}

TEST(EventQueue, GivesTheEarliestInTheTotalOrder) {
    std::mt19937_64 random(5);
    EventQueue<2> queue(50);
    for (int round = 0; round < 2000; ++round) {
        const auto ball = static_cast<std::uint32_t>(random() % 50);
        Pending<2> pending;
        pending.time = {static_cast<std::int64_t>(random() % 3), 0.25 * static_cast<double>(random() % 4)};
        pending.ball = ball;
        queue.set(ball, pending);
        const Pending<2>& top = queue.pending(queue.next_ball());
        for (std::uint32_t i = 0; i < 50; ++i) EXPECT_FALSE(queue.pending(i) < top);
    }
}

}  // namespace
}  // namespace carom::detail
