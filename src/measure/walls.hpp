// All walls of a world, by their numbers in events.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "carom/scene/scene.hpp"

namespace carom::detail {

/// Faces of the box first, also those that are none: numbers run to this.
template <int N>
std::size_t wall_count(const World<N>& world) {
    return static_cast<std::size_t>(2 * N) + world.walls.size();
}

template <int N>
bool is_wall(const World<N>& world, std::uint32_t wall) {
    return wall >= 2 * N || world.boundary[wall / 2] == Boundary::wall;
}

/// What to call a wall.
template <int N>
std::string wall_name(const World<N>& world, std::uint32_t wall) {
    if (wall < 2 * N) return std::string(1, "xyz"[wall / 2]) + (wall % 2 == 0 ? " lower" : " upper");
    const std::string& name = world.walls[wall - 2 * N].name;
    return name.empty() ? "wall " + std::to_string(wall - 2 * N) : name;
}

/// Of a face of the box (a length in 2D); 0 for other walls, and where an axis of the box is open.
template <int N>
double wall_area(const World<N>& world, std::uint32_t wall) {
    if (wall >= 2 * N) return 0;
    double area = 1;
    for (int k = 0; k < N; ++k) {
        if (world.boundary[static_cast<std::size_t>(k)] == Boundary::open) return 0;
        if (static_cast<std::uint32_t>(k) != wall / 2) area *= world.box.upper[k] - world.box.lower[k];
    }
    return area;
}

template <int N>
bool has_only_balls_that_move(const Scene<N>& scene) {
    return std::none_of(scene.balls.begin(), scene.balls.end(),
                        [](const SceneBall<N>& ball) { return std::isinf(ball.mass); });
}

}  // namespace carom::detail
