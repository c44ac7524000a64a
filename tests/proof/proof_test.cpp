// Promise: a simulation of any scene ends with a proof. The checker passes what the engine makes of random
// scenes.
#include <gtest/gtest.h>

#include "carom/sim/simulation.hpp"
#include "record/recording.hpp"
#include "support/extended_scene.hpp"
#include "support/random_scene.hpp"
#include "support/share.hpp"
#include "support/touching_scene.hpp"

namespace carom {
namespace {

template <int N>
void expect_proof(const Scene<N>& scene, int most_events, double until) {
    const test::Directory directory;
    auto simulation = Simulation<N>::create(scene);
    ASSERT_TRUE(simulation) << scene.name;
    TrajectoryStart<N> start{scene, simulation->epoch_length()};
    start.scene.law.elastic_below = simulation->elastic_below();
    auto writer = TrajectoryWriter<N>::create(directory / "t.carom", start);
    ASSERT_TRUE(writer);
    for (int i = 0; i < most_events; ++i) {
        const auto event = simulation->next_event(until);
        if (!event) break;
        writer->write(*event);
        // An impact of several contacts is told to its end.
        if (event->kind == EventKind::cluster && event->other > 0) --i;
    }
    ASSERT_FALSE(writer->close(simulation->now()));
    auto opened = open_trajectory(directory / "t.carom");
    ASSERT_TRUE(opened);
    const CheckReport report = check(std::get<TrajectoryReader<N>>(*opened));
    EXPECT_TRUE(report) << N << "D, seed " << scene.name << ": " << report.faults.front();
}

TEST(Proof, TheCheckerPassesRandomScenes) {
    for (std::uint64_t seed = 0; seed < 250 / test::kShare; ++seed) {
        expect_proof(test::random_scene<2>(seed), 300, 20);
        expect_proof(test::random_scene<3>(seed), 300, 20);
    }
}

TEST(Proof, TheCheckerPassesExtendedWorlds) {
    for (std::uint64_t seed = 0; seed < 150 / test::kShare; ++seed) {
        expect_proof(test::extended_scene<2>(seed, 20), 300, 10);
        expect_proof(test::extended_scene<3>(seed, 20), 300, 10);
    }
}

TEST(Proof, TheCheckerPassesTouchingBalls) {
    for (std::uint64_t seed = 0; seed < 60 / test::kShare; ++seed) {
        expect_proof(test::touching_scene<2>(seed), 150, 10);
        expect_proof(test::touching_scene<3>(seed), 150, 10);
        expect_proof(test::heavy_touching_scene<2>(seed), 300, 10);
        expect_proof(test::heavy_touching_scene<3>(seed), 300, 10);
        expect_proof(test::sheared_touching_scene<2>(seed), 150, 10);
        expect_proof(test::sheared_touching_scene<3>(seed), 150, 10);
    }
}

}  // namespace
}  // namespace carom
