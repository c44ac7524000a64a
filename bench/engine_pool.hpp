// A pool table to time the engine on, and the random numbers of all its scenes.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "carom/scene/scene.hpp"

namespace carom::engine_runs {

/// Random numbers that no standard library decides.
class Draws {
public:
    explicit Draws(std::uint64_t seed) : engine_(seed) {}

    /// In [0, 1).
    double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
    /// Of a bell curve with variance 1, by Box and Muller.
    double normal() {
        const double size = std::sqrt(-2 * std::log(1 - unit()));
        return size * std::cos(2 * std::numbers::pi * unit());
    }

private:
    std::mt19937_64 engine_;
};

/// 16 elastic pool balls that move on a 2.54 m x 1.27 m table.
inline Scene<2> pool_table(std::uint64_t seed) {
    Draws draws(seed);
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
