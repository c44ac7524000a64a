// Scenes whose balls stand in touch: rows, squares and triangles, loose ones among them, next to walls and
// through periodic faces.
#pragma once

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

}  // namespace carom::test
