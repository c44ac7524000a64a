// Promise: the same bits whatever the neighbour search: scenes in which a search was once wrong, and their
// kin.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <set>

#include "support/found_scenes.hpp"
#include "support/random_scene.hpp"
#include "support/same_trajectories.hpp"
#include "support/share.hpp"

namespace carom::test {
namespace {

/// Rows of balls that touch, some by a little less, each row with a velocity of its own or each ball, in a
/// box that is nearly empty.
template <int N>
Scene<N> clumps(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto one_of = [&](auto... values) {
        const double all[] = {static_cast<double>(values)...};
        return all[random() % std::size(all)];
    };
    Scene<N> scene;
    std::array<std::uint64_t, static_cast<std::size_t>(N)> cells{};
    for (int k = 0; k < N; ++k) {
        const auto axis = static_cast<std::size_t>(k);
        cells[axis] = N == 2 ? 48 : 16;
        scene.world.boundary[axis] = random() % 3 == 0 ? Boundary::wall : Boundary::periodic;
        scene.world.box.upper[k] = static_cast<double>(cells[axis]);
    }
    scene.law.restitution_balls = one_of(1, 0.9, 0.5);
    if (random() % 2 == 0) scene.law.contact_tolerance = one_of(0x1p-37, 1e-3, 0.02, 0.05);
    const bool together = random() % 2 == 0;
    std::set<std::array<std::uint64_t, static_cast<std::size_t>(N)>> taken;
    while (scene.balls.size() < 80) {
        auto at = cells;
        for (std::uint64_t& x : at) x = random() % x;
        const std::size_t axis = random() % static_cast<std::uint64_t>(N);
        const Vec<double, N> of_all = random_vec<N>(random, -1, 1);
        for (std::uint64_t length = 1 + random() % 6; length > 0; --length) {
            const Vec<double, N> velocity = together ? of_all : random_vec<N>(random, -1, 1);
            const double radius = 0.5 * (1 - one_of(0, 0, 0x1p-42, 0x1p-30, 1e-6));
            Vec<double, N> middle;
            for (int k = 0; k < N; ++k)
                middle[k] = static_cast<double>(at[static_cast<std::size_t>(k)]) + 0.5;
            if (taken.insert(at).second) scene.balls.push_back({"", middle, velocity, radius, 1});
            at[axis] = (at[axis] + 1) % cells[axis];
        }
    }
    return scene;
}

TEST(SameBits, ClumpsInCellsAndInShells) {
    for (std::uint64_t seed = 0; seed < share_of(240); ++seed) {
        SCOPED_TRACE(seed);
        expect_same_whatever_the_tuning(clumps<2>(seed), 60, 400);
        expect_same_whatever_the_tuning(clumps<3>(seed), 60, 400);
        if (HasFatalFailure()) return;
    }
}

template <std::size_t Count>
Scene<3> scene_of(const FoundBall (&balls)[Count], const Vec3d& lower, const Vec3d& upper) {
    Scene<3> scene;
    scene.world.boundary.fill(Boundary::periodic);
    scene.world.box = {lower, upper};
    for (const FoundBall& ball : balls)
        scene.balls.push_back({"", ball.position, ball.velocity, ball.radius, 1});
    return scene;
}

TEST(SameBits, FoundByTrying) {
    Scene<3> known = scene_of(kKnownPartner, {-0.5, -0.5, -0.25}, {0.5, 0.5, 0.25});
    known.world.boundary[0] = Boundary::wall;
    expect_same_whatever_the_tuning(known, 34.905432053822516, 12);
    Scene<3> crossing = scene_of(kEarlierCrossing, {3, 3, 1.5}, {4, 4, 2});
    crossing.law.restitution_balls = 0.5457143975907005;
    crossing.law.contact_tolerance = 0.0015625;
    expect_same_whatever_the_tuning(crossing, 1e6, 23);
}

/// Balls that are thrown up high land at the same moment: what they have moved is far more than where they
/// are.
TEST(SameBits, HighThrowsToo) {
    Scene<2> scene;
    scene.world.boundary = {Boundary::periodic, Boundary::wall};
    scene.world.box.upper = {512, 639810.4353145971};
    scene.world.gravity = {0, -1};
    for (const double x : {96.0, 160.0, 290.0, 350.0, 420.0, 480.0}) {
        if (x == 480) scene.balls.push_back({"", {420, 16}, {}, 0.5, immovable});
        scene.balls.push_back({"", {x, 1}, {0, x < 300 || x > 450 ? 512.0 : 0}, 1, 1});
    }
    scene.balls.push_back({"", {466.3, 1.26}, {}, 0.5, immovable});
    scene.balls.push_back({"", {470.80490009052954, 38.63609907351005}, {}, 0.5, immovable});
    expect_reference_trajectory(scene, {}, 1536, 1536, 40);
}

/// A ball meets two others on its way down, in units whose fourth powers are no numbers.
TEST(SameBits, GravityInAnyUnit) {
    for (const double unit : {0x1p-280, 0x1p-120, 1.0, 0x1p120, 0x1p280}) {
        SCOPED_TRACE(unit);
        Scene<2> scene;
        scene.world.boundary.fill(Boundary::wall);
        scene.world.box.upper = {4 * unit, 400 * unit};
        scene.world.gravity = {0, -unit};
        scene.balls.push_back({"", {2 * unit, 300 * unit}, {4 * unit, 0}, 0.1 * unit, 1});
        scene.balls.push_back({"", {2.4 * unit, 300.05 * unit}, {}, 0.1 * unit, 1});
        scene.balls.push_back({"", {2 * unit, 100 * unit}, {100 * unit, 0}, 0.1 * unit, 1});
        expect_reference_trajectory(scene, {}, 2, 2, 60);
    }
}

}  // namespace
}  // namespace carom::test
