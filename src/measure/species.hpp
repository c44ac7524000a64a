// Which balls are counted together, and what measuring needs to know of each ball.
#pragma once

#include <cstdint>
#include <vector>

#include "carom/measure/plan.hpp"
#include "carom/measure/results.hpp"
#include "carom/scene/scene.hpp"
#include "math/vec_ops.hpp"

namespace carom::detail {

/// The species of immovable balls.
inline constexpr std::uint32_t kNoSpecies = ~std::uint32_t{0};

/// A ball as it has been since its last event. Velocities are relative to the flow of a sheared box, and less
/// the drift of all balls (freedom.hpp) from when that is known. One line of the cache: impacts jump from
/// ball to ball.
template <int N>
struct alignas(64) MeasuredBall {
    Vec<double, N> velocity;  ///< at `since`; where paths are curved it changes evenly until the next event
    double since = 0;
    double mass = 1;
    double radius = 0;
    std::uint32_t species = 0;
    bool lies = false;  ///< at rest under gravity: impacts do not move it

    bool moves() const { return species != kNoSpecies; }
    Vec<double, N> velocity_at(double time, const Vec<double, N>& acceleration) const {
        return velocity + (time - since) * acceleration;
    }
};

/// A species for each distinct radius and mass, or for each name. More than 16 make one species of all.
template <int N>
struct SpeciesTable {
    std::vector<MeasuredSpecies> species;
    std::vector<MeasuredBall<N>> bodies;  ///< by ball, at the start
};

inline constexpr std::size_t kMostSpecies = 16;

template <int N>
SpeciesTable<N> take_census(const Scene<N>& scene, SpeciesBy by);

/// How many species the balls that move have, however many they are.
template <int N>
std::size_t count_species(const Scene<N>& scene, SpeciesBy by);

/// Where the numbers of a pair of species are kept: pairs (0, 0), (0, 1), (1, 1), (0, 2), ...
inline std::size_t pair_index(std::size_t a, std::size_t b) {
    return a < b ? b * (b + 1) / 2 + a : a * (a + 1) / 2 + b;
}

/// f(first, second) for all pairs in the order of `pair_index`.
template <class F>
void for_each_pair(std::size_t species, F f) {
    for (std::size_t second = 0; second < species; ++second) {
        for (std::size_t first = 0; first <= second; ++first) f(first, second);
    }
}

}  // namespace carom::detail
