// The exact answers about two balls in relative motion, in rational arithmetic: every decision of the pair
// layer is the sign of a rational number, and both contact times are known to 512 bits.
//
// It shares no formula with the kernel: "first <= 1" is decided as sqrt(D) >= b + c, squared, D as b^2 - a c,
// and the earlier of two first times as the sign of x + sqrt(p) - sqrt(q), squared twice. The decisions are
// templates over the number type, since any a, b, c that are exact up to one positive factor decide alike:
// support/integer_oracle.hpp is the fast way to them.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>

#include "carom/geom/ball.hpp"
#include "carom/geom/plane.hpp"
#include "carom/pair/sweep.hpp"

namespace carom::oracle {

inline constexpr int kBits = 512;

inline mpf_class real(const mpq_class& x) {
    return mpf_class(x, kBits);
}
inline mpf_class real(const mpz_class& x) {
    return mpf_class(x, kBits);
}
inline mpf_class root_of_real(const mpf_class& x) {
    mpf_class result(0, kBits);
    mpf_sqrt(result.get_mpf_t(), x.get_mpf_t());
    return result;
}
inline mpf_class root(const mpq_class& x) {
    return root_of_real(real(x));
}
inline mpf_class root(const mpz_class& x) {
    return root_of_real(real(x));
}
inline mpq_class rational(double x) {
    return mpq_class(x);
}

/// The distance of the numbers of type T at `exact`: at 0 that of the subnormals, beyond the largest number
/// its own.
template <class T>
mpf_class ulp_at(const mpf_class& exact) {
    using Limits = std::numeric_limits<T>;
    long exponent = 0;
    if (mpf_get_d_2exp(&exponent, exact.get_mpf_t()) == 0) exponent = Limits::min_exponent;
    const long kept = std::clamp<long>(exponent, Limits::min_exponent, Limits::max_exponent);
    return mpf_class(std::ldexp(1.0, static_cast<int>(kept) - Limits::digits), kBits);
}

/// |value - exact| in units in the last place of T at `exact`. Infinity is right for what rounds to it.
template <class T>
double ulp_error(T value, const mpf_class& exact) {
    using Limits = std::numeric_limits<T>;
    if (!std::isfinite(value)) {
        const mpf_class largest(static_cast<double>(Limits::max()), kBits);
        return value > 0 && exact - largest >= ulp_at<T>(largest) / 2 ? 0 : HUGE_VAL;
    }
    const mpf_class error = abs(mpf_class(static_cast<double>(value), kBits) - exact) / ulp_at<T>(exact);
    return error.get_d();
}

/// |value - exact| <= ulps, and 2^-100 of `cancelled`: the size of the terms that cancel in it.
template <class T>
bool is_near(T value, const mpf_class& exact, double ulps, const mpf_class& cancelled) {
    const mpf_class error = abs(mpf_class(static_cast<double>(value), kBits) - exact);
    const mpf_class rest = abs(cancelled) / mpf_class(mpz_class(1) << 100, kBits);
    return error <= rest || ulp_error(value, exact) <= ulps;
}

/// a u^2 + 2 b u + c <= 0 with exact coefficients.
template <class Number>
struct QuadraticOf {
    Number a, b, c;

    Number discriminant() const { return b * b - a * c; }
    Number at_end() const { return a + 2 * b + c; }
    mpf_class first() const { return real(c) / (root(discriminant()) - real(b)); }
    mpf_class last() const {
        if (b < 0) return (root(discriminant()) - real(b)) / real(a);
        return -real(c) / (root(discriminant()) + real(b));
    }
};
using Quadratic = QuadraticOf<mpq_class>;

template <class T, int N>
mpq_class dot(const Vec<T, N>& x, const Vec<T, N>& y) {
    mpq_class sum = 0;
    for (int k = 0; k < N; ++k) sum += rational(x[k]) * rational(y[k]);
    return sum;
}

template <class T, int N>
Quadratic quadratic(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    Quadratic q;
    for (int k = 0; k < N; ++k) {
        const mpq_class d = rational(b.center[k]) - rational(a.center[k]);
        const mpq_class w = rational(b.displacement[k]) - rational(a.displacement[k]);
        q.a += w * w;
        q.b += d * w;
        q.c += d * d;
    }
    const mpq_class r = rational(a.radius) + rational(b.radius);
    q.c -= r * r;
    return q;
}

template <class Number>
ContactState state(const QuadraticOf<Number>& q) {
    if (q.c < 0) return ContactState::overlapping;
    if (q.c == 0) {
        if (q.a == 0) return ContactState::touching_at_rest;
        return q.b < 0 ? ContactState::touching_closing : ContactState::touching_parting;
    }
    if (q.b >= 0) return ContactState::apart;
    const Number disc = q.discriminant();
    if (disc < 0) return ContactState::apart;
    const Number least = q.b + q.c;  // first = c / (sqrt(D) - b) <= 1 means sqrt(D) >= b + c
    const bool in_frame = least <= 0 || disc >= least * least;
    return in_frame ? ContactState::will_touch : ContactState::apart;
}

inline mpf_class at_most_one(const mpf_class& u) {
    return u < 1 ? u : mpf_class(1, kBits);
}

/// The contact interval in the frame; only for states with contact.
struct Interval {
    mpf_class first{0, kBits};
    mpf_class last{0, kBits};
};

template <class Number>
Interval interval(const QuadraticOf<Number>& q) {
    Interval in;
    const ContactState s = state(q);
    if (s == ContactState::will_touch) in.first = at_most_one(q.first());
    if (s == ContactState::touching_parting) return in;
    in.last = q.a == 0 || q.at_end() <= 0 ? mpf_class(1, kBits) : at_most_one(q.last());
    return in;
}

/// The unit vector from a to b at the first contact in the frame; zero when the centres coincide.
template <class T, int N>
Vec<mpf_class, N> first_normal(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    const Quadratic q = quadratic(a, b);
    const bool later = state(q) == ContactState::will_touch;
    // d + u w = p - w sqrt(D) / a, p = d - w b / a across w: no digits are lost, however far the balls have
    // come.
    const mpf_class back = later ? mpf_class(root(q.discriminant()) / real(q.a)) : mpf_class(0, kBits);
    Vec<mpf_class, N> normal;
    mpf_class square(0, kBits);
    for (int k = 0; k < N; ++k) {
        const mpq_class d = rational(b.center[k]) - rational(a.center[k]);
        const mpq_class w = rational(b.displacement[k]) - rational(a.displacement[k]);
        const mpq_class across = later ? mpq_class(d - w * q.b / q.a) : d;
        normal[k] = real(across) - real(w) * back;
        square += normal[k] * normal[k];
    }
    const mpf_class length = root_of_real(square);
    for (int k = 0; k < N && length > 0; ++k) normal[k] /= length;
    return normal;
}

/// The sign of x + sqrt(p) - sqrt(q).
template <class Number>
int sign_with_roots(const Number& x, const Number& p, const Number& q) {
    const int roots = cmp(p, q);
    const int alone = sgn(x);
    if (alone * roots >= 0) return alone != 0 ? alone : roots;
    // Opposite signs: the larger of x^2 and (sqrt(p) - sqrt(q))^2 = p + q - 2 sqrt(p q) decides.
    const Number rest = x * x - p - q;
    if (rest >= 0) return rest == 0 && p * q == 0 ? 0 : alone;
    const Number four = 4 * p * q;
    return alone * cmp(four, Number(rest * rest));
}

/// Which of two pairs touches first in the frame. One that touches at the start does so at 0; one that does
/// not touch is later than any that does, two such are equivalent.
template <class Number>
std::weak_ordering compare_first(const QuadraticOf<Number>& x, const QuadraticOf<Number>& y) {
    const auto when = [](ContactState s) {
        return s == ContactState::apart ? 2 : s == ContactState::will_touch ? 1 : 0;
    };
    const int x_when = when(state(x));
    const int y_when = when(state(y));
    if (x_when != 1 || y_when != 1) return x_when <=> y_when;
    // first = (-b - sqrt(D)) / a; times a a' > 0 the difference of two is
    const Number difference = x.a * y.b - y.a * x.b;
    const Number less = y.a * y.a * x.discriminant();
    const Number more = x.a * x.a * y.discriminant();
    return sign_with_roots(difference, more, less) <=> 0;
}

/// |cb - ca| >= ra + rb.
template <class T, int N>
bool not_overlapping(const Vec<T, N>& ca, T ra, const Vec<T, N>& cb, T rb) {
    return quadratic(MovingBall<T, N>{ca, ra, {}}, MovingBall<T, N>{cb, rb, {}}).c >= 0;
}

/// (cb - ca).(vb - va) >= 0: their distance does not shrink.
template <class T, int N>
bool not_closing(const Vec<T, N>& ca, const Vec<T, N>& cb, const Vec<T, N>& va, const Vec<T, N>& vb) {
    return quadratic(MovingBall<T, N>{ca, 0, va}, MovingBall<T, N>{cb, 0, vb}).b >= 0;
}

/// The signs about a ball and a surface {n.x = o}: s = n.c - o + u n.w against the reach r |n|.
struct PlaneSigns {
    mpq_class start, end, reach_squared;

    /// Sign of s - r |n|.
    static int above(const mpq_class& s, const mpq_class& reach_squared) {
        if (s < 0) return -1;
        return cmp(s * s, reach_squared);
    }
};

template <class T, int N>
PlaneSigns plane_signs(const MovingBall<T, N>& a, const Vec<T, N>& normal, T offset) {
    PlaneSigns p;
    p.start = dot(normal, a.center) - rational(offset);
    p.end = p.start + dot(normal, a.displacement);
    p.reach_squared = rational(a.radius) * rational(a.radius) * dot(normal, normal);
    return p;
}

inline ContactState half_space_state(const PlaneSigns& p) {
    const int at_start = PlaneSigns::above(p.start, p.reach_squared);
    if (at_start < 0) return ContactState::overlapping;
    if (at_start == 0) {
        if (p.end == p.start) return ContactState::touching_at_rest;
        return p.end < p.start ? ContactState::touching_closing : ContactState::touching_parting;
    }
    return PlaneSigns::above(p.end, p.reach_squared) <= 0 ? ContactState::will_touch : ContactState::apart;
}

inline ContactState plane_state(const PlaneSigns& given) {
    PlaneSigns p = given;
    if (p.start < 0) {
        p.start = -p.start;
        p.end = -p.end;
    }
    if (p.start == 0 && p.reach_squared == 0) {
        return p.end == 0 ? ContactState::touching_at_rest : ContactState::touching_parting;
    }
    return half_space_state(p);
}

}  // namespace carom::oracle
