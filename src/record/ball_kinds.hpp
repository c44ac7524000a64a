// Which balls are alike? Formats that know types of particles get one for each radius and mass.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::detail {

/// As many as there are chemical symbols, "X" for none included.
inline constexpr std::size_t kMostKinds = 119;

struct BallKinds {
    std::vector<std::uint8_t> of_ball;
    std::vector<std::size_t> first_ball;  ///< of each kind
};

/// Numbers the kinds in the order of their first balls. Where there are more than `kMostKinds`, as in a gas
/// with a range of radii, kinds mean nothing, and all balls are of kind 0.
template <int N>
BallKinds kinds_of(const Scene<N>& scene) {
    BallKinds kinds;
    std::map<std::pair<double, double>, std::uint8_t> known;
    for (std::size_t ball = 0; ball < scene.balls.size(); ++ball) {
        const SceneBall<N>& data = scene.balls[ball];
        const auto next = static_cast<std::uint8_t>(known.size());
        const auto [kind, fresh] = known.try_emplace({data.radius, data.mass}, next);
        if (fresh && known.size() > kMostKinds) {
            return {std::vector<std::uint8_t>(scene.balls.size(), 0), {0}};
        }
        if (fresh) kinds.first_ball.push_back(ball);
        kinds.of_ball.push_back(kind->second);
    }
    return kinds;
}

}  // namespace carom::detail
