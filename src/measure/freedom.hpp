// Which part of the motion is thermal: on an axis along which nothing pushes from outside, the motion of the
// centre of mass is conserved and is none of it.
#pragma once

#include <vector>

#include "carom/scene/scene.hpp"
#include "measure/species.hpp"

namespace carom::detail {

template <int N>
struct Freedom {
    Vec<bool, N> conserved;          ///< the momentum of the balls along this axis
    Vec<double, N> drift;            ///< velocity of their centre of mass on such axes, 0 on the others
    double mass = 0;                 ///< of all balls that move
    double balls = 0;                ///< that move
    double degrees = 0;              ///< of freedom
    std::vector<double> of_species;  ///< degrees of freedom by species; they sum up to `degrees`
};

template <int N>
Freedom<N> freedom_of(const Scene<N>& scene, const Census<N>& census);

/// sqrt(pi / 2) <|x|> / sqrt(<x^2>) for a component x of a vector evenly spread over a sphere in n
/// dimensions: 1 for n -> infinity, where x is normal. Velocities at constant energy are such vectors.
double mean_size_ratio(double n);

}  // namespace carom::detail
