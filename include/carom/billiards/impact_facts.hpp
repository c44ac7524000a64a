/// \file
/// What an impact did, in the words of players: cut, throw, squirt, roll, energy. docs/billiards.md.
#pragma once

#include "carom/billiards/ball.hpp"
#include "carom/billiards/cue.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards {

/// How a ball on the bed moves. Directions are counterclockwise from x, in [0, 360) degrees.
struct Roll {
    double speed = 0;      ///< over the bed [m/s]
    double direction = 0;  ///< of the velocity [degrees]; 0 without one
    double follow = 0;     ///< spin about the axis of rolling, over that of natural roll: 1 rolls, 0 is stun,
                           ///< below 0 is draw; 0 without speed
    double english = 0;    ///< R w_z over the speed: above 0 counterclockwise from above; 0 without speed
    double slip = 0;       ///< of the lowest point on the cloth [m/s]
    double swerve = 0;     ///< how far the direction turns while it slides, left above 0 [degrees]
};

/// Of a ball on the bed.
Roll roll_of(const BallProperties& ball, const BallState& state);

/// Energy of motion and spin, and of height above the bed [J].
double energy_of(const BallProperties& ball, const BallState& state, double gravity);

/// A ball right before an event and right after it.
struct BeforeAndAfter {
    BallState before;  ///< right before it
    BallState after;   ///< right after it
};

/// Two balls met. The first is the one that is asked about, the cue ball say.
struct BallImpactFacts {
    Vec3d normal;                   ///< from the first centre to the second, a unit vector
    double cut = 0;                 ///< between the approach and the normal: 0 is full, 90 a graze [degrees]
    double fraction = 0;            ///< of the ball that is hit: 1 - sin(cut)
    double approach = 0;            ///< speed along the normal before [m/s]
    double parting = 0;             ///< and after
    double normal_impulse = 0;      ///< [N s]
    double tangential_impulse = 0;  ///< of friction between the balls, from the second one's spin [N s]
    /// Between the normal and the way of the impulse on the second ball, left above 0. The direction in which
    /// a ball that lay still is thrown [degrees].
    double thrown = 0;
    double slip_before = 0;  ///< of the two surfaces [m/s]
    double slip_after = 0;   ///< about 0: they gripped
    Vec3d spin_gained;       ///< by the second ball [rad/s]

    /// Did friction stop the slip?
    bool grips() const { return slip_before > 0 && slip_after < 1e-3 * slip_before; }
};

/// See BallImpactFacts. Where more than two balls met at once, impulses are of all of them together.
BallImpactFacts facts_of_impact(const BallProperties& first, const BeforeAndAfter& first_states,
                                const BallProperties& second, const BeforeAndAfter& second_states);

/// A ball met a cushion.
struct CushionImpactFacts {
    double incoming = 0;      ///< between the way and the normal before: 0 is straight at it [degrees]
    double outgoing = 0;      ///< and after; above 0 on the other side of the normal, as a mirror does
    double approach = 0;      ///< speed towards it before [m/s]
    double parting = 0;       ///< and away from it after
    double along_before = 0;  ///< speed along it [m/s], to the left of the normal above 0
    double along_after = 0;   ///< and after
    /// Side spin that widens the angle after the cushion: above 0 running, below 0 reverse. R w_z [m/s]
    double running_english = 0;
};

/// `normal`: level, from the cushion to the ball, a unit vector.
CushionImpactFacts facts_of_cushion_impact(const BallProperties& ball, const BeforeAndAfter& states,
                                           const Vec2d& normal);

/// Of a cushion impact: the level unit vector from the cushion to the ball.
Vec2d cushion_normal(const Table& table, const ShotEvent& event);

/// How far squirt turned the ball away from the cue's direction, left above 0 [degrees].
double squirt_of(const BallState& struck, const Strike& strike);

}  // namespace carom::billiards
