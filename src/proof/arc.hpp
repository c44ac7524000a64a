// When is a parabola nearest to the origin, and when farthest from it?
//
// The square of its distance is of degree 4 in time. It has its extremes at the ends and where its
// derivative, a cubic, changes its sign. Between the roots of the cubic's own derivative, which are in closed
// form, the cubic is monotonic, so each change of sign is found by its signs at the ends: nothing is sampled.
#pragma once

#include <array>

#include "proof/wide.hpp"

namespace carom::proof {

/// c[0] + c[1] s + c[2] s^2 + c[3] s^3
template <WideOrQuick Real = Wide>
struct Cubic {
    std::array<Real, 4> c{};

    Real at(Real s) const { return c[0] + s * (c[1] + s * (c[2] + s * c[3])); }
    Real slope(Real s) const { return c[1] + s * (2 * c[2] + s * (3 * c[3])); }
};

/// Where a cubic changes its sign, strictly between 0 and `end`, and perhaps where it touches zero, in
/// ascending order. Each is good to 2^-100 of `end`, or 2^-56 in a first look, or to what the rounding of the
/// cubic's value leaves.
template <WideOrQuick Real = Wide>
struct SignChanges {
    std::array<Real, 3> at{};
    int count = 0;
};
template <WideOrQuick Real>
SignChanges<Real> sign_changes(const Cubic<Real>& cubic, std::type_identity_t<Real> end);

/// d + w s + a s^2 / 2
template <int N, WideOrQuick Real = Wide>
struct Arc {
    Vec<Real, N> d;
    Vec<Real, N> w;
    Vec<Real, N> a;
    bool is_straight = true;  ///< a is 0

    void bend(const Vec<Real, N>& acceleration) {
        a = acceleration;
        is_straight = a == Vec<Real, N>{};
    }
    Vec<Real, N> at(Real s) const { return is_straight ? d + s * w : d + s * (w + (s / 2) * a); }
    Vec<Real, N> velocity_at(Real s) const { return is_straight ? w : w + s * a; }
};

/// The s in [0, end] at which the arc is nearest to the origin.
template <int N, WideOrQuick Real>
Real nearest_time(const Arc<N, Real>& arc, std::type_identity_t<Real> end);

/// The s in [0, end] at which the arc is farthest from the origin.
template <int N, WideOrQuick Real>
Real farthest_time(const Arc<N, Real>& arc, std::type_identity_t<Real> end);

}  // namespace carom::proof
