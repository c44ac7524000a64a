// The forms of the moving-sphere test that are copied from book to book, written anew from their formulas:
// what docs/accuracy.md compares Carom with.
//
// All share one frame: balls are closed, an overlap at the start is a hit at 0, a hit must begin in [0, 1].
// So they differ in their arithmetic only, which is done in T throughout.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/geom/ball.hpp"
#include "carom/pair/bounce.hpp"

namespace carom::textbook {

template <class T>
struct Hit {
    bool hit = false;
    T first = 0;
    T last = 0;
};

/// The motion of b seen from a, and a u^2 + 2 b u + c as everyone computes it.
template <class T, int N>
struct Motion {
    Motion(const MovingBall<T, N>& one, const MovingBall<T, N>& two) : r(one.radius + two.radius) {
        for (int k = 0; k < N; ++k) {
            d[k] = two.center[k] - one.center[k];
            w[k] = two.displacement[k] - one.displacement[k];
            a += w[k] * w[k];
            b += d[k] * w[k];
            distance_squared += d[k] * d[k];
        }
        c = distance_squared - r * r;
    }

    Vec<T, N> d, w;
    T r = 0;
    T a = 0;
    T b = 0;
    T c = 0;
    T distance_squared = 0;
};

/// What every form does with its two roots.
template <class T>
Hit<T> in_frame(T c, T first, T last) {
    if (c <= 0) return {true, 0, std::min(std::max(last, T{0}), T{1})};
    if (!(first >= 0 && first <= 1)) return {};
    return {true, first, std::min(last, T{1})};
}

/// No relative motion: in touch for the whole frame, or never.
template <class T>
Hit<T> at_rest(T c) {
    return c <= 0 ? Hit<T>{true, 0, 1} : Hit<T>{};
}

/// Gomez 1999: q = b^2 - 4 a c with b = 2 d.w, u = (-b -+ sqrt(q)) / 2 a.
struct Plain {
    static constexpr const char* name = "b^2 - 4ac";

    template <class T, int N>
    Hit<T> operator()(const MovingBall<T, N>& one, const MovingBall<T, N>& two) const {
        const Motion<T, N> m(one, two);
        if (m.a == 0) return at_rest(m.c);
        const T b = 2 * m.b;
        const T q = b * b - 4 * m.a * m.c;
        if (!(q >= 0)) return at_rest(m.c);
        return in_frame(m.c, (-b - std::sqrt(q)) / (2 * m.a), (-b + std::sqrt(q)) / (2 * m.a));
    }
};

/// q = -(b + sign(b) sqrt(disc)): the roots q / a and c / q, in order.
template <class T>
Hit<T> stable_roots(T a, T b, T c, T disc) {
    if (!(disc >= 0)) return at_rest(c);
    const T q = -(b + std::copysign(std::sqrt(disc), b));
    if (q == 0) return in_frame(c, T{0}, T{0});
    const T one = q / a;
    const T two = c / q;
    return in_frame(c, std::min(one, two), std::max(one, two));
}

/// The "numerically stable quadratic" of the numerical recipes: nothing cancels after the discriminant.
struct Stable {
    static constexpr const char* name = "stable quadratic";

    template <class T, int N>
    Hit<T> operator()(const MovingBall<T, N>& one, const MovingBall<T, N>& two) const {
        const Motion<T, N> m(one, two);
        if (m.a == 0) return at_rest(m.c);
        return stable_roots(m.a, m.b, m.c, m.b * m.b - m.a * m.c);
    }
};

/// Kahan 2004: b^2 - a c with both products' roundings repaired by fused multiply-adds, for a, b and c as
/// rounded.
struct KahanForm {
    static constexpr const char* name = "Kahan's discriminant";

    template <class T, int N>
    Hit<T> operator()(const MovingBall<T, N>& one, const MovingBall<T, N>& two) const {
        const Motion<T, N> m(one, two);
        if (m.a == 0) return at_rest(m.c);
        return stable_roots(m.a, m.b, m.c, discriminant(m.a, m.b, m.c));
    }

    template <class T>
    static T discriminant(T a, T b, T c) {
        const T p = b * b;
        const T q = a * c;
        const T d = p - q;
        if (3 * std::fabs(d) >= p + q) return d;
        const T dp = std::fma(b, b, -p);
        const T dq = std::fma(a, c, -q);
        return d + (dp - dq);
    }
};

/// Jackson 2002: project on the unit direction of the move, compare the squared distance of the nearest
/// approach with r^2.
struct NearestApproach {
    static constexpr const char* name = "nearest approach";

    template <class T, int N>
    Hit<T> operator()(const MovingBall<T, N>& one, const MovingBall<T, N>& two) const {
        const Motion<T, N> m(one, two);
        const T length = std::sqrt(m.a);
        if (length == 0) return at_rest(m.c);
        T along = 0;
        for (int k = 0; k < N; ++k) along -= m.w[k] / length * m.d[k];
        const T nearest = m.distance_squared - along * along;
        const T rest = m.r * m.r - nearest;
        if (!(rest >= 0)) return at_rest(m.c);
        return in_frame(m.c, (along - std::sqrt(rest)) / length, (along + std::sqrt(rest)) / length);
    }
};

/// v' = v + j m n for the unit normal n: momentum and energy as in Jackson 2002, with restitution.
template <class T, int N>
BounceVelocities<T, N> bounce(const Body<T, N>& a, const Body<T, N>& b, T restitution) {
    Vec<T, N> n;
    T square = 0;
    for (int k = 0; k < N; ++k) {
        n[k] = b.center[k] - a.center[k];
        square += n[k] * n[k];
    }
    const T length = std::sqrt(square);
    T approach = 0;
    for (int k = 0; k < N; ++k) {
        n[k] /= length;
        approach += n[k] * (b.velocity[k] - a.velocity[k]);
    }
    const T impulse = (1 + restitution) * approach / (a.inverse_mass + b.inverse_mass);
    BounceVelocities<T, N> after;
    for (int k = 0; k < N; ++k) {
        after.a[k] = a.velocity[k] + impulse * a.inverse_mass * n[k];
        after.b[k] = b.velocity[k] - impulse * b.inverse_mass * n[k];
    }
    return after;
}

/// Both balls at `u`, after an elastic bounce with equal masses.
template <class T, int N>
std::pair<MovingBall<T, N>, MovingBall<T, N>> bounced_at(T u, MovingBall<T, N> one, MovingBall<T, N> two) {
    for (int k = 0; k < N; ++k) {
        one.center[k] += u * one.displacement[k];
        two.center[k] += u * two.displacement[k];
    }
    const auto after = textbook::bounce(Body<T, N>{one.center, one.displacement, 1},
                                        Body<T, N>{two.center, two.displacement, 1}, T{1});
    one.displacement = after.a;
    two.displacement = after.b;
    return {one, two};
}

}  // namespace carom::textbook
