// Promise: the checker proves flights through millions of periodic boxes, and refutes lies about what they
// end in.
#include <gtest/gtest.h>

#include <random>

#include "proof/changed_records.hpp"
#include "proof/recorded.hpp"
#include "support/random_scene.hpp"

namespace carom::test {
namespace {

TEST(CheckLongFlights, PassesBallsInLanesThatGoPastEachOtherAMillionTimes) {
    Scene<2> scene;
    scene.world.box = {{0, 0}, {1, 1}};
    scene.world.boundary.fill(Boundary::periodic);
    scene.balls = {{"", {0.2, 0.3}, {1, 0}, 0.02, 1}, {"", {0.7, 0.345}, {-1, 0}, 0.02, 1}};
    Recording<2> recording = recorded(scene, 1e6);
    const CheckReport report = check_recording(recording);
    EXPECT_TRUE(report) << all_faults(report);
    EXPECT_NEAR(report.worst_gap, 0.25, 1e-9);
    recording.start.scene.balls[1].position[1] = 0.339;
    EXPECT_FALSE(check_recording(recording)) << "now they meet";
}

/// After flights through so many boxes that the place of an impact is known to 1e-4 of a radius, and with it
/// the direction of the normal.
template <int N>
Recording<N> thin_recording(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Scene<N> scene;
    scene.world.boundary.fill(Boundary::periodic);
    for (int k = 0; k < N; ++k) scene.world.box.upper[k] = 1;
    for (int i = 0; i < 6; ++i) {
        SceneBall<N> ball{"", {}, {}, N == 2 ? 1e-8 : 1e-5, 1.0 + i};
        for (int k = 0; k < N; ++k) {
            ball.position[k] = uniform(random, 0, 1);
            ball.velocity[k] = uniform(random, -1, 1);
        }
        scene.balls.push_back(ball);
    }
    return recorded(scene, 1e300, 20);
}

TEST(CheckLongFlights, RejectsAVelocityWrongByABillionthAfterLongFlights) {
    // Of the last record: no later flight of the ball tells.
    const auto change = [](auto& recording, std::size_t i) {
        recording.events.resize(i + 1);
        recording.end = recording.events[i].time;
        recording.events[i].ball_after.velocity[0] *= 1 + 1e-9;
        return true;
    };
    EXPECT_GE(expect_changes_found(3, thin_recording<2>, "velocity", change), 30);
    EXPECT_GE(expect_changes_found(3, thin_recording<3>, "velocity", change), 30);
}

}  // namespace
}  // namespace carom::test
