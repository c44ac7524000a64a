// Shapes as closed lines of points, ready to be filled.
#pragma once

#include <vector>

namespace carom::draw {

/// Pixels from the upper left corner, y down.
struct Point {
    double x = 0, y = 0;

    friend bool operator==(const Point&, const Point&) = default;
};

/// A line through points.
using Line = std::vector<Point>;

/// Closed lines; holes run the other way round than what is around them.
using Outline = std::vector<Line>;

/// A circle, as a polygon that is within a fiftieth of a pixel of it.
Line circle_line(Point center, double radius);

/// The piece of a circle from angle `from`, through `sweep` more (radians, y down).
Line arc_line(Point center, double radius, double from, double sweep);

/// The area that a pen of this width covers along the line, with round joints. Lengths of `dashes` are drawn
/// and left out in turn; none: all is drawn.
Outline stroked(const Line& line, double width, const std::vector<double>& dashes);

}  // namespace carom::draw
