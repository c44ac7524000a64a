// The law of clusters on one group of balls in touch. Derivation and source: docs/math/cluster_bounce.md.
#pragma once

#include "carom/pair/bounce_cluster.hpp"
#include "pair/cluster_contacts.hpp"
#include "pair/cluster_projection.hpp"

namespace carom::detail {

/// Velocities after the impact, before they are rounded to the caller's number type.
template <int N>
struct GroupBounce {
    Velocities<N> velocities;
    std::size_t reflections = 0;
    ClusterEnd end = ClusterEnd::resolved;  ///< or stopped_inelastic
    bool closes = false;                    ///< some contact goes on closing, faster than rounding explains
    double impulses = 0;                    ///< the most that were added up, in the metric of the masses
};

/// e times the elastic answer (reflections) plus 1 - e times the inelastic one (a projection).
template <int N>
GroupBounce<N> bounce_group(const ContactGroup<N>& group, double restitution,
                            ClusterProjection<N>& projection);

/// Raises the parting speed of each contact to its number in `speeds`, where it is below. Returns by how much
/// the worst falls short, in units of the rounding of its speed.
template <int N>
double part_at(std::span<const double> speeds, ClusterProjection<N>& projection, Velocities<N>& velocities);

}  // namespace carom::detail
