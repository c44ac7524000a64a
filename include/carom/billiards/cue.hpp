/// \file
/// The cue and its strike.
#pragma once

#include <string>
#include <vector>

#include "carom/billiards/ball.hpp"

namespace carom::billiards {

/// A cue.
struct Cue {
    double mass = 0.567;              ///< [kg]
    double end_mass = 0.170097 / 30;  ///< of the shaft's end that moves sideways: it decides squirt [kg]
    double tip_radius = 0.0106;       ///< [m]
};

/// One strike. Where the tip meets the ball is given in ball radii, as the player sees it: to the left
/// (english), and up (follow) or down (draw).
struct Strike {
    double speed = 2;      ///< of the cue [m/s], > 0, at most 1000
    double direction = 0;  ///< phi: of the cue over the bed, counterclockwise from x [degrees]
    double elevation = 0;  ///< theta: of the cue above the bed [degrees], in [0, 90)
    double left = 0;       ///< a, to the left of the centre
    double up = 0;         ///< b, above the centre; left^2 + up^2 < 1
    friend bool operator==(const Strike&, const Strike&) = default;
};

/// Everything that is wrong with its numbers; empty if nothing is.
std::vector<std::string> faults_of(const Strike& strike);

/// The offset beyond which a chalked tip slips off (a miscue), in ball radii.
inline constexpr double kMiscueOffset = 0.5;

/// The ball right after the strike. It lay at rest at `ball.position`. Alciatore TP A-30 (speed and spin) and
/// TP A-31 (squirt). An elevated cue drives the ball down: the bed takes this part of the velocity, or,
/// where balls jump, the ball is airborne and meets the bed next. Precondition: the ranges named in Strike.
BallState struck(const BallProperties& ball, const BallState& at, const Cue& cue, const Strike& strike,
                 bool jumps = false);

}  // namespace carom::billiards
