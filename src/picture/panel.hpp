// Where do the axes of a scene lie on the picture? A table is seen from above; a scene in 3D in three
// projections.
#pragma once

#include <vector>

#include "draw/camera.hpp"
#include "picture/ball_paths.hpp"

namespace carom::app {

using draw::Frame;
using draw::Point;

/// A rectangle of the picture that shows two axes of the scene, y up.
struct Panel {
    int right = 0, up = 1;                           // axes
    double lower_right_axis = 0, lower_up_axis = 0;  // scene coordinates of the lower left corner
    double left = 0, top = 0, width = 0, height = 0;
    double scale = 1;  // pixels per unit of length

    template <int N>
    Point at(const Vec<double, N>& position) const {
        return {left + scale * (position[right] - lower_right_axis),
                top + height - scale * (position[up] - lower_up_axis)};
    }
};

/// One panel in 2D; in 3D x-y, x-z and y-z side by side at one scale. As large as fits the frame, centred
/// from left to right.
template <int N>
std::vector<Panel> layout(const PathSet<N>& set, const Frame& frame);

/// The length of a scale bar: 1, 2 or 5 times a power of ten, at most `longest` and more than 2/5 of it.
double round_length(double longest);

}  // namespace carom::app
