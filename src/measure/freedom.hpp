// Which part of the motion is thermal: on an axis along which nothing pushes from outside but gravity, the
// centre of mass flies on, or falls, for itself, and its motion is none of it.
#pragma once

#include <vector>

#include "carom/scene/scene.hpp"
#include "math/vec_ops.hpp"
#include "measure/species.hpp"

namespace carom::detail {

template <int N>
struct DegreesOfFreedom {
    Vec<bool, N> conserved;          ///< the momentum of the balls along this axis, but for their fall
    Vec<double, N> drift;            ///< velocity of their centre of mass on such axes at time 0; else 0
    Vec<double, N> fall;             ///< acceleration of that drift
    double mass = 0;                 ///< of all balls that move
    double balls = 0;                ///< that move
    double degrees = 0;              ///< of freedom
    std::vector<double> of_species;  ///< degrees of freedom by species; they sum up to `degrees`

    Vec<double, N> drift_at(double time) const { return drift + time * fall; }
};

template <int N>
Vec<bool, N> conserved_axes(const Scene<N>& scene);

/// True when gravity presses the balls to something, so that not all heights are alike.
template <int N>
bool is_weighed_down(const Scene<N>& scene);

template <int N>
DegreesOfFreedom<N> freedom_of(const Scene<N>& scene, const SpeciesTable<N>& table);

/// sqrt(pi / 2) <|x|> / sqrt(<x^2>) for a component x of a vector evenly spread over a sphere in n
/// dimensions: 1 for n -> infinity, where x is normal. Velocities at constant energy are such vectors.
double mean_size_ratio(double n);

}  // namespace carom::detail
