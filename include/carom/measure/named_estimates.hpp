/// \file
/// What was measured, as a list of numbers with names.
#pragma once

#include <string>
#include <vector>

#include "carom/measure/results.hpp"

namespace carom {

/// A measured number.
struct NamedEstimate {
    std::string name;   ///< such as "temperature.kt", "pressure.z_virial" or "diffusion.A.from_slope"
    Estimate estimate;  ///< in the units of the scene
};

/// All single numbers; curves and histograms are left out.
std::vector<NamedEstimate> named_estimates(const MeasureResults& results);

}  // namespace carom
