/// \file
/// A picture of a frame in 2D: balls, moves, contacts, and how the finder has cut space.
///
/// For looking at small frames: every ball is drawn. Example: examples/frame_picture.cpp.
#pragma once

#include <string>

#include "carom/core/abi.hpp"
#include "carom/frame/frame_contact_finder.hpp"

namespace carom {

/// The text of an SVG file. Balls are drawn where they start, with their moves; both balls of a contact in
/// red where they touch first; boxes over blocks of sixteen balls in blue, the boxes above them lighter. A
/// ball with a number that is not finite is left out.
std::string frame_svg(std::span<const MovingBall<double, 2>> balls,
                      std::span<const FrameContact<double>> contacts, std::span<const FrameCell<2>> cells);

}  // namespace carom
