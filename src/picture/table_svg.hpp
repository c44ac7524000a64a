// What the balls move in: felt and cushions, walls, the faces of a periodic box.
#pragma once

#include <string>

#include "picture/ball_look.hpp"
#include "picture/panel.hpp"

namespace carom::app {

/// How much room the rails of a table need around the panel, in pixels.
inline constexpr double kRail = 30;

/// True when walls close both axes of a 2D scene that is seen from above, as nothing falls and nothing but
/// the box is solid: it is drawn as a table.
template <int N>
bool is_table(const World<N>& world);

/// What lies under the paths: the world with its walls where they are at `time`.
template <int N>
std::string surface_svg(const World<N>& world, double time, const Panel& panel, Ground ground);

/// Gradients used by it.
std::string surface_definitions();

}  // namespace carom::app
