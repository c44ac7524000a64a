// Scenes for timing the engine: fluids of equal balls and mixtures, at kT = 1.
#pragma once

#include <cstdint>

#include "carom/scene/scene.hpp"

namespace carom::engine_runs {

/// Of a fluid: the pressure of fewer balls is not that of the fluid.
inline constexpr std::size_t kFewest = 100;
inline constexpr std::size_t kMost = 100'000'000;

/// A fluid of n equal balls of radius 0.5 and mass 1. Up to a packing of 0.40 (2D: 0.60) it is a molten
/// lattice.
template <int N>
Scene<N> fluid(std::size_t n, double packing, std::uint64_t seed);

/// About n balls of two sizes, as much volume in the large ones as in the small ones, put at random. Small
/// balls have radius 0.5 and mass 1; mass goes with volume.
template <int N>
Scene<N> mixture(std::size_t n, double ratio, double packing, std::uint64_t seed);

}  // namespace carom::engine_runs
