// The exact answers about two balls in relative motion, in rational arithmetic: every decision of the pair
// layer is the sign of a rational number, and both contact times are known to 512 bits.
//
// It shares no formula with the kernel: "first <= 1" is decided as sqrt(D) >= b + c, squared, and D as b^2 -
// a c.
#pragma once

#include <gmpxx.h>

#include <cmath>
#include <limits>

#include "carom/geom/ball.hpp"
#include "carom/geom/plane.hpp"
#include "carom/pair/sweep.hpp"

namespace carom::oracle {

inline constexpr int kBits = 512;

inline mpf_class real(const mpq_class& x) {
    return mpf_class(x, kBits);
}
inline mpf_class root(const mpq_class& x) {
    mpf_class result(0, kBits);
    const mpf_class value = real(x);
    mpf_sqrt(result.get_mpf_t(), value.get_mpf_t());
    return result;
}
inline mpq_class rational(double x) {
    return mpq_class(x);
}

/// |value - exact| in units in the last place of T at `exact`.
template <class T>
double ulp_error(T value, const mpf_class& exact) {
    const mpf_class size = abs(exact);
    const T near = static_cast<T>(size.get_d());
    const T ulp = std::nextafter(near, std::numeric_limits<T>::infinity()) - near;
    const mpf_class error =
        abs(mpf_class(static_cast<double>(value), kBits) - exact) / static_cast<double>(ulp);
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
struct Quadratic {
    mpq_class a, b, c;

    mpq_class discriminant() const { return b * b - a * c; }
    mpq_class at_end() const { return a + 2 * b + c; }
    mpf_class first() const { return real(c) / (root(discriminant()) - real(b)); }
    mpf_class last() const {
        if (b < 0) return (root(discriminant()) - real(b)) / real(a);
        return real(-c) / (root(discriminant()) + real(b));
    }
};

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

inline ContactState state(const Quadratic& q) {
    if (q.c < 0) return ContactState::overlapping;
    if (q.c == 0) {
        if (q.a == 0) return ContactState::touching_at_rest;
        return q.b < 0 ? ContactState::touching_closing : ContactState::touching_parting;
    }
    const mpq_class disc = q.discriminant();
    if (q.b >= 0 || disc < 0) return ContactState::apart;
    const mpq_class least = q.b + q.c;  // first = c / (sqrt(D) - b) <= 1 means sqrt(D) >= b + c
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

inline Interval interval(const Quadratic& q) {
    Interval in;
    const ContactState s = state(q);
    if (s == ContactState::will_touch) in.first = at_most_one(q.first());
    if (s == ContactState::touching_parting) return in;
    in.last = q.a == 0 || q.at_end() <= 0 ? mpf_class(1, kBits) : at_most_one(q.last());
    return in;
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
