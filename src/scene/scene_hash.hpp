// One number for all that decides a trajectory.
#pragma once

#include <cstdint>

#include "carom/scene/scene.hpp"

namespace carom::detail {

/// Differs for scenes with different trajectories, but for one in 2^64. It is the same for the scene that a
/// trajectory file gives back: there `law.elastic_below` is the speed in force, and the box has no faces on
/// open axes. What decides nothing does not count: a seed that nothing is drawn from, the name of the scene,
/// and the names of balls where no restitution depends on species.
template <int N>
std::uint64_t scene_hash(const Scene<N>& scene);

}  // namespace carom::detail
