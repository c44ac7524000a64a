/// \file
/// Two things at rest: do they overlap, how far apart are they, and where do they touch?
///
/// Touching counts as contact. Inputs must be finite and radii >= 0; with a NaN among the inputs
/// `overlaps` is false and `contact` is empty.
/// Derivation and error bounds: docs/math/sweep.md. Tests: tests/pair/overlap_test.cpp.
#pragma once

#include <optional>

#include "carom/geom/ball.hpp"
#include "carom/geom/box.hpp"
#include "carom/geom/plane.hpp"

namespace carom {

/// Where two things touch or overlap.
template <class T, int N>
struct Contact {
    Vec<T, N> point;  ///< of two balls halfway between the two surfaces on the line of centres; of a plane or
                      ///< box the point of its surface nearest to the centre
    Vec<T, N> normal;  ///< unit, from a to b; the first axis when the centres coincide
    T depth = 0;       ///< >= 0: how far a and b reach into each other along the normal
};

/// True when the closed balls share a point: |b - a| <= ra + rb.
template <class T, int N>
bool overlaps(const Ball<T, N>& a, const Ball<T, N>& b);
/// True when the ball reaches the solid side.
template <class T, int N>
bool overlaps(const Ball<T, N>& a, const HalfSpace<T, N>& b);
/// True when the plane cuts or touches the ball.
template <class T, int N>
bool overlaps(const Ball<T, N>& a, const Plane<T, N>& b);
/// True when the ball and the solid box share a point.
template <class T, int N>
bool overlaps(const Ball<T, N>& a, const Box<T, N>& b);

/// Distance between the surfaces, negative when they overlap: |b - a| - (ra + rb).
/// Evaluated without the cancellation of that form: a few ulp relative also for nearly touching balls.
template <class T, int N>
T gap(const Ball<T, N>& a, const Ball<T, N>& b);
/// Signed distance of the centre from the surface, less the radius.
template <class T, int N>
T gap(const Ball<T, N>& a, const HalfSpace<T, N>& b);
/// Distance of the centre from the plane, less the radius.
template <class T, int N>
T gap(const Ball<T, N>& a, const Plane<T, N>& b);
/// Distance of the centre from the box (inside: less the depth below the nearest face), less the radius.
/// Infinity for an empty box.
template <class T, int N>
T gap(const Ball<T, N>& a, const Box<T, N>& b);

/// The contact of two balls; empty when they are apart.
template <class T, int N>
std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const Ball<T, N>& b);
/// The contact of a ball with a half-space; empty when they are apart.
template <class T, int N>
std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const HalfSpace<T, N>& b);
/// The contact of a ball with a two-sided plane; empty when they are apart. The normal points from the
/// centre to the plane; for a centre on the plane it is the reversed normal of the plane.
template <class T, int N>
std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const Plane<T, N>& b);
/// The contact of a ball with a box; empty when they are apart. For a centre inside the box the normal points
/// into the box from the nearest face, so that moving against it leaves by the shortest way.
template <class T, int N>
std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const Box<T, N>& b);

}  // namespace carom
