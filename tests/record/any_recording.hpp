// Trajectories with every kind of content, for tests of the file format.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "record/recording.hpp"
#include "support/event_bits.hpp"

namespace carom::test {

inline constexpr double kEpochLength = 0x1p-4;

template <int N>
Vec<double, N> any_vec(std::mt19937_64& random) {
    static const std::vector<double> kAwkward{-0.0, 0x1p-1074, 1e150, 0.1, 1e-300};
    Vec<double, N> x;
    for (int k = 0; k < N; ++k) {
        x[k] = random() % 4 == 0 ? kAwkward[random() % kAwkward.size()]
                                 : std::ldexp(double(random() >> 11), -60);
    }
    return x;
}

template <int N>
BallState<N> any_state(std::mt19937_64& random, Time time) {
    BallState<N> state{any_vec<N>(random), any_vec<N>(random), {}, time};
    state.image[0] = static_cast<std::int64_t>(random() >> 3) - (std::int64_t{1} << 60);
    return state;
}

/// A share of 1, or a number that is awkward to write.
inline double any_number(std::mt19937_64& random) {
    static const std::vector<double> kAwkward{-0.0, 0x1p-300, -0x1p300, 0.1};
    return random() % 4 == 0 ? kAwkward[random() % kAwkward.size()] : std::ldexp(double(random() >> 11), -53);
}

/// The start is that of a scene. Then comes nothing that could happen, everything that can be written.
template <int N>
Recording<N> any_recording(std::size_t events, std::uint64_t seed = 1) {
    std::mt19937_64 random(seed);
    Recording<N> recording;
    recording.start.epoch_length = kEpochLength;
    Scene<N>& scene = recording.start.scene;
    scene.name = "billes, \xC3\xA9lan";
    scene.world.boundary[0] = Boundary::periodic;
    scene.world.boundary[1] = Boundary::wall;
    for (int k = 0; k < 2; ++k) scene.world.box.upper[k] = 3 + k;
    scene.world.walls.push_back({"", {{}, -2}});
    scene.world.walls.back().half_space.normal[1] = 0.1;
    scene.law = {0.95, 0.85, 1e-6};
    for (int i = 0; i < 5; ++i) {
        const double mass = i == 0 ? immovable : 0.1 * i;
        const std::string name = "b" + std::string(static_cast<std::size_t>(i), 'x');
        SceneBall<N> ball{name, {}, {}, 0.1 * (1 + i), mass};
        for (int k = 0; k < N; ++k) {
            ball.position[k] = 1 + std::ldexp(double(random() >> 11), -53);
            if (i > 0) ball.velocity[k] = any_number(random);
        }
        scene.balls.push_back(ball);
    }
    Time time;
    while (recording.events.size() < events) {
        time.epoch += static_cast<std::int64_t>(random() % 3);
        time.offset = kEpochLength * std::ldexp(double(random() >> 11), -53);
        Event<N> event;
        event.time = time;
        event.ball = static_cast<std::uint32_t>(random() % 4);
        event.restitution = 0.95;
        event.ball_after = any_state<N>(random, time);
        event.kind = random() % 2 == 0 ? EventKind::ball_ball : EventKind::ball_wall;
        event.other = event.kind == EventKind::ball_ball ? event.ball + 1 : 2 * N;
        if (event.kind == EventKind::ball_ball) event.other_after = any_state<N>(random, time);
        recording.events.push_back(event);
    }
    recording.end = {time.epoch + 1, 0};
    return recording;
}

/// The events of `reading` are the first ones of `recording`.
template <int N>
void expect_beginning(const Reading<N>& reading, const Recording<N>& recording) {
    ASSERT_LE(reading.recording.events.size(), recording.events.size());
    for (std::size_t i = 0; i < reading.recording.events.size(); ++i) {
        ASSERT_TRUE(same_bits(reading.recording.events[i], recording.events[i])) << "record " << i;
    }
}

}  // namespace carom::test
