// The one kernel: contact of two balls in relative motion, |d + u w| <= r.
//
//   d = b - a (centres at u = 0), w = relative displacement, r = sum of radii
//   a u^2 + 2 b u + c <= 0    with  a = w.w   b = d.w   c = d.d - r^2
//   D = b^2 - a c = a r^2 - |d x w|^2        (Lagrange; the second form does not cancel)
//   q = sqrt(D) + |b|
//   first = c / q (b < 0)     last = q / a (b < 0), -c / q (b >= 0)
//
// Coefficients are summed in two terms (error below 2^-100 of the sum of their terms' sizes); roots are
// corrected once, so that a time is within 1 ulp. `Component` is the number type of a coordinate: an exact
// two-term difference for queries, one number for the event engine; `Real` is double or a pack of doubles.
// Derivation, domain and error bounds: docs/math/sweep.md. Tests: tests/pair/kernel_test.cpp (rational
// oracle).
#pragma once

#include <cmath>

#include "math/exact_vec.hpp"
#include "math/lane.hpp"

namespace carom::detail {

/// Two balls seen from the first: the second is at d + u w, in touch where that has length r.
template <class Component, int N>
struct RelativeMotion {
    Vec<Component, N> d;
    Vec<Component, N> w;
    Component r{};
};

/// d.d - r^2: negative when overlapping, 0 when touching.
template <class Component, int N>
ProductOf<Component> separation(const RelativeMotion<Component, N>& m) {
    ProductOf<Component> sum = -loose_product(m.r, m.r);
    for (int k = 0; k < N; ++k) sum = loose_sum(sum, loose_product(m.d[k], m.d[k]));
    return tightened(sum);
}

/// a r^2 - |d x w|^2: a quarter of the quadratic's discriminant; negative when the lines of motion pass
/// apart.
template <class Component, int N>
ProductOf<Component> discriminant(const RelativeMotion<Component, N>& m, ProductOf<Component> a,
                                  const Vec<ProductOf<Component>, N>& cross) {
    ProductOf<Component> sum = loose_product(a, product(m.r, m.r));
    for (int k = 0; k < (N == 2 ? 1 : 3); ++k) sum = loose_sum(sum, -loose_product(cross[k], cross[k]));
    return tightened(sum);
}

/// x / y rounded once, but for 2^-9 ulp; `reciprocal` is 1 / y.hi rounded.
template <class Real>
Real quotient(TwoTermOf<Real> x, TwoTermOf<Real> y, Real reciprocal) {
    const Real estimate = x.hi * reciprocal;
    const TwoTermOf<Real> back = two_product(estimate, y.hi);
    const Real rest = ((x.hi - back.hi) - back.lo) + (x.lo - estimate * y.lo);
    return estimate + rest * reciprocal;
}

/// sqrt(D) + |b| in two terms, for D >= 0; and sqrt(D) rounded.
template <class Real>
struct RootSum {
    TwoTermOf<Real> q;
    Real root;
};
template <class Real>
RootSum<Real> root_sum(TwoTermOf<Real> disc, TwoTermOf<Real> b) {
    const Real zero(0.0);
    const Real root = rounded_root(larger(disc.hi, zero));
    const TwoTermOf<Real> square = two_product(root, root);
    const Real rest = ((disc.hi - square.hi) - square.lo) + disc.lo;
    const Real root_lo = either(root > zero, rest * (Real(0.5) / root), zero);
    const auto closing = b.hi < zero;
    const TwoTermOf<Real> sum = two_sum(root, absolute(b.hi));
    return {tightened(TwoTermOf<Real>{sum.hi, sum.lo + (root_lo + either(closing, -b.lo, b.lo))}), root};
}

/// The coefficients of the quadratic and what they are made from.
template <class Real, int N>
struct Quadratic {
    TwoTermOf<Real> a, b, c, disc;
    Vec<Real, N> cross;  ///< d x w, rounded
};

template <class Component, int N>
auto quadratic(const RelativeMotion<Component, N>& m) {
    using Real = decltype(to_double(m.r));
    const auto cross = cross_exactly(m.d, m.w);
    const auto a = dot_exactly(m.w, m.w);
    return Quadratic<Real, N>{a, dot_exactly(m.d, m.w), separation(m), discriminant(m, a, cross),
                              rounded(cross)};
}

/// Powers of two that bring lengths and moves to where no square under- or overflows; 1 on ordinary data.
struct Scale {
    double length = 1;  ///< for d and r
    double move = 1;    ///< for w; u of the scaled motion is u * length / move

    bool is_one() const { return length == 1 && move == 1; }

    /// The scaled motion's time at u = 1. The cap keeps its square finite; beyond it w is so much longer than
    /// d and r that every decision is the same.
    double end() const { return length / move < 0x1p300 ? length / move : 0x1p300; }
};

template <class Component, int N>
Scale safe_scale(const RelativeMotion<Component, N>& m) {
    const double d = largest_term(m.d);
    const double r = to_double(m.r);
    return {safe_scale(d > r ? d : r), safe_scale(largest_term(m.w))};
}

template <class Component, int N>
RelativeMotion<Component, N> rescaled(const RelativeMotion<Component, N>& m, Scale s) {
    return {generate<Component, N>([&](int k) { return scaled(s.length, m.d[k]); }),
            generate<Component, N>([&](int k) { return scaled(s.move, m.w[k]); }), scaled(s.length, m.r)};
}

/// Direction from a to b at the first root of the quadratic: p - w sqrt(D) / a, with p = w x (d x w) / a the
/// nearest approach. The parts are perpendicular, so nothing cancels, however far the balls have come.
/// `cross` and `root` may share any factor.
template <int N>
Vec<double, N> direction_at_first_root(const Vec<double, N>& w, const Vec<double, N>& cross, double root) {
    if constexpr (N == 2) {
        return {{cross[0] * w[1] - w[0] * root, -(cross[0] * w[0]) - w[1] * root}};
    } else {
        return generate<double, N>([&](int k) {
            const int i = (k + 1) % 3;
            const int j = (k + 2) % 3;
            return (w[i] * cross[j] - w[j] * cross[i]) - w[k] * root;
        });
    }
}

/// True when plain double arithmetic already proves that the balls do not close or pass each other by. Each
/// sum below has at most 12 roundings, so its error is below 2^-49 of the sum of its terms' magnitudes; ties
/// go to the two-term sums.
template <int N>
bool surely_no_contact(const RelativeMotion<double, N>& m) {
    constexpr double slack = 0x1p-48;
    double closing = 0;
    double closing_terms = 0;
    double aside = 0;
    double aside_terms = 0;
    for (int k = 0; k < N; ++k) {
        closing += m.d[k] * m.w[k];
        closing_terms += std::fabs(m.d[k] * m.w[k]);
        for (int j = k + 1; j < N; ++j) {
            const double one = m.d[k] * m.w[j];
            const double other = m.d[j] * m.w[k];
            const double terms = std::fabs(one) + std::fabs(other);
            aside += (one - other) * (one - other);
            aside_terms += terms * terms;
        }
    }
    if (closing > slack * closing_terms) return true;
    const double reach = dot(m.w, m.w) * (m.r * m.r);
    return aside - reach > slack * (aside_terms + reach);
}

/// As `first_closing_contact`, for motions whose squares neither over- nor underflow, and without a quick
/// look first.
template <class Real, int N>
Real first_closing_contact_in_range(const RelativeMotion<Real, N>& m) {
    const Real never(HUGE_VAL);
    const auto b = dot_exactly(m.d, m.w);
    if (!(b.hi < Real(0.0))) return never;
    const auto c = separation(m);
    if (c.hi <= Real(0.0)) return Real(0.0);
    const auto a = dot_exactly(m.w, m.w);
    // D = b^2 - a c < -b^2. Where b and c all but vanish, the sum below would take that for rounding, and c /
    // q would be any time.
    if (c.hi * a.hi > Real(2.0) * b.hi * b.hi) return never;
    const auto disc = discriminant(m, a, cross_exactly(m.d, m.w));
    if (disc.hi < Real(0.0)) return never;
    const auto q = root_sum(disc, b).q;
    return quotient(c, q, Real(1.0) / q.hi);
}

/// The first u >= 0 at which the balls are in touch and closing (gap <= 0 and shrinking), infinity when there
/// is none. Balls that overlap and close are in touch now: 0. This is the event engine's question.
template <int N>
double first_closing_contact(const RelativeMotion<double, N>& motion) {
    const Scale scale = safe_scale(motion);
    const RelativeMotion<double, N> m = scale.is_one() ? motion : rescaled(motion, scale);
    if (surely_no_contact(m)) return HUGE_VAL;
    return first_closing_contact_in_range(m) * scale.move / scale.length;
}

}  // namespace carom::detail
