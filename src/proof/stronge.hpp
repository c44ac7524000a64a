// Stronge's compliant cushion (Impact Mechanics, 2000, chapter 5), solved from its equations in 113 bits.
#pragma once

#include "proof/wide.hpp"

namespace carom::proof {

/// The speed of slip after the impact, with that before it, `ratio` >= 0, both in units of the approach
/// speed. Negative: still in the same direction.
Wide stronge_slip(Wide ratio, double restitution, double friction, double omega_ratio);

}  // namespace carom::proof
