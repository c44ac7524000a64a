// A pool table to time the engine on.
#pragma once

#include "carom/scene/scene.hpp"
#include "draws.hpp"

namespace carom::engine_runs {

/// 16 elastic pool balls that move on a 2.54 m x 1.27 m table.
inline Scene<2> pool_table(std::uint64_t seed) {
    bench::Draws draws(seed);
    Scene<2> scene;
    scene.world.box.upper = {2.54, 1.27};
    scene.world.boundary = {Boundary::wall, Boundary::wall};
    for (int i = 0; i < 16; ++i) {
        const int row = i / 4;
        const Vec2d at{0.3 + 0.6 * (i % 4), 0.2 + 0.28 * row};
        const double along = 2 * draws.unit() - 1;
        scene.balls.push_back({"", at, {along, 2 * draws.unit() - 1}, 0.028575, 0.17});
    }
    return scene;
}

}  // namespace carom::engine_runs
