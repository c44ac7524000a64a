// A moving ball and an obstacle of any kind: what an ordering of first contacts needs to know.
#pragma once

#include <limits>

#include "pair/box_contact.hpp"
#include "pair/contact_order.hpp"
#include "pair/frame_contact.hpp"
#include "pair/plane_contact.hpp"
#include "pair/relative.hpp"

namespace carom::detail {

/// Two moving balls.
template <class T, int N>
class BallContact {
public:
    BallContact(const MovingBall<T, N>& a, const MovingBall<T, N>& b)
        : a_(a), b_(b), contact_(contact_in_frame<T, N>(PairMotion<T, N>{a_, b_})) {}
    BallContact(const BallContact&) = delete;
    BallContact& operator=(const BallContact&) = delete;
    ~BallContact() = default;

    const ContactSpan<N>& contact() const { return contact_; }
    /// The sign of the rate at which the gap changes at the start.
    int rate_at_start() const {
        return exact_dot_sign(exact_span(a_.center, b_.center), exact_span(a_.displacement, b_.displacement));
    }
    ExactRoot first_root() const {
        return detail::first_root(exact_quadratic(PairMotion<T, N>{a_, b_}.exact()));
    }

private:
    MovingBall<T, N> a_, b_;
    ContactSpan<N> contact_;
};

template <class T, int N>
BallContact<T, N> obstacle_contact(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    return {a, b};
}
template <class T, int N>
BallContact<T, N> obstacle_contact(const MovingBall<T, N>& a, const Ball<T, N>& b) {
    return {a, MovingBall<T, N>{b.center, b.radius, {}}};
}
template <class T, int N>
PlaneContact<T, N> obstacle_contact(const MovingBall<T, N>& a, const HalfSpace<T, N>& b) {
    return {a, b.normal, b.offset, Behind::solid};
}
template <class T, int N>
PlaneContact<T, N> obstacle_contact(const MovingBall<T, N>& a, const Plane<T, N>& b) {
    return {a, b.normal, b.offset, Behind::free};
}
template <class T, int N>
BoxContact<N> obstacle_contact(const MovingBall<T, N>& a, const Box<T, N>& b) {
    return {a, b};
}

/// The moment of a contact, ordered exactly. `Contact` is one of the classes above.
/// Times of balls in float are known to 2^-28, all others to 2^-52; nearer ones are compared as roots.
template <class T, class X, class Y>
int compare_moments(const X& x, const Y& y) {
    constexpr double slack = std::is_same_v<T, float> ? 0x1p-26 : 0x1p-50;
    const auto starts = [](ContactState state) { return state != ContactState::will_touch; };
    const bool x_starts = starts(x.contact().state);
    const bool y_starts = starts(y.contact().state);
    if (x_starts || y_starts) return (y_starts ? 1 : 0) - (x_starts ? 1 : 0);
    const double first_x = x.contact().first;
    const double first_y = y.contact().first;
    if (std::fabs(first_x - first_y) > slack * larger(first_x, first_y) + 0x1p-1070)
        return first_x < first_y ? -1 : 1;
    return compare_roots(x.first_root(), y.first_root());
}

}  // namespace carom::detail
