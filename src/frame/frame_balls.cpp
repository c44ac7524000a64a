#include "carom/frame/frame_balls.hpp"

#include "core/instantiate.hpp"

namespace carom {

template <class T, int N>
FrameBalls<T, N> frame_balls(std::span<const MovingBall<T, N>> balls) {
    if (balls.empty()) return {};
    const auto stride = static_cast<std::ptrdiff_t>(sizeof(MovingBall<T, N>));
    const MovingBall<T, N>& ball = balls.front();
    return {balls.size(),
            {ball.center.coordinates.data(), stride},
            {&ball.radius, stride},
            {ball.displacement.coordinates.data(), stride}};
}

template <class T, int N>
FrameBalls<T, N> frame_balls(std::span<const Ball<T, N>> balls) {
    if (balls.empty()) return {};
    const auto stride = static_cast<std::ptrdiff_t>(sizeof(Ball<T, N>));
    const Ball<T, N>& ball = balls.front();
    return {balls.size(), {ball.center.coordinates.data(), stride}, {&ball.radius, stride}, {}};
}

#define CAROM_INSTANTIATE(T, N)                                               \
    template FrameBalls<T, N> frame_balls(std::span<const MovingBall<T, N>>); \
    template FrameBalls<T, N> frame_balls(std::span<const Ball<T, N>>);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom
