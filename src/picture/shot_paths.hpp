// The paths of the balls of shots.
#pragma once

#include "carom/record/shot_file.hpp"
#include "picture/ball_paths.hpp"

namespace carom::app {

/// Draws the paths of a scene's first shot.
PathSet<2> shot_paths(const billiards::TableScene& scene, const PlayedShot& shot);

}  // namespace carom::app
