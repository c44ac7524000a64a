// What holds a ball at rest?
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "carom/scene/scene.hpp"
#include "record/plain_vector.hpp"

namespace carom::test {

/// So near must surfaces be.
template <int N>
Long support_reach(const Scene<N>& scene, double cut_off) {
    Long smallest = HUGE_VALL;
    for (const SceneBall<N>& ball : scene.balls) smallest = std::min(smallest, Long{ball.radius});
    const LongVec<N> gravity = lengthened(scene.world.gravity);
    return std::min(cut_off * Long{cut_off} / std::sqrt(dot<N>(gravity, gravity)), smallest / 8);
}

/// Gravity, less a sum of the directions with weights >= 0 that is put together step by step.
template <int N>
LongVec<N> unbalanced(LongVec<N> gravity, const std::vector<LongVec<N>>& directions) {
    std::vector<Long> weights(directions.size());
    for (int sweep = 0; sweep < 64; ++sweep) {
        for (std::size_t k = 0; k < directions.size(); ++k) {
            const Long step = std::max(dot<N>(gravity, directions[k]), -weights[k]);
            weights[k] += step;
            gravity = moved<N>(gravity, -step, directions[k]);
        }
    }
    return gravity;
}

}  // namespace carom::test
