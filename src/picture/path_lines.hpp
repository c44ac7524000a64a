// Paths as SVG: from faint, early, to strong, late.
#pragma once

#include <string>
#include <vector>

#include "look/scene_look.hpp"
#include "picture/ball_paths.hpp"
#include "picture/panel.hpp"

namespace carom::app {

/// The lines of all paths of the set; `looks` are those of its paths.
template <int N>
std::string path_lines_svg(const PathSet<N>& set, const std::vector<look::BallLook>& looks,
                           const Panel& panel);

/// A dot at every impact.
template <int N>
std::string impact_points_svg(const PathSet<N>& set, const std::vector<look::BallLook>& looks,
                              const Panel& panel);

}  // namespace carom::app
