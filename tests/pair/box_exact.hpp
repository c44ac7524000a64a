// The exact times and gaps of a ball and a box, from the oracle's roots without cancellation.
#pragma once

#include <algorithm>

#include "support/box_oracle.hpp"

namespace carom::oracle {

/// p - sqrt(q) as (p^2 - q) / (p + sqrt(q)) where it would cancel.
inline mpf_class exact_time(const RootTime& t) {
    if (sgn(t.p) * t.sign >= 0) return t.value();
    return real(mpq_class(t.p * t.p - t.q)) / (real(t.p) - t.sign * root(t.q));
}

/// Of a contact in the frame.
inline mpf_class exact_first(const BoxContact& contact) {
    return contact.state == ContactState::will_touch ? exact_time(contact.first) : mpf_class(0, kBits);
}
inline mpf_class exact_last(const BoxContact& contact) {
    return contact.state == ContactState::touching_parting ? mpf_class(0, kBits) : exact_time(contact.last);
}

/// Outside (distance^2 - r^2) / (distance + r), inside less the depth below the nearest face, less r.
template <class T, int N>
mpf_class exact_gap(const Ball<T, N>& ball, const Box<T, N>& box) {
    const mpq_class r = rational(static_cast<double>(ball.radius));
    const mpq_class excess = BoxMotion<N>(MovingBall<T, N>{ball.center, ball.radius, {}}, box).at(0);
    const mpq_class square = excess + r * r;
    if (square > 0) return real(excess) / (root(square) + real(r));
    mpq_class depth =
        rational(static_cast<double>(box.upper[0])) - rational(static_cast<double>(box.lower[0]));
    for (int k = 0; k < N; ++k) {
        const mpq_class at = rational(static_cast<double>(ball.center[k]));
        depth = std::min(depth, mpq_class(at - rational(static_cast<double>(box.lower[k]))));
        depth = std::min(depth, mpq_class(rational(static_cast<double>(box.upper[k])) - at));
    }
    return real(mpq_class(-depth - r));
}

}  // namespace carom::oracle
