// A start of the gas as extended XYZ, so that another program can run the same: the number of balls, a
// comment with the box, then for each ball its species (A, or B for the small ones), position, velocity and
// radius. In 2D z is 0. Masses are not in it: the lightest ball has mass 1, and mass goes with volume.
// Numbers are read back to the bit.
#pragma once

#include <string>

#include "carom/scene/scene.hpp"

namespace carom::engine_runs {

template <int N>
Scene<N> read_xyz(const std::string& path);

/// Writes the start, whole or not at all, and makes sure that it is read back as it is.
template <int N>
void write_xyz(const Scene<N>& scene, const std::string& path);

}  // namespace carom::engine_runs
