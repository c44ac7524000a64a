// Flights in packs of coordinates: where a ball is in its shell, and how two balls leave an impact. Compiled
// for each instruction set; the words are those of plain doubles.
#pragma once

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

/// `impact` of two balls at d from each other, in the usual case: false when it takes more than plain doubles
/// to tell, and then nothing is written. What it writes has four numbers.
using ImpactFunction = bool (*)(const double* d, const double* va, const double* vb, double inverse_mass_a,
                                double inverse_mass_b, double restitution, double* after_a, double* after_b);

}  // namespace carom::detail
