// How walls are numbered: the faces of the box, then the further walls, then the containers.
#pragma once

#include <cstdint>

#include "carom/scene/scene.hpp"

namespace carom::detail {

/// The face of the box at the lower end of an axis; the next number is that at the upper end.
constexpr std::uint32_t lower_face_number(int axis) {
    return static_cast<std::uint32_t>(2 * axis);
}

/// Of the first wall that is no face of the box.
template <int N>
constexpr std::uint32_t first_wall_number() {
    return lower_face_number(N);
}

template <int N>
std::uint32_t first_container_number(const World<N>& world) {
    return first_wall_number<N>() + static_cast<std::uint32_t>(world.walls.size());
}

/// One more than the last number of a wall.
template <int N>
std::uint32_t end_of_wall_numbers(const World<N>& world) {
    return first_container_number(world) + static_cast<std::uint32_t>(world.containers.size());
}

}  // namespace carom::detail
