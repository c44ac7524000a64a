// Balls out of the caller's memory: a few instructions for each, which g++ 12 does not always inline by
// itself.
#pragma once

#include "carom/frame/frame_balls.hpp"

namespace carom::detail {

template <class T>
[[gnu::always_inline]] inline const T* element(const Strided<T>& column, std::size_t i) {
    const auto* bytes = reinterpret_cast<const std::byte*>(column.data);
    return reinterpret_cast<const T*>(bytes + column.stride * static_cast<std::ptrdiff_t>(i));
}

template <class T, int N>
[[gnu::always_inline]] inline MovingBall<T, N> ball_at(const FrameBalls<T, N>& balls, std::size_t i) {
    MovingBall<T, N> ball;
    const T* const center = element(balls.center, i);
    for (int k = 0; k < N; ++k) ball.center[k] = center[k];
    ball.radius = *element(balls.radius, i);
    if (balls.displacement.data == nullptr) return ball;
    const T* const displacement = element(balls.displacement, i);
    for (int k = 0; k < N; ++k) ball.displacement[k] = displacement[k];
    return ball;
}

/// False for a ball that touches nothing: with a NaN, an infinity or a negative radius.
template <class T, int N>
[[gnu::always_inline]] inline bool is_valid(const MovingBall<T, N>& ball) {
    T nothing = ball.radius - ball.radius;
    for (int k = 0; k < N; ++k) {
        nothing += (ball.center[k] - ball.center[k]) + (ball.displacement[k] - ball.displacement[k]);
    }
    return nothing == 0 && ball.radius >= 0;
}

}  // namespace carom::detail
