// Promise: the same bits whatever the neighbour search, its tuning, and how a run is cut into calls.
#include <gtest/gtest.h>

#include "carom/sim/simulation.hpp"
#include "support/event_bits.hpp"
#include "support/random_scene.hpp"
#include "support/reference_engine.hpp"

namespace carom {
namespace {

using test::random_scene;
using test::ReferenceEngine;
using test::same_bits;

constexpr double kUntil = 6;
constexpr int kEvents = 150;

template <int N>
void expect_reference_trajectory(std::uint64_t seed, const Tuning& tuning) {
    const Scene<N> scene = random_scene<N>(seed);
    ReferenceEngine<N> reference(scene);
    auto simulation = Simulation<N>::create(scene, tuning);
    ASSERT_TRUE(simulation) << "seed " << seed;
    for (int i = 0; i < kEvents; ++i) {
        const auto expected = reference.next_event(kUntil);
        const auto event = simulation->next_event(kUntil);
        ASSERT_EQ(expected.has_value(), event.has_value()) << N << "D, seed " << seed << ", event " << i;
        if (!event) return;
        ASSERT_TRUE(same_bits(*expected, *event))
            << N << "D, seed " << seed << ", event " << i << ", balls " << event->ball << " " << event->other;
    }
}

TEST(SameBits, ThePlainReferenceEngineGivesTheSameTrajectories) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        expect_reference_trajectory<2>(seed, {});
        expect_reference_trajectory<3>(seed, {});
        if (HasFatalFailure()) return;
    }
}

TEST(SameBits, TuningChangesNothing) {
    for (std::uint64_t seed = 300; seed < 400; ++seed) {
        for (const double thickness : {0.05, 0.3, 8.0}) {
            expect_reference_trajectory<2>(seed, {thickness});
            expect_reference_trajectory<3>(seed, {thickness});
            if (HasFatalFailure()) return;
        }
    }
}

TEST(SameBits, CuttingARunChangesNothing) {
    for (std::uint64_t seed = 400; seed < 460; ++seed) {
        const Scene<2> scene = random_scene<2>(seed);
        auto whole = Simulation<2>::create(scene);
        auto cut = Simulation<2>::create(scene);
        ASSERT_TRUE(whole && cut);
        double until = 0.01;
        for (int i = 0; i < kEvents; ++i) {
            const auto expected = whole->next_event(kUntil);
            auto event = cut->next_event(until);
            while (!event && until < kUntil) {
                until = std::min(kUntil, until + 0.013);
                (void)cut->position_now(0);
                (void)cut->kinetic_energy();
                event = cut->next_event(until);
            }
            ASSERT_EQ(expected.has_value(), event.has_value());
            if (!event) break;
            ASSERT_TRUE(same_bits(*expected, *event)) << "seed " << seed << ", event " << i;
        }
    }
}

// Two balls in a periodic box stand half a box apart, so that two images are equally near; over 10^9 epochs.
TEST(SameBits, ImagesHalfABoxApartAcrossEpochs) {
    Scene<2> scene;
    scene.world.box = {{0, 0}, {4, 2}};
    scene.world.boundary = {Boundary::periodic, Boundary::periodic};
    scene.balls = {{"a", {0.5, 1}, {1, 0}, 0.25, 1},
                   {"b", {2.5, 1}, {-1, 0}, 0.25, 2},
                   {"c", {1.5, 0.25}, {0.125, 0.5}, 0.125, 1}};
    std::vector<Simulation<2>> runs;
    for (const double thickness : {0.05, 0.5, 5.0}) {
        auto simulation = Simulation<2>::create(scene, {thickness});
        ASSERT_TRUE(simulation);
        runs.push_back(std::move(*simulation));
    }
    for (int i = 0; i < 5000; ++i) {
        const auto first = runs[0].next_event();
        ASSERT_TRUE(first);
        for (std::size_t r = 1; r < runs.size(); ++r) {
            const auto event = runs[r].next_event();
            ASSERT_TRUE(event && same_bits(*first, *event)) << "event " << i;
        }
    }
    EXPECT_GT(runs[0].now().epoch, 1'000'000'000);
}

}  // namespace
}  // namespace carom
