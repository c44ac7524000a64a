/// \file
/// Balls: spheres in 3D, circles in 2D. Closed sets, so touching counts as contact.
#pragma once

#include "carom/math/vec.hpp"

namespace carom {

/// A ball at rest.
template <class T, int N>
struct Ball {
    static_assert(detail::is_scalar<T>, "Carom computes in float and double");

    Vec<T, N> center;  ///< finite
    T radius = 0;      ///< finite, >= 0, in the unit of the coordinates
};

/// A ball that moves by `displacement` during one frame: it is at `center + u * displacement`, u in [0, 1].
///
/// A displacement rather than a second position, because subtracting two positions far from the
/// origin loses the digits of a small move (docs/seeds.md).
template <class T, int N>
struct MovingBall {
    static_assert(detail::is_scalar<T>, "Carom computes in float and double");

    Vec<T, N> center;        ///< finite; where the ball is at u = 0
    T radius = 0;            ///< finite, >= 0
    Vec<T, N> displacement;  ///< finite; the whole move of the frame
};

/// A ball in 2D.
template <class T>
using Circle = Ball<T, 2>;
/// A ball in 3D.
template <class T>
using Sphere = Ball<T, 3>;

}  // namespace carom
