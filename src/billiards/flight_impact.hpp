// Impacts of balls off the bed, in three dimensions: against the true normal of the contact.
#pragma once

#include "billiards/ball_impact.hpp"
#include "billiards/cushion_impact.hpp"

namespace carom::billiards::detail {

/// A ball that weight presses on what it meets hops on from there, and not more slowly than this [m/s].
///
/// A ball that tips over an edge, or lies on another one, would meet it infinitely often in a finite time.
/// Where an impact would leave less than this, the speed along the surface gives what is missing. So no
/// energy comes or goes, and a ball that slides over an edge follows it in hops of 0.13 mm.
inline constexpr double kHop = 0.05;

/// On the bed or on the top of a rail. True: the ball stays there, because it would rise less than
/// `least_bounce`.
bool impact_on_bed(MovingBall& ball, const BallProperties& properties, double falling, double least_bounce);

/// On a cushion. `normal` is the unit vector from it to the ball. The model's restitution and friction are
/// taken; han_2005 and mathavan_2010 have Coulomb friction here, as `impulse` has.
void impact_on_cushion(MovingBall& ball, const Vec3d& normal, const CushionContact& contact, double falling);

/// What the lower of two balls lies on.
struct Support {
    bool holds;          ///< it lies on the bed or on a rail
    double falling;      ///< half of gravity
    double restitution;  ///< of bed and ball
};

/// Two balls of which at least one is off the bed. `normal` is the unit vector from the first to the second.
/// The laws of Mathavan are for balls on the bed: here they are frictional_inelastic.
///
/// A ball that lies on something is held by it where it would bounce from it too little to leave it.
/// Otherwise it goes down, and meets it next.
void impact_in_air(MovingBall& first, MovingBall& second, const Vec3d& normal, const BallPair& pair,
                   const ImpactLaws& laws, const Support& support);

}  // namespace carom::billiards::detail
