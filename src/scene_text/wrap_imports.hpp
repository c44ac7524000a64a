// Imported balls that lie outside the box on a periodic axis: taken into it when the import says so, else
// refused.
#pragma once

#include "scene_text/scene_draft.hpp"

namespace carom::detail {

/// The image of x with lower <= x < upper, in a box of the width `upper - lower` as it is rounded. A place in
/// the box keeps its bits. Others are rounded once, from an error below 2^-100 of |x|, and what rounds to the
/// upper face is the lower one. Domain: lower < upper, and |x| below 2^40 of the width.
double image_in_box(double x, double lower, double upper);

/// Call it when the world and all imports are read.
template <int N>
void wrap_imports(SceneDraft<N>& draft, PlacedFaults& faults);

}  // namespace carom::detail
