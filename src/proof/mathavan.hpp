// The laws of Mathavan, Jackson and Parkin in 113 bits: a ball on cloth against a cushion (2010), and two
// balls on cloth (2014), from vectors and torques.
#pragma once

#include "proof/shot_laws.hpp"

namespace carom::proof {

/// `up_sine` is that of the angle by which the nose lies above the centre. The ball closes.
void meet_cushion_of_mathavan(WideMotion& ball, const billiards::BallProperties& properties,
                              const WideVec<3>& outward, Wide up_sine);

/// The balls close along `normal`, which is horizontal.
void meet_of_mathavan(WideMotion& first, WideMotion& second, const billiards::BallProperties& of_first,
                      const billiards::BallProperties& of_second, const WideVec<3>& normal,
                      const billiards::ImpactLaws& laws);

}  // namespace carom::proof
