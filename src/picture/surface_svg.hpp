// What the balls move in where they lie on no table: walls, vessels, the faces of a periodic box.
#pragma once

#include <string>

#include "carom/scene/scene.hpp"
#include "picture/panel.hpp"

namespace carom::app {

/// What lies under the paths: the world with its walls where they are at `time`.
template <int N>
std::string surface_svg(const World<N>& world, double time, const Panel& panel);

}  // namespace carom::app
