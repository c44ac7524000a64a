/// \file
/// Half-spaces and two-sided planes (in 2D: half-planes and lines).
#pragma once

#include <optional>

#include "carom/geom/ball.hpp"
#include "carom/math/vec.hpp"

namespace carom {

/// The solid set {x : normal . x <= offset}; the normal points out of the solid, to where balls are free.
///
/// The normal may have any length but zero; distances are divided by it.
template <class T, int N>
struct HalfSpace {
    static_assert(detail::is_scalar<T>, "Carom computes in float and double");

    Vec<T, N> normal;  ///< finite, not zero
    T offset = 0;      ///< finite; `normal . x` on the surface
};

/// The two-sided set {x : normal . x = offset}: contact is possible from both sides.
///
/// The normal may have any length but zero; distances are divided by it.
template <class T, int N>
struct Plane {
    static_assert(detail::is_scalar<T>, "Carom computes in float and double");

    Vec<T, N> normal;  ///< finite, not zero
    T offset = 0;      ///< finite; `normal . x` on the plane
};

/// The plane through `point` with normal `normal` (kept as given, not normalised).
/// The offset is the dot product rounded once to T.
template <class T, int N>
Plane<T, N> plane_through(const Vec<T, N>& point, const Vec<T, N>& normal);

/// The plane through three points, with unit normal along (p1 - p0) x (p2 - p0): it points to the side
/// from which p0, p1, p2 run counter-clockwise. Empty when the points lie on a line.
template <class T>
std::optional<Plane<T, 3>> plane_through(const Vec<T, 3>& p0, const Vec<T, 3>& p1, const Vec<T, 3>& p2);

/// The half-space on the other side of `plane` from its normal; its surface is the plane.
template <class T, int N>
HalfSpace<T, N> half_space_below(const Plane<T, N>& plane);

/// Distance of `point` from `plane`, positive on the side the normal points to.
template <class T, int N>
T signed_distance(const Plane<T, N>& plane, const Vec<T, N>& point);

}  // namespace carom
