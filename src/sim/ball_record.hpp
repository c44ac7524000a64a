// What the engine stores of a ball: two cache lines.
#pragma once

#include <cstdint>

#include "sim/predict.hpp"

namespace carom::detail {

/// The first line is what predictions read, the second what impacts and shells need besides.
template <int N>
struct alignas(64) BallRecord {
    Flight<N> flight;  ///< changes only at the ball's own impacts
    Image<N> image{};  ///< box crossings at the time of the flight
    double radius = 0;
    double mass = 1;
    double exit = 0;         ///< when the ball leaves its shell, in seconds since the sketches' origin
    std::uint32_t slot = 0;  ///< where its shell stands in the grid's level
    std::uint8_t level = 0;  ///< of the shell grid
    std::uint32_t impacts_in_epoch = 0;  ///< in the epoch of the last one
    std::uint8_t alone = 0;              ///< shells left since the last impact, at most 255
};

}  // namespace carom::detail
