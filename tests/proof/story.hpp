// Trajectories in closed form, told event by event.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "record/plain_recording.hpp"

namespace carom::test {

using Vec2 = Vec<double, 2>;

inline constexpr std::uint32_t kFloor = 2;
inline constexpr std::uint32_t kFurther = 4;

inline Event<2> alone(EventKind kind, double t, const Vec2& x, const Vec2& v,
                      MotionPhase phase = free_flight) {
    Event<2> event;
    event.kind = kind;
    event.time = plain_time(t);
    event.ball_after = {x, v, {}, event.time, phase};
    return event;
}

inline Event<2> at_wall(double t, std::uint32_t wall, double e, const Vec2& x, const Vec2& v,
                        MotionPhase phase = free_flight) {
    Event<2> event = alone(EventKind::ball_wall, t, x, v, phase);
    event.other = wall;
    event.restitution = e;
    return event;
}

inline Event<2> of_two(double t, double e, const Event<2>& one, const Vec2& x, const Vec2& v,
                       MotionPhase phase = free_flight) {
    Event<2> event = one;
    event.kind = EventKind::ball_ball;
    event.time = plain_time(t);
    event.other = 1;
    event.restitution = e;
    event.ball_after.time = event.time;
    event.other_after = {x, v, {}, event.time, phase};
    return event;
}

inline Recording<2> recording_of(const Scene<2>& scene, const std::vector<Event<2>>& events, double end) {
    return {start_of(scene, test::kPlainEpoch), events, plain_time(end)};
}

inline testing::AssertionResult passes(const Recording<2>& recording) {
    const CheckReport report = check_recording(recording);
    return report ? testing::AssertionSuccess() : testing::AssertionFailure() << all_faults(report);
}

/// A fault that says `what`.
inline testing::AssertionResult fails(const Recording<2>& recording, const std::string& what) {
    const std::string faults = all_faults(check_recording(recording));
    if (faults.find(what) != std::string::npos) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "looked for \"" << what << "\" in\n" << faults;
}

/// A unit disc, thrown up from y = 2 with speed 2 over a floor at 0, gravity 4.
inline Scene<2> over_the_floor() {
    Scene<2> scene;
    scene.world.gravity = {0, -4};
    scene.world.box = {{-50, 0}, {50, 100}};
    scene.world.boundary = {Boundary::open, Boundary::wall};
    scene.balls.push_back({"disc", {0, 3}, {1, 0}, 1, 1});
    return scene;
}

}  // namespace carom::test
