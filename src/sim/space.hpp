// The world as the engine needs it: periods of the box, walls, and the balls' fixed properties.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "carom/scene/scene.hpp"
#include "carom/sim/event.hpp"
#include "math/vec_ops.hpp"
#include "pair/plane_motion.hpp"

namespace carom::detail {

/// A wall with its number in events.
template <int N>
struct NumberedWall {
    std::uint32_t number = 0;
    Surface<N> surface;
};

template <int N>
struct Space {
    Vec<double, N> lower;   ///< of the box
    Vec<double, N> period;  ///< box width on periodic axes, 0 on the others
    std::vector<NumberedWall<N>> walls;

    bool is_periodic(int axis) const { return period[axis] > 0; }
    bool is_periodic() const { return largest(period) > 0; }
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
Space<N> make_space(const World<N>& world) {
    Space<N> space;
    space.lower = world.box.lower;
    for (int k = 0; k < N; ++k) {
        const Boundary boundary = world.boundary[static_cast<std::size_t>(k)];
        if (boundary == Boundary::periodic) space.period[k] = world.box.upper[k] - world.box.lower[k];
        if (boundary != Boundary::wall) continue;
        const auto number = static_cast<std::uint32_t>(2 * k);
        space.walls.push_back({number, surface_of(face<N>(k, world.box.lower[k], 1))});
        space.walls.push_back({number + 1, surface_of(face<N>(k, world.box.upper[k], -1))});
    }
    auto number = static_cast<std::uint32_t>(2 * N);
    for (const Wall<N>& wall : world.walls) space.walls.push_back({number++, surface_of(wall.half_space)});
    return space;
}

/// Moves a position into the box on periodic axes and counts the crossings.
template <int N>
void wrap(const Space<N>& space, Vec<double, N>& position, Image<N>& image) {
    for (int k = 0; k < N; ++k) {
        if (!space.is_periodic(k)) continue;
        const double crossings = std::floor((position[k] - space.lower[k]) / space.period[k]);
        position[k] -= crossings * space.period[k];
        image[k] += static_cast<std::int64_t>(crossings);
    }
}

/// position + image * period, for distances between images.
template <int N>
Vec<double, N> shifted(const Space<N>& space, const Vec<double, N>& position, const Image<N>& image) {
    return generate<double, N>(
        [&](int k) { return position[k] + static_cast<double>(image[k]) * space.period[k]; });
}

}  // namespace carom::detail
