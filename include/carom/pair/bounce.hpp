/// \file
/// Which velocities do two balls, or a ball and a wall, have after an impact?
///
/// Smooth rigid bodies: the impulse acts along the line of centres, conserves momentum, and scales the normal
/// relative velocity by -e. Derivation: docs/math/bounce.md. Tests: tests/pair/bounce_test.cpp.
#pragma once

#include "carom/geom/plane.hpp"
#include "carom/math/vec.hpp"

namespace carom {

/// What an impact needs to know of a ball.
template <class T, int N>
struct Body {
    static_assert(detail::is_scalar<T>, "Carom computes in float and double");

    Vec<T, N> center;    ///< finite
    Vec<T, N> velocity;  ///< finite, in any unit of speed
    T inverse_mass = 1;  ///< 1 / mass, finite, >= 0; 0 makes the ball immovable
};

/// The velocities after an impact of two balls.
template <class T, int N>
struct BounceVelocities {
    Vec<T, N> a;  ///< of the first ball
    Vec<T, N> b;  ///< of the second ball
};

/// The impact of two touching balls with restitution e in [0, 1].
///
/// The velocities are returned unchanged when the balls part or slide ((cb - ca).(vb - va) >= 0), when both
/// are immovable, and when the centres coincide. After an impact the rounded velocities are not closing:
/// where rounding would leave them closing, the impulse is raised by a few ulp of the speeds. Where a
/// velocity would be beyond the number range, both balls move as their centre of mass.
template <class T, int N>
BounceVelocities<T, N> bounce(const Body<T, N>& a, const Body<T, N>& b, T restitution);

/// The velocity of a ball after touching an immovable wall with restitution e in [0, 1]; unchanged when it
/// does not close on the wall.
template <class T, int N>
Vec<T, N> bounce(const Vec<T, N>& velocity, const HalfSpace<T, N>& wall, T restitution);

}  // namespace carom
