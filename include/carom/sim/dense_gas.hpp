/// \file
/// Balls at random places, as dense as disordered balls get.
///
/// Where random insertion ends, balls that fly about and grow go on: docs/math/growth.md. The same request
/// gives the same bits with every compiler. Tests: tests/sim/dense_gas_test.cpp.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "carom/scene/generate.hpp"

namespace carom {

/// How far balls have grown: shares of the region that they fill.
struct GrowthProgress {
    double packing = 0;  ///< reached; 0 before balls grow
    double wanted = 0;   ///< at the end; 0 where no balls grow
};

/// How the balls of a dense gas grow.
struct Growth {
    /// Speed at which the mean diameter grows, in units of the thermal speed (the root mean square speed
    /// along an axis of balls that all have the same mass); 1e-4 to 10. The default is 0.02, and faster at
    /// low packings.
    std::optional<double> rate;
    /// Asked again and again, while balls are inserted too. When it says no, the request is refused because
    /// it was stopped.
    std::function<bool(const GrowthProgress&)> goes_on;
};

/// The densest gas that may be asked for. Balls get stuck near it, sooner the faster they grow.
template <int N>
inline constexpr double max_dense_packing = N == 2 ? 0.84 : 0.64;

/// `make_random_gas` as far as that gets, bit for bit. Beyond, in a world without further walls and when none
/// are `present`, the balls are inserted with smaller radii and then grow while they collide. What gets stuck
/// below the packing asked for is refused, with the packing reached.
template <int N>
GeneratedBalls<N> make_dense_gas(const RandomGas<N>& request, const World<N>& world,
                                 std::span<const SceneBall<N>> present = {}, const Growth& growth = {});

}  // namespace carom
