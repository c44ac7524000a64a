// A ball's straight flight since its last velocity change, and how far rounding may have moved it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "carom/record/trajectory.hpp"
#include "record/wide.hpp"

namespace carom::proof {

/// Rounding unit of double.
inline constexpr double kUnit = 0x1p-53;
/// Roundings of one coordinate between two events, and of what is computed from it: docs/math/check.md counts
/// them.
inline constexpr double kRoundings = 16;
/// Things that stay in touch through many events add up the roundings of each; accepted up to this many of
/// them.
inline constexpr double kAddedUp = 64;
/// Roundings of a time below an epoch.
inline constexpr double kTimeRoundings = 4;

template <int N>
struct Flight {
    BallState<N> state;
    double radius = 0;
    double mass = 1;
    double speed = 0;  ///< |velocity|
    double size = 0;   ///< largest number that the coordinates are made of: |coordinate|, radius, box
    double drift = 0;  ///< largest rounding bound at the end of one of the ball's earlier flights
};

/// What all flights share.
template <int N>
struct Arena {
    explicit Arena(const TrajectoryStart<N>& start)
        : world(start.scene.world), law(start.scene.law), epoch_length(start.epoch_length) {
        for (int k = 0; k < N; ++k) {
            if (world.boundary[static_cast<std::size_t>(k)] != Boundary::periodic) continue;
            width[k] = world.box.upper[k] - world.box.lower[k];
            periodic = true;
            narrowest = std::min(narrowest, width[k]);
        }
        for (const SceneBall<N>& ball : start.scene.balls)
            smallest_radius = std::min(smallest_radius, ball.radius);
    }

    World<N> world;
    CollisionLaw law;
    double epoch_length;
    Vec<double, N> width;  ///< of the box on periodic axes, rounded once as the engine's; 0 on the others
    bool periodic = false;
    double narrowest = std::numeric_limits<double>::infinity();  ///< periodic width
    double smallest_radius = std::numeric_limits<double>::infinity();
};

template <int N>
double size_of(const BallState<N>& state, double radius, const Arena<N>& arena) {
    double size = radius;
    for (int k = 0; k < N; ++k) {
        size = std::max(size, std::abs(state.position[k]));
        if (arena.width[k] == 0) continue;
        size = std::max({size, std::abs(arena.world.box.lower[k]), std::abs(arena.world.box.upper[k])});
    }
    return size;
}

template <int N>
Flight<N> make_flight(const BallState<N>& state, double radius, double mass, const Arena<N>& arena) {
    return {state, radius, mass, rough_length(state.velocity), size_of(state, radius, arena), 0};
}

/// Position `dt` after the start of the flight, in the frame of the flight's own image counts.
template <int N>
WideVec<N> position_after(const Flight<N>& flight, Wide dt) {
    return widen(flight.state.position) + dt * widen(flight.state.velocity);
}

/// How far rounding may move a position that is `dt` into its flight.
template <int N>
double rounding_bound(const Flight<N>& flight, double dt, const Arena<N>& arena) {
    const double of_position = kRoundings * kUnit * (flight.size + flight.speed * dt);
    return of_position + kTimeRoundings * kUnit * arena.epoch_length * flight.speed;
}

}  // namespace carom::proof
