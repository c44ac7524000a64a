// The contact of two balls in the frame when only exact arithmetic can tell.
#pragma once

#include <optional>

#include "carom/pair/sweep.hpp"
#include "math/exact.hpp"
#include "math/vec_ops.hpp"

namespace carom::detail {

/// The state, the contact interval clipped to the frame, and the direction from a to b at the first contact,
/// of any length.
template <int N>
struct ContactSpan {
    ContactState state = ContactState::apart;
    double first = 0;
    double last = 0;
    Vec<double, N> toward{};
};

template <int N>
struct ExactMotion {
    Vec<Exact<1>, N> d;
    Vec<Exact<1>, N> w;
    Exact<1> r;
};

/// The coefficients of docs/math/sweep.md, exactly.
struct ExactQuadratic {
    Exact<2> a, b, c;
    Exact<4> disc;
};

template <int N>
ExactQuadratic exact_quadratic(const ExactMotion<N>& m);

template <int N>
ContactSpan<N> exact_contact(const ExactMotion<N>& m);

/// First and last contact in units of u, not clipped; D must not be negative.
struct ExactTimes {
    double first = 0;
    double last = 0;
};
ExactTimes roots_of(const ExactQuadratic& q);

/// From a to b at the first root, and along d: of any length.
template <int N>
Vec<double, N> direction_at_first_contact(const ExactMotion<N>& m);
template <int N>
Vec<double, N> direction_of(const Vec<Exact<1>, N>& d);

/// [first, last] of u >= 0, where there is no frame that ends.
template <int N>
struct EndlessContact {
    double first = 0;
    double last = 0;
    Vec<double, N> toward{};
};

/// Empty when the balls do not meet. `last` is infinity when they never part.
template <int N>
std::optional<EndlessContact<N>> exact_endless_contact(const ExactMotion<N>& m);

/// The sign of |d|^2 - r^2.
template <int N>
int exact_separation_sign(const Vec<Exact<1>, N>& d, const Exact<1>& r);

/// |d| - r, within an ulp, as (|d|^2 - r^2) / (|d| + r); not both may be 0.
template <int N>
double exact_gap(const Vec<Exact<1>, N>& d, const Exact<1>& r);

/// The nearest moment in the frame, and the gap then, as of `exact_gap`. With no radius and no distance left
/// the gap is 0.
struct NearestMoment {
    double u = 0;
    double gap = 0;
};
template <int N>
NearestMoment exact_nearest_moment(const ExactMotion<N>& m);

/// The sign of x.y.
template <int N>
int exact_dot_sign(const Vec<Exact<1>, N>& x, const Vec<Exact<1>, N>& y);

}  // namespace carom::detail
