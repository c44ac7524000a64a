// Polygons of a picture, in pixels.
#pragma once

#include <string>
#include <vector>

#include "draw/outline.hpp"

namespace carom::app {

using draw::Point;
using Polygon2 = std::vector<Point>;

/// The part of a convex polygon where normal . p <= offset (Sutherland and Hodgman, 1974).
Polygon2 cut(const Polygon2& polygon, Point normal, double offset);

/// For <polygon>; empty where it has no inside.
std::string points_svg(const Polygon2& polygon);

/// A closed piece of the data of a <path>.
std::string path_data(const Polygon2& polygon);

}  // namespace carom::app
