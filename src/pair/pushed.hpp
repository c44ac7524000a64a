// Rounded positions that an exact test finds free: what rounding may take from a gap is given back a few
// units in the last place at a time.
#pragma once

#include <cmath>
#include <limits>

#include "pair/obstacle_contact.hpp"

namespace carom::detail {

inline constexpr int kMostPushes = 4;

template <class T, int N>
bool rests(const MovingBall<T, N>& ball) {
    return !(largest(ball.displacement) > 0);
}

/// The ball's place at u, with coordinate k moved along the sign of away[k] by `ulps` units in the last place
/// of the larger of |center[k]| and |displacement[k]|. A resting ball stays.
template <class T, int N>
Vec<T, N> pushed(const MovingBall<T, N>& ball, double u, const Vec<double, N>& away, int ulps) {
    if (rests(ball)) return ball.center;
    const Vec<T, N> at = position_at(ball.center, ball.displacement, u);
    return generate<T, N>([&](int k) {
        const T size = std::fabs(ball.center[k]) > std::fabs(ball.displacement[k])
                           ? std::fabs(ball.center[k])
                           : std::fabs(ball.displacement[k]);
        const T next = std::nextafter(size, std::numeric_limits<T>::infinity());
        const T step =
            static_cast<T>(ulps) * (std::isfinite(next) ? next - size : size - std::nextafter(size, T{0}));
        return away[k] > 0 ? at[k] + step : away[k] < 0 ? at[k] - step : at[k];
    });
}

/// True when the resting ball reaches inside; touching is free. A place that has overflown is not.
template <class T, int N, class Obstacle>
bool is_inside(const Vec<T, N>& center, T radius, const Obstacle& obstacle) {
    if (!is_finite(center)) return true;
    return obstacle_contact(MovingBall<T, N>{center, radius, {}}, obstacle).contact().state ==
           ContactState::overlapping;
}
template <class T, int N>
bool is_inside(const Vec<T, N>& center, T radius, const Ball<T, N>& obstacle) {
    return !is_finite(center) || separation_sign(Ball<T, N>{center, radius}, obstacle) < 0;
}

/// What the mover must not reach into.
template <class T, int N, class Obstacle>
const Obstacle& solid_of(const MovingBall<T, N>&, const Obstacle& obstacle) {
    return obstacle;
}
/// Behind a plane, seen from the mover, all is solid: rounding must not carry it to the other side.
template <class T, int N>
HalfSpace<T, N> solid_of(const MovingBall<T, N>& mover, const Plane<T, N>& plane) {
    const PlaneSigns<T, N> signs(mover, plane.normal, plane.offset);
    if (!signs.is_finite()) return {plane.normal, plane.offset};
    const int side = signs.side(FrameEnd::start);
    if (side > 0 || (side == 0 && signs.rate() >= 0)) return {plane.normal, plane.offset};
    return {-plane.normal, -plane.offset};
}

}  // namespace carom::detail
