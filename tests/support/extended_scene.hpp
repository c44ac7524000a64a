// Random scenes with gravity, containers, moving and thermal walls, a thermostat and all laws of restitution.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

#include "carom/scene/scene.hpp"
#include "support/random_scene.hpp"

namespace carom::test {

template <int N>
double plain_dot(const Vec<double, N>& x, const Vec<double, N>& y) {
    double sum = 0;
    for (int k = 0; k < N; ++k) sum += x[k] * y[k];
    return sum;
}

template <int N>
bool has_periodic_axis(const Scene<N>& scene) {
    return std::find(scene.world.boundary.begin(), scene.world.boundary.end(), Boundary::periodic) !=
           scene.world.boundary.end();
}

/// A sphere or, in 3D now and then, a cylinder around all balls.
template <int N>
Container<N> container_around(std::mt19937_64& random, const Scene<N>& scene) {
    Container<N> container;
    container.name = "bowl";
    container.center = random_vec<N>(random, -1, 2);
    if (N == 3 && random() % 2 == 0) container.axis = random_vec<N>(random, -3, 3);
    const double norm = plain_dot(container.axis, container.axis);
    for (const SceneBall<N>& ball : scene.balls) {
        Vec<double, N> d = ball.position;
        for (int k = 0; k < N; ++k) d[k] -= container.center[k];
        const double along = norm > 0 ? plain_dot(d, container.axis) / norm : 0;
        for (int k = 0; k < N; ++k) d[k] -= along * container.axis[k];
        container.radius = std::max(container.radius, 1.02 * (std::sqrt(plain_dot(d, d)) + ball.radius));
    }
    return container;
}

/// Just behind all balls, with any normal; it moves where that can hit no immovable ball.
template <int N>
Wall<N> wall_behind(std::mt19937_64& random, const Scene<N>& scene) {
    Wall<N> wall;
    wall.name = "piston";
    wall.half_space.normal = random_vec<N>(random, -2, 2);
    const double norm = std::sqrt(plain_dot(wall.half_space.normal, wall.half_space.normal));
    wall.half_space.offset = HUGE_VAL;
    bool movable = true;
    for (const SceneBall<N>& ball : scene.balls) {
        const double place = plain_dot(wall.half_space.normal, ball.position) - norm * ball.radius;
        wall.half_space.offset = std::min(wall.half_space.offset, place - 0.01 * norm);
        movable = movable && !std::isinf(ball.mass);
    }
    if (movable && random() % 2 == 0) wall.speed = uniform(random, -0.2, 0.2);
    if (random() % 3 == 0) wall.temperature = uniform(random, 0.1, 2);
    return wall;
}

/// Two species and a restitution for some pairs of them.
template <int N>
void name_species(std::mt19937_64& random, Scene<N>& scene) {
    if (scene.balls.size() < 2) return;
    for (std::size_t i = 0; i < scene.balls.size(); ++i)
        scene.balls[i].name = (i % 2 == 0 ? "steel " : "cork ") + std::to_string(i);
    scene.law.between.push_back({"steel", "cork", uniform(random, 0.2, 1)});
    if (random() % 2 == 0) scene.law.between.push_back({"cork", "cork", uniform(random, 0, 1)});
}

/// Each feature in many scenes, at least one in each.
template <int N>
Scene<N> extended_scene(std::uint64_t seed, std::size_t most_balls = 12) {
    Scene<N> scene = random_scene<N>(seed, most_balls);
    std::mt19937_64 random(seed);
    if (random() % 4 != 0) scene.world.gravity = random_vec<N>(random, -2, 2);
    if (random() % 3 == 0) {
        for (int k = 0; k < N; ++k)
            if (k != N - 1) scene.world.gravity[k] = 0;
    }
    if (random() % 2 == 0) {
        for (int k = 0; k < N; ++k) {
            if (random() % 3 != 0) continue;
            scene.world.boundary[static_cast<std::size_t>(k)] = Boundary::wall;
        }
    }
    const bool is_enclosed = !has_periodic_axis(scene);
    if (is_enclosed && random() % 2 == 0) scene.world.containers.push_back(container_around(random, scene));
    if (is_enclosed && random() % 2 == 0) scene.world.walls.push_back(wall_behind(random, scene));
    if (random() % 2 == 0) scene.law.restitution_balls = uniform(random, 0.2, 1);
    if (random() % 2 == 0) scene.law.restitution_walls = uniform(random, 0.2, 1);
    if (random() % 3 == 0) name_species(random, scene);
    if (random() % 3 == 0) scene.law.elastic_below = uniform(random, 0, 0.4);
    if (random() % 3 == 0) scene.law.contact_time = uniform(random, 0, 0.3);
    if (random() % 3 == 0) scene.law.full_loss_speed = uniform(random, 0.1, 3);
    if (random() % 3 == 0) {
        for (SceneBall<N>& ball : scene.balls)
            for (double& v : ball.velocity.coordinates) v *= 0.0625;
    }
    if (random() % 3 == 0) scene.thermostat = Thermostat{1, 1};
    if (!is_extended(scene)) scene.world.gravity[1] = -1;
    return scene;
}

/// Soft slow balls that gravity draws to a floor: some of them come to rest.
template <int N>
Scene<N> settling_scene(std::uint64_t seed, std::size_t most_balls = 12) {
    Scene<N> scene = extended_scene<N>(seed, most_balls);
    scene.world.gravity = {};
    scene.world.gravity[N - 1] = -2;
    scene.world.boundary[N - 1] = Boundary::wall;
    scene.law.restitution_balls = 0.5;
    scene.law.restitution_walls = 0.25;
    scene.law.elastic_below = 0.4;
    for (SceneBall<N>& ball : scene.balls)
        for (double& v : ball.velocity.coordinates) v *= 0.125;
    return scene;
}

/// The reference looks at all images until the end of a call, which gravity along a periodic axis makes many.
template <int N>
double short_end(const Scene<N>& scene) {
    bool falls_on = false;
    for (int k = 0; k < N; ++k) {
        const bool periodic = scene.world.boundary[static_cast<std::size_t>(k)] == Boundary::periodic;
        falls_on = falls_on || (periodic && scene.world.gravity[k] != 0);
    }
    return falls_on ? 0.7 : 20;
}

}  // namespace carom::test
