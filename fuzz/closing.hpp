// Do two bodies close, exactly? Velocities that have overflown do not.
#pragma once

#include "carom/pair/bounce.hpp"
#include "pair/relative.hpp"
#include "things.hpp"

namespace carom::fuzz {

template <class T, int N>
bool closes(const Body<T, N>& a, const Body<T, N>& b) {
    if (!all_finite(a, b)) return false;
    return detail::exact_dot_sign(detail::exact_span(a.center, b.center),
                                  detail::exact_span(a.velocity, b.velocity)) < 0;
}

template <class T, int N>
bool closes(const Vec<T, N>& velocity, const HalfSpace<T, N>& wall) {
    if (!all_finite(velocity, wall)) return false;
    const Vec<T, N> origin{};
    return detail::exact_dot_sign(detail::exact_span(origin, velocity),
                                  detail::exact_span(origin, wall.normal)) < 0;
}

}  // namespace carom::fuzz
