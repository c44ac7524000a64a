// Random scenes that press on one weakness of an event engine each: its units, images, ties, lists, queue.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "support/random_scene.hpp"

namespace carom::test {

enum class Hardship {
    crowd,          ///< as many balls as asked for
    mixed_sizes,    ///< radii 1 : 100
    narrow_box,     ///< a periodic box hardly wider than its largest ball
    many_walls,     ///< a box of hundreds of slanted walls
    touching,       ///< rows of balls at rest that touch, struck by a few
    lattice,        ///< whole numbers everywhere, so that many impacts have the same time
    one_moves,      ///< all at rest but one
    mixed_speeds,   ///< speeds 1 : 10^9
    far_away,       ///< the box stands a million widths from the origin
    tiny_and_slow,  ///< lengths of 10^-9, speeds of 10^-9
    huge_and_fast,  ///< lengths of 10^9, speeds of 10^9
    tiny_and_fast,  ///< lengths of 10^-9, speeds of 10^9
};
inline constexpr Hardship every_hardship[] = {
    Hardship::crowd,    Hardship::mixed_sizes,   Hardship::narrow_box,    Hardship::many_walls,
    Hardship::touching, Hardship::lattice,       Hardship::one_moves,     Hardship::mixed_speeds,
    Hardship::far_away, Hardship::tiny_and_slow, Hardship::huge_and_fast, Hardship::tiny_and_fast,
};

/// A scene, and what its fastest ball needs to cross it.
template <int N>
struct HardScene {
    Scene<N> scene;
    double crossing = 1;
};

template <int N>
Scene<N> empty_box(std::mt19937_64& random, double side) {
    Scene<N> scene;
    for (int k = 0; k < N; ++k) {
        scene.world.box.upper[k] = side * uniform(random, 1, 1.5);
        scene.world.boundary[static_cast<std::size_t>(k)] = static_cast<Boundary>(random() % 3);
    }
    if (random() % 2 == 0) scene.law = {uniform(random, 0, 1), uniform(random, 0, 1), {}};
    return scene;
}

/// Puts balls where there is room; `radius()` is asked again for each try.
template <int N, class Radius>
void fill(Scene<N>& scene, std::mt19937_64& random, std::size_t balls, Radius radius) {
    for (std::size_t tries = 0; tries < 20 * balls && scene.balls.size() < balls; ++tries) {
        SceneBall<N> ball;
        ball.radius = radius();
        ball.mass = random() % 16 == 0 ? immovable : std::ldexp(1.0, static_cast<int>(random() % 8));
        if (ball.mass != immovable && random() % 8 != 0) ball.velocity = random_vec<N>(random, -1, 1);
        for (int k = 0; k < N; ++k) {
            const bool periodic = scene.world.boundary[static_cast<std::size_t>(k)] == Boundary::periodic;
            const double margin = periodic ? 0 : 1.001 * ball.radius;
            ball.position[k] =
                uniform(random, scene.world.box.lower[k] + margin, scene.world.box.upper[k] - margin);
        }
        if (is_free(scene, ball)) scene.balls.push_back(ball);
    }
}

template <int N>
Scene<N> crowd(std::mt19937_64& random, std::size_t balls) {
    const double spacing = uniform(random, 2.5, 6);
    Scene<N> scene = empty_box<N>(random, spacing * std::pow(static_cast<double>(balls), 1.0 / N));
    fill(scene, random, balls, [&] { return uniform(random, 0.8, 1); });
    return scene;
}

template <int N>
Scene<N> mixed_sizes(std::mt19937_64& random, std::size_t balls) {
    Scene<N> scene = empty_box<N>(random, 10);
    fill(scene, random, 1 + balls / 20, [&] { return uniform(random, 0.5, 1); });
    fill(scene, random, balls, [&] { return uniform(random, 0.01, 0.02); });
    return scene;
}

/// At least one axis is periodic, with a period of 2 to 2.1 radii.
template <int N>
Scene<N> narrow_box(std::mt19937_64& random, std::size_t balls) {
    Scene<N> scene = empty_box<N>(random, 4);
    scene.world.boundary[random() % N] = Boundary::periodic;
    const int exponent = -4 - static_cast<int>(random() % 6);
    const double room = std::ldexp(uniform(random, 1, 2), exponent);
    for (int k = 0; k < N; ++k) {
        if (scene.world.boundary[static_cast<std::size_t>(k)] == Boundary::periodic && random() % 3 != 0)
            scene.world.box.upper[k] = 2 + room;
    }
    for (int k = 0; k < N; ++k) {
        if (scene.world.boundary[static_cast<std::size_t>(k)] != Boundary::periodic)
            scene.world.box.upper[k] = std::max(3.0, 1.2 * static_cast<double>(balls));
    }
    bool first = true;
    fill(scene, random, balls, [&] {
        const double radius = first ? 1 : std::pow(2, -uniform(random, 0, 5));
        first = false;
        return radius;
    });
    return scene;
}

template <int N>
Scene<N> many_walls(std::mt19937_64& random, std::size_t balls) {
    Scene<N> scene;
    scene.law.restitution_walls = random() % 2 == 0 ? 1 : 0.75;
    const double side = 3 * std::pow(static_cast<double>(balls), 1.0 / N);
    scene.world.box = {random_vec<N>(random, -side, -side * 0.9), random_vec<N>(random, side * 0.9, side)};
    for (int i = 0; i < 300; ++i) {
        HalfSpace<double, N> half_space;
        half_space.normal = random_vec<N>(random, -1, 1);
        double norm = 0;
        for (int k = 0; k < N; ++k) norm += half_space.normal[k] * half_space.normal[k];
        half_space.offset = -side * uniform(random, 1, 1.2) * std::sqrt(norm);
        scene.world.walls.push_back({"", half_space});
    }
    fill(scene, random, balls, [&] { return uniform(random, 0.5, 1); });
    return scene;
}

/// Whole numbers: radii 1, positions in steps of `step`, velocities -1, 0 and 1.
template <int N>
Scene<N> lattice(std::mt19937_64& random, std::size_t balls, double step, std::uint64_t movers) {
    Scene<N> scene;
    const double side = std::ceil(std::pow(static_cast<double>(balls), 1.0 / N));
    const auto across = static_cast<std::size_t>(std::max(2.0, side));
    for (int k = 0; k < N; ++k) {
        scene.world.box.upper[k] = step * static_cast<double>(across);
        scene.world.boundary[static_cast<std::size_t>(k)] = static_cast<Boundary>(random() % 3);
    }
    std::size_t places = 1;
    for (int k = 0; k < N; ++k) places *= across;
    for (std::size_t place = 0; place < places; ++place) {
        if (random() % 4 == 0) continue;
        SceneBall<N> ball;
        ball.radius = 1;
        std::size_t rest = place;
        for (int k = 0; k < N; ++k, rest /= across)
            ball.position[k] = step * (static_cast<double>(rest % across) + 0.5);
        for (int k = 0; k < N; ++k)
            if (random() % movers == 0) ball.velocity[k] = static_cast<double>(random() % 3) - 1;
        scene.balls.push_back(ball);
    }
    if (scene.balls.empty()) scene.balls.push_back({"", random_vec<N>(random, 1, 1.5), {}, 1, 1});
    for (std::size_t i = scene.balls.size(); i > 1; --i)
        std::swap(scene.balls[i - 1], scene.balls[random() % i]);
    return scene;
}

/// Moved and measured in other units.
template <int N>
void transform(Scene<N>& scene, double length, double speed, double offset) {
    for (int k = 0; k < N; ++k) {
        scene.world.box.lower[k] = scene.world.box.lower[k] * length + offset;
        scene.world.box.upper[k] = scene.world.box.upper[k] * length + offset;
    }
    for (Wall<N>& wall : scene.world.walls) {
        wall.half_space.offset *= length;
        for (int k = 0; k < N; ++k) wall.half_space.offset += wall.half_space.normal[k] * offset;
    }
    for (SceneBall<N>& ball : scene.balls) {
        ball.radius *= length;
        for (int k = 0; k < N; ++k) {
            ball.position[k] = ball.position[k] * length + offset;
            ball.velocity[k] *= speed;
        }
    }
}

template <int N>
Scene<N> with_speeds(std::mt19937_64& random, Scene<N> scene, Hardship hardship) {
    bool first = true;
    for (SceneBall<N>& ball : scene.balls) {
        if (ball.mass == immovable) continue;
        const bool rests = hardship == Hardship::one_moves && !first;
        const double factor = rests ? 0 : std::pow(10, -uniform(random, 0, 9));
        for (int k = 0; k < N; ++k) ball.velocity[k] *= first ? 1 : factor;
        first = false;
    }
    return scene;
}

template <int N>
Scene<N> scene_with(Hardship hardship, std::mt19937_64& random, std::size_t balls) {
    switch (hardship) {
        case Hardship::mixed_sizes:
            return mixed_sizes<N>(random, balls);
        case Hardship::narrow_box:
            return narrow_box<N>(random, std::min<std::size_t>(balls, 2 + random() % 5));
        case Hardship::many_walls:
            return many_walls<N>(random, balls);
        case Hardship::touching:
            return lattice<N>(random, balls, 2, 8);
        case Hardship::lattice:
            return lattice<N>(random, balls, 3 + static_cast<double>(random() % 2), 2);
        case Hardship::one_moves:
        case Hardship::mixed_speeds:
            return with_speeds(random, crowd<N>(random, balls), hardship);
        default:
            break;
    }
    Scene<N> scene = random() % 2 == 0 ? crowd<N>(random, balls) : mixed_sizes<N>(random, balls);
    if (hardship == Hardship::far_away) transform(scene, 1, 1, 1e6 * scene.world.box.upper[0]);
    if (hardship == Hardship::tiny_and_slow) transform(scene, 1e-9, 1e-9, 0);
    if (hardship == Hardship::huge_and_fast) transform(scene, 1e9, 1e9, 0);
    if (hardship == Hardship::tiny_and_fast) transform(scene, 1e-9, 1e9, 0);
    return scene;
}

template <int N>
HardScene<N> hard_scene(Hardship hardship, std::uint64_t seed, std::size_t balls) {
    std::mt19937_64 random(seed);
    HardScene<N> result{scene_with<N>(hardship, random, balls), 1};
    double fastest = 0;
    double widest = 0;
    for (int k = 0; k < N; ++k) {
        widest = std::max(widest, result.scene.world.box.upper[k] - result.scene.world.box.lower[k]);
        for (const SceneBall<N>& ball : result.scene.balls)
            fastest = std::max(fastest, std::fabs(ball.velocity[k]));
    }
    if (fastest > 0) result.crossing = widest / fastest;
    return result;
}

}  // namespace carom::test
