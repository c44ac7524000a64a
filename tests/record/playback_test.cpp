// Promise: a playback knows every ball at every time as the simulation that was recorded did, bit for bit.
#include "carom/record/playback.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/sim/simulation.hpp"
#include "recording.hpp"
#include "support/random_scene.hpp"

namespace carom {
namespace {

constexpr double kStep = 0.125;
constexpr int kSteps = 8;

template <int N>
void record_steps(const Scene<N>& scene, const std::filesystem::path& path) {
    auto simulation = Simulation<N>::create(scene);
    ASSERT_TRUE(simulation);
    auto writer = TrajectoryWriter<N>::create(path, {scene, simulation->epoch_length()});
    ASSERT_TRUE(writer);
    while (const auto event = simulation->next_event(kSteps * kStep)) writer->write(*event);
    ASSERT_FALSE(writer->close(simulation->now()));
}

template <int N>
void expect_same_balls(const Playback<N>& playback, const Simulation<N>& simulation) {
    for (std::size_t i = 0; i < simulation.ball_count(); ++i) {
        EXPECT_EQ(playback.unwrapped_position(i), simulation.position_now(i)) << "ball " << i;
        EXPECT_EQ(playback.state(i).velocity, simulation.state(i).velocity) << "ball " << i;
        EXPECT_EQ(playback.velocity(i), simulation.velocity_now(i)) << "ball " << i;
        const Vec<double, N> inside = playback.position(i);
        const World<N>& world = playback.start().scene.world;
        for (int k = 0; k < N; ++k) {
            if (world.boundary[static_cast<std::size_t>(k)] != Boundary::periodic) continue;
            EXPECT_TRUE(inside[k] >= world.box.lower[k] && inside[k] <= world.box.upper[k]) << "ball " << i;
        }
    }
}

template <int N>
void follow(std::uint64_t seed) {
    const test::Directory directory;
    const Scene<N> scene = test::random_scene<N>(seed);
    record_steps(scene, directory / "t.carom");
    auto opened = open_trajectory(directory / "t.carom");
    ASSERT_TRUE(opened);
    Playback<N> playback(std::get<TrajectoryReader<N>>(std::move(*opened)));
    auto simulation = Simulation<N>::create(scene);
    for (int step = 0; step <= kSteps; ++step) {
        while (const auto event = simulation->next_event(step * kStep)) {
            const auto played = playback.next_until(playback.at(step * kStep));
            ASSERT_TRUE(played);
            EXPECT_EQ(played->time, event->time);
        }
        EXPECT_FALSE(playback.next_until(playback.at(step * kStep)));
        EXPECT_EQ(playback.now(), simulation->now());
        expect_same_balls(playback, *simulation);
    }
    playback.advance(playback.at(1e9));
    EXPECT_EQ(playback.now(), playback.end());
    EXPECT_FALSE(playback.fault());
}

TEST(Playback, FollowsTheSimulation) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        follow<2>(seed);
        follow<3>(seed);
    }
}

/// Returns how many of the events are later than their time when rounded to a double.
int expect_events_at_rounded_times(std::uint64_t seed) {
    const test::Directory directory;
    record_steps(test::random_scene<2>(seed), directory / "t.carom");
    const auto open = [&] {
        return Playback<2>(std::get<TrajectoryReader<2>>(std::move(*open_trajectory(directory / "t.carom"))));
    };
    Playback<2> all = open();
    Playback<2> asked = open();
    int later = 0;
    while (const auto event = all.next_until(HUGE_VAL)) {
        const double rounded = all.seconds(event->time);
        later += all.at(rounded) < event->time ? 1 : 0;
        const auto found = asked.next_until(rounded);
        EXPECT_TRUE(found && found->time == event->time) << "seed " << seed << ", time " << rounded;
    }
    EXPECT_FALSE(asked.next_until(all.seconds(all.end())));
    return later;
}

/// Times of events are finer than doubles, which is what reports say and users type.
TEST(Playback, HasHadTheEventWhoseRoundedTimeIsAskedFor) {
    int later = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) later += expect_events_at_rounded_times(seed);
    EXPECT_GT(later, 3);
}

}  // namespace
}  // namespace carom
