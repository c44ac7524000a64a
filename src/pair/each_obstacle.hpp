// One walk over obstacles of all kinds.
#pragma once

#include "carom/pair/first_contact.hpp"

namespace carom::detail {

/// f(id, obstacle) for each, in the order in which ties are broken.
template <class T, int N, class F>
void for_each_obstacle(const Obstacles<T, N>& obstacles, F f) {
    const auto walk = [&](ObstacleKind kind, const auto& some) {
        for (std::size_t i = 0; i < some.size(); ++i) f(ObstacleId{kind, i}, some[i]);
    };
    walk(ObstacleKind::ball, obstacles.balls);
    walk(ObstacleKind::mover, obstacles.movers);
    walk(ObstacleKind::half_space, obstacles.half_spaces);
    walk(ObstacleKind::plane, obstacles.planes);
    walk(ObstacleKind::box, obstacles.boxes);
}

/// f(obstacle) for one of them.
template <class T, int N, class F>
auto with_obstacle(const Obstacles<T, N>& obstacles, ObstacleId id, F f) {
    switch (id.kind) {
        case ObstacleKind::ball:
            return f(obstacles.balls[id.index]);
        case ObstacleKind::mover:
            return f(obstacles.movers[id.index]);
        case ObstacleKind::half_space:
            return f(obstacles.half_spaces[id.index]);
        case ObstacleKind::plane:
            return f(obstacles.planes[id.index]);
        default:
            return f(obstacles.boxes[id.index]);
    }
}

}  // namespace carom::detail
