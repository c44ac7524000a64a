// How much room is between two balls, or a ball and a face, as the numbers are given? Negative is an overlap.
//
// Rounding in a scene file is no one's fault: 0.3 - 0.2 with radii 0.05 overlaps by 3e-17. So an overlap up
// to kTouchUlps ulp of the largest coordinate that goes into it is a touch. The sums here are exact to far
// below one ulp.
#pragma once

#include <cmath>

#include "carom/geom/box.hpp"
#include "pair/relative.hpp"

namespace carom::detail {

inline constexpr double kTouchUlps = 4;

/// The distance from |x| to the next larger double; x finite, not subnormal.
inline double ulp(double x) {
    int exponent = 0;
    std::frexp(x, &exponent);
    return std::ldexp(1.0, exponent - 53);
}

/// Which copy of the second ball, in box widths per axis.
template <int N>
using Shift = Vec<int, N>;

/// Centre to centre from a to the copy of b shifted by `shift` box widths.
template <int N>
Vec<TwoTerm, N> difference_to_image(const Vec<double, N>& a, const Vec<double, N>& b,
                                    const Vec<double, N>& width, const Shift<N>& shift) {
    return generate<TwoTerm, N>([&](int k) {
        return difference(b[k], a[k]) + TwoTerm{shift[k] * width[k], 0};
    });
}

/// Gap between ball a and the shifted copy of ball b.
template <int N>
double gap_to_image(const Ball<double, N>& a, const Ball<double, N>& b, const Vec<double, N>& width,
                    const Shift<N>& shift) {
    const RelativeMotion<TwoTerm, N> motion{
        difference_to_image(a.center, b.center, width, shift), {}, two_sum(a.radius, b.radius)};
    const Scale scale = safe_scale(motion);
    const RelativeMotion<TwoTerm, N> m = rescaled(motion, scale);
    return gap_from(to_double(separation(m)), to_double(dot_exactly(m.d, m.d)), to_double(m.r)) /
           scale.length;
}

/// Gap between a ball's surface and the lower face at `face` on its axis.
inline double gap_above(double face, double x, double radius) {
    return to_double(difference(x, face) - TwoTerm{radius, 0});
}

/// Gap between a ball's surface and the upper face at `face` on its axis.
inline double gap_below(double face, double x, double radius) {
    return to_double(difference(face, x) - TwoTerm{radius, 0});
}

}  // namespace carom::detail
