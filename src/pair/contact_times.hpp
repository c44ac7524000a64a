// The times of contact from the coefficients, in two terms or in plain numbers. One source for one lane and
// for packs.
#pragma once

#include "pair/kernel.hpp"

namespace carom::detail {

/// First and last contact in units of the motion's u, not clipped to the frame. `first` has a meaning for c >
/// 0 > b only.
template <class Real>
struct Roots {
    Real first, last;
    Real root;  ///< sqrt(D)
};

/// Both within 1 ulp, given the coefficients to 2^-56 and D > 0.
template <class Real>
Roots<Real> roots(TwoTermOf<Real> a, TwoTermOf<Real> b, TwoTermOf<Real> c, TwoTermOf<Real> disc) {
    const RootSum<Real> sum = root_sum(disc, b);
    const Real one(1.0);
    const Real per_sum = one / sum.q.hi;
    const Real by_sum = quotient(c, sum.q, per_sum);
    const Real by_a = quotient(sum.q, a, one / a.hi);
    return {by_sum, either(b.hi < Real(0.0), by_a, -by_sum), sum.root};
}

/// The same in plain numbers.
template <class Real>
Roots<Real> roots(Real a, Real b, Real c, Real disc) {
    const Real root = rounded_root(disc);
    const Real sum = root + absolute(b);
    const Real by_sum = c / sum;
    return {by_sum, either(b < Real(0.0), sum / a, -by_sum), root};
}

/// [first, last] inside the frame: 0 from an overlapping start, 1 where the contact stays.
template <class Real, class Mask>
Roots<Real> clipped(const Roots<Real>& free, Mask overlap, Mask stays) {
    const Real zero(0.0);
    const Real one(1.0);
    const Real first = either(overlap, zero, smaller(free.first, one));
    const Real last = either(stays, one, smaller(free.last, one));
    return {first, larger(first, last), free.root};
}

}  // namespace carom::detail
