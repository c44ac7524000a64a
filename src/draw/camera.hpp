// How a scene in space is looked at: a parallel projection, so that every ball is a circle of its own size
// and one scale bar holds everywhere.
#pragma once

#include <vector>

#include "carom/geom/box.hpp"
#include "carom/math/vec.hpp"
#include "draw/outline.hpp"

namespace carom::draw {

/// A rectangle of a picture.
struct Frame {
    double left = 0, top = 0, width = 0, height = 0;
};

struct Camera {
    Vec3d right{1, 0, 0}, up{0, 0, 1}, toward{0, -1, 0};  // unit vectors; toward the viewer
    Vec3d target;                                         // is seen at `center`
    Point center;
    double scale = 1;  // pixels per unit of length

    /// Where a place is seen.
    Point at(const Vec3d& place) const;
    /// How near to the viewer it is, in pixels; larger is nearer.
    double nearness(const Vec3d& place) const;
};

/// From which side: degrees. Azimuth 0 looks along +y, 90 along -x; elevation 90 looks down, with z up.
struct ViewDirection {
    double azimuth = 30, elevation = 20;
};

/// A camera that sees all of the box, as large as fits the frame.
Camera camera_for(const ViewDirection& direction, const Box<double, 3>& box, const Frame& frame);

}  // namespace carom::draw
