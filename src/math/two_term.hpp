// Numbers as unevaluated sums of two doubles: exact sums and products, and twice the working precision.
//
// Only + - * / and sqrt are used, so every compiler gives the same words; the file must be compiled with
// -ffp-contract=off and without fast-math. Products split their factors (Dekker 1971), so that machines with
// and without a fused multiply-add agree. Domain: |x| < 2^996 and products above 2^-969, where nothing is
// rounded; callers scale by powers of two (pair/kernel.hpp). Source: T. J. Dekker, Numer. Math. 18 (1971)
// 224-242; D. E. Knuth, TAOCP 2, 4.2.2. Test: tests/math/two_term_test.cpp.
#pragma once

#include <cmath>
#include <type_traits>

namespace carom::detail {

/// The value hi + lo; after `two_sum` or `two_product` |lo| <= ulp(hi) / 2, so the sign is the sign of hi.
/// `Real` is double, or a pack of doubles (batch/pack.hpp) that brings its own two_product and square_root.
template <class Real>
struct TwoTermOf {
    Real hi{};
    Real lo{};
};

using TwoTerm = TwoTermOf<double>;

/// x + y exactly, for any x and y.
template <class Real>
TwoTermOf<Real> two_sum(Real x, Real y) {
    static_assert(!std::is_same_v<Real, float>, "convert floats first: this would add them in float");
    const Real s = x + y;
    const Real from_y = s - x;
    const Real from_x = s - from_y;
    return {s, (x - from_x) + (y - from_y)};
}

/// x + y exactly, for |x| >= |y| or x = 0.
template <class Real>
TwoTermOf<Real> quick_two_sum(Real x, Real y) {
    const Real s = x + y;
    return {s, y - (s - x)};
}

/// x as a sum of two numbers of 26 bits.
template <class Real>
TwoTermOf<Real> split(Real x) {
    const Real c = Real(134217729.0) * x;  // 2^27 + 1
    const Real hi = c - (c - x);
    return {hi, x - hi};
}

/// x * y exactly.
template <class Real>
TwoTermOf<Real> two_product(Real x, Real y) {
    const Real p = x * y;
    const TwoTermOf<Real> xs = split(x);
    const TwoTermOf<Real> ys = split(y);
    return {p, ((xs.hi * ys.hi - p) + xs.hi * ys.lo + xs.lo * ys.hi) + xs.lo * ys.lo};
}

template <class Real>
TwoTermOf<Real> operator-(TwoTermOf<Real> x) {
    return {-x.hi, -x.lo};
}

/// Relative error below 2^-104 of |x| + |y|.
template <class Real>
TwoTermOf<Real> operator+(TwoTermOf<Real> x, TwoTermOf<Real> y) {
    const TwoTermOf<Real> s = two_sum(x.hi, y.hi);
    const TwoTermOf<Real> t = two_sum(x.lo, y.lo);
    const TwoTermOf<Real> u = quick_two_sum(s.hi, s.lo + t.hi);
    return quick_two_sum(u.hi, u.lo + t.lo);
}

template <class Real>
TwoTermOf<Real> operator-(TwoTermOf<Real> x, TwoTermOf<Real> y) {
    return x + -y;
}

/// Relative error below 2^-102.
template <class Real>
TwoTermOf<Real> operator*(TwoTermOf<Real> x, TwoTermOf<Real> y) {
    const TwoTermOf<Real> p = two_product(x.hi, y.hi);
    return quick_two_sum(p.hi, p.lo + (x.hi * y.lo + x.lo * y.hi));
}

/// sqrt(x) for x >= 0, relative error below 2^-102: one Newton step. Exact where the root is a double.
inline TwoTerm square_root(TwoTerm x) {
    if (!(x.hi > 0)) return {x.hi, 0};
    const double root = std::sqrt(x.hi);
    const TwoTerm rest = x - two_product(root, root);
    return quick_two_sum(root, rest.hi / (2 * root));
}

template <class Real>
Real to_double(TwoTermOf<Real> x) {
    return x.hi + x.lo;
}
inline double to_double(double x) {
    return x;
}

/// s x for a power of two s.
inline TwoTerm scaled(double s, TwoTerm x) {
    return {s * x.hi, s * x.lo};
}
inline double scaled(double s, double x) {
    return s * x;
}

// The kernels are written once for coordinates known as one number or as an exact two-term difference.
template <class Real>
TwoTermOf<Real> product(Real x, Real y) {
    return two_product(x, y);
}
template <class Real>
TwoTermOf<Real> product(TwoTermOf<Real> x, TwoTermOf<Real> y) {
    return x * y;
}

// Sums of products, cheaper than the operators: hi and lo are summed each for itself, so that |lo| may grow
// beyond ulp(hi) until the sum is tightened. Error below 2^-104 of the sum of the terms' sizes for each
// operation.
template <class Real>
TwoTermOf<Real> loose_product(Real x, Real y) {
    return two_product(x, y);
}
template <class Real>
TwoTermOf<Real> loose_product(TwoTermOf<Real> x, TwoTermOf<Real> y) {
    const TwoTermOf<Real> p = two_product(x.hi, y.hi);
    return {p.hi, p.lo + (x.hi * y.lo + x.lo * y.hi)};
}
template <class Real>
TwoTermOf<Real> loose_sum(TwoTermOf<Real> x, TwoTermOf<Real> y) {
    const TwoTermOf<Real> s = two_sum(x.hi, y.hi);
    return {s.hi, s.lo + (x.lo + y.lo)};
}
/// The same value with |lo| <= ulp(hi) / 2.
template <class Real>
TwoTermOf<Real> tightened(TwoTermOf<Real> x) {
    return two_sum(x.hi, x.lo);
}

/// x - y exactly.
template <class Real>
TwoTermOf<Real> difference(Real x, Real y) {
    return two_sum(x, -y);
}

}  // namespace carom::detail
