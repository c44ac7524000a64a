// Lengths and times that a scene sets by itself.
#pragma once

#include "carom/scene/scene.hpp"

namespace carom::detail {

/// A power of two: 2^-20 of the time the fastest ball of the start needs for the longest side of the scene,
/// or 1 when nothing moves. Depends on nothing but the scene.
template <int N>
double epoch_length(const Scene<N>& scene);

/// The thickness of neighbour shells with which a ball of mean size has about 12 neighbours in 3D, 9 in 2D,
/// where balls are spread evenly; at least a sixteenth of the mean diameter. Few balls are all each
/// other's neighbours. No bit of a trajectory depends
/// on it.
template <int N>
double usual_shell(const Scene<N>& scene);

}  // namespace carom::detail
