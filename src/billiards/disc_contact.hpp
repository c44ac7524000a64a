// When a moving point first touches a disc around the origin: the first root of a quartic.
//
// The point is at r + s (u + s h). With D the disc's radius, p(s) = |r + s u + s^2 h|^2 - D^2
// = c0 + 2 c1 s + s^2 (c2 + 2 c3 s + c4 s^2). Where the bracket is replaced by its minimum over the rest of
// the time, a parabola below p comes out. So its first root is never later than that of p, and where it has
// none, p has none. Steps from root to root tend to the first root of p from below (docs/math/billiards.md).
//
// In double precision this is a filter: it answers where rounding cannot matter. Grazes, and paths that all
// but graze, are left to careful_disc_contact, which computes with twice the digits.
#pragma once

#include <algorithm>
#include <cmath>

#include "billiards/moving_ball.hpp"

namespace carom::billiards::detail {

/// A gap of less than this [m] counts as contact.
inline constexpr double kTouch = 1e-14;
/// The last step [s] of an iteration of third order.
inline constexpr double kSmallStep = 1e-8;
/// In contact, a closing speed of less than this [m/s] counts as none, and an acceleration [m/s^2] too.
inline constexpr double kNoClosing = 1e-14;
inline constexpr double kNoAcceleration = 1e-13;
/// The filter decides contacts that close by more than this share of the speed, squared,
inline constexpr double kSteep = 0x1p-10;
/// and misses by more than this share of the squared lengths.
inline constexpr double kClearMiss = 0x1p-46;

/// A place as a quadratic in time, relative to a disc's centre.
struct RelativePath {
    double x, y;
    double u, v;
    double hx, hy;

    RelativePath after(double s) const {
        return {x + s * (u + s * hx), y + s * (v + s * hy), u + 2 * s * hx, v + 2 * s * hy, hx, hy};
    }
};

/// The lower coefficients of p.
struct GapCoefficients {
    double c0, c1, c2, c3;

    GapCoefficients(const RelativePath& r, double squared_reach)
        : c0(r.x * r.x + r.y * r.y - squared_reach),
          c1(r.x * r.u + r.y * r.v),
          c2(r.u * r.u + r.v * r.v + 2 * (r.x * r.hx + r.y * r.hy)),
          c3(r.u * r.hx + r.v * r.hy) {}
};

/// One step of third order towards a root: the parabola that touches p here. NaN where that has none ahead.
inline double osculating_step(const RelativePath& r, double squared_reach) {
    const GapCoefficients p(r, squared_reach);
    const double discriminant = p.c1 * p.c1 - p.c2 * p.c0;
    if (!(p.c1 < 0 && discriminant >= 0)) return std::nan("");
    return p.c0 / (std::sqrt(discriminant) - p.c1);
}

/// The first contact in (0, horizon] of a point that is not in contact yet, or parts, or kNever. With twice
/// the digits.
double careful_disc_contact(const RelativePath& r, double reach, double horizon);

/// A root in double precision is certain, and known to some 100 ulp.
inline bool is_steep(const RelativePath& r, double squared_reach) {
    const double closing = r.x * r.u + r.y * r.v;
    return closing < 0 && closing * closing > kSteep * (r.u * r.u + r.v * r.v) * squared_reach;
}

/// The first contact where p is convex up to it: kNever - and no answer - where that is not certain.
inline double quick_disc_contact(const RelativePath& r, double reach, double squared_reach, double horizon) {
    const GapCoefficients p(r, squared_reach);
    const double discriminant = p.c1 * p.c1 - p.c2 * p.c0;
    if (!(p.c0 >= 2 * reach * kTouch && p.c1 < 0 && discriminant > 0)) return kNever;
    const double estimate = p.c0 / (std::sqrt(discriminant) - p.c1);
    if (p.c2 + 12 * std::min(p.c3, 0.0) * estimate < 0 || 2 * estimate > horizon) return kNever;
    double s = estimate;
    for (int k = 0; k < 8; ++k) {
        const double step = osculating_step(r.after(s), squared_reach);
        if (!(std::fabs(step) <= estimate)) return kNever;
        s += step;
        if (std::fabs(step) < kSmallStep)
            return s > 0 && s <= 2 * estimate && is_steep(r.after(s), squared_reach) ? s : kNever;
    }
    return kNever;
}

/// Polishes a root that is nearly reached, from s on.
inline double polished(const RelativePath& r, double s, double squared_reach) {
    for (int k = 0; k < 8; ++k) {
        const double step = osculating_step(r.after(s), squared_reach);
        if (!(std::fabs(step) < kNever)) break;
        s = std::max(s + step, 0.0);
        if (std::fabs(step) < kSmallStep) break;
    }
    return s;
}

/// A lower bound of the time from here to the first contact, kNever for none up to `rest`.
inline double parabola_step(const GapCoefficients& p, double inverse_c4, double c4, double rest) {
    const double lowest = std::max(0.0, std::min(rest, -p.c3 * inverse_c4));
    const double bracket = p.c2 + lowest * (2 * p.c3 + lowest * c4);
    const double discriminant = p.c1 * p.c1 - bracket * p.c0;
    if (discriminant < 0) return kNever;
    const double root = std::sqrt(discriminant);
    if (p.c1 < 0) return p.c0 / (root - p.c1);
    return bracket < 0 ? (p.c1 + root) / -bracket : kNever;
}

/// In contact, without closing or parting: when the point comes closer at last.
inline double first_press(const GapCoefficients& p, double c4, double reach, double horizon) {
    if (p.c2 < -kNoAcceleration * reach) return 0;
    const double c2 = p.c2 > kNoAcceleration * reach ? p.c2 : 0;
    const double discriminant = p.c3 * p.c3 - c2 * c4;
    if (!(p.c3 < 0 && discriminant >= 0)) return kNever;
    const double s = c2 > 0 ? c2 / (std::sqrt(discriminant) - p.c3) : -2 * p.c3 / c4;
    return s <= horizon ? s : kNever;
}

/// The first contact in [0, horizon], or kNever. Already in contact: 0 if the point comes closer.
inline double certain_disc_contact(const RelativePath& r, double reach, double squared_reach,
                                   double horizon) {
    const double c4 = r.hx * r.hx + r.hy * r.hy;
    const double inverse_c4 = 1 / std::max(c4, 1e-300);
    double s = 0;
    for (int k = 0; k < 200; ++k) {
        const RelativePath now = r.after(s);
        GapCoefficients p(now, squared_reach);
        if (k == 0 && p.c0 < 2 * reach * kTouch) {
            if (std::fabs(p.c1) < kNoClosing * reach) return first_press(p, c4, reach, horizon);
            if (p.c1 < 0) return 0;
            p.c0 = 0;
        }
        const double step = parabola_step(p, inverse_c4, c4, horizon - s);
        if (step > horizon - s) {
            const double size = now.x * now.x + now.y * now.y + squared_reach;
            const double gap = p.c0 - kClearMiss * size;
            const bool stays_off = gap > 0 && (p.c1 >= 0 || p.c1 * p.c1 < p.c2 * gap);
            return step < kNever || stays_off || (k == 0 && p.c0 == 0)
                       ? kNever
                       : careful_disc_contact(r, reach, horizon);
        }
        s += step;
        if (step < 1e-5) {
            s = polished(r, s, squared_reach);
            if (!is_steep(r.after(s), squared_reach)) return careful_disc_contact(r, reach, horizon);
            return s <= horizon ? s : kNever;
        }
    }
    return careful_disc_contact(r, reach, horizon);
}

inline double first_disc_contact(const RelativePath& r, double reach, double squared_reach, double horizon) {
    const double quick = quick_disc_contact(r, reach, squared_reach, horizon);
    return quick < kNever ? quick : certain_disc_contact(r, reach, squared_reach, horizon);
}

}  // namespace carom::billiards::detail
