/// \file
/// What was measured over distance, speed, lag or time, as a list of curves with names.
#pragma once

#include <string>
#include <vector>

#include "carom/measure/results.hpp"

namespace carom {

/// A place of a curve.
struct CurvePoint {
    double from = 0;    ///< where the bin, or the interval of time, begins
    double to = 0;      ///< where it ends; `from` again for a lag
    Estimate estimate;  ///< what was measured there, in the units of the scene; a count of 0: nothing
};

/// A measured curve.
struct NamedCurve {
    /// Such as "radial_distribution.A-A.g", "diffusion.A.displacement" or "series.temperature".
    std::string name;
    std::vector<CurvePoint> points;  ///< ascending
};

/// All curves, histograms and columns of the series; single numbers are left out.
std::vector<NamedCurve> named_curves(const MeasureResults& results);

}  // namespace carom
