// Scenes whose balls stand in touch: rows, squares and triangles, loose ones among them, next to walls and
// through periodic faces; the same under gravity, and in sheared boxes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

#include "carom/scene/scene.hpp"
#include "support/random_scene.hpp"

namespace carom::test {

/// Balls on a lattice with the spacing of their diameter; `sheared` makes triangles of its squares.
template <int N>
void add_lattice(Scene<N>& scene, std::mt19937_64& random, double radius, bool sheared, double looseness) {
    const int side = 2 + static_cast<int>(random() % 3);
    const double rise = sheared ? std::sqrt(3.0) + 1e-15 : 2;
    const double unit = radius + looseness * static_cast<double>(random() % 3) / 4;
    for (int code = 0; code < (N == 2 ? side * side : side * side * 2); ++code) {
        if (random() % 6 == 0) continue;
        const int column = code % side;
        const int row = code / side % side;
        SceneBall<N> ball;
        ball.radius = radius;
        ball.mass = random() % 12 == 0 ? immovable : random() % 4 == 0 ? 3 : 1;
        ball.position[0] = unit * (2 * column + (sheared ? row % 2 : 0) + 1);
        ball.position[1] = unit * (rise * row + 1);
        if constexpr (N == 3) ball.position[2] = unit * (2 * (code / side / side) + 1);
        if (random() % 3 == 0 && !std::isinf(ball.mass))
            ball.velocity = random() % 2 == 0 ? random_vec<N>(random, -1, 1) : Vec<double, N>{1};
        scene.balls.push_back(ball);
    }
}

template <int N>
Scene<N> touching_scene(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Scene<N> scene;
    scene.name = std::to_string(seed);
    constexpr double kRadii[] = {0.5, 0.1, 0.3};
    constexpr double kRestitutions[] = {1, 1, 0.9, 0.5, 0};
    const double radius = kRadii[random() % 3];
    if (random() % 3 == 0) scene.law.contact_tolerance = random() % 4 == 0 ? 0 : radius * 1e-6;
    const double looseness = scene.law.contact_tolerance.value_or(0);
    add_lattice(scene, random, radius, random() % 2 == 0, looseness);
    if (scene.balls.empty()) return touching_scene<N>(seed + 1'000'003);
    scene.law.restitution_balls = kRestitutions[random() % 5];
    scene.law.restitution_walls = kRestitutions[random() % 5];
    for (int k = 0; k < N; ++k) {
        double upper = 0;
        for (const SceneBall<N>& ball : scene.balls) upper = std::max(upper, ball.position[k] + radius);
        scene.world.box.upper[k] = std::max(upper + (random() % 2 == 0 ? 2 * looseness : radius), 3 * radius);
        const bool wide = scene.world.box.upper[k] > 4.5 * radius;
        auto& boundary = scene.world.boundary[static_cast<std::size_t>(k)];
        boundary = random() % 2 == 0 ? Boundary::wall : Boundary::open;
        if (wide && random() % 3 == 0) boundary = Boundary::periodic;
        // A ring that fills the box has no room to move in: it runs, at a crawl.
        if (boundary == Boundary::periodic) scene.world.box.upper[k] = upper + radius;
    }
    // What comes from outside of the lattice, on an axis of its symmetry.
    SceneBall<N> striker{"striker", {}, {}, radius, 1};
    striker.position = scene.balls.front().position;
    striker.position[0] = -4 * radius;
    striker.velocity[0] = 2;
    if (scene.world.boundary[0] == Boundary::open) scene.balls.push_back(striker);
    return scene;
}

/// The same under gravity: along an axis, or any way.
template <int N>
Scene<N> heavy_touching_scene(std::uint64_t seed) {
    Scene<N> scene = touching_scene<N>(seed);
    std::mt19937_64 random(seed ^ 0x517cc1b727220a95U);
    const double strength = std::pow(10, uniform(random, -2, 1));
    if (random() % 3 == 0) {
        scene.world.gravity = random_vec<N>(random, -strength, strength);
    } else {
        scene.world.gravity[static_cast<int>(random() % N)] = -strength;
    }
    for (int k = 0; k < N; ++k) {
        auto& boundary = scene.world.boundary[static_cast<std::size_t>(k)];
        if (scene.world.gravity[k] != 0 && boundary == Boundary::periodic) boundary = Boundary::wall;
        // What falls out into the open meets nothing any more.
        if (boundary == Boundary::open && random() % 2 == 0) {
            Wall<N> ground;
            ground.half_space.normal[k] = scene.world.gravity[k] > 0 ? -1 : 1;
            for (const SceneBall<N>& ball : scene.balls) {
                const double place = ground.half_space.normal[k] * ball.position[k] - ball.radius;
                ground.half_space.offset = std::min(ground.half_space.offset, place);
            }
            scene.world.walls.push_back(ground);
        }
    }
    return scene;
}

/// A lattice anywhere in a sheared box, also across its faces: images that touch move on together.
template <int N>
Scene<N> sheared_touching_scene(std::uint64_t seed) {
    std::mt19937_64 random(seed ^ 0x2545f4914f6cdd1dU);
    constexpr double kRestitutions[] = {1, 1, 0.9, 0.5, 0};
    Scene<N> scene;
    scene.name = "sheared and touching " + std::to_string(seed);
    const double radius = 0.1 * static_cast<double>(1 + random() % 4);
    add_lattice(scene, random, radius, random() % 2 == 0, 0);
    scene.balls.push_back({"striker", {-4 * radius, radius}, {2, 0}, radius, 1});
    if constexpr (N == 3) scene.balls.back().position[2] = radius;
    scene.law.restitution_balls = kRestitutions[random() % 5];
    const int flow = static_cast<int>(random() % N);
    const int gradient = (flow + 1 + static_cast<int>(random() % (N - 1))) % N;
    const double rate = (random() % 2 == 0 ? 1 : -1) * std::pow(10, uniform(random, -2, 0.5));
    scene.world.shear = Shear{flow, gradient, rate};
    for (int k = 0; k < N; ++k) {
        auto& box = scene.world.box;
        box.lower[k] = -5.5 * radius;
        for (const SceneBall<N>& ball : scene.balls)
            box.upper[k] = std::max(box.upper[k], ball.position[k] + 2 * radius);
        scene.world.boundary[static_cast<std::size_t>(k)] = Boundary::periodic;
        const double moved = uniform(random, 0, box.upper[k] - box.lower[k]);
        box.lower[k] += moved;
        box.upper[k] += moved;
    }
    for (SceneBall<N>& ball : scene.balls) {
        if (std::isinf(ball.mass)) ball.mass = 2;
        for (int k = 0; k < N; ++k) {
            const double width = scene.world.box.upper[k] - scene.world.box.lower[k];
            const double boxes = std::floor((ball.position[k] - scene.world.box.lower[k]) / width);
            ball.position[k] -= boxes * width;
            if (k == gradient) ball.velocity[flow] -= boxes * (rate * width);
        }
    }
    return scene;
}

}  // namespace carom::test
