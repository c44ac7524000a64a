// Trajectories that the plain engine makes.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "record/plain_engine.hpp"
#include "record/recording.hpp"

namespace carom::test {

inline constexpr double kPlainEpoch = 0x1p-3;

inline Time plain_time(double seconds) {
    const double epoch = std::floor(seconds / kPlainEpoch);
    return {static_cast<std::int64_t>(epoch), seconds - epoch * kPlainEpoch};
}

template <int N>
TrajectoryStart<N> start_of(const Scene<N>& scene, double epoch_length) {
    TrajectoryStart<N> start{scene, epoch_length};
    start.scene.law.elastic_below = elastic_below(scene);
    return start;
}

/// The plain engine knows impacts of two only.
template <int N>
Recording<N> plain_recording(const Scene<N>& scene, double until, std::size_t most_events) {
    Recording<N> recording{start_of(scene, kPlainEpoch), {}, plain_time(until)};
    recording.start.scene.law.contact_tolerance = 0;
    PlainEngine<N> engine(scene, kPlainEpoch);
    while (recording.events.size() < most_events) {
        const auto event = engine.next_event(until);
        if (!event) return recording;
        recording.events.push_back(*event);
    }
    recording.end = recording.events.back().time;
    // A contact at the end is not missed there, but a kick is.
    if (recording.events.back().kind != EventKind::kick) recording.events.pop_back();
    return recording;
}

}  // namespace carom::test
