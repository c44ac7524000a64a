// Do two bodies close, exactly? Asked of advance: things that overlap stay at u = 0 when they close, else go
// to u = 1.
#pragma once

#include <limits>

#include "carom/pair/advance.hpp"
#include "carom/pair/bounce.hpp"

namespace carom::fuzz {

template <class T, int N>
bool closes(const Body<T, N>& a, const Body<T, N>& b) {
    constexpr T around = std::numeric_limits<T>::max();
    return advance(MovingBall<T, N>{a.center, around, a.velocity},
                   MovingBall<T, N>{b.center, around, b.velocity})
               .u == 0;
}

template <class T, int N>
bool closes(const Vec<T, N>& velocity, const HalfSpace<T, N>& wall) {
    return advance(MovingBall<T, N>{{}, 1, velocity}, HalfSpace<T, N>{wall.normal, 0}).u == 0;
}

}  // namespace carom::fuzz
