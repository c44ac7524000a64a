// What the balls move in: felt and cushions, walls, the faces of a periodic box.
#pragma once

#include <string>

#include "carom/billiards/table.hpp"
#include "look/scene_look.hpp"
#include "picture/panel.hpp"

namespace carom::app {

using look::Ground;

/// How much room the rails of a table need around the panel, in pixels.
inline constexpr double kRail = 30;

/// What lies under the paths: the world with its walls where they are at `time`.
template <int N>
std::string surface_svg(const World<N>& world, double time, const Panel& panel, Ground ground);

/// The pockets of a table, and the noses of its cushions and jaws.
std::string rails_svg(const billiards::Table& table, const Panel& panel);

/// Gradients used by it.
std::string surface_definitions();

}  // namespace carom::app
