// The walls of a world at a time: pistons move.
#pragma once

#include "carom/scene/scene.hpp"

namespace carom::app {

/// The world with every wall where it is at `time`.
template <int N>
World<N> world_at(const World<N>& world, double time);

/// Grows what is to be seen on an axis, `lower` to `upper`, by the walls across it and by round vessels.
template <int N>
void include_walls(const World<N>& world, int axis, double& lower, double& upper);

}  // namespace carom::app
