// The data of an SVG <path> as lines of points.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "draw/outline.hpp"

namespace carom::draw {

/// The lines of a path with the commands M L H V A Z, large and small; arcs are of circles. Each point goes
/// through `place`; a closed line ends where it began.
std::vector<Line> lines_of_path(std::string_view data, const std::function<Point(Point)>& place);

/// The numbers of a list, separated by spaces, commas or signs.
std::vector<double> numbers_of(std::string_view text);

}  // namespace carom::draw
