// Lies about impacts of balls that touch no wall. Momentum, energy and contacts of these lies are right; only
// the law itself refutes them. Found by a trial of the checker in which such files passed.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <tuple>

#include "proof/recorded.hpp"

namespace carom::test {
namespace {

Recording<2> cradle() {
    Scene<2> scene;
    for (int i = 0; i < 5; ++i) {
        const double gap = i == 0 ? 1 : 0;
        scene.balls.push_back({"", {i - gap, 0}, {gap, 0}, 0.5, 1});
    }
    return recorded(scene, 1.5);
}

/// Nine balls in touch, struck a little off the middle.
Recording<2> break_shot() {
    Scene<2> scene;
    const double rise = 0.8660254037844386;
    const int rows[] = {1, 2, 3, 2, 1};
    for (int row = 0; row < 5; ++row) {
        for (int i = 0; i < rows[row]; ++i)
            scene.balls.push_back({"", {row * rise, i - 0.5 * (rows[row] - 1)}, {}, 0.5, 1});
    }
    scene.balls.push_back({"", {-3, 0.05}, {3, 0}, 0.5, 1});
    return recorded(scene, 0.9);
}

std::size_t parts_of_first_cluster(const Recording<2>& recording) {
    std::size_t count = 0;
    while (count < recording.events.size() && recording.events[count].kind == EventKind::cluster) ++count;
    return count;
}

TEST(FieldClusterLies, CradlesLeaveAsTheLawSays) {
    const Recording<2> recording = cradle();
    ASSERT_EQ(parts_of_first_cluster(recording), 5U);
    EXPECT_EQ(all_faults(check_recording(recording)), "");
    Recording<2> lie = recording;
    lie.events.resize(5);
    lie.end = lie.events.back().time;
    const double told[] = {-0.6, 0.4, 0.4, 0.4, 0.4};
    for (std::size_t i = 0; i < 5; ++i) lie.events[i].ball_after.velocity = {told[i], 0};
    EXPECT_NE(all_faults(check_recording(lie)).find("not the velocities of the law"), std::string::npos);
}

/// The last ball of the cradle is told to be hit by the four others' impact afterwards, at the same time.
TEST(FieldClusterLies, NoBallIsLeftOut) {
    Recording<2> lie = cradle();
    Scene<2> shorter = lie.start.scene;
    shorter.balls.pop_back();
    lie.events = recorded(shorter, 1.5).events;
    ASSERT_EQ(parts_of_first_cluster(lie), 4U);
    lie.events.resize(4);
    Event<2> hit = lie.events[3];
    hit.kind = EventKind::ball_ball;
    hit.other = 4;
    hit.other_after = hit.ball_after;
    hit.other_after.position = {4, 0};
    hit.ball_after.velocity = {};
    lie.events.push_back(hit);
    lie.end = hit.time;
    EXPECT_NE(all_faults(check_recording(lie)).find("ball 4 touches one of them"), std::string::npos);
}

TEST(FieldClusterLies, PushesOfABreakAreNotScaled) {
    const Recording<2> recording = break_shot();
    const std::size_t parts = parts_of_first_cluster(recording);
    ASSERT_GE(parts, 9U);
    EXPECT_EQ(all_faults(check_recording(recording)), "");
    for (const double factor : {0.9, 1 - 1e-9, 1 + 1e-9, 1.03}) {
        Recording<2> lie = recording;
        lie.events.resize(parts);
        lie.end = lie.events.back().time;
        for (Event<2>& event : lie.events) {
            const Vec<double, 2> before = recording.start.scene.balls[event.ball].velocity;
            for (int k = 0; k < 2; ++k)
                event.ball_after.velocity[k] =
                    before[k] + factor * (event.ball_after.velocity[k] - before[k]);
        }
        EXPECT_FALSE(check_recording(lie)) << factor;
    }
}

TEST(FieldClusterLies, NoComponentIsOffByABillionth) {
    for (const Recording<2>& recording : {cradle(), break_shot()}) {
        for (std::size_t i = 0; i < parts_of_first_cluster(recording); ++i) {
            for (int k = 0; k < 2; ++k) {
                Recording<2> lie = recording;
                lie.events[i].ball_after.velocity[k] += 1e-9;
                EXPECT_FALSE(check_recording(lie)) << "record " << i << ", axis " << k;
            }
        }
    }
}

/// What the engine makes of a scene without looking for further contacts, told as if it had looked.
template <int N>
Recording<N> told_pair_by_pair(Scene<N> scene, double until) {
    scene.law.contact_tolerance = 0;
    Recording<N> lie = recorded(scene, until);
    EXPECT_EQ(all_faults(check_recording(lie)), "");
    lie.start.scene.law.contact_tolerance.reset();
    return lie;
}

Scene<3> rack_on_a_floor() {
    Scene<3> scene;
    scene.world.gravity = {0, 0, -9.81};
    scene.world.walls.push_back({"floor", {{0, 0, 1}, 0}});
    for (const SceneBall<2>& ball : break_shot().start.scene.balls) {
        const auto& [x, v] = std::tie(ball.position, ball.velocity);
        scene.balls.push_back({"", {x[0], x[1], 0.5}, {v[0], v[1], 0}, 0.5, 1});
    }
    return scene;
}

/// Both fall; the upper one is hit when the lower one has just bounced.
Scene<2> small_ball_on_a_large_one() {
    Scene<2> scene;
    scene.world.gravity = {0, -1};
    scene.world.walls.push_back({"floor", {{0, 1}, 0}});
    scene.balls = {{"", {0, 2}, {}, 1, 3}, {"", {0, 3.5}, {}, 0.5, 1}};
    return scene;
}

Scene<2> two_in_touch_at_a_wall() {
    Scene<2> scene;
    scene.world.walls.push_back({"wall", {{1, 0}, 0}});
    scene.balls = {{"", {1, 0}, {}, 1, 1}, {"", {3, 0}, {}, 1, 2}, {"", {6, 0.5}, {-1, 0}, 1, 1}};
    return scene;
}

TEST(FieldClusterLies, NoImpactOfSeveralContactsIsToldPairByPair) {
    const std::string fault = "alone, but touches what the law takes with them";
    expect_fault(told_pair_by_pair(cradle().start.scene, 1.5), fault);
    expect_fault(told_pair_by_pair(break_shot().start.scene, 0.9), fault);
    expect_fault(told_pair_by_pair(two_in_touch_at_a_wall(), 2), fault);
    expect_fault(told_pair_by_pair(rack_on_a_floor(), 0.9), fault);
    expect_fault(told_pair_by_pair(small_ball_on_a_large_one(), 2), fault);
}

TEST(FieldClusterLies, WhatIsNotPressedOnIsNotTakenWith) {
    Scene<2> scene;  // the second ball is hit and leaves the third one
    scene.balls = {{"", {-3, 0}, {1, 0}, 1, 1}, {"", {0, 0}, {}, 1, 1}, {"", {0, 2}, {}, 1, 1}};
    EXPECT_EQ(all_faults(check_recording(told_pair_by_pair(scene, 2))), "");
}

TEST(FieldClusterLies, NothingHereIsLeftOpen) {
    EXPECT_EQ(check_recording(cradle()).clusters_open, 0U);
    EXPECT_EQ(check_recording(cradle()).clusters, 1U);
    EXPECT_EQ(check_recording(break_shot()).clusters_open, 0U);
}

}  // namespace
}  // namespace carom::test
