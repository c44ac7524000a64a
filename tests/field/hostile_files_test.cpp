// Kind: a trajectory with right checksums says what no run can say, and what reads it leaves the number
// range. fuzz/file_fuzz.cpp looks for more of the kind.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "carom/measure/measurements.hpp"
#include "carom/record/playback.hpp"
#include "record/recording.hpp"

namespace carom {
namespace {

using test::Directory;
using test::Recording;

/// Two balls in a box that is periodic along x, or along x and y. An impact that never was, at time 1, gives
/// the first of them this position and this velocity.
Recording<2> doctored(const Vec2d& position, const Vec2d& velocity, Time end, bool sheared = false) {
    Recording<2> recording;
    recording.start.epoch_length = 0.5;
    Scene<2>& scene = recording.start.scene;
    scene.world.boundary = {Boundary::periodic, sheared ? Boundary::periodic : Boundary::open};
    scene.world.box = {{0, 0}, {4, sheared ? 4.0 : 0.0}};
    if (sheared) scene.world.shear = Shear{0, 1, 0.5};
    scene.law.elastic_below = 0;
    scene.balls = {{"", {1, 1}, {0.1, 0}, 0.25, 1}, {"", {3, 1}, {0, 0}, 0.25, 1}};
    const Time time{2, 0};
    recording.events.push_back(
        {EventKind::ball_ball, time, 0, 1, 1, {position, velocity, {}, time}, {{3, 1}, {0, 0}, {}, time}});
    recording.end = end;
    return recording;
}

TrajectoryReader<2> reader_of(const Directory& directory, const Recording<2>& recording) {
    test::write(recording, directory / "t");
    auto trajectory = open_trajectory(directory / "t");
    return std::get<TrajectoryReader<2>>(std::move(*trajectory));
}

constexpr Time kSoon{4, 0};
constexpr Time kLate{INT64_MAX, 0};

TEST(HostileFiles, AStateBeyondTheNumberRangeIsRefused) {
    for (const double far : {2e150, -1e300, 1.7e308}) {
        for (const auto& recording : {doctored({1, far}, {0, 0}, kSoon), doctored({1, 1}, {far, 0}, kSoon)}) {
            const Directory directory;
            auto reader = reader_of(directory, recording);
            EXPECT_FALSE(reader.next());
            ASSERT_TRUE(reader.fault());
            EXPECT_NE(reader.fault()->message.find(": byte "), std::string::npos);
            EXPECT_NE(reader.fault()->message.find("a state is not proper"), std::string::npos);
        }
    }
}

// The number of boxes did not fit into an integer, and the place in the box was not in it.
TEST(HostileFiles, AFlightOfAnyLengthEndsInTheBox) {
    for (const bool sheared : {false, true}) {
        for (const Vec2d& velocity : {Vec2d{1e150, -1e150}, Vec2d{-1e120, 1e18}, Vec2d{3e15, 1}}) {
            const Directory directory;
            Playback<2> playback(reader_of(directory, doctored({1, 1e150}, velocity, kLate, sheared)));
            playback.advance(kLate);
            ASSERT_EQ(playback.now(), kLate);
            for (const int axis : {0, 1}) {
                const double x = playback.position(0)[axis];
                ASSERT_LE(std::fabs(x), 1e150);
                if (axis == 1 && !sheared) continue;
                EXPECT_GE(x, 0) << axis;
                EXPECT_LE(x, 4) << axis;
            }
            EXPECT_LE(std::fabs(playback.velocity(0)[0]), 1e150);
            EXPECT_TRUE(std::isfinite(playback.unwrapped_position(0)[0]));
        }
    }
}

/// Sanitizers stopped at a place outside the box, which has no cell; other builds took any.
void measure(const Recording<2>& recording) {
    const Directory directory;
    Playback<2> playback(reader_of(directory, recording));
    MeasurePlan plan;
    plan.quantities = {Quantity::radial_distribution, Quantity::profile, Quantity::diffusion};
    Measurements<2> measurements(playback.start().scene, plan);
    for (;;) {
        const double stop = measurements.next_stop();
        if (const auto event = playback.next_until(playback.at(stop))) {
            measurements.observe(playback.seconds(event->time), *event);
        } else if (playback.seconds(playback.now()) >= stop) {
            measurements.look([&](std::size_t ball) { return playback.unwrapped_position(ball); });
        } else {
            break;
        }
    }
    EXPECT_EQ(playback.now(), kLate);
    for (const BinnedCurve& curve : measurements.results().profile) {
        for (const auto& bin : curve.bins) EXPECT_TRUE(std::isfinite(bin.value)) << curve.what;
    }
}

TEST(HostileFiles, BallsFarFromTheBoxAreMeasured) {
    measure(doctored({1e150, -1e150}, {1e150, 0}, kLate, true));
    Recording<2> images = doctored({1, 1}, {1, 0}, kLate, true);
    images.events[0].ball_after.image = {std::int64_t{1} << 61, -(std::int64_t{1} << 61)};
    measure(images);
    Recording<2> outside = doctored({-1e150, 1e150}, {1, 0}, kLate);
    outside.start.scene.world.boundary = {Boundary::wall, Boundary::wall};
    outside.start.scene.world.box.upper[1] = 4;
    measure(outside);
}

// The rows of a sheared box were gone through one by one: without end where a double does not tell one from
// the next, and for hours where each row has many images.
TEST(HostileFiles, ACheckOfAShearedBoxEnds) {
    for (const double speed : {1e-3, 1.0, 1e18, 1e150}) {
        for (const Time end : {Time{std::int64_t{1} << 35, 0}, kLate}) {
            const Recording<2> recording = doctored({1, 1}, {0, speed}, end, true);
            EXPECT_FALSE(test::check_recording(recording)) << speed;
        }
    }
}

}  // namespace
}  // namespace carom
