// When do two things touch whose distance changes with an acceleration? The roots of polynomials of degree 2
// (planes) and 4 (balls, vessels): docs/math/gravity.md.
#pragma once

#include "math/exact_vec.hpp"
#include "math/polynomial.hpp"
#include "sim/predict.hpp"

namespace carom::detail {

/// The vector d + w u + a u^2 / 2, and a distance that it is compared with.
template <int N>
struct CurvedMotion {
    Vec<double, N> d;
    Vec<double, N> w;
    Vec<double, N> a;
    double r = 0;
};

/// Powers of two: a motion in their units has ordinary numbers, and changes by about as much as 1 in 1.
struct CurvedUnits {
    double length = 1;
    double time = 1;
};

template <int N>
CurvedUnits units_of(const CurvedMotion<N>& m);

/// The first time >= 0 at which the length is at most r and shrinks, infinity when there is none.
template <int N>
double first_closing_contact(const CurvedMotion<N>& m);

/// The first time >= 0 at which the length is at least r and grows.
template <int N>
double first_way_out(const CurvedMotion<N>& m);

/// No contact is earlier than this: the time in which a gap of `room` can be closed at all.
double least_time(double room, double speed, double acceleration);

/// The next contact of two balls under gravity with accelerations `ca` and `cb`; `limit` is a time in which
/// nobody is interested any more, counted from the later flight.
template <int N>
Time predict_falling_pair(const Clock& clock, const Domain<N>& domain, const Flight<N>& a,
                          const Vec<double, N>& ca, const Flight<N>& b, const Vec<double, N>& cb,
                          const Image<N>& shift, double r, Time limit);

}  // namespace carom::detail
