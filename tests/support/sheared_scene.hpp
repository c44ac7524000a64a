// Random scenes with Lees-Edwards boundaries.
#pragma once

#include "support/random_scene.hpp"

namespace carom::test {

/// Mixed radii and masses, some balls at rest; flow and gradient along any two axes, the third one, if any, a
/// wall, periodic or open; shear of either sign, from slow to much faster than the balls.
template <int N>
Scene<N> sheared_scene(std::uint64_t seed, std::size_t most_balls = 24) {
    std::mt19937_64 random(seed);
    Scene<N> scene;
    scene.name = "sheared " + std::to_string(seed);
    const int flow = static_cast<int>(random() % N);
    const int gradient = (flow + 1 + static_cast<int>(random() % (N - 1))) % N;
    const double sign = random() % 2 == 0 ? 1 : -1;
    scene.world.shear = Shear{flow, gradient, sign * std::pow(10, uniform(random, -2, 1))};
    for (int k = 0; k < N; ++k) {
        const bool sheared = k == flow || k == gradient;
        scene.world.boundary[static_cast<std::size_t>(k)] =
            sheared ? Boundary::periodic : static_cast<Boundary>(random() % 3);
        scene.world.box.lower[k] = uniform(random, -3, 1);
        scene.world.box.upper[k] = scene.world.box.lower[k] + uniform(random, 1, 5);
    }
    if (random() % 2 == 0) scene.law.restitution_balls = uniform(random, 0, 1);
    const double width = scene.world.box.upper[flow] - scene.world.box.lower[flow];
    const std::size_t wanted = 1 + random() % most_balls;
    for (int tries = 0; tries < 400 && scene.balls.size() < wanted; ++tries) {
        SceneBall<N> ball;
        ball.radius = std::min(uniform(random, 0.1, 0.4), width / 6.0001);
        ball.mass = any_mass(random);
        if (random() % 8 != 0) ball.velocity = random_vec<N>(random, -2, 2);
        put_at_random(random, scene, ball);
    }
    return scene;
}

}  // namespace carom::test
