// The free part of a move among obstacles.
#include "carom/pair/clip_move.hpp"

#include <cmath>

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/each_obstacle.hpp"
#include "pair/pushed.hpp"

namespace carom {
namespace {

template <class T, int N>
Vec<T, N> shortened(const Vec<T, N>& displacement, T fraction) {
    return detail::generate<T, N>([&](int k) { return fraction * displacement[k]; });
}

/// The ball where a user puts it: both the shortened displacement and the sum are rounded to T.
template <class T, int N>
Ball<T, N> moved(const MovingBall<T, N>& ball, T fraction) {
    const Vec<T, N> way = shortened(ball.displacement, fraction);
    return {detail::generate<T, N>([&](int k) { return ball.center[k] + way[k]; }), ball.radius};
}

/// A moving obstacle stands still at `fraction`; the others always do.
template <class T, int N>
Ball<T, N> standing(const MovingBall<T, N>& obstacle, T fraction) {
    return moved(obstacle, fraction);
}
template <class Obstacle, class T>
const Obstacle& standing(const Obstacle& obstacle, T) {
    return obstacle;
}

/// An obstacle that the mover overlaps, with the normal.
template <class T, int N>
struct EnteredObstacle {
    ObstacleId obstacle;
    Vec<T, N> normal;
};

/// The first obstacle that the mover overlaps after `fraction` of its move but not before it.
template <class T, int N>
std::optional<EnteredObstacle<T, N>> entered(const MovingBall<T, N>& mover, const Obstacles<T, N>& obstacles,
                                             T fraction) {
    std::optional<EnteredObstacle<T, N>> found;
    const Vec<T, N> end = moved(mover, fraction).center;
    detail::for_each_obstacle(obstacles, [&](ObstacleId id, const auto& obstacle) {
        if (found) return;
        if (detail::is_inside(mover.center, mover.radius, standing(obstacle, T{0}))) return;
        const auto place = standing(obstacle, fraction);
        const auto& at_end = detail::solid_of(mover, place);
        if (detail::is_inside(end, mover.radius, at_end)) {
            const auto in = detail::obstacle_contact(MovingBall<T, N>{end, mover.radius, {}}, at_end);
            found = {id, detail::convert<T>(detail::normalised(in.contact().toward))};
        }
    });
    return found;
}

}  // namespace

template <class T, int N>
ClippedMove<T, N> clip_move(const MovingBall<T, N>& mover, const Obstacles<T, N>& obstacles) {
    const detail::DefaultFloatEnvironment environment;
    ClippedMove<T, N> result;
    result.displacement = mover.displacement;
    if (!detail::is_finite(mover.center) || !detail::is_finite(mover.displacement)) return result;
    if (!std::isfinite(mover.radius)) return result;
    if (const auto first = first_contact(mover, obstacles)) {
        result = {first->sweep.first, {}, first->obstacle, first->sweep.normal};
    }
    // Rounding may still enter an obstacle. Each try doubles the step, from one ulp; staying at 0 is always
    // right.
    T step = std::nextafter(result.fraction, T{2}) - result.fraction;
    while (const auto inside = entered(mover, obstacles, result.fraction)) {
        if (result.obstacle != inside->obstacle) result.normal = inside->normal;
        result.obstacle = inside->obstacle;
        if (result.fraction == 0) break;
        result.fraction = result.fraction > step ? result.fraction - step : T{0};
        step *= 2;
    }
    result.displacement = shortened(mover.displacement, result.fraction);
    return result;
}

template <class T, int N>
ClippedMove<T, N> clip_move(const MovingBall<T, N>& mover, std::span<const Ball<T, N>> obstacles) {
    Obstacles<T, N> balls;
    balls.balls = obstacles;
    return clip_move(mover, balls);
}

#define CAROM_INSTANTIATE(T, N)                                                                            \
    template ClippedMove<T, N> clip_move(const MovingBall<T, N>& mover, const Obstacles<T, N>& obstacles); \
    template ClippedMove<T, N> clip_move(const MovingBall<T, N>& mover,                                    \
                                         std::span<const Ball<T, N>> obstacles);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom
