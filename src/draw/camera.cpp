#include "draw/camera.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/vec_ops.hpp"

namespace carom::draw {

using namespace detail;

Point Camera::at(const Vec3d& place) const {
    const Vec3d d = place - target;
    return {center.x + scale * dot(right, d), center.y - scale * dot(up, d)};
}

double Camera::nearness(const Vec3d& place) const {
    return scale * dot(toward, place - target);
}

Camera camera_for(const ViewDirection& direction, const Box<double, 3>& box, const Frame& frame) {
    constexpr double degree = std::numbers::pi / 180;
    const double ca = std::cos(direction.azimuth * degree), sa = std::sin(direction.azimuth * degree);
    const double ce = std::cos(direction.elevation * degree), se = std::sin(direction.elevation * degree);
    Camera camera;
    camera.right = {ca, sa, 0};
    camera.toward = {sa * ce, -ca * ce, se};
    camera.up = {-sa * se, ca * se, ce};
    double across = 0, along = 0;
    for (int k = 0; k < 3; ++k) {
        const double width = box.upper[k] - box.lower[k];
        camera.target[k] = box.lower[k] + width / 2;
        across += std::fabs(camera.right[k]) * width;
        along += std::fabs(camera.up[k]) * width;
    }
    camera.center = {frame.left + frame.width / 2, frame.top + frame.height / 2};
    camera.scale = std::min(frame.width / across, frame.height / along);
    return camera;
}

}  // namespace carom::draw
