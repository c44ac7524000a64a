// A ball and what it may meet, drawn and printed.
#pragma once

#include <vector>

#include "carom/pair/first_contact.hpp"
#include "carom/pair/sweep.hpp"
#include "expect.hpp"
#include "query.hpp"
#include "things.hpp"

namespace carom::fuzz {

template <class T, int N>
struct Scene {
    MovingBall<T, N> mover;
    std::vector<Ball<T, N>> balls;
    std::vector<MovingBall<T, N>> movers;
    std::vector<HalfSpace<T, N>> half_spaces;
    std::vector<Plane<T, N>> planes;
    std::vector<Box<T, N>> boxes;

    Obstacles<T, N> obstacles() const { return {balls, movers, half_spaces, planes, boxes}; }
};

template <class T, int N>
Scene<T, N> drawn(Query<T, N>& query) {
    Scene<T, N> scene;
    const MovingBall<T, N> a = query.moving_ball();
    scene.mover = a;
    for (int count = 1 + query.choice(6); count > 0; --count) {
        switch (query.choice(5)) {
            case 0:
                scene.balls.push_back(query.ball_near(a));
                break;
            case 1:
                scene.movers.push_back(query.moving_ball_near(a));
                break;
            case 2:
                scene.half_spaces.push_back(query.template surface_near<HalfSpace<T, N>>(a));
                break;
            case 3:
                scene.planes.push_back(query.template surface_near<Plane<T, N>>(a));
                break;
            default:
                scene.boxes.push_back(query.box_near(a));
        }
    }
    return scene;
}

/// f(id, obstacle) for each.
template <class T, int N, class F>
void for_each(const Scene<T, N>& scene, F f) {
    const auto walk = [&](ObstacleKind kind, const auto& list) {
        for (std::size_t i = 0; i < list.size(); ++i) f(ObstacleId{kind, i}, list[i]);
    };
    walk(ObstacleKind::ball, scene.balls);
    walk(ObstacleKind::mover, scene.movers);
    walk(ObstacleKind::half_space, scene.half_spaces);
    walk(ObstacleKind::plane, scene.planes);
    walk(ObstacleKind::box, scene.boxes);
}

template <class T, int N, class... Answers>
void expect_in(const Scene<T, N>& scene, bool kept, const char* promise, const Answers&... answers) {
    if (kept) return;
    expect(false, promise, scene.mover, scene.balls, scene.movers, scene.half_spaces, scene.planes,
           scene.boxes, answers...);
}

template <class T, int N>
bool is_finite(const Scene<T, N>& scene) {
    bool finite = all_finite(scene.mover);
    for_each(scene, [&](ObstacleId, const auto& obstacle) { finite = finite && all_finite(obstacle); });
    return finite;
}

/// Where a ball is after part of the frame, rounded.
template <class T, int N>
Vec<T, N> moved(const MovingBall<T, N>& ball, T fraction) {
    Vec<T, N> end;
    for (int k = 0; k < N; ++k) end[k] = ball.center[k] + fraction * ball.displacement[k];
    return end;
}
template <class Thing, class T>
const Thing& standing(const Thing& obstacle, T) {
    return obstacle;
}
template <class T, int N>
Ball<T, N> standing(const MovingBall<T, N>& obstacle, T fraction) {
    return {moved(obstacle, fraction), obstacle.radius};
}

/// True when a resting ball overlaps a resting thing by more than a touch.
template <class T, int N, class Thing>
bool reaches_into(const Ball<T, N>& ball, const Thing& thing) {
    return sweep(at_rest(ball), thing).state == ContactState::overlapping;
}

}  // namespace carom::fuzz
