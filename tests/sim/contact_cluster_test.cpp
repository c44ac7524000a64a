// Promise: contacts that are connected bounce as one, whoever comes first in memory, and only then; the plain
// engine finds the same ones.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/sim/simulation.hpp"
#include "support/lockstep.hpp"
#include "support/scene_over_floor.hpp"
#include "support/share.hpp"
#include "support/touching_scene.hpp"

namespace carom {
namespace {

/// Equal balls in a row along x, in touch; the first one moves.
Scene<2> struck_row(int balls) {
    constexpr double radius = 0.1;
    Scene<2> scene;
    for (int i = 0; i < balls; ++i) scene.balls.push_back({"", {2 * radius * i, 0}, {}, radius, 1});
    scene.balls[0].position[0] = -1;
    scene.balls[0].velocity[0] = 1;
    return scene;
}

template <int N>
std::vector<Event<N>> events_of(const Scene<N>& scene, double until) {
    auto simulation = Simulation<N>::create(scene);
    EXPECT_TRUE(simulation);
    std::vector<Event<N>> events;
    while (const auto event = simulation->next_event(until)) events.push_back(*event);
    return events;
}

/// A triangle of five rows in touch, its tip at the origin, and the ball that hits the tip.
Scene<2> rack_and_cue() {
    constexpr double r = 0.028575;
    Scene<2> scene;
    for (int row = 0; row < 5; ++row) {
        for (int i = 0; i <= row; ++i)
            scene.balls.push_back({"", {std::sqrt(3.0) * r * row, r * (2 * i - row)}, {}, r, 0.17});
    }
    scene.balls.push_back({"cue", {-1, 0}, {5, 0}, r, 0.17});
    return scene;
}

TEST(ContactCluster, ACradleAtRestInTouchPassesTheVelocityOn) {
    const auto events = events_of(struck_row(5), 10);
    ASSERT_EQ(events.size(), 5U);
    for (std::uint32_t i = 0; i < 5; ++i) {
        EXPECT_EQ(events[i].kind, EventKind::cluster);
        EXPECT_EQ(events[i].ball, i);
        EXPECT_EQ(events[i].other, 4 - i);
        EXPECT_NEAR(events[i].ball_after.velocity[0], i == 4 ? 1 : 0, 1e-15);
    }
}

TEST(ContactCluster, WithoutAToleranceItIsPairByPair) {
    Scene<2> scene = struck_row(5);
    scene.law.contact_tolerance = 0;
    for (const Event<2>& event : events_of(scene, 10)) EXPECT_EQ(event.kind, EventKind::ball_ball);
}

TEST(ContactCluster, AGapWithinTheToleranceIsNone) {
    Scene<2> scene = struck_row(3);
    scene.balls[2].position[0] += 1e-6;
    EXPECT_EQ(events_of(scene, 10).front().kind, EventKind::ball_ball);
    scene.law.contact_tolerance = 1.001e-6;
    EXPECT_EQ(events_of(scene, 10).front().kind, EventKind::cluster);
    scene.law.contact_tolerance = 0.999e-6;
    EXPECT_EQ(events_of(scene, 10).front().kind, EventKind::ball_ball);
}

TEST(ContactCluster, AStrikerBetweenTwoBallsSendsThemOffAlike) {
    constexpr double r = 0.5;
    Scene<2> scene;
    scene.balls = {{"upper", {0, r}, {}, r, 1}, {"lower", {0, -r}, {}, r, 1}, {"", {-3, 0}, {1, 0}, r, 1}};
    const auto events = events_of(scene, 10);
    ASSERT_EQ(events.size(), 3U);
    EXPECT_NEAR(events[0].ball_after.velocity[0], 0.6, 1e-14);
    EXPECT_NEAR(events[0].ball_after.velocity[1], 0.2 * std::sqrt(3.0), 1e-14);
    EXPECT_NEAR(events[1].ball_after.velocity[0], 0.6, 1e-14);
    EXPECT_NEAR(events[1].ball_after.velocity[1], -0.2 * std::sqrt(3.0), 1e-14);
    EXPECT_NEAR(events[2].ball_after.velocity[0], -0.2, 1e-14);
    EXPECT_NEAR(events[2].ball_after.velocity[1], 0, 1e-14);
}

TEST(ContactCluster, ATightRackBreaksIntoItsOwnMirrorImage) {
    const Scene<2> scene = rack_and_cue();
    auto simulation = Simulation<2>::create(scene);
    const auto first = simulation->next_event();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->other, 15U);
    for (int i = 0; i < 15; ++i) ASSERT_TRUE(simulation->next_event());
    EXPECT_EQ(simulation->counts().clusters, 1U);
    EXPECT_EQ(simulation->counts().ball_ball, 0U);
    for (std::size_t row = 0, ball = 0; row < 5; ball += ++row) {
        for (std::size_t i = 0; i <= row; ++i) {
            const Vec<double, 2> one = simulation->state(ball + i).velocity;
            const Vec<double, 2> mirrored = simulation->state(ball + row - i).velocity;
            EXPECT_NEAR(one[0], mirrored[0], 1e-12);
            EXPECT_NEAR(one[1], -mirrored[1], 1e-12);
        }
    }
    EXPECT_NEAR(simulation->kinetic_energy(), 0.17 * 25 / 2, 1e-13);
}

TEST(ContactCluster, AnInelasticRowMovesOnTogether) {
    Scene<2> scene = struck_row(4);
    scene.law.restitution_balls = 0;
    const auto events = events_of(scene, 10);
    ASSERT_EQ(events.size(), 4U);
    for (const Event<2>& event : events) EXPECT_NEAR(event.ball_after.velocity[0], 0.25, 1e-15);
}

TEST(ContactCluster, ARowAgainstAWallComesBackAsItWent) {
    Scene<2> scene;
    scene.world.box.upper = {10, 1};
    scene.world.boundary[0] = Boundary::wall;
    for (int i = 0; i < 3; ++i) scene.balls.push_back({"", {1.0 + i, 0}, {-1, 0}, 0.5, 1});
    const auto events = events_of(scene, 1);
    ASSERT_EQ(events.size(), 3U);
    for (const Event<2>& event : events) EXPECT_NEAR(event.ball_after.velocity[0], 1, 1e-15);
}

TEST(ContactCluster, ARowThroughAPeriodicFaceHangsTogether) {
    Scene<2> scene;
    scene.world.box.upper = {8, 8};
    scene.world.boundary.fill(Boundary::periodic);
    scene.balls = {{"", {7.5, 4}, {}, 0.5, 1}, {"", {0.5, 4}, {}, 0.5, 1}, {"", {5, 4}, {1, 0}, 0.5, 1}};
    const auto events = events_of(scene, 2);
    ASSERT_EQ(events.size(), 3U);
    EXPECT_EQ(events[1].ball, 1U);
    EXPECT_NEAR(events[1].ball_after.velocity[0], 1, 1e-15);
}

TEST(ContactCluster, ARingAroundThePeriodicBoxIsPairByPair) {
    Scene<2> scene;
    scene.world.box.upper = {4, 8};
    scene.world.boundary.fill(Boundary::periodic);
    for (int i = 0; i < 4; ++i) scene.balls.push_back({"", {0.5 + i, 4}, {}, 0.5, 1});
    scene.balls.push_back({"", {0.5, 6}, {0, -1}, 0.5, 1});
    const auto events = events_of(scene, 1.5);
    ASSERT_FALSE(events.empty());
    EXPECT_EQ(events.front().kind, EventKind::ball_ball);
}

TEST(ContactCluster, AnImmovableBallBelongsToIt) {
    Scene<2> scene = struck_row(3);
    scene.balls[2].mass = immovable;
    const auto events = events_of(scene, 10);
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[0].kind, EventKind::cluster);
    EXPECT_NEAR(events[0].ball_after.velocity[0], -1, 1e-15);
    EXPECT_NEAR(events[1].ball_after.velocity[0], 0, 1e-15);
}

TEST(ContactCluster, ABallThatIsPinnedThrowsBackAsAWall) {
    Scene<2> scene;
    scene.balls = {{"pinned", {5, 0.5}, {}, 0.5, 1},
                   {"", {4, 0.5}, {}, 0.5, immovable},
                   {"", {6, 0.5}, {}, 0.5, immovable},
                   {"striker", {5.3, 4}, {0, -1}, 0.5, 1}};
    scene.world.boundary[1] = Boundary::wall;
    scene.world.box.upper = {10, 10};
    const auto events = events_of(scene, 4);
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[0].ball_after.velocity, (Vec<double, 2>{}));
    const Vec<double, 2> n{0.3, std::sqrt(1 - 0.09)};  // from the pinned one
    EXPECT_NEAR(events[1].ball_after.velocity[0], 2 * n[1] * n[0], 1e-12);
    EXPECT_NEAR(events[1].ball_after.velocity[1], 2 * n[1] * n[1] - 1, 1e-12);
}

TEST(ContactCluster, MoreThan128BallsArePairByPair) {
    EXPECT_EQ(events_of(struck_row(128), 10).front().kind, EventKind::cluster);
    EXPECT_EQ(events_of(struck_row(129), 10).front().kind, EventKind::ball_ball);
}

/// The rack on a table: it lies there, and the cue ball slides into it.
TEST(ContactCluster, ARackThatLiesOnATableBreaksAsInThePlane) {
    const Scene<2> flat = rack_and_cue();
    Scene<3> scene = test::scene_over_floor<3>(9.81);
    scene.law.restitution_walls = 0.5;
    for (const SceneBall<2>& ball : flat.balls) {
        const double r = ball.radius;
        const auto& x = ball.position;
        scene.balls.push_back({ball.name, {x[0], x[1], r}, {ball.velocity[0], 0, 0}, r, ball.mass});
    }
    const auto expected = events_of(flat, 0.5);
    const auto events = events_of(scene, 0.5);
    ASSERT_GE(expected.size(), 16U);
    std::size_t at = 0;
    for (const Event<3>& event : events) {
        if (event.kind != EventKind::cluster) continue;
        ASSERT_LT(at, 16U);
        EXPECT_EQ(event.ball, expected[at].ball);
        for (int k = 0; k < 2; ++k) {
            const double plane = expected[at].ball_after.velocity[k];
            EXPECT_NEAR(event.ball_after.velocity[k], plane, 1e-13) << event.ball << ", axis " << k;
        }
        EXPECT_NEAR(event.ball_after.velocity[2], 0, 1e-13);
        ++at;
    }
    EXPECT_EQ(at, 16U);
}

/// Two balls in touch fall: the lower one comes back from the floor into the upper one at once.
TEST(ContactCluster, ASmallBallOnALargeOneIsThrownUp) {
    constexpr double kDrop = 1;
    Scene<2> scene = test::scene_over_floor<2>(1);
    scene.balls = {{"large", {0, 0.5 + kDrop}, {}, 0.5, 3}, {"small", {0, 1.25 + kDrop}, {}, 0.25, 1}};
    const auto events = events_of(scene, 2);
    ASSERT_GE(events.size(), 2U);
    const double v = std::sqrt(2 * kDrop);
    EXPECT_EQ(events[0].kind, EventKind::cluster);
    EXPECT_EQ(events[1].kind, EventKind::cluster);
    // Of two balls that meet with v and -v, the floor being far heavier: (3 - 1) v / 2 - v and 2 v.
    EXPECT_NEAR(events[0].ball_after.velocity[1], 0, 1e-14);
    EXPECT_NEAR(events[1].ball_after.velocity[1], 2 * v, 1e-14);
}

TEST(ContactCluster, BallsThatSlideOnAFloorBounceAsTheyWouldWithout) {
    Scene<2> scene = test::scene_over_floor<2>(1);
    scene.balls = {{"", {0, 0.5}, {1, 0}, 0.5, 1}, {"", {3, 0.5}, {}, 0.5, 1}};
    for (const Event<2>& event : events_of(scene, 10)) EXPECT_NE(event.kind, EventKind::cluster);
}

/// What is cut by the sliding face of a sheared box, and moves on as one, is struck as one.
TEST(ContactCluster, ARowAcrossTheFaceOfAShearedBoxHangsTogether) {
    for (const double rate : {0.0, 0.3, -2.0}) {
        Scene<2> scene;
        scene.world.box = {{0, -1}, {20, 7}};
        scene.world.boundary.fill(Boundary::periodic);
        if (rate != 0) scene.world.shear = Shear{0, 1, rate};
        const double up = rate * 8;
        // A column of four from y = 5.25 up; the face is at 7.
        scene.balls = {{"", {10, 5.25}, {0, 0}, 0.5, 1},
                       {"", {10, 6.25}, {0, 0}, 0.5, 1},
                       {"", {10, 7.25 - 8}, {-up, 0}, 0.5, 1},
                       {"", {10, 8.25 - 8}, {-up, 0}, 0.5, 1},
                       {"", {10, 3}, {0, 1}, 0.5, 1}};
        const auto events = events_of(scene, 1.5);
        ASSERT_EQ(events.size(), 5U) << rate;
        for (std::uint32_t i = 0; i < 5; ++i) {
            EXPECT_EQ(events[i].kind, EventKind::cluster);
            EXPECT_EQ(events[i].ball, i);
            EXPECT_NEAR(events[i].ball_after.velocity[0], i == 2 || i == 3 ? -up : 0, 1e-13) << rate;
            EXPECT_NEAR(events[i].ball_after.velocity[1], i == 3 ? 1 : 0, 1e-13) << rate;
        }
    }
}

TEST(ContactCluster, AMovingWallTakesNoPart) {
    Scene<2> scene;
    Wall<2> piston;
    piston.half_space.normal = {1, 0};
    piston.speed = 1;
    scene.world.walls.push_back(piston);
    scene.balls = {{"", {1.5, 0}, {}, 0.5, 1}, {"", {2.5, 0}, {}, 0.5, 1}};
    EXPECT_EQ(events_of(scene, 1).front().kind, EventKind::ball_wall);
}

template <int N>
std::uint64_t expect_plain_trajectory(const Scene<N>& scene, double thickness, double step) {
    auto simulation = Simulation<N>::create(scene, Tuning{thickness});
    EXPECT_TRUE(simulation) << N << "D, seed " << scene.name;
    if (!simulation) return 0;
    test::Lockstep<N> both(scene, *simulation);
    for (int i = 0; i < 60; ++i) {
        const auto [event, same] = both.next(4, step);
        EXPECT_TRUE(same) << N << "D, seed " << scene.name << ", event " << i;
        if (!same || !event) break;
    }
    return simulation->counts().clusters;
}

/// Of scenes drawn in 2D and in 3D, which the plain engine looks through in steps.
template <class Flat, class Deep>
void expect_plain_trajectories(Flat flat, Deep deep, double step) {
    constexpr std::uint64_t kScenes = 60 / test::kShare;
    constexpr double kThicknesses[] = {1, 0.1, 0.4, 6};
    std::uint64_t clusters = 0;
    for (std::uint64_t seed = 0; seed < kScenes && !testing::Test::HasFailure(); ++seed) {
        clusters += expect_plain_trajectory(flat(seed), kThicknesses[seed % 4], step);
        clusters += expect_plain_trajectory(deep(seed), kThicknesses[seed % 4], step);
    }
    EXPECT_GT(clusters, kScenes);
}

TEST(ContactCluster, ThePlainEngineFindsTheSame) {
    expect_plain_trajectories(test::touching_scene<2>, test::touching_scene<3>, 4);
}

TEST(ContactCluster, ThePlainEngineFindsTheSameUnderGravity) {
    expect_plain_trajectories(test::heavy_touching_scene<2>, test::heavy_touching_scene<3>, 4);
}

TEST(ContactCluster, ThePlainEngineFindsTheSameInShear) {
    expect_plain_trajectories(test::sheared_touching_scene<2>, test::sheared_touching_scene<3>, 0.25);
}

/// Two balls touch through a periodic face, and a third one strikes them: three records of one impact,
/// however neighbours are found.
TEST(ContactCluster, ThroughAFaceInSharedCells) {
    Scene<2> scene;
    scene.world.box.upper = {80, 80};
    scene.world.boundary.fill(Boundary::periodic);
    scene.balls = {
        {"a", {70, 40}, {1, 0}, 0.5, 1}, {"b", {79.5, 40}, {}, 0.5, 1}, {"c", {0.5, 40}, {}, 0.5, 1}};
    auto in_cells = Simulation<2>::create(scene, {1, NeighbourSearch::cells});
    auto in_shells = Simulation<2>::create(scene, {1, NeighbourSearch::shells});
    ASSERT_TRUE(in_cells && in_shells);
    EXPECT_EQ(in_cells->settings().search, NeighbourSearch::cells);
    for (int i = 0; i < 3; ++i) {
        const auto one = in_cells->next_event();
        const auto other = in_shells->next_event();
        ASSERT_TRUE(one && other);
        EXPECT_TRUE(test::same_bits(*one, *other)) << i;
    }
    EXPECT_EQ(in_cells->counts().clusters, 1U);
}

}  // namespace
}  // namespace carom
