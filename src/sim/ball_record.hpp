// What the engine stores of a ball: two cache lines.
#pragma once

#include <cmath>
#include <cstdint>

#include "motion/flight.hpp"

namespace carom::detail {

/// The first line is what predictions read, the second what impacts and shells need besides.
template <int N>
struct alignas(64) BallRecord {
    Flight<N> flight;  ///< changes only at the ball's own impacts
    Image<N> image{};  ///< box crossings at the time of the flight
    double radius = 0;
    double mass = 1;
    double expiry = 0;       ///< of its neighbour list, in seconds since the origin of bounding flights
    std::uint32_t slot = 0;  ///< where its shell stands in the grid's level
    std::uint32_t impacts_in_epoch = 0;      ///< in the epoch of the last one
    MotionPhase phase = free_flight;         ///< since the time of the flight
    std::uint8_t level = 0;                  ///< of the shell grid
    std::uint8_t expiries_since_impact = 0;  ///< shells left since the last impact, at most 255
    std::uint8_t slow_events_in_row =
        0;  ///< under gravity: events in a row that were no fast impact (`slow_row`)
};
static_assert(sizeof(BallRecord<3>) == 128);

/// Nothing moves it, or nothing but a strong impact.
template <int N>
bool is_static(const BallRecord<N>& record) {
    return record.phase == at_rest || std::isinf(record.mass);
}

}  // namespace carom::detail
