// Follows one gas through very many collisions and keeps what may get worse with time: energy, momentum, gaps
// at impacts and between all balls, and the resolution of time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "carom/sim/simulation.hpp"

namespace carom::engine_runs {

/// The worst since the start. Gaps and momentum are in diameters and thermal units; bounds are those of
/// docs/math/check.md.
struct Endured {
    std::uint64_t collisions = 0;
    std::uint64_t looks = 0;         ///< at energy and momentum
    double energy_error = 0;         ///< | E / E at the start - 1 |
    double momentum = 0;             ///< | sum of m v - that at the start | / sum of m |v|
    double impact_gap = 0;           ///< | gap | of two balls at their impact, radii 1/2
    double impact_share = 0;         ///< the same as a share of Ea + Eb without the flights' part
    double smallest_gap = 1;         ///< between any two balls when all were looked at
    double overlap_share = 0;        ///< deepest overlap then, as a share of Ea + Eb
    std::uint64_t pairs = 0;         ///< near enough to be looked at then, all looks together
    std::uint64_t simultaneous = 0;  ///< events at the very time of the one before
    std::uint64_t backwards = 0;     ///< events before the one before
    Time now;                        ///< as the engine has it
    double time = 0;                 ///< the same in the unit of the scene
    double epoch_length = 0;
    double z = 0;  ///< from the collision rate
};

/// What is wrong, a line each.
std::vector<std::string> faults(const Endured& worst);

/// Follows equal spheres of mass 1 in a periodic box through so many collisions. In so many parts: after each
/// all pairs are looked at and the worst so far is handed over. Ends sooner after a signal.
Endured endure(const Scene<3>& scene, std::uint64_t collisions, std::uint64_t parts,
               const std::function<void(const Endured&)>& take);

}  // namespace carom::engine_runs
