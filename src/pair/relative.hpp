// From the public types to the kernel's relative motion, and back. Float and double share one kernel in
// double.
#pragma once

#include "carom/geom/ball.hpp"
#include "pair/exact_contact.hpp"
#include "pair/kernel.hpp"

namespace carom::detail {

/// y - x as integers.
template <class T, int N>
Vec<Exact<1>, N> exact_span(const Vec<T, N>& x, const Vec<T, N>& y) {
    return generate<Exact<1>, N>(
        [&](int k) { return Exact<1>(static_cast<double>(y[k])) - Exact<1>(static_cast<double>(x[k])); });
}

/// y - x, rounded once.
template <class T, int N>
Vec<double, N> plain_span(const Vec<T, N>& x, const Vec<T, N>& y) {
    return generate<double, N>([&](int k) { return static_cast<double>(y[k]) - static_cast<double>(x[k]); });
}

/// s (y - x) exactly, for a power of two s.
template <class T, int N>
Vec<TwoTerm, N> scaled_span(double s, const Vec<T, N>& x, const Vec<T, N>& y) {
    return generate<TwoTerm, N>(
        [&](int k) { return difference(s * static_cast<double>(y[k]), s * static_cast<double>(x[k])); });
}

/// y - x exactly, or a quarter of it where that overflows.
template <class T, int N>
Vec<TwoTerm, N> exact_direction(const Vec<T, N>& x, const Vec<T, N>& y) {
    const Vec<TwoTerm, N> d = scaled_span(1, x, y);
    return is_finite(rounded(d)) ? d : scaled_span(0.25, x, y);
}

template <class T>
TwoTerm radius_sum(double s, T ra, T rb) {
    return two_sum(s * static_cast<double>(ra), s * static_cast<double>(rb));
}
template <class T>
Exact<1> exact_radius_sum(T ra, T rb) {
    return Exact<1>(static_cast<double>(ra)) + Exact<1>(static_cast<double>(rb));
}

/// Two moving balls as a source of their motion (pair/frame_contact.hpp).
template <class T, int N>
struct PairMotion {
    const MovingBall<T, N>& a;
    const MovingBall<T, N>& b;

    RelativeMotion<double, N> plain() const {
        return {plain_span(a.center, b.center), plain_span(a.displacement, b.displacement),
                static_cast<double>(a.radius) + static_cast<double>(b.radius)};
    }
    RelativeMotion<TwoTerm, N> two_terms(double s) const {
        return {scaled_span(s, a.center, b.center), scaled_span(s, a.displacement, b.displacement),
                radius_sum(s, a.radius, b.radius)};
    }
    ExactMotion<N> exact() const {
        return {exact_span(a.center, b.center), exact_span(a.displacement, b.displacement),
                exact_radius_sum(a.radius, b.radius)};
    }
};

template <class T, int N>
RelativeMotion<TwoTerm, N> relative_motion(const Ball<T, N>& a, const Ball<T, N>& b) {
    return {exact_difference(b.center, a.center), {}, radius_sum(1, a.radius, b.radius)};
}

template <class T, int N>
RelativeMotion<TwoTerm, N> relative_motion(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    return PairMotion<T, N>{a, b}.two_terms(1);
}

template <class T, int N>
bool is_finite(const Ball<T, N>& a) {
    return is_finite(a.center) && std::isfinite(a.radius);
}

template <class T, int N>
bool is_finite(const MovingBall<T, N>& a) {
    return is_finite(a.center) && is_finite(a.displacement) && std::isfinite(a.radius);
}

/// Positive when the balls are apart, 0 when they touch, negative when they overlap; positive for NaN and
/// infinity.
template <class T, int N>
int separation_sign(const Ball<T, N>& a, const Ball<T, N>& b) {
    const Vec<double, N> d = plain_span(a.center, b.center);
    const double r = static_cast<double>(a.radius) + static_cast<double>(b.radius);
    const double size = dot(d, d) + r * r;
    const double c = dot(d, d) - r * r;
    constexpr double slack = 0x1p-44;
    if (size >= 0x1p-400 && std::fabs(c) > slack * size && size <= 0x1p402) return c > 0 ? 1 : -1;
    if (!is_finite(a) || !is_finite(b)) return 1;
    return exact_separation_sign(exact_span(a.center, b.center), exact_radius_sum(a.radius, b.radius));
}

/// sqrt(s) - r without cancellation, for s the squared distance and f = s - r^2.
inline double gap_from(double f, double s, double r) {
    if (f == 0) return 0;
    return f / ((s > 0 ? std::sqrt(s) : 0) + r);
}

/// |b - a| - (ra + rb), within a few ulp of itself; NaN for input that is not finite.
template <class T, int N>
double ball_gap(const Ball<T, N>& a, const Ball<T, N>& b) {
    const RelativeMotion<TwoTerm, N> motion = relative_motion(a, b);
    const Scale scale = safe_scale(motion);
    const RelativeMotion<TwoTerm, N> m = rescaled(motion, scale);
    const TwoTerm square = dot_exactly(m.d, m.d);
    const TwoTerm excess = separation(m);
    const bool cancels = square.hi > 0 && std::fabs(excess.hi) <= 0x1p-40 * square.hi;
    const bool overflows = !std::isfinite(excess.hi) && is_finite(a) && is_finite(b);
    if (cancels || overflows) {
        return exact_gap(exact_span(a.center, b.center), exact_radius_sum(a.radius, b.radius));
    }
    return gap_from(to_double(excess), to_double(square), to_double(m.r)) / scale.length;
}

/// From the centre of a to half way between the surfaces of two balls that overlap by `gap`, which may have
/// overflown: ra + gap / 2.
template <class T, int N>
double half_way(const Ball<T, N>& a, const Ball<T, N>& b, double gap) {
    if (std::isfinite(gap)) return static_cast<double>(a.radius) + gap / 2;
    const auto quarter = [](const Ball<T, N>& x) {
        return Ball<double, N>{0.25 * convert<double>(x.center), 0.25 * static_cast<double>(x.radius)};
    };
    return 4 * (quarter(a).radius + ball_gap(quarter(a), quarter(b)) / 2);
}

/// center + u * displacement, rounded once to T.
template <class T, int N>
Vec<T, N> position_at(const Vec<T, N>& center, const Vec<T, N>& displacement, double u) {
    return generate<T, N>([&](int k) {
        return static_cast<T>(static_cast<double>(center[k]) + u * static_cast<double>(displacement[k]));
    });
}

}  // namespace carom::detail
