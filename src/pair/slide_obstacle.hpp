// What a slide asks of one obstacle: in which direction it lies, exactly, and whether a place is closed to
// the mover.
#pragma once

#include <limits>

#include "carom/pair/first_contact.hpp"
#include "carom/pair/overlap.hpp"
#include "pair/box_contact.hpp"
#include "pair/plane_signs.hpp"
#include "pair/pushed.hpp"

namespace carom::detail {

/// A moving obstacle at `fraction` of the frame, where `clip_move` puts it; one that leaves the number range
/// stays at its end. The others stand still.
template <class T, int N>
Ball<T, N> standing(const MovingBall<T, N>& obstacle, T fraction) {
    constexpr T most = std::numeric_limits<T>::max();
    Ball<T, N> ball{obstacle.center + fraction * obstacle.displacement, obstacle.radius};
    for (int k = 0; k < N; ++k) {
        if (ball.center[k] > most) ball.center[k] = most;
        if (ball.center[k] < -most) ball.center[k] = -most;
    }
    return ball;
}
template <class Obstacle, class T>
const Obstacle& standing(const Obstacle& obstacle, T) {
    return obstacle;
}

/// One of the obstacles alone.
template <class T, int N>
Obstacles<T, N> only(const Obstacles<T, N>& obstacles, ObstacleId id) {
    Obstacles<T, N> one;
    if (id.kind == ObstacleKind::ball) one.balls = obstacles.balls.subspan(id.index, 1);
    if (id.kind == ObstacleKind::mover) one.movers = obstacles.movers.subspan(id.index, 1);
    if (id.kind == ObstacleKind::half_space) one.half_spaces = obstacles.half_spaces.subspan(id.index, 1);
    if (id.kind == ObstacleKind::plane) one.planes = obstacles.planes.subspan(id.index, 1);
    if (id.kind == ObstacleKind::box) one.boxes = obstacles.boxes.subspan(id.index, 1);
    return one;
}

/// Which side of a plane the centre is on; 0 for numbers that are not finite.
template <class T, int N>
int side_of(const Ball<T, N>& ball, const Plane<T, N>& plane) {
    const MovingBall<T, N> at_rest{ball.center, ball.radius, {}};
    const PlaneSigns<T, N> signs(at_rest, plane.normal, plane.offset);
    return signs.is_finite() ? signs.side(FrameEnd::start) : 0;
}

/// From the ball's centre to the obstacle, exactly and of any length. Its product with a displacement has the
/// sign by which `first_contact` decides whether the ball closes. Zero where there is no direction: then
/// nothing closes.
template <class T, int N>
Vec<TwoTerm, N> toward(const Ball<T, N>& ball, const Ball<T, N>& obstacle) {
    return exact_direction(ball.center, obstacle.center);
}
template <class T, int N>
Vec<TwoTerm, N> toward(const Ball<T, N>&, const HalfSpace<T, N>& obstacle) {
    return widened(-convert<double>(obstacle.normal));
}
template <class T, int N>
Vec<TwoTerm, N> toward(const Ball<T, N>& ball, const Plane<T, N>& obstacle) {
    return widened((side_of(ball, obstacle) < 0 ? 1.0 : -1.0) * convert<double>(obstacle.normal));
}
template <class T, int N>
Vec<TwoTerm, N> toward(const Ball<T, N>& ball, const Box<T, N>& obstacle) {
    const auto nearest = generate<T, N>([&](int k) {
        const T x = ball.center[k];
        return x < obstacle.lower[k] ? obstacle.lower[k] : x > obstacle.upper[k] ? obstacle.upper[k] : x;
    });
    const auto outside = exact_direction(ball.center, nearest);
    if (largest(rounded(outside)) > 0) return outside;
    return widened(BoxContact<N>(MovingBall<T, N>{ball.center, ball.radius, {}}, obstacle).contact().toward);
}

/// True for obstacles with faces: moving along one does not change the direction to it.
template <class T, int N, class Obstacle>
bool is_flat(const Ball<T, N>& ball, const Obstacle& obstacle) {
    if constexpr (std::is_same_v<Obstacle, Box<T, N>>) {
        int outside = 0;
        for (int k = 0; k < N; ++k) {
            if (ball.center[k] < obstacle.lower[k] || ball.center[k] > obstacle.upper[k]) ++outside;
        }
        return outside < 2;
    } else {
        return !std::is_same_v<Obstacle, Ball<T, N>>;
    }
}

/// The first axis across which a box has no thickness; N when there is none.
template <class T, int N>
int flat_axis(const Box<T, N>& box) {
    int k = 0;
    while (k < N && box.lower[k] != box.upper[k]) ++k;
    return k;
}

/// For a point and a flat box: the side it is on, 0 when level with it.
template <class T, int N>
int side_of(const Ball<T, N>& point, const Box<T, N>& box) {
    const int k = flat_axis(box);
    return point.center[k] < box.lower[k] ? -1 : point.center[k] > box.lower[k] ? 1 : 0;
}

/// True for what a point crosses without ever overlapping it.
template <class T, int N, class Obstacle>
bool is_thin(const Ball<T, N>& ball, const Obstacle& obstacle) {
    if constexpr (std::is_same_v<Obstacle, Plane<T, N>>) return ball.radius == 0;
    if constexpr (std::is_same_v<Obstacle, Box<T, N>>) return ball.radius == 0 && flat_axis(obstacle) < N;
    return false;
}

/// True where the ball may not stand: inside, and for a point on what it would cross in the next frame.
template <class T, int N, class Obstacle>
bool is_closed(const Ball<T, N>& ball, const Obstacle& obstacle) {
    if (is_thin(ball, obstacle)) return overlaps(ball, obstacle);
    return is_inside(ball.center, ball.radius, obstacle);
}

/// True when rounding has carried a point from one side of a flat box to the other.
template <class T, int N, class Obstacle>
bool is_crossed(const Ball<T, N>& from, const Ball<T, N>& to, const Obstacle& obstacle) {
    if constexpr (std::is_same_v<Obstacle, Box<T, N>>) {
        if (!is_thin(to, obstacle) || side_of(from, obstacle) * side_of(to, obstacle) >= 0) return false;
        const int k = flat_axis(obstacle);
        Ball<T, N> on_it = to;
        on_it.center[k] = obstacle.lower[k];
        const T ulp =
            std::numeric_limits<T>::epsilon() * (std::fabs(from.center[k]) + std::fabs(to.center[k]));
        return std::fabs(to.center[k] - on_it.center[k]) <= 4 * ulp && overlaps(on_it, obstacle);
    }
    return false;
}

/// True when rounding would put the ball where it may not be, though it comes from where it may be, or from
/// no deeper inside than `shallow`.
template <class T, int N, class Obstacle>
bool is_entered(const Ball<T, N>& from, const Ball<T, N>& to, const Obstacle& before, const Obstacle& after,
                T shallow) {
    const auto& solid = solid_of(MovingBall<T, N>{from.center, from.radius, {}}, after);
    const bool closed =
        is_closed(to, after) || is_inside(to.center, to.radius, solid) || is_crossed(from, to, after);
    if (!closed) return false;
    return !is_closed(from, before) ||
           (is_inside(from.center, from.radius, before) && gap(from, before) >= -shallow);
}

/// The way out of what is entered, of any length.
template <class T, int N, class Obstacle>
Vec<double, N> way_out(const Ball<T, N>& from, const Ball<T, N>& to, const Obstacle& obstacle) {
    if constexpr (std::is_same_v<Obstacle, Plane<T, N>>) return -rounded(toward(from, obstacle));
    if constexpr (std::is_same_v<Obstacle, Box<T, N>>) {
        if (is_thin(from, obstacle)) {
            Vec<double, N> out;
            out[flat_axis(obstacle)] = side_of(from, obstacle);
            return out;
        }
    }
    return -rounded(toward(to, obstacle));
}

}  // namespace carom::detail
