// The impacts of balls off the bed, computed again in 113 bits from the formulas of docs/billiards.md.
#pragma once

#include "proof/shot_laws.hpp"

namespace carom::proof {

/// The speed at which a pressed ball hops on [m/s], as docs/billiards.md has it.
inline constexpr double kHopSpeed = 0.05;

/// On the bed or a rail, whose restitution may not lift it.
void meet_bed(WideMotion& ball, const billiards::BallProperties& properties, bool stays);

/// Does a ball that rises at this speed stay on the bed?
inline bool is_low_bounce(Wide rise, const billiards::ImpactLaws& laws, double gravity) {
    return rise * rise < 2 * Wide{gravity} * Wide{laws.least_bounce};
}

/// A cushion. `normal` is the unit vector from it to the ball.
void meet_cushion_in_air(WideMotion& ball, const billiards::BallProperties& properties,
                         const WideVec<3>& normal, const billiards::ImpactLaws& laws, double gravity);

/// Two balls, `normal` from the first to the second. The lower one may lie on something.
void meet_in_air(WideMotion& first, WideMotion& second, const billiards::BallProperties& of_first,
                 const billiards::BallProperties& of_second, const WideVec<3>& normal, bool lower_lies,
                 const billiards::ImpactLaws& laws, double gravity);

}  // namespace carom::proof
