// What the engine makes of a scene, as a recording.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <string>

#include "carom/sim/simulation.hpp"
#include "record/plain_recording.hpp"
#include "record/recording.hpp"

namespace carom::test {

/// Until a time, or until so many records and the end of an impact of several contacts that is among them.
template <int N>
Recording<N> recorded(const Scene<N>& scene, double until,
                      std::size_t most = std::numeric_limits<std::size_t>::max()) {
    auto simulation = Simulation<N>::create(scene);
    EXPECT_TRUE(simulation);
    Recording<N> recording{start_of(scene, simulation->epoch_length()), {}, {}};
    recording.start.scene.law.elastic_below = simulation->elastic_below();
    bool is_open = false;
    while (recording.events.size() < most || is_open) {
        const auto event = simulation->next_event(until);
        if (!event) break;
        recording.events.push_back(*event);
        is_open = event->kind == EventKind::cluster && event->other > 0;
    }
    recording.end = simulation->now();
    return recording;
}

/// The checker says this of it.
template <int N>
void expect_fault(const Recording<N>& recording, const std::string& what) {
    const std::string faults = all_faults(check_recording(recording));
    EXPECT_NE(faults.find(what), std::string::npos) << "looked for \"" << what << "\" in\n" << faults;
}

}  // namespace carom::test
