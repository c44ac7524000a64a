// Promise: a simulation that is saved and taken up again, anywhere and any number of times, gives the bits of
// one that never stopped. A state that is none of the scene's is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>

#include "carom/sim/simulation.hpp"
#include "support/event_bits.hpp"
#include "support/hard_scenes.hpp"
#include "support/random_scene.hpp"
#include "support/share.hpp"
#include "support/sheared_scene.hpp"
#include "support/touching_scene.hpp"

namespace carom::test {
namespace {

template <int N>
void expect_same_face(const Simulation<N>& x, const Simulation<N>& y) {
    EXPECT_EQ(x.now(), y.now());
    EXPECT_EQ(x.stop_reason(), y.stop_reason());
    EXPECT_EQ(x.counts().ball_ball, y.counts().ball_ball);
    EXPECT_EQ(x.counts().ball_wall, y.counts().ball_wall);
    EXPECT_EQ(x.counts().clusters, y.counts().clusters);
    EXPECT_EQ(x.counts().made_elastic, y.counts().made_elastic);
    EXPECT_EQ(x.kinetic_energy(), y.kinetic_energy());
    EXPECT_TRUE(same_bits(x.momentum(), y.momentum()));
    EXPECT_EQ(x.elastic_below(), y.elastic_below());
    EXPECT_EQ(x.notes().size(), y.notes().size());
    for (std::size_t ball = 0; ball < x.ball_count(); ++ball) {
        ASSERT_TRUE(same_bits(x.state(ball), y.state(ball))) << ball;
        ASSERT_TRUE(same_bits(x.position_now(ball), y.position_now(ball))) << ball;
    }
}

/// How long a run is, and after how many events it is cut on the average.
struct Cuts {
    double until = 0;
    int events = 0;
    std::uint64_t every = 0;
};

/// One run goes on without a stop, the other is saved and taken up again now and then, each time in another
/// tuning, also in flight between two events.
template <int N>
void expect_same_run(const Scene<N>& scene, const Cuts& cuts, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    auto whole = Simulation<N>::create(scene);
    auto cut = Simulation<N>::create(scene);
    ASSERT_TRUE(whole && cut);
    bool is_cut = false;
    for (int i = 0; i < cuts.events; ++i) {
        if (random() % cuts.every == 0) {
            const double now = cut->seconds(cut->now());
            if (random() % 2 == 0 && now < cuts.until) {
                const double between = now + (cuts.until - now) * 1e-6;
                const SavedState<N> before = cut->saved_state();
                auto ahead = Simulation<N>::resume(scene, before);
                ASSERT_TRUE(ahead);
                if (!ahead->next_event(between)) cut = std::move(ahead);
            }
            cut = Simulation<N>::resume(scene, cut->saved_state(), {std::ldexp(1.0, int(random() % 5) - 2)});
            ASSERT_TRUE(cut);
            is_cut = true;
        }
        const auto expected = whole->next_event(cuts.until);
        const auto event = cut->next_event(cuts.until);
        ASSERT_EQ(expected.has_value(), event.has_value()) << "event " << i;
        if (!event) break;
        ASSERT_TRUE(same_bits(*expected, *event)) << "event " << i;
    }
    if (is_cut) expect_same_face(*whole, *cut);
}

template <int N>
void expect_same_random_run(std::uint64_t seed) {
    SCOPED_TRACE(std::to_string(N) + "D, seed " + std::to_string(seed));
    expect_same_run(random_scene<N>(seed), {6, 400 / kShare, 1 + seed % 12}, seed);
}

TEST(Resume, TouchingBallsCutAnywhere) {
    for (std::uint64_t seed = 0; seed < 20 / kShare && !HasFailure(); ++seed) {
        expect_same_run(touching_scene<2>(seed), {6, 100, 1 + seed % 5}, seed);
        expect_same_run(touching_scene<3>(seed), {6, 100, 1 + seed % 5}, seed);
        expect_same_run(heavy_touching_scene<2>(seed), {6, 400, 1 + seed % 5}, seed);
        expect_same_run(heavy_touching_scene<3>(seed), {6, 400, 1 + seed % 5}, seed);
        expect_same_run(sheared_touching_scene<2>(seed), {6, 100, 1 + seed % 5}, seed);
        expect_same_run(sheared_touching_scene<3>(seed), {6, 100, 1 + seed % 5}, seed);
    }
}

TEST(Resume, ShearedScenesCutAnywhere) {
    for (std::uint64_t seed = 0; seed < share_of(60) && !HasFailure(); ++seed) {
        expect_same_run(sheared_scene<2>(seed), {5, 400 / kShare, 1 + seed % 12}, seed);
        expect_same_run(sheared_scene<3>(seed), {5, 400 / kShare, 1 + seed % 12}, seed);
    }
}

TEST(Resume, RandomScenesCutAnywhere) {
    for (std::uint64_t seed = 0; seed < share_of(400); ++seed) {
        expect_same_random_run<2>(seed);
        expect_same_random_run<3>(seed);
        if (HasFailure()) return;
    }
}

template <int N>
void expect_same_hard_run(Hardship hardship, std::uint64_t seed, std::size_t balls, int events,
                          std::uint64_t every) {
    SCOPED_TRACE(std::to_string(N) + "D, hardship " + std::to_string(static_cast<int>(hardship)) + ", seed " +
                 std::to_string(seed));
    const HardScene<N> hard = hard_scene<N>(hardship, seed, balls);
    expect_same_run(hard.scene, {100 * hard.crossing, events, every}, seed);
}

TEST(Resume, HardScenesCutAnywhere) {
    for (const Hardship hardship : every_hardship) {
        for (std::uint64_t seed = 0; seed < 8; seed += 1 + kShare / 3) {
            expect_same_hard_run<2>(hardship, seed, 1 + 5 * seed, 600 / kShare, 8);
            expect_same_hard_run<3>(hardship, seed, 1 + 5 * seed, 600 / kShare, 8);
            if (HasFailure()) return;
        }
    }
}

/// So many balls that they are stored along a curve and wait in a calendar, so many events that all is put in
/// order again.
TEST(Resume, ManyBallsCutAnywhere) {
    constexpr int kMany = kShare > 1 ? 200 : 10'000;
    for (const Hardship hardship : every_hardship) {
        expect_same_hard_run<2>(hardship, 1, 600, kMany, kMany / 10);
        expect_same_hard_run<3>(hardship, 1, 600, kMany, kMany / 10);
        if (HasFailure()) return;
    }
}

/// A jam depends on how many impacts a ball has had in an epoch.
TEST(Resume, AJamComesAtTheSameImpact) {
    Scene<2> scene;
    scene.law.restitution_walls = 0.5;
    scene.law.contact_tolerance = 0;
    scene.world.walls = {{"", {{-1e-4, 1}, 0}}, {"", {{-1e-4, -1}, 0}}};
    scene.balls = {{"", {-20000, 0.1}, {1e4, 0}, 0.5, 1}};
    expect_same_run(scene, {10, 300'000, 20'000}, 1);
    auto simulation = Simulation<2>::create(scene);
    ASSERT_TRUE(simulation);
    while (simulation->next_event(10)) {
    }
    ASSERT_EQ(simulation->stop_reason(), StopReason::jammed);
    auto resumed = Simulation<2>::resume(scene, simulation->saved_state());
    ASSERT_TRUE(resumed);
    EXPECT_FALSE(resumed->next_event(20));
    EXPECT_EQ(resumed->stop_reason(), StopReason::jammed);
    EXPECT_EQ(resumed->now(), simulation->now());
}

/// A slow jam depends on what was seen of it before.
TEST(Resume, ASlowJamComesAtTheSameImpact) {
    Scene<2> scene;
    scene.law.contact_tolerance = 0;
    scene.world.walls = {{"", {{0, 1}, -0.5 - 1e-10}}, {"", {{0, -1}, -0.5 - 1e-10}}};
    scene.balls = {{"", {0, 0}, {0, 1}, 0.5, 1}};
    expect_same_run(scene, {1, 2'000'000, 300'000}, 1);
}

/// A run to a limit, taken up with a later one.
TEST(Resume, GoesFurther) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Scene<3> scene = random_scene<3>(seed);
        auto whole = Simulation<3>::create(scene);
        auto cut = Simulation<3>::create(scene);
        ASSERT_TRUE(whole && cut);
        while (cut->next_event(1.5)) {
        }
        cut = Simulation<3>::resume(scene, cut->saved_state());
        ASSERT_TRUE(cut);
        EXPECT_EQ(cut->seconds(cut->now()), 1.5);
        while (const auto expected = whole->next_event(3)) {
            if (whole->seconds(expected->time) <= 1.5) continue;
            const auto event = cut->next_event(3);
            ASSERT_TRUE(event && same_bits(*expected, *event)) << seed;
        }
        EXPECT_FALSE(cut->next_event(3));
        expect_same_face(*whole, *cut);
    }
}

TEST(Resume, AStateOfAnotherSceneIsRefused) {
    Scene<2> scene;
    scene.world.box = {{0, 0}, {4, 2}};
    scene.world.boundary = {Boundary::periodic, Boundary::wall};
    scene.balls = {{"a", {1, 1}, {1, 0.5}, 0.25, 1}, {"post", {3, 1}, {}, 0.25, immovable}};
    auto simulation = Simulation<2>::create(scene);
    ASSERT_TRUE(simulation && simulation->next_event(10));
    const SavedState<2> good = simulation->saved_state();
    ASSERT_TRUE(Simulation<2>::resume(scene, good));
    const auto complaint = [&](const std::function<void(SavedState<2>&)>& change) -> std::string {
        SavedState<2> state = good;
        change(state);
        const auto resumed = Simulation<2>::resume(scene, state);
        return resumed ? "" : resumed.error().faults.front().message;
    };
    const double epoch_length = simulation->epoch_length();
    EXPECT_EQ(complaint([](auto& s) { s.balls.pop_back(); }), "the saved state has 1 balls, the scene 2");
    EXPECT_EQ(complaint([](auto& s) { s.now.epoch = -1; }), "the saved time is not proper");
    EXPECT_EQ(complaint([&](auto& s) { s.now.offset = epoch_length; }), "the saved time is not proper");
    EXPECT_EQ(complaint([](auto& s) { s.now.epoch = (std::int64_t{1} << 62) + 1; }),
              "the saved time is not proper");
    for (const auto& change : std::vector<std::function<void(SavedState<2>::Ball&)>>{
             [](auto& b) { b.state.position[1] = HUGE_VAL; }, [](auto& b) { b.state.position[0] = 4.001; },
             [](auto& b) { b.state.position[0] = -1e-9; }, [](auto& b) { b.state.velocity[0] = NAN; },
             [](auto& b) { b.state.velocity[0] = -1e85; }, [](auto& b) { b.state.image[1] = 1; },
             [](auto& b) { b.state.image[0] = INT64_MIN; },
             [&](auto& b) {
                 b.state.time = {good.now.epoch + 1, 0};
             },
             [](auto& b) { b.state.time.offset = NAN; }}) {
        EXPECT_EQ(complaint([&](auto& s) { change(s.balls[0]); }), "the saved state of ball 0 is not proper");
    }
    EXPECT_EQ(complaint([](auto& s) { s.balls[1].state.velocity[0] = 1; }),
              "the saved state of ball 1 is not proper");
}

}  // namespace
}  // namespace carom::test
