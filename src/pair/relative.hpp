// From the public types to the kernel's relative motion, and back. Float and double share one kernel in
// double.
#pragma once

#include "carom/geom/ball.hpp"
#include "pair/kernel.hpp"

namespace carom::detail {

template <class T, int N>
RelativeMotion<TwoTerm, N> relative_motion(const Ball<T, N>& a, const Ball<T, N>& b) {
    return {exact_difference(b.center, a.center), {}, two_sum(a.radius, b.radius)};
}

template <class T, int N>
RelativeMotion<TwoTerm, N> relative_motion(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    return {exact_difference(b.center, a.center), exact_difference(b.displacement, a.displacement),
            two_sum(a.radius, b.radius)};
}

/// d.d - r^2 of two resting balls in a safe scale: only its sign has a meaning.
template <class T, int N>
double separation_sign(const Ball<T, N>& a, const Ball<T, N>& b) {
    const RelativeMotion<TwoTerm, N> motion = relative_motion(a, b);
    return separation(rescaled(motion, safe_scale(motion))).hi;
}

/// sqrt(s) - r without cancellation, for s the squared distance and f = s - r^2.
inline double gap_from(double f, double s, double r) {
    if (f == 0) return 0;
    return f / ((s > 0 ? std::sqrt(s) : 0) + r);
}

/// center + u * displacement, rounded once to T.
template <class T, int N>
Vec<T, N> position_at(const Vec<T, N>& center, const Vec<T, N>& displacement, double u) {
    return generate<T, N>([&](int k) {
        return static_cast<T>(static_cast<double>(center[k]) + u * static_cast<double>(displacement[k]));
    });
}

}  // namespace carom::detail
