// All walls of a world, by their numbers in events.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "carom/scene/scene.hpp"
#include "scene/wall_numbers.hpp"

namespace carom::detail {

/// Numbers run to this: faces of the box, also those that are none, further walls, containers.
template <int N>
std::size_t wall_count(const World<N>& world) {
    return end_of_wall_numbers(world);
}

template <int N>
bool is_wall(const World<N>& world, std::uint32_t wall) {
    return wall >= first_wall_number<N>() || world.boundary[wall / 2] == Boundary::wall;
}

/// What to call a wall.
template <int N>
std::string wall_name(const World<N>& world, std::uint32_t wall) {
    if (wall < first_wall_number<N>())
        return std::string(1, "xyz"[wall / 2]) + (wall % 2 == 0 ? " lower" : " upper");
    const std::size_t number = wall - first_wall_number<N>();
    const bool is_plane = number < world.walls.size();
    const std::size_t place = is_plane ? number : number - world.walls.size();
    const std::string& name = is_plane ? world.walls[place].name : world.containers[place].name;
    return name.empty() ? (is_plane ? "wall " : "container ") + std::to_string(place) : name;
}

template <int N>
bool has_only_balls_that_move(const Scene<N>& scene) {
    return std::none_of(scene.balls.begin(), scene.balls.end(),
                        [](const SceneBall<N>& ball) { return std::isinf(ball.mass); });
}

}  // namespace carom::detail
