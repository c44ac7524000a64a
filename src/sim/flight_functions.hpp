// Flights in packs of coordinates: where a ball is in its shell, and how two balls leave an impact. Compiled
// for each instruction set; the words are those of plain doubles.
#pragma once

#include <cmath>
#include <cstdint>

#include "math/lane.hpp"
#include "sim/bounding_flight.hpp"
#include "sim/cell_query.hpp"

namespace carom::detail {

/// Shells keep this share of the coordinates in hand for the rounding of positions, which is a few 2^-53 of
/// them, crossed boxes counted in.
inline constexpr double kPositionSlack = 0x1p-48;

/// A new shell stands ahead of its ball by this share of its thickness: the ball goes on for a while before
/// it is turned, and so leaves later. But not a shell that is thicker than this.
inline constexpr double kAhead = 0.5;
inline constexpr double kThickAhead = 0.5;

/// Units and origin of the bounding flights, with zeros behind the last coordinate.
struct alignas(32) FlightUnits {
    double center[4] = {};
    double period[4] = {};
    double per_period[4] = {};
    double length = 1;
    double speed = 1;
    double size = 1;     ///< of the coordinates
    double widest = 0;   ///< of the periods
    double horizon = 1;  ///< bounding flights hold up to here
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
    float slack = 0;      ///< more than rounding does to a position in its bounding flight, up to the horizon
};

/// How long until a ball that flies straight is `way` off the middle of its shell, on so many axes. `Tag`
/// keeps copies for different instruction sets apart.
template <class Tag>
double time_to_leave(const InShell& in, double way, int axes) {
    const double inside = way * way - in.squared;
    if (inside <= 0) return 0;
    if (!(in.speed > 0x1p-900))
        return in.fastest > 0 ? (way - std::sqrt(in.squared)) / (axes * in.fastest) : HUGE_VAL;
    // Which way the ball goes is a toss-up: chosen without a branch.
    const double sum = std::sqrt(in.along * in.along + inside * in.speed) + std::fabs(in.along);
    const bool outward = in.along > 0;
    return chosen(outward, inside, sum) / chosen(outward, sum, in.speed);
}

/// How far a ball may go off the middle of a shell of this thickness, less what rounding may hide.
template <class Tag>
double way_in_shell(const FlightUnits& units, double thickness) {
    return thickness - kPositionSlack * (units.size + thickness);
}

/// Where a ball flies, and how large it is, with half of the gap that counts as none.
struct BallInUnits {
    const double* position = nullptr;
    const double* velocity = nullptr;
    double radius = 0;  ///< in the bounding flights' unit
    double since = 0;   ///< the time of these, from the origin
};

/// Given the ball and the middle of its shell. Also writes its bounding flight but for the number of flights;
/// `size` is that of the ball and its shell.
template <int N>
using BoundingFlightFunction = InShell (*)(const FlightUnits& units, const BallInUnits& ball,
                                           const float* center, double size, BoundingFlight<N>& flight);

/// When a ball leaves its shell, and the slack of its bounding flight.
struct Leaving {
    double wait = 0;
    float slack = 0;
};

/// The same of a ball that flies straight.
template <int N>
using StraightFlightFunction = Leaving (*)(const FlightUnits& units, const BallInUnits& ball,
                                           const Shell<N>& shell, BoundingFlight<N>& flight);

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
