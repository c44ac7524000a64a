// What happens to a straight flight at the face of a sheared box, for pictures.
#pragma once

#include <cmath>

#include "carom/scene/scene.hpp"

namespace carom::detail {

/// A ball at `from`, on its way to `target` until the time `until`, has crossed a face of the box on `axis`
/// at the time `at`, upwards or downwards: both are moved along the flow to where the image that takes over
/// is and will be. Nothing without shear, or on other axes.
template <int N>
void cross_sheared_face(const World<N>& world, int axis, bool up, double at, double until,
                        Vec<double, N>& from, Vec<double, N>& target) {
    if (!world.shear || axis != world.shear->gradient) return;
    const int flow = world.shear->flow;
    const double sign = up ? 1 : -1;
    const double lower = world.box.lower[flow];
    const double width = world.box.upper[flow] - lower;
    const double reached = from[flow] - sign * slide_at(world, at);
    const double inside = reached - width * std::floor((reached - lower) / width);
    target[flow] += inside - from[flow] - sign * drift_speed(world) * (until - at);
    from[flow] = inside;
}

}  // namespace carom::detail
