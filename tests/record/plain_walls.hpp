// The walls of a world as the plain engine sees them.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "carom/scene/scene.hpp"
#include "record/plain_vector.hpp"

namespace carom::test {

/// Numbered as in events.
template <int N>
struct PlainWall {
    std::uint32_t number;
    bool is_round = false;
    LongVec<N> normal{};  // of a plane
    Long offset = 0;
    Long speed = 0;
    double temperature = 0;  // 0: not thermal
    LongVec<N> center{};     // of a container
    LongVec<N> along{};
    Long radius = 0;

    LongVec<N> across(const LongVec<N>& x) const { return moved<N>(x, -dot<N>(x, along), along); }

    /// From a ball's centre to the wall, a unit vector.
    LongVec<N> toward(const LongVec<N>& x) const {
        return is_round ? unit<N>(across(moved<N>(x, -1, center))) : moved<N>({}, -1, normal);
    }
    /// Of the centre, now that a wall that moves has not moved yet.
    Long distance(const LongVec<N>& x) const {
        if (!is_round) return dot<N>(normal, x) - offset;
        const LongVec<N> out = across(moved<N>(x, -1, center));
        return radius - std::sqrt(dot<N>(out, out));
    }
};

template <int N>
std::vector<PlainWall<N>> plain_walls(const World<N>& world) {
    std::vector<PlainWall<N>> walls;
    for (std::uint32_t face = 0; face < 2 * N; ++face) {
        const std::size_t k = face / 2;
        if (world.boundary[k] != Boundary::wall) continue;
        const bool is_lower = face % 2 == 0;
        PlainWall<N> wall{face};
        wall.normal[k] = is_lower ? 1 : -1;
        wall.offset = is_lower ? world.box.lower.coordinates[k] : -world.box.upper.coordinates[k];
        walls.push_back(wall);
    }
    auto number = static_cast<std::uint32_t>(2 * N);
    for (const Wall<N>& from : world.walls) {
        PlainWall<N> wall{number++};
        const LongVec<N> normal = lengthened(from.half_space.normal);
        wall.normal = unit<N>(normal);
        wall.offset = from.half_space.offset / std::sqrt(dot<N>(normal, normal));
        wall.speed = from.speed;
        wall.temperature = from.temperature.value_or(0);
        walls.push_back(wall);
    }
    for (const Container<N>& from : world.containers) {
        PlainWall<N> wall{number++};
        wall.is_round = true;
        wall.center = lengthened(from.center);
        const LongVec<N> along = lengthened(from.axis);
        if (dot<N>(along, along) > 0) wall.along = unit<N>(along);
        wall.radius = from.radius;
        walls.push_back(wall);
    }
    return walls;
}

}  // namespace carom::test
