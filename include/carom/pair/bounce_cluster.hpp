/// \file
/// Which velocities do balls have after an impact in which several contacts take part at the same instant?
///
/// Generalized Reflections: contacts that close are reflected together, in the metric of the masses, until
/// none closes. Law, source and bounds: docs/math/cluster_bounce.md. Tests:
/// tests/pair/bounce_cluster_test.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "carom/core/abi.hpp"
#include "carom/core/result.hpp"
#include "carom/geom/plane.hpp"
#include "carom/pair/bounce.hpp"

namespace carom {

/// Two balls in touch, by their indices. The normal is the line of their centres; a pair whose centres
/// coincide has none and takes no part, nor does a pair of immovable balls.
struct TouchingPair {
    std::size_t a = 0;  ///< index of one ball
    std::size_t b = 0;  ///< index of the other
};

/// A ball in touch with an immovable wall.
template <class T, int N>
struct TouchingWall {
    std::size_t ball = 0;  ///< index of the ball
    HalfSpace<T, N> wall;  ///< only its normal has a meaning here
};

/// Balls and the contacts among them at one instant. Contacts that part, repeated contacts and groups that do
/// not touch each other are all allowed.
template <class T, int N>
struct Cluster {
    std::span<const Body<T, N>> bodies;         ///< the balls
    std::span<const TouchingPair> pairs;        ///< in any order
    std::span<const TouchingWall<T, N>> walls;  ///< in any order
};

/// How the resolution of a cluster ended.
enum class ClusterEnd : unsigned char {
    resolved,           ///< as the law says
    stopped_inelastic,  ///< reflections would not end, as with a ball between parallel walls, or only after
                        ///< more than 2^20: what still closed was brought to rest along its normals
    squeezed,           ///< immovable balls move toward each other with balls between, which cannot part;
                        ///< or rounding hides the answer, and the velocities are those before the impact
};

/// The velocities after the impact.
template <class T, int N>
struct ClusterBounce {
    std::vector<Vec<T, N>> velocities;      ///< in the order of the bodies
    std::size_t reflections = 0;            ///< one after another, in the group that took most
    ClusterEnd end = ClusterEnd::resolved;  ///< of the group that ended worst
    std::size_t closing = 0;                ///< contacts that still close, as stored
};

/// Why a cluster was refused.
struct ClusterError {
    std::string field;    ///< what is at fault, such as "pairs[3].b"
    std::string message;  ///< one line for people
};

/// The impact of all contacts that close, with restitution e in [0, 1].
///
/// Momentum is conserved where no wall and no immovable ball takes part. For e = 1 energy is conserved when
/// immovable balls rest and the end is `resolved`; for e = 0 nothing rebounds. A group of touching
/// balls without a closing contact keeps its bits, a contact that shares no movable ball with another is
/// `bounce` bit for bit, and the order of the contacts changes no bit.
///
/// Afterwards no contact closes, exactly as stored. Exceptions are counted in `closing`: contacts that close
/// by a few ulp of their speeds where balls are held from opposite sides, and those of a squeezed cluster.
template <class T, int N>
Result<ClusterBounce<T, N>, ClusterError> bounce_cluster(const Cluster<T, N>& cluster, T restitution);

}  // namespace carom
