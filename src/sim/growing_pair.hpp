// When do growing balls touch each other, or a face, or leave their shells?
//
// docs/math/growth.md derives the forms. A contact that has come and still closes is now: 0.
#pragma once

#include <cmath>

#include "math/vec_ops.hpp"

namespace carom::detail {

/// The time until |d + u w| = reach + u speed, for a distance that is at least `reach` up to rounding;
/// infinite when there is none.
template <int N>
double time_to_touch(const Vec<double, N>& d, const Vec<double, N>& w, double reach, double speed) {
    const double a = dot(w, w) - speed * speed;
    const double b = dot(d, w) - reach * speed;
    if (a >= 0 && b >= 0) return HUGE_VAL;
    const double c = dot(d, d) - reach * reach;
    const double square = b * b - a * c;
    if (square < 0) return HUGE_VAL;
    if (b >= 0) return (b + std::sqrt(square)) / -a;
    return c > 0 ? c / (std::sqrt(square) - b) : 0;
}

/// The time until |off + u v| = thickness - u speed, for |off| < thickness; 0 when that is past.
template <int N>
double time_to_leave(const Vec<double, N>& off, const Vec<double, N>& v, double thickness, double speed) {
    const double c = thickness * thickness - dot(off, off);
    if (!(thickness > 0) || c <= 0) return 0;
    const double a = dot(v, v) - speed * speed;
    const double b = dot(off, v) + thickness * speed;
    const double square = b * b + a * c;
    const double root = square > 0 ? std::sqrt(square) : 0;
    if (b >= 0) return b + root > 0 ? c / (b + root) : HUGE_VAL;
    return (root - b) / a;
}

/// The time until a gap to a face is closed that shrinks by `speed`.
inline double time_to_close(double gap, double speed) {
    if (!(speed > 0)) return HUGE_VAL;
    return gap > 0 ? gap / speed : 0;
}

}  // namespace carom::detail
