// Scenes for moves among obstacles, and exact answers about places in them.
#pragma once

#include <gmpxx.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <vector>

#include "carom/pair/move_and_slide.hpp"
#include "carom/pair/overlap.hpp"
#include "support/rational_oracle.hpp"

namespace carom::slide_scenes {

/// Resting obstacles that live as long as the answer is used.
template <class T, int N>
struct Scene {
    std::vector<Ball<T, N>> balls;
    std::vector<HalfSpace<T, N>> half_spaces;
    std::vector<Plane<T, N>> planes;
    std::vector<Box<T, N>> boxes;

    Obstacles<T, N> obstacles() const {
        Obstacles<T, N> all;
        all.balls = balls;
        all.half_spaces = half_spaces;
        all.planes = planes;
        all.boxes = boxes;
        return all;
    }
    SlideResult<T, N> slide(const MovingBall<T, N>& mover) const {
        return move_and_slide(mover, obstacles());
    }
};

template <class T, int N, class Surface>
mpq_class distance_times_length(const Vec<T, N>& center, const Surface& surface) {
    return oracle::dot(surface.normal, center) - oracle::rational(surface.offset);
}

/// True when the ball reaches inside; touching is free.
template <class T, int N>
bool overlaps_exactly(const Ball<T, N>& ball, const Ball<T, N>& other) {
    return oracle::quadratic(MovingBall<T, N>{ball.center, ball.radius, {}},
                             MovingBall<T, N>{other.center, other.radius, {}})
               .c < 0;
}
template <class T, int N>
bool overlaps_exactly(const Ball<T, N>& ball, const HalfSpace<T, N>& solid) {
    const mpq_class s = distance_times_length(ball.center, solid);
    const mpq_class reach = oracle::rational(ball.radius);
    return s < 0 || s * s < reach * reach * oracle::dot(solid.normal, solid.normal);
}
template <class T, int N>
bool overlaps_exactly(const Ball<T, N>& ball, const Plane<T, N>& plane) {
    const mpq_class s = distance_times_length(ball.center, plane);
    const mpq_class reach = oracle::rational(ball.radius);
    return s * s < reach * reach * oracle::dot(plane.normal, plane.normal);
}
template <class T, int N>
bool overlaps_exactly(const Ball<T, N>& ball, const Box<T, N>& box) {
    mpq_class sum = 0;
    bool inside = true;
    for (int k = 0; k < N; ++k) {
        const T x = ball.center[k];
        const mpq_class below = oracle::rational(box.lower[k]) - oracle::rational(x);
        const mpq_class above = oracle::rational(x) - oracle::rational(box.upper[k]);
        if (below > 0) sum += below * below;
        if (above > 0) sum += above * above;
        inside = inside && below < 0 && above < 0;
    }
    const mpq_class reach = oracle::rational(ball.radius);
    return inside || sum < reach * reach;
}

/// f(obstacle) for each.
template <class T, int N, class F>
void for_each(const Scene<T, N>& scene, F f) {
    for (const auto& x : scene.balls) f(x);
    for (const auto& x : scene.half_spaces) f(x);
    for (const auto& x : scene.planes) f(x);
    for (const auto& x : scene.boxes) f(x);
}

/// True when the end overlaps something that the start does not.
template <class T, int N>
bool enters_something(const Scene<T, N>& scene, const Ball<T, N>& start, const Vec<T, N>& end) {
    bool enters = false;
    for_each(scene, [&](const auto& obstacle) {
        if (overlaps_exactly(Ball<T, N>{end, start.radius}, obstacle) && !overlaps_exactly(start, obstacle)) {
            enters = true;
        }
    });
    return enters;
}

template <class T, int N>
double norm(const Vec<T, N>& x) {
    double sum = 0;
    for (int k = 0; k < N; ++k) sum += static_cast<double>(x[k]) * static_cast<double>(x[k]);
    return std::sqrt(sum);
}
template <class T, int N>
double product(const Vec<T, N>& x, const Vec<T, N>& y) {
    double sum = 0;
    for (int k = 0; k < N; ++k) sum += static_cast<double>(x[k]) * static_cast<double>(y[k]);
    return sum;
}

// --- random scenes

/// All of the range from the first case on.
template <class Integer>
Integer uniform(Integer from, Integer below) {
    return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, below));
}

/// Sixteenths half of the time, so that things touch exactly; all bits in use otherwise.
enum class Grain : unsigned char { sixteenths, dense };

template <class T>
T number(Grain grain, int half) {
    if (grain == Grain::sixteenths) return static_cast<T>(uniform(-16 * half, 16 * half + 1)) / T{16};
    const auto bits = uniform<std::int64_t>(-(1LL << 52), 1LL << 52);
    return static_cast<T>(half * std::ldexp(static_cast<double>(bits), -52));
}
template <class T, int N>
Vec<T, N> place(Grain grain, int half) {
    Vec<T, N> x;
    for (int k = 0; k < N; ++k) x[k] = number<T>(grain, half);
    return x;
}
/// Along an axis half of the time; never zero.
template <class T, int N>
Vec<T, N> normal(Grain grain) {
    Vec<T, N> x = place<T, N>(grain, 1);
    if (uniform(0, 2) == 0) x = {};
    if (norm(x) > 0) return x;
    x[uniform(0, N)] = *rc::gen::element(T{-1}, T{1});
    return x;
}

template <class T, int N>
void add_obstacle(Scene<T, N>& scene, Grain grain) {
    const int kind = uniform(0, 4);
    if (kind == 0) scene.balls.push_back({place<T, N>(grain, 5), std::fabs(number<T>(grain, 2))});
    if (kind == 1) scene.half_spaces.push_back({normal<T, N>(grain), -std::fabs(number<T>(grain, 4))});
    if (kind == 2) scene.planes.push_back({normal<T, N>(grain), number<T>(grain, 4)});
    if (kind != 3) return;
    Box<T, N> box{place<T, N>(grain, 5), place<T, N>(grain, 2)};
    for (int k = 0; k < N; ++k) box.upper[k] = box.lower[k] + std::fabs(box.upper[k]);
    scene.boxes.push_back(box);
}

template <class T, int N>
struct Draw {
    Scene<T, N> scene;
    MovingBall<T, N> mover;
    Grain grain = Grain::dense;
};

template <class T, int N>
Vec<T, N> displacement(Grain grain) {
    Vec<T, N> x = place<T, N>(grain, *rc::gen::element(1, 3, 20));
    if (uniform(0, 4) == 0) {
        for (int k = 0; k < N; ++k) x[k] /= T{128};
    }
    return x;
}

template <class T, int N>
Draw<T, N> draw() {
    Draw<T, N> d;
    d.grain = *rc::gen::element(Grain::sixteenths, Grain::dense);
    for (int i = uniform(1, 10); i > 0; --i) add_obstacle(d.scene, d.grain);
    const T radius = uniform(0, 8) == 0 ? T{0} : std::fabs(number<T>(d.grain, 1));
    d.mover = {place<T, N>(d.grain, 6), radius, displacement<T, N>(d.grain)};
    return d;
}

/// What roundings may add to a length on this way.
template <class T, int N>
double rounding(const MovingBall<T, N>& mover) {
    return 64 * static_cast<double>(std::numeric_limits<T>::epsilon()) *
           (norm(mover.center) + norm(mover.displacement) + 1e-30);
}

}  // namespace carom::slide_scenes
