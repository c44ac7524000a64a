// A strike with the errors of a player, from random numbers that the caller draws too.
#pragma once

#include "carom/billiards/shot_errors.hpp"
#include "math/noise.hpp"

namespace carom::billiards {

/// `redrawn` counts the strikes that would miss the ball or go backwards.
Strike disturbed(const Strike& meant, const ShotErrors& errors, carom::detail::Noise& noise,
                 std::uint64_t& redrawn);

}  // namespace carom::billiards
