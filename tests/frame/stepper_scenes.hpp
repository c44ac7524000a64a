// Crowds of bodies among obstacles, and exact answers about what a frame has done to them.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "carom/frame/frame_stepper.hpp"
#include "pair/slide_scenes.hpp"
#include "support/same_bits.hpp"

namespace carom::stepper_scenes {

using slide_scenes::Grain;
using slide_scenes::norm;
using slide_scenes::number;
using slide_scenes::place;
using slide_scenes::product;
using slide_scenes::uniform;

template <class T, int N>
struct Crowd {
    std::vector<FrameBody<T, N>> bodies;
    slide_scenes::Scene<T, N> walls;
    StepRules<T> rules;
};

/// What a frame has said, kept for longer than the next.
template <class T, int N>
struct Told {
    std::vector<FrameBounce<T>> bounces;
    std::vector<LostMove<T, N>> lost;
};
template <class T, int N>
Told<T, N> told(const FrameStep<T, N>& step) {
    return {{step.bounces.begin(), step.bounces.end()}, {step.lost.begin(), step.lost.end()}};
}

/// Plays a frame.
template <class T, int N>
Told<T, N> play(Crowd<T, N>& crowd, FrameStepper<T, N>& stepper) {
    const ObstacleSet<T, N> set(crowd.walls.obstacles());
    return told(stepper.advance_frame(crowd.bodies, set, crowd.rules));
}

// --- exact answers

template <class T, int N>
Ball<T, N> ball_of(const FrameBody<T, N>& body) {
    return {body.center, body.radius};
}
/// False for balls that are clearly apart, in far less time than the exact answer takes.
template <class T, int N>
bool overlap_exactly(const FrameBody<T, N>& a, const FrameBody<T, N>& b) {
    double square = 0;
    for (int k = 0; k < N; ++k) {
        const double d = static_cast<double>(b.center[k]) - static_cast<double>(a.center[k]);
        square += d * d;
    }
    const double reach = static_cast<double>(a.radius) + static_cast<double>(b.radius);
    if (reach > 1e-100 && reach < 1e100 && square > 1.001 * reach * reach) return false;
    return slide_scenes::overlaps_exactly(ball_of(a), ball_of(b));
}
template <class T, int N>
bool is_movable(const FrameBody<T, N>& body) {
    return body.inverse_mass > 0;
}

/// True when two bodies overlap now that did not before.
template <class T, int N>
bool enter_each_other(const std::vector<FrameBody<T, N>>& before, const std::vector<FrameBody<T, N>>& after) {
    for (std::size_t a = 0; a < after.size(); ++a) {
        for (std::size_t b = a + 1; b < after.size(); ++b) {
            if (!is_movable(after[a]) && !is_movable(after[b])) continue;
            if (overlap_exactly(after[a], after[b]) && !overlap_exactly(before[a], before[b])) return true;
        }
    }
    return false;
}
/// True when a body is inside an obstacle now, or behind a plane, that it was clear of before.
template <class T, int N>
bool enter_obstacles(const slide_scenes::Scene<T, N>& walls, const std::vector<FrameBody<T, N>>& before,
                     const std::vector<FrameBody<T, N>>& after) {
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (!is_movable(after[i])) continue;
        if (slide_scenes::enters_something(walls, ball_of(before[i]), after[i].center)) return true;
        for (const Plane<T, N>& plane : walls.planes) {
            if (slide_scenes::overlaps_exactly(ball_of(before[i]), plane)) continue;
            if (sgn(slide_scenes::distance_times_length(before[i].center, plane)) *
                    sgn(slide_scenes::distance_times_length(after[i].center, plane)) <
                0) {
                return true;
            }
        }
    }
    return false;
}

/// Sum of m v^2 and of m |v|, over the bodies that can be moved.
template <class T, int N>
double energy(const std::vector<FrameBody<T, N>>& bodies) {
    double sum = 0;
    for (const auto& body : bodies) {
        if (is_movable(body)) {
            sum += product(body.displacement, body.displacement) / static_cast<double>(body.inverse_mass);
        }
    }
    return sum;
}

// --- random crowds

template <class T, int N>
bool is_clear(const Crowd<T, N>& crowd, const FrameBody<T, N>& body) {
    bool clear = true;
    slide_scenes::for_each(crowd.walls, [&](const auto& obstacle) {
        clear = clear && !slide_scenes::overlaps_exactly(ball_of(body), obstacle);
    });
    return clear && std::none_of(crowd.bodies.begin(), crowd.bodies.end(),
                                 [&](const auto& other) { return overlap_exactly(body, other); });
}

/// Half-spaces around the middle, at this distance from it.
template <class T, int N>
void wall_in(Crowd<T, N>& crowd, T half) {
    for (int k = 0; k < N; ++k) {
        HalfSpace<T, N> wall{{}, -half};
        wall.normal[k] = 1;
        crowd.walls.half_spaces.push_back(wall);
        wall.normal[k] = -1;
        crowd.walls.half_spaces.push_back(wall);
    }
}

template <class T, int N>
void set_motion(FrameBody<T, N>& body, Grain grain, T speed) {
    body.displacement = place<T, N>(grain, 1);
    for (int k = 0; k < N; ++k) body.displacement[k] *= speed;
    if (uniform(0, 6) == 0) body.displacement = {};
    body.inverse_mass = *rc::gen::element(T{1}, T{1}, T{1}, T{2}, T(0.25), T(0.3), T{1000}, T(0.001), T{0});
}

/// Balls at whole places that touch each other and the walls to the bit.
template <class T, int N>
void add_lattice(Crowd<T, N>& crowd, Grain grain, T speed) {
    wall_in(crowd, T{1.5});
    Vec<T, N> at;
    for (int k = 0; k < N; ++k) at[k] = -1;
    for (int i = 0; i < (N == 2 ? 9 : 27); ++i) {
        FrameBody<T, N> body{at, T{0.5}, {}, 1};
        set_motion(body, grain, speed);
        if (uniform(0, 9) < (N == 2 ? 7 : 4)) crowd.bodies.push_back(body);
        for (int k = 0; k < N && ++at[k] > 1; ++k) at[k] = -1;
    }
}

/// Balls wherever there is room.
template <class T, int N>
void add_gas(Crowd<T, N>& crowd, Grain grain, T speed, int size) {
    const int half = *rc::gen::element(1, 2, 4);
    if (uniform(0, 4) > 0) wall_in(crowd, static_cast<T>(half + 1));
    for (int i = uniform(0, 4); i > 0; --i) slide_scenes::add_obstacle(crowd.walls, grain);
    for (int i = 0; i < size; ++i) {
        FrameBody<T, N> body{place<T, N>(grain, half), std::fabs(number<T>(grain, 1)), {}, 1};
        if (uniform(0, 2) == 0) body.radius /= 8;
        set_motion(body, grain, speed);
        if (is_clear(crowd, body)) crowd.bodies.push_back(body);
    }
}

template <class T>
T draw_restitution() {
    const T any = std::fabs(number<T>(Grain::dense, 1));
    return *rc::gen::element(T{1}, T{1}, T{0}, T(0.5), any);
}

template <class T, int N>
Crowd<T, N> draw_crowd(int size) {
    Crowd<T, N> crowd;
    const Grain grain = *rc::gen::element(Grain::sixteenths, Grain::dense);
    const T speed = *rc::gen::element(T(1e-6), T(0.0078125), T(0.25), T{1}, T{8}, T{100});
    if (uniform(0, 4) == 0) {
        add_lattice(crowd, grain, speed);
    } else {
        add_gas(crowd, grain, speed, uniform(0, size));
    }
    crowd.rules.restitution = draw_restitution<T>();
    crowd.rules.obstacle_restitution = draw_restitution<T>();
    crowd.rules.most_bounces = *rc::gen::element(64U, 64U, 64U, 1U, 5U);
    return crowd;
}

// --- the same in other units, or seen in a mirror

/// f(x) for every length along axis k.
template <class T, int N, class F>
Crowd<T, N> mapped(Crowd<T, N> crowd, const F& f) {
    const auto each = [&](Vec<T, N>& x) {
        for (int k = 0; k < N; ++k) x[k] = f(x[k], k);
    };
    for (auto& body : crowd.bodies) {
        each(body.center);
        each(body.displacement);
        body.radius = std::fabs(f(body.radius, 0));
    }
    for (auto& ball : crowd.walls.balls) {
        each(ball.center);
        ball.radius = std::fabs(f(ball.radius, 0));
    }
    for (auto& box : crowd.walls.boxes) {
        each(box.lower);
        each(box.upper);
        for (int k = 0; k < N; ++k) {
            if (box.lower[k] > box.upper[k]) std::swap(box.lower[k], box.upper[k]);
        }
    }
    return crowd;
}
template <class T, int N>
Crowd<T, N> scaled(const Crowd<T, N>& crowd, T unit) {
    Crowd<T, N> result = mapped(crowd, [&](T x, int) { return unit * x; });
    for (auto& wall : result.walls.half_spaces) wall.offset *= unit;
    for (auto& plane : result.walls.planes) plane.offset *= unit;
    return result;
}
template <class T, int N>
Crowd<T, N> mirrored(const Crowd<T, N>& crowd, int axis) {
    Crowd<T, N> result = mapped(crowd, [&](T x, int k) { return k == axis ? -x : x; });
    for (auto& wall : result.walls.half_spaces) wall.normal[axis] = -wall.normal[axis];
    for (auto& plane : result.walls.planes) plane.normal[axis] = -plane.normal[axis];
    return result;
}

/// Equal numbers, whatever the sign of a zero; what is subnormal counts as zero.
template <class T, int N>
bool is_same(const std::vector<FrameBody<T, N>>& x, const std::vector<FrameBody<T, N>>& y) {
    const auto is_near = [](const Vec<T, N>& a, const Vec<T, N>& b) {
        return std::equal(a.coordinates.begin(), a.coordinates.end(), b.coordinates.begin(),
                          [](T p, T q) { return std::fabs(p - q) <= std::numeric_limits<T>::min(); });
    };
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [&](const auto& a, const auto& b) {
        return is_near(a.center, b.center) && is_near(a.displacement, b.displacement);
    });
}
template <class T>
bool is_same(const std::vector<FrameBounce<T>>& x, const std::vector<FrameBounce<T>>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const auto& a, const auto& b) {
        return a.fraction == b.fraction && a.a == b.a && a.b == b.b && a.obstacle == b.obstacle;
    });
}

}  // namespace carom::stepper_scenes
