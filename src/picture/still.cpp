#include "picture/still.hpp"

#include <algorithm>
#include <cmath>

#include "picture/felt_svg.hpp"
#include "picture/source_look.hpp"
#include "picture/world_at.hpp"

namespace carom::app {
namespace {

constexpr double kRoom = 0.03;  // of the size, around balls where there are no walls

template <int N>
bool open_axis(const Scene<N>& scene, int axis) {
    return scene.world.boundary[static_cast<std::size_t>(axis)] == Boundary::open;
}

}  // namespace

template <int N>
void include(Box<double, N>& box, const Scene<N>& scene, const Moment<N>& moment) {
    const World<N> world = world_at(scene.world, moment.time);
    for (int axis = 0; axis < N; ++axis) {
        if (!open_axis(scene, axis)) continue;
        include_walls(world, axis, box.lower[axis], box.upper[axis]);
        for (std::size_t k = 0; k < moment.positions.size(); ++k) {
            const double radius = (1 + kRoom) * scene.balls[k].radius;
            box.lower[axis] = std::min(box.lower[axis], moment.positions[k][axis] - radius);
            box.upper[axis] = std::max(box.upper[axis], moment.positions[k][axis] + radius);
        }
    }
}

template <int N>
Box<double, N> seen_box(const Scene<N>& scene, const std::vector<Moment<N>>& moments) {
    Box<double, N> box = scene.world.box;
    double largest = 0;
    for (const SceneBall<N>& ball : scene.balls) largest = std::max(largest, ball.radius);
    for (int axis = 0; axis < N; ++axis) {
        const Boundary boundary = scene.world.boundary[static_cast<std::size_t>(axis)];
        if (boundary == Boundary::open) {
            box.lower[axis] = HUGE_VAL;
            box.upper[axis] = -HUGE_VAL;
        } else if (boundary == Boundary::periodic && N == 3) {
            // Balls that are about to leave stick out.
            box.lower[axis] -= largest;
            box.upper[axis] += largest;
        }
    }
    for (const Moment<N>& moment : moments) include(box, scene, moment);
    return box;
}

template <int N>
Box<double, N> world_box(const Scene<N>& scene, const Box<double, N>& seen) {
    Box<double, N> box = seen;
    for (int axis = 0; axis < N; ++axis) {
        if (open_axis(scene, axis)) continue;
        box.lower[axis] = scene.world.box.lower[axis];
        box.upper[axis] = scene.world.box.upper[axis];
    }
    return box;
}

template <int N>
double still_scale(const PictureSource<N>& source, const StillView<N>& view, const draw::Frame& frame) {
    if constexpr (N == 2) {
        const bool railed = ground_of(source) == look::Ground::felt;
        const draw::Frame inner = railed ? within_rails(felt_of(source), frame) : frame;
        return std::min(inner.width / (view.box.upper[0] - view.box.lower[0]),
                        inner.height / (view.box.upper[1] - view.box.lower[1]));
    } else {
        return camera_for(view.direction, view.box, frame).scale;
    }
}

template void include(Box<double, 2>&, const Scene<2>&, const Moment<2>&);
template void include(Box<double, 3>&, const Scene<3>&, const Moment<3>&);
template Box<double, 2> seen_box(const Scene<2>&, const std::vector<Moment<2>>&);
template Box<double, 3> seen_box(const Scene<3>&, const std::vector<Moment<3>>&);
template Box<double, 2> world_box(const Scene<2>&, const Box<double, 2>&);
template Box<double, 3> world_box(const Scene<3>&, const Box<double, 3>&);
template double still_scale(const PictureSource<2>&, const StillView<2>&, const draw::Frame&);
template double still_scale(const PictureSource<3>&, const StillView<3>&, const draw::Frame&);

}  // namespace carom::app
