// Measured numbers one after the other, each with a name.
#pragma once

#include <vector>

#include "carom/c/trajectories.h"
#include "carom/measure/results.hpp"

namespace carom::c {

/// Of single numbers; curves are left out.
std::vector<carom_measurement> numbers_of(const MeasureResults& results);

}  // namespace carom::c
