// A ball and a plane or half-space in relative motion: the signed distance is linear in u.
//
//   s(u) = (n.c - o + u n.w) / |n|     contact of the half-space: s <= r     of the plane: |s| <= r
//
// Everything is kept multiplied by |n| and summed in two terms. What must be right to the last bit is decided
// by pair/plane_signs.hpp. Derivation: docs/math/sweep.md.
#pragma once

#include <cmath>

#include "carom/geom/ball.hpp"
#include "carom/geom/plane.hpp"
#include "math/exact_vec.hpp"

namespace carom::detail {

/// What a half-space brings to every question about it.
template <int N>
struct Surface {
    Vec<double, N> normal;  ///< n, scaled by a power of two to an ordinary length
    double offset = 0;      ///< o, scaled likewise
    TwoTerm norm{1, 0};     ///< |n|
    Vec<double, N> toward;  ///< -n / |n|, from the free side to the surface
};

/// Distances and rates in units of 1 / |n|.
template <int N>
struct PlaneMotion {
    Surface<N> surface;
    TwoTerm distance;  ///< n.c - o at u = 0
    TwoTerm rate;      ///< n.w, the change of it over the frame
    TwoTerm reach;     ///< r |n|
};

template <class T, int N>
Surface<N> surface_of(const HalfSpace<T, N>& half_space) {
    const Vec<double, N> given = convert<double>(half_space.normal);
    const double scale = safe_scale(largest(given));
    const Vec<double, N> n = scale * given;
    return {n, scale * static_cast<double>(half_space.offset), square_root(dot_exactly(n, n)),
            -normalised(n)};
}

template <class T, int N>
PlaneMotion<N> plane_motion(const MovingBall<T, N>& a, const Surface<N>& b) {
    return {b, dot_exactly(b.normal, convert<double>(a.center)) - TwoTerm{b.offset, 0},
            dot_exactly(b.normal, convert<double>(a.displacement)),
            TwoTerm{static_cast<double>(a.radius), 0} * b.norm};
}

template <class T, int N>
PlaneMotion<N> plane_motion(const MovingBall<T, N>& a, const HalfSpace<T, N>& b) {
    return plane_motion(a, surface_of(b));
}

/// The first u >= 0 at which the ball touches the surface and closes on it (gap <= 0 and shrinking), infinity
/// when there is none. This is the event engine's question.
template <int N>
double first_closing_contact(const PlaneMotion<N>& m) {
    if (!(m.rate.hi < 0)) return HUGE_VAL;
    const double gap = to_double(m.distance - m.reach);
    return gap <= 0 ? 0 : gap / -to_double(m.rate);
}

}  // namespace carom::detail
