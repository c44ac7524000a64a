// Which part of the frame [0, 1] do two balls spend in contact? The decisions of every sweep.
#pragma once

#include <cmath>

#include "carom/pair/sweep.hpp"
#include "pair/kernel.hpp"

namespace carom::detail {

/// The state and the contact interval, clipped to the frame.
struct FrameInterval {
    ContactState state = ContactState::apart;
    double first = 0;
    double last = 0;
};

inline double at_most_one(double u) {
    return u < 1 ? u : 1;
}

/// |d + w|^2 - r^2 at u = 1.
inline TwoTerm separation_at_end(TwoTerm a, TwoTerm b, TwoTerm c, Scale scale) {
    const double end = scale.end();
    return scaled(end * end, a) + scaled(2 * end, b) + c;
}

/// Contact from the start (c <= 0): how it begins and when it ends.
inline FrameInterval contact_from_start(TwoTerm a, double b, double c, double disc_root, bool at_end,
                                        double unit) {
    FrameInterval in;
    if (c < 0) {
        in.state = ContactState::overlapping;
    } else if (a.hi == 0) {
        in.state = ContactState::touching_at_rest;
    } else {
        in.state = b < 0 ? ContactState::touching_closing : ContactState::touching_parting;
    }
    if (in.state == ContactState::touching_parting) {
        in.last = 0;
    } else if (at_end) {
        in.last = 1;
    } else if (b < 0) {
        in.last = at_most_one((disc_root - b) / to_double(a) * unit);
    } else {
        in.last = at_most_one(-c / (disc_root + b) * unit);
    }
    return in;
}

/// `m` is the motion scaled by `scale`. Every decision is a sign of a two-term sum:
/// c at the start, f at the end, and between them D and the place of the nearest approach, -b / a.
template <class Real, int N>
FrameInterval contact_in_frame(const RelativeMotion<Real, N>& m, Scale scale) {
    const TwoTerm a = dot_exactly(m.w, m.w);
    const TwoTerm b = dot_exactly(m.d, m.w);
    const TwoTerm c = separation(m);
    const TwoTerm f = separation_at_end(a, b, c, scale);
    const double unit = scale.move / scale.length;  // u = unit * u of the scaled motion
    const double bb = to_double(b);
    if (std::isnan(f.hi)) return {};
    if (c.hi <= 0) {
        const double disc_root = root(discriminant(m, a));
        return contact_from_start(a, bb, to_double(c), disc_root, f.hi <= 0, unit);
    }
    if (!(b.hi < 0)) return {};
    const TwoTerm disc = discriminant(m, a);
    const bool ends_in_contact = f.hi <= 0;
    const bool passes_inside = disc.hi >= 0 && (b + scaled(scale.end(), a)).hi > 0;
    if (!ends_in_contact && !passes_inside) return {};
    const double q = root(disc) - bb;
    const double first = at_most_one(to_double(c) / q * unit);
    const double last = ends_in_contact ? 1 : at_most_one(q / to_double(a) * unit);
    return {ContactState::will_touch, first, last < first ? first : last};
}

}  // namespace carom::detail
