#include "carom/billiards/cue.hpp"

#include <cmath>

#include "billiards/elementary.hpp"
#include "billiards/number_range.hpp"

namespace carom::billiards {

std::vector<std::string> faults_of(const Strike& strike) {
    using detail::is_in_range;
    std::vector<std::string> faults;
    if (!(strike.speed > 0 && strike.speed <= detail::kFastest))
        faults.emplace_back("the speed of the cue must be above 0, and at most 1000 m/s");
    if (!is_in_range(strike.direction)) faults.emplace_back("the direction must be at most 1e100");
    if (!(strike.elevation >= 0 && strike.elevation < 90))
        faults.emplace_back("the elevation must be in [0, 90) degrees");
    if (!(strike.left * strike.left + strike.up * strike.up < 1))
        faults.emplace_back("the tip misses the ball: left^2 + up^2 must be below 1");
    return faults;
}

BallState struck(const BallProperties& ball, const BallState& at, const Cue& cue, const Strike& strike,
                 bool jumps) {
    const detail::SineCosine elevation = detail::sine_cosine_of_degrees(strike.elevation);
    const detail::SineCosine direction = detail::sine_cosine_of_degrees(strike.direction);
    const double radius = ball.radius;
    const double inertia = 0.4 * radius * radius;  // a mass
    // The tip's place on the ball, seen along the bed: `up` and `back` from the centre.
    const double depth = std::sqrt(1 - strike.left * strike.left - strike.up * strike.up);
    const double left = strike.left * radius;
    const double back = (elevation.cosine * depth - elevation.sine * strike.up) * radius;
    const double up = (elevation.sine * depth + elevation.cosine * strike.up) * radius;
    const double lever = up * elevation.cosine - back * elevation.sine;
    const double speed =
        2 * strike.speed / (1 + ball.mass / cue.mass + (left * left + lever * lever) / inertia);

    // squirt: the end of the shaft gives way, and the ball leaves on the other side of the tip
    const double level = 1 - strike.left * strike.left;
    const double sideways = 2.5 * strike.left * std::sqrt(level);
    const double onwards = 1 + ball.mass / cue.end_mass + 2.5 * level;
    const double size = std::sqrt(sideways * sideways + onwards * onwards);
    const double squirt_cosine = onwards / size;
    const double squirt_sine = -sideways / size;

    const double c = direction.cosine;
    const double s = direction.sine;
    const double forward = speed * elevation.cosine;
    const double turn = speed / inertia;
    BallState after = at;
    after.velocity = {forward * (c * squirt_cosine - s * squirt_sine),
                      forward * (s * squirt_cosine + c * squirt_sine), 0};
    const double roll = lever * turn;                  // about the axis to the left of the direction
    const double tilt = left * elevation.sine * turn;  // about the direction, reversed
    after.spin = {-s * roll - c * tilt, c * roll - s * tilt, -left * elevation.cosine * turn};
    after.phase = Phase::sliding;
    if (jumps && strike.elevation > 0) {
        after.velocity[2] = -speed * elevation.sine;
        after.phase = Phase::airborne;
    }
    return after;
}

}  // namespace carom::billiards
