// The picture of a run: every ball's path, drawn from the trajectory file.
#pragma once

#include <filesystem>
#include <string>

#include "carom/core/result.hpp"
#include "carom/record/trajectory.hpp"

namespace carom::app {

/// The text of an SVG file. Of large scenes and long runs it shows a part, and says which.
Result<std::string, FileError> paths_svg(const std::filesystem::path& trajectory);

}  // namespace carom::app
