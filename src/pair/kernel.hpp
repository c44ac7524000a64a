// The one kernel: contact of two balls in relative motion, |d + u w| <= r.
//
//   d = b - a (centres at u = 0), w = relative displacement, r = sum of radii
//   a u^2 + 2 b u + c <= 0    with  a = w.w   b = d.w   c = d.d - r^2
//   D = b^2 - a c = a r^2 - |d x w|^2        (Lagrange; the second form does not cancel)
//   first = c / (sqrt(D) - b)   last = (sqrt(D) - b) / a     for b < 0
//
// Every coefficient is summed in two terms (relative error below 2^-100 of the sum of its terms), then
// rounded once. Derivation, domain and error bounds: docs/math/sweep.md. Tests: tests/pair/kernel_test.cpp
// (rational oracle). Queries pass exact two-term differences, the event engine plain doubles: `Real` is
// TwoTerm or double.
#pragma once

#include <cmath>

#include "math/exact_vec.hpp"

namespace carom::detail {

/// Two balls seen from the first: the second is at d + u w, in touch where that has length r.
template <class Real, int N>
struct RelativeMotion {
    Vec<Real, N> d;
    Vec<Real, N> w;
    Real r{};
};

/// d.d - r^2: negative when overlapping, 0 when touching.
template <class Real, int N>
TwoTerm separation(const RelativeMotion<Real, N>& m) {
    return dot_exactly(m.d, m.d) - product(m.r, m.r);
}

/// a r^2 - |d x w|^2: a quarter of the quadratic's discriminant; negative when the lines of motion pass
/// apart.
template <class Real, int N>
TwoTerm discriminant(const RelativeMotion<Real, N>& m, TwoTerm a) {
    const Vec<TwoTerm, N> cross = cross_exactly(m.d, m.w);
    return a * product(m.r, m.r) - dot_exactly(cross, cross);
}

/// sqrt of a discriminant that is known to be >= 0 but may have been rounded below it.
inline double root(TwoTerm discriminant) {
    const double value = to_double(discriminant);
    return value > 0 ? std::sqrt(value) : 0;
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

template <class Real, int N>
Scale safe_scale(const RelativeMotion<Real, N>& m) {
    const double d = largest_term(m.d);
    const double r = to_double(m.r);
    return {safe_scale(d > r ? d : r), safe_scale(largest_term(m.w))};
}

template <class Real, int N>
RelativeMotion<Real, N> rescaled(const RelativeMotion<Real, N>& m, Scale s) {
    return {generate<Real, N>([&](int k) { return scaled(s.length, m.d[k]); }),
            generate<Real, N>([&](int k) { return scaled(s.move, m.w[k]); }), scaled(s.length, m.r)};
}

/// Direction from a to b at the first root of the quadratic: p - w sqrt(D) / a, with p = w x (d x w) / a the
/// nearest approach. The parts are perpendicular, so nothing cancels, however far the balls have come.
template <int N>
Vec<double, N> direction_at_first_root(const RelativeMotion<TwoTerm, N>& m) {
    const Vec<double, N> w = rounded(m.w);
    const Vec<double, N> cross = rounded(cross_exactly(m.d, m.w));
    const TwoTerm a = dot_exactly(m.w, m.w);
    const double along = root(discriminant(m, a));
    return generate<double, N>([&](int k) {
        if constexpr (N == 2) {
            const double across = k == 0 ? cross[0] * w[1] : -(cross[0] * w[0]);
            return across - w[k] * along;
        } else {
            const int i = (k + 1) % 3;
            const int j = (k + 2) % 3;
            return (w[i] * cross[j] - w[j] * cross[i]) - w[k] * along;
        }
    });
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

template <int N>
bool surely_no_contact(const RelativeMotion<TwoTerm, N>&) {
    return false;
}

/// The first u >= 0 at which the balls are in touch and closing (gap <= 0 and shrinking), infinity when there
/// is none. Balls that overlap and close are in touch now: 0. This is the event engine's question.
template <class Real, int N>
double first_closing_contact(const RelativeMotion<Real, N>& motion) {
    const Scale scale = safe_scale(motion);
    const RelativeMotion<Real, N> m = scale.is_one() ? motion : rescaled(motion, scale);
    if (surely_no_contact(m)) return HUGE_VAL;
    const double b = to_double(dot_exactly(m.d, m.w));
    if (!(b < 0)) return HUGE_VAL;
    const double c = to_double(separation(m));
    if (c <= 0) return 0;
    const TwoTerm disc = discriminant(m, dot_exactly(m.w, m.w));
    if (disc.hi < 0) return HUGE_VAL;
    const double u = c / (root(disc) - b);
    return u * scale.move / scale.length;
}

}  // namespace carom::detail
