// What a reader of the numbers should know beside them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/measure/results.hpp"
#include "carom/scene/scene.hpp"

namespace carom::detail {

/// How much of each kind a run was long enough for.
struct Measured {
    bool intervals = false, windows = false;
    std::uint64_t snapshots = 0;
};

/// The quantities of the plan that got nothing, each with the reason. The plan has the distances at the end.
std::vector<std::string> unmeasured(const MeasurePlan& plan, const Measured& measured);

/// The curves in which nothing was counted, each with the reason, for a run that got snapshots.
std::vector<std::string> empty_curves(const MeasureResults& results);

/// What few snapshots and narrow ranges leave out.
std::vector<std::string> remarks_on_curves(const MeasureResults& results);

/// What makes the numbers mean something else than one might think.
template <int N>
std::vector<std::string> remarks_on(const Scene<N>& scene, const MeasurePlan& plan, std::uint64_t events);

/// On which nothing holds the balls back, so that they can move away without end.
template <int N>
Vec<bool, N> free_axes(const World<N>& world);

}  // namespace carom::detail
