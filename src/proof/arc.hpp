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
struct Cubic {
    std::array<Wide, 4> c{};

    Wide at(Wide s) const { return c[0] + s * (c[1] + s * (c[2] + s * c[3])); }
    Wide slope(Wide s) const { return c[1] + s * (2 * c[2] + s * (3 * c[3])); }
};

/// Where a cubic changes its sign, strictly between 0 and `end`, and perhaps where it touches zero, in
/// ascending order. Each is good to 2^-100 of `end`, or to what the rounding of the cubic's value leaves.
struct SignChanges {
    std::array<Wide, 3> at{};
    int count = 0;
};
SignChanges sign_changes(const Cubic& cubic, Wide end);

/// d + w s + a s^2 / 2
template <int N>
struct Arc {
    WideVec<N> d;
    WideVec<N> w;
    WideVec<N> a;
    bool is_straight = true;  ///< a is 0

    void bend(const WideVec<N>& acceleration) {
        a = acceleration;
        is_straight = a == WideVec<N>{};
    }
    WideVec<N> at(Wide s) const { return is_straight ? d + s * w : d + s * (w + (s / 2) * a); }
    WideVec<N> velocity_at(Wide s) const { return is_straight ? w : w + s * a; }
};

/// The s in [0, end] at which the arc is nearest to the origin.
template <int N>
Wide nearest_time(const Arc<N>& arc, Wide end);

/// The s in [0, end] at which the arc is farthest from the origin.
template <int N>
Wide farthest_time(const Arc<N>& arc, Wide end);

}  // namespace carom::proof
