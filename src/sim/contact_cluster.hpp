// An impact in which several contacts take part at the same instant: which balls are in touch, and how do
// they leave? The law: docs/math/cluster_bounce.md. What counts as in touch: docs/math/contact_cluster.md.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "carom/sim/simulation.hpp"
#include "motion/clock.hpp"
#include "motion/domain.hpp"
#include "sim/bounce_rules.hpp"

namespace carom::detail {

/// True when the engine has to look for contacts that are connected.
inline bool looks_for_clusters(const CollisionLaw& law) {
    return law.contact_tolerance != 0.0;
}

/// A ball at the time of the impact, before it.
template <int N>
struct ClusterBall {
    std::uint32_t ball = 0;  ///< its index
    Vec<double, N> at;       ///< from where it is stored; not wrapped
    Vec<double, N> velocity;
    double radius = 0;
    double mass = 1;
    double since = 0;  ///< its last event
};

/// Another ball, and the boxes that lead from where it is stored to where it is near.
template <int N>
struct NearBall {
    std::uint32_t ball = 0;
    Image<N> shift{};
};

/// What surrounds the balls. All functions take indices.
template <int N>
struct ClusterSurroundings {
    std::function<ClusterBall<N>(std::uint32_t)> ball;
    /// All that may be in touch with a ball, in any order, each image at most once; others may be among them.
    std::function<std::vector<NearBall<N>>(std::uint32_t)> near;
    /// The law's restitution of two balls.
    std::function<double(std::uint32_t, std::uint32_t)> restitution;
};

/// The contact whose time has come: of a ball with another one, or with a wall.
template <int N>
struct DueContact {
    std::uint32_t ball = 0;
    std::optional<NearBall<N>> other;       ///< an index above `ball`
    const NumberedWall<N>* wall = nullptr;  ///< without `other`
};

/// What becomes of the balls that are connected, those at rest among them, in ascending order, whether or not
/// they change.
template <int N>
struct ClusterImpact {
    std::vector<typename SimultaneousEvents<N>::Part> parts;
    Restitution restitution;
};

/// The impact of all contacts that are connected with the one that is due. Nothing when that one stands
/// alone, so that it is an impact like others; and when it has to be taken for one: where more than 128 balls
/// are connected, where they close a ring around a periodic box, or where immovable ones squeeze others.
/// Under gravity, where balls lie in touch, also when it closes below the cut-off speed, or when it presses
/// on no other contact of its balls.
template <int N>
std::optional<ClusterImpact<N>> cluster_impact(const Clock& clock, const Domain<N>& domain,
                                               const BounceLaw& rules, Time now, const DueContact<N>& due,
                                               const ClusterSurroundings<N>& around);

}  // namespace carom::detail
