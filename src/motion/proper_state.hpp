// Can this be the state of a ball in this world? What files and saved states say is asked here.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "carom/motion/ball_state.hpp"
#include "scene/wall_numbers.hpp"

namespace carom::detail {

/// Differences of two such image counts cannot overflow.
inline constexpr std::int64_t kMostImages = std::int64_t{1} << 61;

/// No number of a ball is larger: its square is a number, too.
inline constexpr double kLargestOfState = 1e150;

/// `x`, or the nearest number that a ball may have; NaN becomes one of them.
inline double bounded_of_state(double x) {
    return x > -kLargestOfState ? std::min(x, kLargestOfState) : -kLargestOfState;
}

/// True for a wall of the scene, a container or a face of the box that is one.
template <int N>
bool has_wall(const World<N>& world, std::uint32_t wall) {
    if (wall < first_wall_number<N>()) return world.boundary[wall / 2] == Boundary::wall;
    return wall < end_of_wall_numbers(world);
}

/// Balls rest and slide under gravity only, and slide on planes.
template <int N>
bool is_proper_phase(const BallState<N>& state, const World<N>& world) {
    if (state.phase == free_flight) return true;
    if (world.gravity == Vec<double, N>{}) return false;
    if (state.phase == at_rest) return state.velocity == Vec<double, N>{};
    return has_wall(world, state.phase.wall()) && state.phase.wall() < first_container_number(world);
}

/// True when the ball slides on a wall that moves: a file may say so, and the checker refutes it, but no
/// engine goes on from there.
template <int N>
bool slides_on_piston(const BallState<N>& state, const World<N>& world) {
    if (state.phase.kind() != MotionPhase::Kind::sliding) return false;
    const std::uint32_t wall = state.phase.wall();
    return wall >= first_wall_number<N>() && world.walls[wall - first_wall_number<N>()].speed != 0;
}

/// Numbers that are not too large, images on periodic axes only, and a phase that the world allows.
template <int N>
bool is_proper_state(const BallState<N>& state, const World<N>& world) {
    for (int k = 0; k < N; ++k) {
        const bool bounded = std::fabs(state.position[k]) <= kLargestOfState &&
                             std::fabs(state.velocity[k]) <= kLargestOfState;
        if (!bounded) return false;
        const bool periodic = world.boundary[static_cast<std::size_t>(k)] == Boundary::periodic;
        const std::int64_t most = periodic ? kMostImages : 0;
        if (state.image[k] > most || state.image[k] < -most) return false;
    }
    return is_proper_phase(state, world);
}

}  // namespace carom::detail
