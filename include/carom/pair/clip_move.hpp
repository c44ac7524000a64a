/// \file
/// How far can a ball move before it meets one of many obstacles?
///
/// Inputs as in carom/pair/sweep.hpp. Tests: tests/pair/clip_move_test.cpp.
#pragma once

#include <optional>
#include <span>

#include "carom/pair/first_contact.hpp"

namespace carom {

/// The part of a move that is free.
template <class T, int N>
struct ClippedMove {
    T fraction = 1;                      ///< in [0, 1]: how much of the displacement is free
    Vec<T, N> displacement;              ///< the shortened displacement
    std::optional<ObstacleId> obstacle;  ///< the obstacle met; empty when the whole move is free
    Vec<T, N> normal;  ///< unit, from the mover to the obstacle at contact; zero without one
};

/// Shortens the mover's displacement to the longest part that enters no obstacle.
///
/// It stops at `first_contact`: an obstacle that the mover touches or overlaps at the start blocks the whole
/// move only while the move closes on it; a mover may always back out or slide past. The end position (centre
/// plus shortened displacement, each rounded to T) overlaps no obstacle that it did not overlap before,
/// moving ones where they are at that fraction of the frame: the fraction is shortened where rounding would
/// enter one.
template <class T, int N>
ClippedMove<T, N> clip_move(const MovingBall<T, N>& mover, const Obstacles<T, N>& obstacles);

/// The same among resting balls alone.
template <class T, int N>
ClippedMove<T, N> clip_move(const MovingBall<T, N>& mover, std::span<const Ball<T, N>> obstacles);

}  // namespace carom
