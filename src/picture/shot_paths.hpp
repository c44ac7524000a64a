// The paths of the balls of shots.
#pragma once

#include "carom/record/shot_file.hpp"
#include "picture/ball_paths.hpp"

namespace carom::app {

/// Draws the paths of a scene's first shot.
PathSet<2> shot_paths(const billiards::TableScene& scene, const PlayedShot& shot);

/// The paths of the shot that is played at `choice.until`, up to then. The shots of a file follow one another
/// without a pause.
Result<PathSet<2>, FileError> read_shot_paths(const std::filesystem::path& file, const PathChoice& choice);

}  // namespace carom::app
