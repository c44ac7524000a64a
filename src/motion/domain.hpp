// The domain of a simulation, prepared from the world of its scene: periods of the box, walls, gravity,
// shear.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "carom/motion/ball_state.hpp"
#include "carom/scene/scene.hpp"
#include "math/vec_ops.hpp"
#include "pair/plane_motion.hpp"
#include "scene/wall_numbers.hpp"

namespace carom::detail {

enum class WallShape : std::uint8_t { plane, sphere, cylinder };

/// A wall with its number in events. Of a container only `center`, `along` and `radius` count.
template <int N>
struct NumberedWall {
    std::uint32_t number = 0;
    Surface<N> surface;
    double speed = 0;        ///< of the surface into the free side; `surface` is where it was at time 0
    double temperature = 0;  ///< above 0: thermal
    WallShape shape = WallShape::plane;
    Vec<double, N> center;
    Vec<double, N> along;  ///< unit vector of a cylinder's axis
    double radius = 0;

    bool is_still_plane() const { return shape == WallShape::plane && speed == 0; }
};

/// Of Lees-Edwards boundaries: images one box up on the axis `gradient` move with `speed` along `flow`.
struct ShearDrift {
    int flow = 0;
    int gradient = 1;
    double speed = 0;
    double rate = 0;  ///< of shear: speed per box width
};

template <int N>
struct Domain {
    Vec<double, N> lower;       ///< of the box
    Vec<double, N> period;      ///< box width on periodic axes, 0 on the others
    Vec<double, N> per_period;  ///< 1 / period, or 0
    std::vector<NumberedWall<N>> walls;
    Vec<double, N> gravity;
    bool has_gravity = false;  ///< gravity is not zero
    bool is_endless = false;   ///< balls may leave for good
    ShearDrift drift;

    bool is_periodic(int axis) const { return period[axis] > 0; }
    bool is_periodic() const { return largest(period) > 0; }
    bool is_sheared() const { return drift.speed != 0; }
};

/// The face of the box at `bound` on `axis`, with the normal into the box: `inward` is 1 or -1.
template <int N>
HalfSpace<double, N> face(int axis, double bound, double inward) {
    HalfSpace<double, N> half_space;
    half_space.normal[axis] = inward;
    half_space.offset = inward * bound;
    return half_space;
}

template <int N>
Domain<N> make_domain(const World<N>& world) {
    Domain<N> domain;
    domain.lower = world.box.lower;
    for (int k = 0; k < N; ++k) {
        const Boundary boundary = world.boundary[static_cast<std::size_t>(k)];
        if (boundary == Boundary::periodic) {
            domain.period[k] = world.box.upper[k] - world.box.lower[k];
            domain.per_period[k] = 1 / domain.period[k];
        }
        if (boundary == Boundary::open && world.containers.empty()) domain.is_endless = true;
        if (boundary != Boundary::wall) continue;
        const std::uint32_t number = lower_face_number(k);
        NumberedWall<N> wall;
        wall.number = number;
        wall.surface = surface_of(face<N>(k, world.box.lower[k], 1));
        domain.walls.push_back(wall);
        wall.number = number + 1;
        wall.surface = surface_of(face<N>(k, world.box.upper[k], -1));
        domain.walls.push_back(wall);
    }
    std::uint32_t number = first_wall_number<N>();
    for (const Wall<N>& wall : world.walls) {
        NumberedWall<N> plane;
        plane.number = number++;
        plane.surface = surface_of(wall.half_space);
        plane.speed = wall.speed;
        plane.temperature = wall.temperature.value_or(0);
        domain.walls.push_back(plane);
    }
    for (const Container<N>& container : world.containers) {
        NumberedWall<N> wall;
        wall.number = number++;
        wall.shape = largest(container.axis) > 0 ? WallShape::cylinder : WallShape::sphere;
        wall.center = container.center;
        wall.radius = container.radius;
        if (wall.shape == WallShape::cylinder) wall.along = normalised(container.axis);
        domain.walls.push_back(wall);
    }
    domain.gravity = world.gravity;
    domain.has_gravity = largest(world.gravity) > 0;
    if (world.shear) {
        const Shear& shear = *world.shear;
        domain.drift = {shear.flow, shear.gradient, drift_speed(world), shear.rate};
    }
    return domain;
}

}  // namespace carom::detail
