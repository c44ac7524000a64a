// Numbers of runs that are shorter than the memory of what they measure. No estimate of the error from the
// run itself can see that.
#pragma once

#include "carom/measure/results.hpp"
#include "carom/scene/scene.hpp"

namespace carom::detail {

/// Near freezing the structure relaxes slowly behind the noise of single impacts (docs/physics.md, "Over
/// seeds"). Takes the pressure, Z and the rates of impacts of a short run for not converged there, with a
/// note.
template <int N>
void doubt_slow_structure(const Scene<N>& scene, MeasureResults& results);

}  // namespace carom::detail
