// Promise: where balls go round the box many times between impacts, all of their images are searched, and
// give the trajectory that shells and cells give, bit by bit.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/random_scene.hpp"
#include "support/same_trajectories.hpp"
#include "support/share.hpp"

namespace carom {
namespace {

using test::random_vec;
using test::uniform;

/// A few balls in a box 34 and more times as wide as the largest of them.
template <int N>
Scene<N> lonely_balls(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Scene<N> scene;
    scene.world.boundary.fill(Boundary::periodic);
    const double largest = uniform(random, 0.5, 1);
    for (int k = 0; k < N; ++k) {
        scene.world.box.lower[k] = uniform(random, -100, 100);
        scene.world.box.upper[k] =
            scene.world.box.lower[k] + 2 * largest * uniform(random, 34, N == 2 ? 70 : 45);
    }
    constexpr double kRestitutions[] = {1, 0.95, 0.2};
    scene.law.restitution_balls = kRestitutions[seed % 3];
    const Vec<double, N> drift = random_vec<N>(random, -8, 8);
    const std::size_t balls = 2 + random() % 30;
    for (std::size_t i = 0; i < balls; ++i) {
        const double radius = largest * (i == 0 ? 1 : uniform(random, 0.3, 1));
        Vec<double, N> velocity = random_vec<N>(random, -1, 1);
        // The ways of some are closed, or nearly.
        for (int k = 0; k < N && seed % 4 == 3; ++k)
            velocity[k] =
                std::floor(4 * velocity[k]) / 4 * (scene.world.box.upper[k] - scene.world.box.lower[k]);
        for (int k = 0; k < N && seed % 5 == 1; ++k) velocity[k] += drift[k];
        test::put_at_random<N>(random, scene, {"", {}, velocity, radius, radius});
    }
    if (seed % 7 == 2) scene.thermostat = Thermostat{0.5, 1e-3};
    return scene;
}

TEST(SameBits, LonelyBallsByImagesInCellsAndInShells) {
    for (std::uint64_t seed = 0; seed < test::share_of(24); ++seed) {
        SCOPED_TRACE(seed);
        const double end = seed % 4 == 3 ? 100 : 2e4;
        test::expect_same_whatever_the_tuning(lonely_balls<2>(seed), end, 300);
        test::expect_same_whatever_the_tuning(lonely_balls<3>(seed), end, 60);
        if (testing::Test::HasFatalFailure()) return;
    }
}

/// In cells, empty windows were passed over beyond the time up to which contacts had been looked for.
TEST(SameBits, LonelyBallsInCellsMissNothingAtTheHorizon) {
    for (const std::uint64_t seed : {153U, 420U, 928U, 2005U, 2824U})
        test::expect_same_whatever_the_tuning(lonely_balls<2>(seed), 2e4, 300);
}

TEST(SameBits, ImagesAreSearchedWhereBallsGoRoundTheBox) {
    Scene<3> scene;
    scene.world.boundary.fill(Boundary::periodic);
    scene.world.box = {{0, 0, 0}, {400, 400, 400}};
    std::mt19937_64 random(1);
    for (int i = 0; i < 20; ++i)
        test::put_at_random<3>(random, scene, {"", {}, random_vec<3>(random, -1, 1), 0.5, 1});
    const auto simulation = Simulation<3>::create(scene);
    ASSERT_TRUE(simulation);
    EXPECT_EQ(simulation->settings().search, NeighbourSearch::images);
    scene.world.boundary[0] = Boundary::wall;
    const auto walled = Simulation<3>::create(scene);
    ASSERT_TRUE(walled);
    EXPECT_NE(walled->settings().search, NeighbourSearch::images);
}

}  // namespace
}  // namespace carom
