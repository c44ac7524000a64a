// The picture of a run: every ball's path.
#pragma once

#include <string>

#include "picture/ball_paths.hpp"

namespace carom::app {

/// The text of an SVG file. Of large scenes and long runs it shows a part, and says which.
template <int N>
std::string paths_svg(const PathSet<N>& paths);

}  // namespace carom::app
