// Random scenes for tests: few balls, every feature of the engine, no overlaps.
#pragma once

#include <cmath>
#include <cstddef>
#include <random>
#include <string>

#include "carom/scene/scene.hpp"

namespace carom::test {

/// Uniform in [lo, hi), the same on every standard library.
inline double uniform(std::mt19937_64& random, double lo, double hi) {
    return lo + (hi - lo) * (static_cast<double>(random() >> 11) * 0x1p-53);
}

template <int N>
Vec<double, N> random_vec(std::mt19937_64& random, double lo, double hi) {
    Vec<double, N> x;
    for (int k = 0; k < N; ++k) x[k] = uniform(random, lo, hi);
    return x;
}

/// True when the ball keeps clear of all others, in all images that can be near, and of the further walls.
template <int N>
bool is_free(const Scene<N>& scene, const SceneBall<N>& ball) {
    for (const SceneBall<N>& other : scene.balls) {
        double squared = 0;
        for (int k = 0; k < N; ++k) {
            double d = std::fabs(ball.position[k] - other.position[k]);
            const double side = scene.world.box.upper[k] - scene.world.box.lower[k];
            if (scene.world.boundary[static_cast<std::size_t>(k)] == Boundary::periodic)
                d = std::fmin(d, side - d);
            squared += d * d;
        }
        if (squared < 1.001 * (ball.radius + other.radius) * (ball.radius + other.radius)) return false;
    }
    for (const Wall<N>& wall : scene.world.walls) {
        double s = -wall.half_space.offset;
        double norm = 0;
        for (int k = 0; k < N; ++k) {
            s += wall.half_space.normal[k] * ball.position[k];
            norm += wall.half_space.normal[k] * wall.half_space.normal[k];
        }
        if (s < 1.001 * ball.radius * std::sqrt(norm)) return false;
    }
    return true;
}

/// Puts the ball at a random place in the box; it is left out where it is not free.
template <int N>
void put_at_random(std::mt19937_64& random, Scene<N>& scene, SceneBall<N> ball) {
    for (int k = 0; k < N; ++k) {
        ball.position[k] = uniform(random, scene.world.box.lower[k] + ball.radius * 1.001,
                                   scene.world.box.upper[k] - ball.radius * 1.001);
    }
    if (is_free(scene, ball)) scene.balls.push_back(ball);
}

/// From 1 to 256. One draw after the other: compilers choose the order of two in one call.
inline double any_mass(std::mt19937_64& random) {
    const int exponent = static_cast<int>(random() % 8);
    return std::ldexp(uniform(random, 1, 2), exponent);
}

/// Mixed radii (1 : 4) and masses, some balls immovable or at rest, each axis a wall, periodic or open, now
/// and then a slanted wall, restitutions from 0 to 1.
template <int N>
Scene<N> random_scene(std::uint64_t seed, std::size_t most_balls = 24) {
    std::mt19937_64 random(seed);
    Scene<N> scene;
    scene.name = std::to_string(seed);
    for (int k = 0; k < N; ++k) {
        scene.world.box.lower[k] = uniform(random, -3, 1);
        scene.world.box.upper[k] = scene.world.box.lower[k] + uniform(random, 2, 5);
        scene.world.boundary[static_cast<std::size_t>(k)] = static_cast<Boundary>(random() % 3);
    }
    if (random() % 3 == 0) {
        HalfSpace<double, N> slanted;
        slanted.normal = random_vec<N>(random, 0.5, 2);
        for (int k = 0; k < N; ++k) slanted.offset += slanted.normal[k] * (scene.world.box.lower[k] + 0.2);
        bool periodic = false;
        for (const Boundary boundary : scene.world.boundary)
            periodic = periodic || boundary == Boundary::periodic;
        if (!periodic) scene.world.walls.push_back({"slanted", slanted});
    }
    if (random() % 2 == 0) {
        scene.law.restitution_balls = uniform(random, 0, 1);
        scene.law.restitution_walls = uniform(random, 0, 1);
    }
    const std::size_t wanted = 1 + random() % most_balls;
    for (int tries = 0; tries < 400 && scene.balls.size() < wanted; ++tries) {
        SceneBall<N> ball;
        ball.name = std::to_string(scene.balls.size());
        ball.radius = uniform(random, 0.1, 0.4);
        ball.mass = random() % 8 == 0 ? immovable : any_mass(random);
        if (ball.mass != immovable && random() % 8 != 0) ball.velocity = random_vec<N>(random, -2, 2);
        put_at_random(random, scene, ball);
    }
    return scene;
}

}  // namespace carom::test
