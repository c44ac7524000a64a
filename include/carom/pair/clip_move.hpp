/// \file
/// How far can a ball move before it meets one of many resting balls?
///
/// Tests: tests/pair/clip_move_test.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "carom/geom/ball.hpp"

namespace carom {

/// The part of a move that is free.
template <class T, int N>
struct ClippedMove {
    T fraction = 1;                       ///< in [0, 1]: how much of the displacement is free
    Vec<T, N> displacement;               ///< the shortened displacement
    std::optional<std::size_t> obstacle;  ///< index of the ball met; empty when the whole move is free
    Vec<T, N> normal;  ///< unit, from the mover to the obstacle at contact; zero without one
};

/// Shortens the mover's displacement to the longest part that enters no obstacle.
///
/// An obstacle that the mover touches or overlaps at the start blocks the whole move only while the
/// move closes on it; a mover may always back out or slide past. Of two obstacles met at the same time the
/// lower index is named. The end position, rounded to T, overlaps no obstacle that it did not overlap before:
/// the fraction is shortened by a few ulp where rounding would enter one.
template <class T, int N>
ClippedMove<T, N> clip_move(const MovingBall<T, N>& mover, std::span<const Ball<T, N>> obstacles);

}  // namespace carom
