/// \file
/// Where are a moving ball and what it meets when they first touch?
///
/// Inputs as in carom/pair/sweep.hpp. Tests: tests/pair/advance_test.cpp.
#pragma once

#include "carom/pair/sweep.hpp"

namespace carom {

/// Positions at the first contact, or at the end of the frame.
template <class T, int N>
struct Advance {
    ContactState state = ContactState::apart;  ///< as `sweep` says
    T u = 1;                                   ///< the part of the frame that has passed
    Vec<T, N> center_a;                        ///< centre of a then
    Vec<T, N> center_b;                        ///< centre of b then; of a plane or box nothing
};

/// Moves both balls to the first time at which they touch and close: `first` when they will touch, 0 when
/// they touch or overlap and close at the start, otherwise the end of the frame.
///
/// Balls that do not overlap at the start do not overlap at the returned positions, decided exactly. Where
/// rounding would make them overlap, the balls that move are pushed apart: coordinate k by at most 4 units in
/// the last place (of T) of the larger of |center[k]| and |displacement[k]|; should that not suffice, they
/// stay at the start with u = 0. Balls smaller than a unit in the last place of their coordinates may change
/// sides.
template <class T, int N>
Advance<T, N> advance(const MovingBall<T, N>& a, const MovingBall<T, N>& b);
/// The same for a resting ball: only a is moved, here and below.
template <class T, int N>
Advance<T, N> advance(const MovingBall<T, N>& a, const Ball<T, N>& b);
/// The same for a resting half-space.
template <class T, int N>
Advance<T, N> advance(const MovingBall<T, N>& a, const HalfSpace<T, N>& b);
/// The same for a resting two-sided plane: the ball stays on its side.
template <class T, int N>
Advance<T, N> advance(const MovingBall<T, N>& a, const Plane<T, N>& b);
/// The same for a resting box.
template <class T, int N>
Advance<T, N> advance(const MovingBall<T, N>& a, const Box<T, N>& b);

}  // namespace carom
