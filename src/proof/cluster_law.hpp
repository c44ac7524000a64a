// The velocities that the law of clusters gives, computed once more: generalized reflections, then
// restitution (docs/math/cluster_bounce.md). Nothing is shared with the engine, and the nearest velocities
// are found by another method: an active set on a basis that is made anew whenever a contact leaves it.
#pragma once

#include <cstddef>
#include <vector>

#include "carom/math/vec.hpp"

namespace carom::proof {

/// What contacts have in place of a second ball: a wall, or an immovable ball.
inline constexpr std::size_t kFixed = ~std::size_t{0};

/// Balls that hang together, and their contacts.
template <int N>
struct LawQuestion {
    struct LawContact {
        std::size_t a = 0;      ///< index of a ball
        std::size_t b = 0;      ///< index of another ball, or `kFixed`
        Vec<double, N> normal;  ///< unit, from a to b
        double moves = 0;       ///< speed along the normal of what is fixed
    };

    std::vector<Vec<double, N>> before;  ///< velocities, one for each ball
    std::vector<double> mass;            ///< one for each ball, finite
    std::vector<LawContact> contacts;
    double restitution = 1;
    double tilt = 0;  ///< how far rounding may turn the normals
    double blur = 0;  ///< how far the engine's rounding may turn them, as it reckons
};

template <int N>
struct LawAnswer {
    std::vector<Vec<double, N>> after;  ///< velocities, one for each ball
    double pushes =
        0;  ///< the pushes of all contacts, each in units of the root of a mass times a speed, added up
    double reflections = 0;  ///< one after another
    bool is_determined =
        true;  ///< false: rounding may decide whether a contact closes, and with it the answer
};

template <int N>
LawAnswer<N> law_of_clusters(const LawQuestion<N>& question);

}  // namespace carom::proof
