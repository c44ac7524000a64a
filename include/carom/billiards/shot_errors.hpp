/// \file
/// The errors of a player: how far a strike is from what was meant.
#pragma once

#include <cstdint>

#include "carom/billiards/cue.hpp"

namespace carom::billiards {

/// Standard deviations of normal distributions.
struct ShotErrors {
    static constexpr double kMostShare = 0.3;    ///< of speed and tip: above it most draws are impossible
    static constexpr double kMostDegrees = 180;  ///< of the direction

    double speed = 0.02;     ///< of the cue, as a share of its speed; in [0, kMostShare]
    double direction = 0.2;  ///< in [0, kMostDegrees] [degrees]
    double tip = 0.03;       ///< where the tip meets the ball, in ball radii, along both axes; as `speed`
};

/// A strike as such a player makes it. The draw belongs to `seed` and `number` alone. A strike that would
/// miss the ball or go backwards is drawn again.
Strike disturbed(const Strike& meant, const ShotErrors& errors, std::uint64_t seed, std::uint64_t number);

}  // namespace carom::billiards
