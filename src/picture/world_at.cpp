#include "picture/world_at.hpp"

#include <algorithm>
#include <cmath>

#include "math/vec_ops.hpp"

namespace carom::app {

template <int N>
World<N> world_at(const World<N>& world, double time) {
    World<N> moved = world;
    for (Wall<N>& wall : moved.walls)
        wall.half_space.offset += wall.speed * time * detail::length(wall.half_space.normal);
    return moved;
}

template <int N>
void include_walls(const World<N>& world, int axis, double& lower, double& upper) {
    const auto include = [&](double place) {
        lower = std::min(lower, place);
        upper = std::max(upper, place);
    };
    for (const Wall<N>& wall : world.walls) {
        const Vec<double, N>& normal = wall.half_space.normal;
        if (std::fabs(normal[axis]) == detail::length(normal)) include(wall.half_space.offset / normal[axis]);
    }
    for (const Container<N>& vessel : world.containers) {
        if (vessel.axis[axis] != 0) continue;
        include(vessel.center[axis] - vessel.radius);
        include(vessel.center[axis] + vessel.radius);
    }
}

template World<2> world_at(const World<2>&, double);
template World<3> world_at(const World<3>&, double);
template void include_walls(const World<2>&, int, double&, double&);
template void include_walls(const World<3>&, int, double&, double&);

}  // namespace carom::app
