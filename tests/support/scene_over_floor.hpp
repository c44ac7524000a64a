// Gravity along the last axis and a floor at 0.
#pragma once

#include "carom/scene/scene.hpp"

namespace carom::test {

template <int N>
Scene<N> scene_over_floor(double gravity) {
    Scene<N> scene;
    scene.world.gravity[N - 1] = -gravity;
    scene.world.walls.push_back({});
    scene.world.walls.back().half_space.normal[N - 1] = 1;
    return scene;
}

}  // namespace carom::test
