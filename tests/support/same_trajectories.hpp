// Runs of a scene that must agree bit by bit: with a plain reference engine, and whatever the tuning.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "carom/sim/simulation.hpp"
#include "support/event_bits.hpp"
#include "support/lockstep.hpp"

namespace carom::test {

template <int N>
void expect_reference_trajectory(const Scene<N>& scene, const Tuning& tuning, double end, double step,
                                 int events) {
    auto simulation = Simulation<N>::create(scene, tuning);
    ASSERT_TRUE(simulation);
    Lockstep<N> both(scene, *simulation);
    for (int i = 0; i < events; ++i) {
        const auto [event, same] = both.next(end, step);
        ASSERT_TRUE(same) << "event " << i << ", balls " << (event ? event->ball : 0) << " "
                          << (event ? event->other : 0);
        if (!event) return;
    }
}

template <int N>
void expect_same_whatever_the_tuning(const Scene<N>& scene, double end, int events) {
    std::vector<Simulation<N>> runs;
    const Tuning tunings[] = {{0.1, NeighbourSearch::shells},
                              {1, NeighbourSearch::automatic},
                              {4, NeighbourSearch::shells},
                              {1, NeighbourSearch::cells},
                              {1, NeighbourSearch::images}};
    for (const Tuning& tuning : tunings) {
        auto simulation = Simulation<N>::create(scene, tuning);
        ASSERT_TRUE(simulation);
        runs.push_back(std::move(*simulation));
    }
    for (int i = 0; i < events; ++i) {
        const auto first = runs[0].next_event(end);
        for (std::size_t r = 1; r < runs.size(); ++r) {
            const auto event = runs[r].next_event(end);
            ASSERT_EQ(first.has_value(), event.has_value()) << "event " << i;
            ASSERT_TRUE(!first || same_bits(*first, *event)) << "event " << i;
        }
        if (!first) return;
    }
}

}  // namespace carom::test
