/// \file
/// How near do two moving balls come, and where does a ray enter a ball?
///
/// Inputs must be finite and radii >= 0. Tests: tests/pair/approach_test.cpp.
#pragma once

#include <limits>
#include <optional>

#include "carom/geom/ball.hpp"

namespace carom {

/// The nearest moment of two moving balls in a frame.
template <class T, int N>
struct ClosestApproach {
    T u = 0;             ///< frame fraction in [0, 1]; the earliest one when the distance is constant (0)
    T gap = 0;           ///< distance between the surfaces then; negative when the balls overlap, decided
                         ///< exactly
    Vec<T, N> center_a;  ///< centre of a at `u`
    Vec<T, N> center_b;  ///< centre of b at `u`
};

/// When and how near: the minimum over the frame of the gap between the two balls.
template <class T, int N>
ClosestApproach<T, N> closest_approach(const MovingBall<T, N>& a, const MovingBall<T, N>& b);

/// A half-line: origin + s * direction for s >= 0.
template <class T, int N>
struct Ray {
    static_assert(detail::is_scalar<T>, "Carom computes in float and double");

    Vec<T, N> origin;     ///< finite
    Vec<T, N> direction;  ///< finite; any length: s is measured in it. Zero makes the ray a point.
};

/// Where a ray runs through a ball.
template <class T, int N>
struct RayHit {
    T first = 0;       ///< s of the entry, 0 when the origin is inside the ball; infinity beyond the largest
                       ///< number, as for a subnormal direction
    T last = 0;        ///< s of the exit; infinity for a zero direction inside the ball
    Vec<T, N> point;   ///< the point at `first`
    Vec<T, N> normal;  ///< unit, out of the ball at `point` (from the centre to the point)
};

/// The part of `ray` inside the closed ball; empty when it misses. Grazing counts.
template <class T, int N>
std::optional<RayHit<T, N>> cast(const Ray<T, N>& ray, const Ball<T, N>& ball);

}  // namespace carom
