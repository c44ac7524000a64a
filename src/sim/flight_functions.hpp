// Flights in packs of coordinates: where a ball is in its shell, and how two balls leave an impact. Compiled
// for each instruction set; the words are those of plain doubles.
#pragma once

#include <cstdint>

#include "sim/bounding_flight.hpp"

namespace carom::detail {

/// Units and origin of the bounding flights, with zeros behind the last coordinate.
struct alignas(32) FlightUnits {
    double center[4] = {};
    double period[4] = {};
    double per_period[4] = {};
    double length = 1;
    double speed = 1;
};

/// A ball seen from the middle of its shell, in the bounding flights' units.
struct alignas(32) InShell {
    double x[4] = {};     ///< in the box of its shell
    double v[4] = {};     ///< velocity
    double along = 0;     ///< of the way from the middle and the velocity: their dot product
    double squared = 0;   ///< of that way
    double speed = 0;     ///< squared
    double farthest = 0;  ///< the largest |x|
    double fastest = 0;   ///< the largest |v|
};

/// Given where it is, its velocity, the middle of its shell, and the time since the origin. Also writes place
/// and velocity of its bounding flight, whose reach is to be set after that.
template <int N>
using BoundingFlightFunction = InShell (*)(const FlightUnits& units, const double* position,
                                           const double* velocity, const float* center, double since,
                                           BoundingFlight<N>& flight);

/// How space is cut into cells on each axis, with ones behind the last one.
struct alignas(32) CellAxes {
    double lower[4] = {};
    double width[4] = {1, 1, 1, 1};
    double per_width[4] = {1, 1, 1, 1};
    double count[4] = {1, 1, 1, 1};
    double per_count[4] = {1, 1, 1, 1};
};

/// The cells that a ball touches on its way: on each axis the first, in the box, and how many. And how long
/// after the way it needs another one, on which axis.
struct alignas(16) CellsOnWay {
    std::int32_t first[4] = {};
    std::int32_t count[4] = {};
    double wait = 0;
    double longest = 0;  ///< the largest coordinate of the way
    std::uint32_t axis = 0;
    bool is_upward = false;
};

/// From `position` with `velocity` for `time`; `reach` and `slack` of the coordinates besides to each side.
using CellsOnWayFunction = CellsOnWay (*)(const CellAxes& axes, const double* position,
                                          const double* velocity, double time, double reach, double slack);

/// `impact` of two balls at d from each other, in the usual case: false when it takes more than plain doubles
/// to tell, and then nothing is written. What it writes has four numbers.
using ImpactFunction = bool (*)(const double* d, const double* va, const double* vb, double inverse_mass_a,
                                double inverse_mass_b, double restitution, double* after_a, double* after_b);

}  // namespace carom::detail
