/// \file
/// When do two moving things touch during a frame: first and last time, where, and how?
///
/// Time is the frame fraction u in [0, 1]; everything moves in a straight line at constant speed.
/// Touching counts, at rest and in motion, and a contact at exactly u = 1 is inside the frame.
/// Inputs must be finite and radii >= 0; with a NaN among the inputs the answer is `apart`.
/// Derivation and error bounds: docs/math/sweep.md. Tests: tests/pair/sweep_test.cpp.
#pragma once

#include "carom/geom/ball.hpp"
#include "carom/geom/box.hpp"
#include "carom/geom/plane.hpp"

namespace carom {

/// What two things do during a frame. "Closing" and "parting" say whether the gap shrinks at u = 0.
enum class ContactState : unsigned char {
    apart,             ///< no contact in the frame
    will_touch,        ///< apart at u = 0, in contact later
    touching_closing,  ///< gap 0 at u = 0 and shrinking: they enter each other
    touching_parting,  ///< gap 0 at u = 0 and growing; sliding past a ball (d.w = 0, w not 0) is parting
    touching_at_rest,  ///< gap 0 at u = 0 and constant: contact during the whole frame
    overlapping,       ///< gap negative at u = 0
};

/// The answer of a sweep of a against b.
template <class T, int N>
struct Sweep {
    ContactState state = ContactState::apart;  ///< what happens
    T first = 0;         ///< u of the first contact in the frame; 0 when in contact at the start
    T last = 0;          ///< u of the last contact in the frame; 1 when still in contact at the end
    Vec<T, N> center_a;  ///< centre of a at `first`
    Vec<T, N> center_b;  ///< centre of b at `first`; of a plane or box the point of its surface nearest to
                         ///< `center_a`
    Vec<T, N> normal;    ///< unit, from a to b at `first`; the first axis when the centres coincide
    Vec<T, N> point;     ///< where they touch at `first`; of balls that overlap half way between the surfaces

    /// True when there is any contact in the frame; then the other members have a meaning.
    explicit operator bool() const { return state != ContactState::apart; }
};

/// Two moving balls. The result is the same bits with a and b exchanged, but for the normal's sign.
template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const MovingBall<T, N>& b);

/// A moving ball and a resting one.
template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const Ball<T, N>& b);

/// A moving ball and a half-space. Sliding along the surface in touch is `touching_at_rest`.
template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const HalfSpace<T, N>& b);

/// A moving ball and a two-sided plane: [first, last] is the passage through it, from either side.
template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const Plane<T, N>& b);

/// A moving ball and a solid box, with the true rounded edges and corners of the set of points at distance r.
/// Sliding along a face in touch is `touching_at_rest`, until the ball leaves the face. A box with a lower
/// bound above its upper bound is empty: `apart`.
template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const Box<T, N>& b);

}  // namespace carom
