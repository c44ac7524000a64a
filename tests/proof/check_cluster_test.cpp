// Promise: the checker passes an impact of several contacts as the engine records it, and rejects it when
// anything about it was altered.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "proof/both_searches.hpp"
#include "proof/recorded.hpp"
#include "support/scene_over_floor.hpp"

namespace carom::test {
namespace {

/// A triangle of three balls in touch, hit by a fourth.
Recording<2> triangle(double restitution) {
    Scene<2> scene;
    scene.name = "triangle";
    scene.law.restitution_balls = restitution;
    scene.law.elastic_below = 0;
    const double rise = std::sqrt(3.0) / 2;
    scene.balls = {{"tip", {0, 0}, {}, 0.5, 1},
                   {"upper", {rise, 0.5}, {}, 0.5, 2},
                   {"lower", {rise, -0.5}, {}, 0.5, 1},
                   {"cue", {-3, 0.1}, {2, 0}, 0.5, 1}};
    return recorded(scene, 2);
}

/// Two balls in touch fall on two that lie on a floor.
Recording<2> falling_balls() {
    Scene<2> scene = scene_over_floor<2>(1);
    scene.law = {0.8, 0.6, 0};
    const double lean = std::sqrt(0.75);
    scene.balls = {{"lower", {0.5, 1 + lean}, {0.1, 0}, 0.5, 1},
                   {"upper", {0.5, 2 + lean}, {0.1, 0}, 0.5, 2},
                   {"left", {0, 0.5}, {}, 0.5, 1},
                   {"right", {1.2, 0.5}, {}, 0.5, 1}};
    return recorded(scene, 1.2);
}

/// A column across the sliding face of a sheared box is hit from below.
Recording<2> sheared_column() {
    Scene<2> scene;
    scene.world.box = {{0, -1}, {20, 7}};
    scene.world.boundary.fill(Boundary::periodic);
    scene.world.shear = Shear{0, 1, 0.3};
    scene.law.restitution_balls = 0.8;
    scene.balls = {{"", {10, 5.25}, {0, 0}, 0.5, 1},
                   {"", {10, 6.25}, {0, 0}, 0.5, 1},
                   {"", {10, -0.75}, {-2.4, 0}, 0.5, 1},
                   {"", {10, 0.25}, {-2.4, 0}, 0.5, 1},
                   {"", {9.8, 3}, {0, 1}, 0.5, 1}};
    return recorded(scene, 1.5);
}

using Change = std::function<void(Recording<2>&)>;

std::string faults_after(double restitution, const Change& change) {
    Recording<2> recording = triangle(restitution);
    change(recording);
    return all_faults(expect_same_report(recording, "cluster"));
}

TEST(CheckCluster, PassesWhatTheEngineRecords) {
    for (const double e : {1.0, 0.5, 0.0}) {
        const Recording<2> recording = triangle(e);
        ASSERT_GE(recording.events.size(), 4U);
        EXPECT_EQ(recording.events.front().kind, EventKind::cluster);
        EXPECT_EQ(recording.events.front().other, 3U);
        EXPECT_EQ(all_faults(expect_same_report(recording, "cluster")), "") << e;
    }
}

TEST(CheckCluster, IsNotToldPairByPairAcrossTheSlidingFace) {
    Scene<2> scene = sheared_column().start.scene;
    scene.law.contact_tolerance = 0;
    Recording<2> lie = recorded(scene, 1.5);
    EXPECT_EQ(all_faults(expect_same_report(lie, "without tolerance")), "");
    lie.start.scene.law.contact_tolerance.reset();
    EXPECT_NE(all_faults(expect_same_report(lie, "pairs")).find("alone, but touches"), std::string::npos);
}

TEST(CheckCluster, RejectsAnyOtherVelocity) {
    for (const double e : {1.0, 0.5}) {
        for (std::size_t i = 0; i < 4; ++i) {
            for (int k = 0; k < 2; ++k) {
                EXPECT_NE(
                    faults_after(e, [&](Recording<2>& r) { r.events[i].ball_after.velocity[k] += 1e-9; }), "")
                    << "ball " << i << ", axis " << k;
            }
        }
    }
}

TEST(CheckCluster, PassesAndRejectsUnderGravityAndInShearAsWell) {
    for (const Recording<2>& recording : {falling_balls(), sheared_column()}) {
        EXPECT_EQ(all_faults(expect_same_report(recording, "cluster")), "");
        int parts = 0;
        for (std::size_t i = 0; i < recording.events.size(); ++i) {
            if (recording.events[i].kind != EventKind::cluster) continue;
            ++parts;
            for (int k = 0; k < 2; ++k) {
                Recording<2> altered = recording;
                altered.events[i].ball_after.velocity[k] += 1e-9;
                EXPECT_FALSE(check_recording(altered)) << "record " << i << ", axis " << k;
            }
            Recording<2> held = recording;
            held.events[i].ball_after.phase =
                held.events[i].ball_after.phase == free_flight ? at_rest : free_flight;
            if (recording.start.scene.world.shear) continue;
            EXPECT_FALSE(check_recording(held)) << "record " << i;
        }
        EXPECT_GE(parts, 3);
    }
}

TEST(CheckCluster, RejectsAGainOfEnergyThatKeepsMomentum) {
    EXPECT_NE(faults_after(1,
                           [](Recording<2>& r) {
                               for (std::size_t i = 0; i < 4; ++i) {
                                   Vec<double, 2>& v = r.events[i].ball_after.velocity;
                                   const Vec<double, 2> before = r.start.scene.balls[i].velocity;
                                   for (int k = 0; k < 2; ++k) v[k] = before[k] + 1.01 * (v[k] - before[k]);
                               }
                           })
                  .find("their energy changes"),
              std::string::npos);
}

TEST(CheckCluster, RejectsAnImpactThatLacksABall) {
    EXPECT_NE(faults_after(1, [](Recording<2>& r) { r.events.erase(r.events.begin() + 1); })
                  .find("is not what follows"),
              std::string::npos);
    EXPECT_NE(faults_after(1,
                           [](Recording<2>& r) {
                               r.events.resize(3);
                               r.end = r.events.back().time;
                           })
                  .find("ends within an impact of several contacts"),
              std::string::npos);
    EXPECT_NE(faults_after(1,
                           [](Recording<2>& r) {
                               Event<2> wall = r.events[1];
                               wall.kind = EventKind::ball_ball;
                               wall.other = 2;
                               wall.other_after = r.events[2].ball_after;
                               r.events.insert(r.events.begin() + 2, wall);
                           })
                  .find("lacks balls"),
              std::string::npos);
}

TEST(CheckCluster, RejectsAnotherRestitutionOrder) {
    EXPECT_NE(faults_after(0.5, [](Recording<2>& r) { r.events[1].restitution = 1; }), "");
    const Change all = [](Recording<2>& r) {
        for (std::size_t i = 0; i < 4; ++i) r.events[i].restitution = 1;
    };
    EXPECT_NE(faults_after(0.5, all).find("the law says otherwise"), std::string::npos);
    EXPECT_NE(faults_after(1, [](Recording<2>& r) { std::swap(r.events[0].ball, r.events[1].ball); }), "");
}

TEST(CheckCluster, RejectsBallsThatDoNotTouch) {
    const Change apart = [](Recording<2>& r) { r.start.scene.law.contact_tolerance = 0; };
    EXPECT_EQ(faults_after(1, apart), "");  // they touch within rounding
    const Change moved = [](Recording<2>& r) {
        r.start.scene.balls[2].position[1] -= 1e-9;
        r.events[2].ball_after.position[1] -= 1e-9;
    };
    EXPECT_NE(faults_after(1, moved), "");
}

}  // namespace
}  // namespace carom::test
