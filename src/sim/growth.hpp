// How do balls get into a dense, disordered packing? They fly about and grow until they fill enough.
//
// After B. D. Lubachevsky and F. H. Stillinger, J. Stat. Phys. 60 (1990) 561: docs/math/growth.md. The same
// request gives the same bits with every compiler. Tests: tests/sim/growth_test.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "carom/geom/box.hpp"

namespace carom::detail {

/// Balls whose radii are to grow in proportion from `start` times `radii` to `radii`.
template <int N>
struct GrowthRequest {
    Box<double, N> box;                   ///< finite; balls stay inside, or leave through periodic faces
    Vec<bool, N> periodic;                ///< axes; twice any radius is at most `widest_growing` of these
    std::vector<Vec<double, N>> centers;  ///< at the start, when nothing overlaps; at least one
    std::vector<double> radii;            ///< wanted, at least 2^12 ulp of every coordinate of the box
    double start = 0;                     ///< 0 to 1
    double rate = 0;                      ///< growth of the mean diameter / thermal speed; 0: the default
    std::uint64_t seed = 1;               ///< of the velocities
    /// Asked again and again, with the packing reached; growth stops when it says no.
    std::function<bool(double)> goes_on;
};

/// The largest diameter in a periodic box, in units of its narrowest period.
inline constexpr double widest_growing = 0.99;

/// Balls whose pressure factor PV / NkT gets above this are jammed.
inline constexpr double jammed_pressure = 1e4;

/// The default rate, for balls that fill `packing`.
template <int N>
double usual_growth_rate(double packing);

/// Why growth ended.
enum class GrowthEnd : unsigned char {
    grown,   ///< all balls have their radii, and none overlaps another
    jammed,  ///< `jammed_pressure` was passed
    stopped  ///< by `goes_on`
};

template <int N>
struct GrowthResult {
    GrowthEnd end = GrowthEnd::grown;
    std::vector<Vec<double, N>> centers;  ///< inside the box
    double packing = 0;                   ///< reached: volume of the balls / volume of the box
    double pressure = 1;                  ///< PV / NkT at the end
    std::uint64_t collisions = 0;         ///< of two balls
};

template <int N>
GrowthResult<N> grow(const GrowthRequest<N>& request);

}  // namespace carom::detail
