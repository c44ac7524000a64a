// Impacts of balls at one instant that share balls, computed again: the normal impulses of all of them
// together, then friction against the slips before (docs/billiards.md).
#pragma once

#include <cstddef>
#include <vector>

#include "proof/shot_laws.hpp"

namespace carom::proof {

struct JointContact {
    std::size_t first = 0;  ///< of the balls of the impact
    std::size_t second = 0;
    WideVec<3> normal;  ///< horizontal unit vector from the first to the second
};

struct JointBall {
    const billiards::BallProperties* properties = nullptr;
    WideMotion motion;  ///< before the impact, then after it
};

/// Changes the motions to those after the impact. Impulses push only; each contact parts at least as fast as
/// its restitution demands, and no faster where it pushes. Returns by how much that is missed [m/s].
double meet_together(std::vector<JointBall>& balls, const std::vector<JointContact>& contacts,
                     const billiards::ImpactLaws& laws);

}  // namespace carom::proof
