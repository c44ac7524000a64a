// Flights in floats, with room for their rounding: a look at many neighbours at once that may take a miss for
// a possible contact, but never the other way round. What is possible is then decided by `predict_pair`.
//
// Bounding flights have units of their own, powers of two of the scene's, in which lengths and speeds are
// ordinary numbers, and an origin in space and in time. A bounding flight says where the ball would be at the
// origin of time, so that all balls are brought to a moment by one multiplication each.
#pragma once

#include <cmath>
#include <cstdint>

#include "motion/clock.hpp"
#include "motion/domain.hpp"
#include "sim/nearest_whole.hpp"

namespace carom::detail {

/// One flight, for times from the origin to the horizon. 32 bytes.
template <int N>
struct alignas(32) BoundingFlight {
    float position[N] = {};  ///< at the origin of time, near the ball's shell
    float velocity[N] = {};
    float reach = 0;            ///< radius and slack, rounded up
    std::uint32_t flights = 0;  ///< of the ball so far: another number is another flight
};

/// Units and origins of all bounding flights.
template <int N>
struct FlightScale {
    Vec<double, N> center;      ///< the origin in space
    double length = 1;          ///< a length of 1 in the scene is `length` here; a power of two
    double time = 1;            ///< a time of 1 in the scene is `time` here; a power of two
    double speed = 1;           ///< length / time
    double second = 1;          ///< 1 / time
    Time origin;                ///< the origin in time
    double horizon = 1;         ///< bounding flights hold up to here, in their own unit
    Vec<double, N> period;      ///< of the box, 0 on axes that are not periodic
    double widest = 0;          ///< of the periods
    Vec<double, N> per_period;  ///< 1 / period, or 0

    double since_origin(const Clock& clock, Time at) const { return clock.between(origin, at) * time; }

    /// How many boxes lead from x to where it is nearest to `near`.
    double boxes_to(double near, double x, int axis) const {
        return nearest_whole((near - x) * per_period[axis]);
    }
};

/// A neighbour in one word: its place, and above it two bits for each axis, the box that its shell stands in
/// as seen from the owner's shell: -1, 0 or 1.
using Entry = std::uint32_t;

inline constexpr int kPlaceBits = 26;  // images from here up
inline constexpr Entry kPlaceMask = (Entry{1} << kPlaceBits) - 1;

inline constexpr std::uint32_t place_of(Entry entry) {
    return entry & kPlaceMask;
}

/// Where the bits of an axis begin.
inline constexpr int image_shift(int axis) {
    return kPlaceBits + 2 * axis;
}

inline constexpr int image_of(Entry entry, int axis) {
    return static_cast<int>(entry << (30 - image_shift(axis))) >> 30;
}

inline constexpr Entry image_bits(int image, int axis) {
    return (static_cast<Entry>(image) & 3U) << image_shift(axis);
}

/// The owner as the neighbour sees it.
template <int N>
Entry reversed(Entry entry, std::uint32_t owner) {
    Entry result = owner;
    for (int k = 0; k < N; ++k) result |= image_bits(-image_of(entry, k), k);
    return result;
}

}  // namespace carom::detail
