// The box that the comment of extended XYZ tells: by Lattice, Origin and pbc as the format has it, by Lower,
// Upper and Boundary as carom writes it to the last bit, or by both, which must agree.
#pragma once

#include <optional>
#include <vector>

#include "scene_text/ball_file.hpp"
#include "scene_text/xyz_comment.hpp"

namespace carom::detail {

/// Empty when the comment tells none. What stands there and is not understood is a fault.
Result<std::optional<FileBox>, XyzFault> xyz_box(const std::vector<XyzEntry>& entries);

}  // namespace carom::detail
