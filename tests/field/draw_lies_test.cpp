// Lies about random velocities and about the end of a trajectory: what a thermal wall or a thermostat gave,
// when a kick came, T, rate and seed in the head, and a last event left out.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "proof/recorded.hpp"

namespace carom::test {
namespace {

constexpr double kLies[] = {1 + 1e-9, 1 - 1e-9};

/// Balls in a box, one side of which is a thermal wall at an angle.
Scene<2> warm_box() {
    Scene<2> scene;
    scene.world.boundary = {Boundary::wall, Boundary::wall};
    scene.world.box = {{0, 0}, {10, 10}};
    Wall<2> wall;
    wall.half_space.normal = {3, 1};
    wall.half_space.offset = 4;
    wall.temperature = 1.5;
    scene.world.walls = {wall};
    for (int i = 0; i < 6; ++i)
        scene.balls.push_back(
            {"ball", {4 + 2.0 * (i % 3), 3 + 3.0 * (i / 3)}, {-1.0 - i, .3 * i}, .5, 1.0 + i});
    scene.noise = 11;
    return scene;
}

Scene<2> kicked_balls() {
    Scene<2> scene = warm_box();
    scene.world.walls.clear();
    scene.thermostat = Thermostat{2, .5};
    return scene;
}

std::size_t last_of(const Recording<2>& recording, const std::function<bool(const Event<2>&)>& is_one) {
    std::size_t i = recording.events.size();
    while (i > 0 && !is_one(recording.events[i - 1])) --i;
    EXPECT_GT(i, 0U);
    return i - 1;
}

bool is_kick(const Event<2>& event) {
    return event.kind == EventKind::kick;
}
bool is_thermal(const Event<2>& event) {
    return event.kind == EventKind::ball_wall && event.other == 4;
}

TEST(FieldDrawLies, TheTruthIsProved) {
    for (const Scene<2>& scene : {warm_box(), kicked_balls()}) {
        const CheckReport report = check_recording(recorded(scene, 40));
        EXPECT_TRUE(report) << all_faults(report);
        EXPECT_GT(report.records, 50U);
        EXPECT_EQ(report.contacts_at_end, 0U);
    }
}

TEST(FieldDrawLies, TheLastVelocityOfAThermalWall) {
    const Recording<2> good = recorded(warm_box(), 40);
    for (const double lie : kLies) {
        Recording<2> bad = good;
        const std::size_t i = last_of(bad, is_thermal);
        bad.events.resize(i + 1);
        bad.end = bad.events[i].time;
        EXPECT_TRUE(check_recording(bad));
        bad.events[i].ball_after.velocity[1] *= lie;
        expect_fault(bad, "do not leave as momentum and restitution demand");
    }
}

TEST(FieldDrawLies, TheLastKickOfABall) {
    const Recording<2> good = recorded(kicked_balls(), 40);
    for (const double lie : kLies) {
        Recording<2> bad = good;
        bad.events[last_of(bad, is_kick)].ball_after.velocity[0] *= lie;
        expect_fault(bad, "gets a kick with a velocity that its seed does not give");
    }
}

TEST(FieldDrawLies, TheTimeOfAKick) {
    for (const double lie : kLies) {
        Recording<2> bad = recorded(kicked_balls(), 40);
        bad.events[last_of(bad, is_kick)].time.offset *= lie;
        expect_fault(bad, "gets a kick at a time that its seed does not give");
    }
}

TEST(FieldDrawLies, AKickLeftOut) {
    Recording<2> bad = recorded(kicked_balls(), 40);
    bad.events.resize(last_of(bad, is_kick) + 1);
    bad.end = bad.events.back().time;
    EXPECT_TRUE(check_recording(bad));
    bad.events.pop_back();
    expect_fault(bad, "had no kick at the time that its seed gives");
}

TEST(FieldDrawLies, AKickTooMany) {
    Recording<2> bad = recorded(kicked_balls(), 40);
    Event<2> again = bad.events[last_of(bad, is_kick)];
    bad.events.resize(last_of(bad, is_kick) + 1);
    bad.events.push_back(again);
    bad.end = again.time;
    expect_fault(bad, "gets a kick at a time that its seed does not give");
}

TEST(FieldDrawLies, TheHead) {
    for (const double lie : kLies) {
        Recording<2> bad = recorded(warm_box(), 40);
        *bad.start.scene.world.walls[0].temperature *= lie;
        EXPECT_FALSE(check_recording(bad));
        bad = recorded(kicked_balls(), 40);
        bad.start.scene.thermostat->temperature *= lie;
        EXPECT_FALSE(check_recording(bad));
        bad = recorded(kicked_balls(), 40);
        bad.start.scene.thermostat->rate *= lie;
        EXPECT_FALSE(check_recording(bad));
    }
    for (const Scene<2>& scene : {warm_box(), kicked_balls()}) {
        Recording<2> bad = recorded(scene, 40);
        bad.start.scene.noise = 12;
        EXPECT_FALSE(check_recording(bad));
    }
}

/// Its time is the end: rounding alone tells whether it was due. The report counts such contacts.
TEST(FieldDrawLies, TheLastImpactLeftOut) {
    Scene<2> scene = warm_box();
    scene.world.walls.clear();
    Recording<2> recording = recorded(scene, 40);
    for (int left_out = 0; left_out < 30; ++left_out) {
        recording.end = recording.events.back().time;
        recording.events.pop_back();
        const CheckReport report = check_recording(recording);
        EXPECT_TRUE(report) << all_faults(report);
        EXPECT_EQ(report.contacts_at_end, 1U) << left_out;
    }
}

/// An end later than that is refused.
TEST(FieldDrawLies, AnEndBehindTheLastImpactLeftOut) {
    Scene<2> scene = warm_box();
    scene.world.walls.clear();
    Recording<2> recording = recorded(scene, 40);
    for (int left_out = 0; left_out < 30; ++left_out) {
        recording.end = recording.events.back().time;
        recording.end.epoch += 1;
        recording.events.pop_back();
        Recording<2> later = recording;
        later.end.epoch += 1000;
        expect_fault(later, "overlap");
    }
}

}  // namespace
}  // namespace carom::test
