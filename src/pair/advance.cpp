#include "carom/pair/advance.hpp"

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/pushed.hpp"

namespace carom {
namespace {

/// The frame fraction at which the advance ends: at a contact that closes.
template <class Contact>
double end_of_advance(const Contact& c) {
    switch (c.contact().state) {
        case ContactState::will_touch:
            return c.contact().first;
        case ContactState::touching_closing:
            return 0;
        case ContactState::overlapping:
            return c.rate_at_start() < 0 ? 0 : 1;
        default:
            return 1;
    }
}

template <class T, int N>
Advance<T, N> advance_both(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    const auto contact = detail::obstacle_contact(a, b);
    const ContactState state = contact.contact().state;
    const double u = end_of_advance(contact);
    const Vec<double, N>& toward = contact.contact().toward;
    const auto place = [&](int ulps) {
        const Vec<double, N> d = detail::plain_span(detail::position_at(a.center, a.displacement, u),
                                                    detail::position_at(b.center, b.displacement, u));
        const auto from_a = detail::generate<double, N>([&](int k) { return d[k] == 0 ? toward[k] : d[k]; });
        return Advance<T, N>{state, static_cast<T>(u), detail::pushed(a, u, detail::operator-(from_a), ulps),
                             detail::pushed(b, u, from_a, ulps)};
    };
    if (state == ContactState::overlapping) return place(0);
    for (int ulps = 0; ulps <= detail::kMostPushes; ++ulps) {
        const Advance<T, N> at = place(ulps);
        const bool inside = detail::is_inside(at.center_a, a.radius, Ball<T, N>{at.center_b, b.radius});
        if (!inside && detail::is_finite(at.center_b)) return at;
    }
    return {state, 0, a.center, b.center};
}

/// The place of a alone, before a resting obstacle.
template <class T, int N, class Obstacle>
Advance<T, N> advance_one(const MovingBall<T, N>& a, const Obstacle& b) {
    const auto& solid = detail::solid_of(a, b);
    const auto contact = detail::obstacle_contact(a, b);
    const ContactState state = contact.contact().state;
    const double u = end_of_advance(contact);
    const auto place = [&](const Vec<double, N>& away, int ulps) {
        return Advance<T, N>{state, static_cast<T>(u), detail::pushed(a, u, away, ulps), {}};
    };
    const Advance<T, N> rounded = place({}, 0);
    if (state == ContactState::overlapping || !detail::is_inside(rounded.center_a, a.radius, solid))
        return rounded;
    const auto inside = detail::obstacle_contact(MovingBall<T, N>{rounded.center_a, a.radius, {}}, solid);
    const Vec<double, N> away = detail::operator-(
        state == ContactState::will_touch ? contact.contact().toward : inside.contact().toward);
    for (int ulps = 1; ulps <= detail::kMostPushes; ++ulps) {
        const Advance<T, N> at = place(away, ulps);
        if (!detail::is_inside(at.center_a, a.radius, solid)) return at;
    }
    return {state, 0, a.center, {}};
}

}  // namespace

template <class T, int N>
Advance<T, N> advance(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return advance_both(a, b);
}

template <class T, int N>
Advance<T, N> advance(const MovingBall<T, N>& a, const Ball<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return advance_both(a, MovingBall<T, N>{b.center, b.radius, {}});
}

template <class T, int N>
Advance<T, N> advance(const MovingBall<T, N>& a, const HalfSpace<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return advance_one(a, b);
}

template <class T, int N>
Advance<T, N> advance(const MovingBall<T, N>& a, const Plane<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return advance_one(a, b);
}

template <class T, int N>
Advance<T, N> advance(const MovingBall<T, N>& a, const Box<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return advance_one(a, b);
}

#define CAROM_INSTANTIATE(T, N)                                                           \
    template Advance<T, N> advance(const MovingBall<T, N>& a, const MovingBall<T, N>& b); \
    template Advance<T, N> advance(const MovingBall<T, N>& a, const Ball<T, N>& b);       \
    template Advance<T, N> advance(const MovingBall<T, N>& a, const HalfSpace<T, N>& b);  \
    template Advance<T, N> advance(const MovingBall<T, N>& a, const Plane<T, N>& b);      \
    template Advance<T, N> advance(const MovingBall<T, N>& a, const Box<T, N>& b);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom
