// Lengths and times that a scene sets by itself.
#pragma once

#include "carom/scene/scene.hpp"

namespace carom::detail {

/// A power of two: 2^-20 of the time the fastest ball of the start needs for the longest side of the scene,
/// or 1 when nothing moves. Depends on nothing but the scene.
template <int N>
double epoch_length(const Scene<N>& scene);

/// Mean distance of neighbouring balls less the mean diameter, at least an eighth of that diameter.
/// Decides the usual thickness of neighbour shells; no bit of a trajectory depends on it.
template <int N>
double free_space(const Scene<N>& scene);

}  // namespace carom::detail
