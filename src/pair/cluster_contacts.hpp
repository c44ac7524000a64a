// A group of balls in touch as the law of clusters sees it: masses, velocities and unit normals in double.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "math/vec_ops.hpp"

namespace carom::detail {

template <int N>
using Velocities = std::vector<Vec<double, N>>;

/// Two bodies in touch. An impulse x, measured as the change of their relative speed, changes their
/// velocities by -share_a x n and share_b x n.
template <int N>
struct ClusterContact {
    std::size_t a = 0;
    std::size_t b = 0;
    Vec<double, N> normal;  ///< unit, from a to b
    double share_a = 0;     ///< inverse mass of a / sum of both
    double share_b = 0;
    double weight =
        1;  ///< square root of the reduced mass: weight * relative speed is a length in the metric
};

/// Bodies and contacts of one group. Immovable bodies come last, one for each of their contacts.
template <int N>
struct ContactGroup {
    std::size_t movable = 0;  ///< so many bodies at the front can move
    std::vector<double> inverse_mass;
    Velocities<N> start;  ///< before the impact
    std::vector<ClusterContact<N>> contacts;
    double blur = 0;  ///< how sharply the stored numbers define a normal: an angle
};

/// Rate of change of the distance.
template <int N>
double parting_speed(const ClusterContact<N>& contact, const Velocities<N>& velocities) {
    return dot(contact.normal, velocities[contact.b] - velocities[contact.a]);
}

}  // namespace carom::detail
