// Sizes and places of balls, as searches see them.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/geom/ball.hpp"

namespace carom::detail {

inline constexpr float kPartOfMoves = 0.3F;

/// About half of what the ball covers on an axis.
template <class T, int N>
T size_of(const MovingBall<T, N>& ball) {
    T moves = 0;
    for (int k = 0; k < N; ++k) moves += std::fabs(ball.displacement[k]);
    return ball.radius + moves * T(kPartOfMoves);
}
template <class T, int N>
T middle(const MovingBall<T, N>& ball, int k) {
    return ball.center[k] + ball.displacement[k] * T(0.5);
}

/// Bounds of the middles of balls.
template <class T, int N>
struct Middles {
    Vec<T, N> lower, upper;

    Middles() {
        for (int k = 0; k < N; ++k) {
            lower[k] = std::numeric_limits<T>::max();
            upper[k] = std::numeric_limits<T>::lowest();
        }
    }
    void add(const MovingBall<T, N>& ball) {
        for (int k = 0; k < N; ++k) {
            const T x = middle(ball, k);
            if (x < lower[k]) lower[k] = x;
            if (x > upper[k]) upper[k] = x;
        }
    }
    T width() const {
        T most = 0;
        for (int k = 0; k < N; ++k) most = std::fmax(most, upper[k] - lower[k]);
        return most;
    }
};

}  // namespace carom::detail
