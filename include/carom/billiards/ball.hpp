/// \file
/// A ball on a billiard table: what it is made of, and how it moves. SI units: metres, seconds, kilograms,
/// radians.
#pragma once

#include <string>
#include <vector>

#include "carom/math/vec.hpp"

namespace carom::billiards {

/// What one ball is made of. The defaults are a pool ball's. Where two balls meet, each coefficient is the
/// mean of theirs.
struct BallProperties {
    double radius = 0.028575;        ///< > 0
    double mass = 0.170097;          ///< > 0
    double sliding_friction = 0.2;   ///< mu_s, cloth against a sliding ball; > 0
    double rolling_friction = 0.01;  ///< mu_r, cloth against a rolling ball; > 0
    double spinning_friction =
        0.0127;                   ///< mu_sp in metres: a vertical spin decays by 5 mu_sp g / (2 radius); > 0
    double ball_friction = 0.05;  ///< mu_b, ball against ball; >= 0
    double ball_restitution = 0.95;     ///< e_b, ball against ball; in (0, 1]
    double bed_restitution = 0.5;       ///< e_t, ball against the bed; in [0, 1)
    double cushion_restitution = 0.85;  ///< e_c, ball against a cushion; in (0, 1]
    double cushion_friction = 0.2;      ///< f_c, ball against a cushion; >= 0

    friend bool operator==(const BallProperties&, const BallProperties&) = default;
};

/// Everything that is wrong with it; empty if nothing is. `name` says whose the numbers are, and may be
/// empty.
std::vector<std::string> faults_of(const BallProperties& ball, const std::string& name);

/// A snooker ball of 52.4 mm and 140 g.
BallProperties snooker_ball();
/// A carom ball of 61.5 mm and 210 g.
BallProperties carom_ball();

/// How a ball moves between two events.
enum class Phase {
    resting,   ///< no velocity, no spin
    spinning,  ///< turns about the vertical on the spot
    sliding,   ///< its lowest point slips on the cloth
    rolling,   ///< its lowest point does not slip
    pocketed,  ///< out of play
    airborne,  ///< in the air: only gravity acts
    off_table  ///< out of play: it left the table over the rails
};

/// Pocketed, or off the table.
inline bool is_out_of_play(Phase phase) {
    return phase == Phase::pocketed || phase == Phase::off_table;
}

/// The plain name of a phase, such as "sliding".
const char* name_of(Phase phase);

/// The state of a ball at one time. x and y lie in the bed, z points up, z = 0 is the bed.
struct BallState {
    Phase phase = Phase::resting;  ///< must agree with velocity and spin: phase_of
    Vec3d position;                ///< the centre [m]; z is the radius while the ball is on the bed, and
                                   ///< higher in the air and on a rail
    Vec3d velocity;                ///< [m/s]
    Vec3d spin;                    ///< angular velocity [rad/s]

    friend bool operator==(const BallState&, const BallState&) = default;
};

/// A ball at rest on the bed.
BallState ball_at(double x, double y, const BallProperties& ball = {});

/// How far apart, seen from above, the centres of two balls on the bed are that touch: 2 sqrt(R1 R2) [m].
double contact_distance(const BallProperties& first, const BallProperties& second);

/// The phase that follows from velocity and spin: sliding where the lowest point slips by more than `slip`
/// [m/s].
Phase phase_of(const BallProperties& ball, const Vec3d& velocity, const Vec3d& spin, double slip = 1e-12);

}  // namespace carom::billiards
