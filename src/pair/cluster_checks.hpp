// Is this a cluster that can be resolved? The first fault, in words.
#pragma once

#include <cmath>
#include <optional>

#include "carom/pair/bounce_cluster.hpp"
#include "math/exact_vec.hpp"

namespace carom::detail {

inline std::string element(const char* list, std::size_t index, const char* member) {
    return std::string(list) + "[" + std::to_string(index) + "]." + member;
}

inline std::optional<ClusterError> bad_index(const std::string& field, std::size_t index, std::size_t count) {
    if (index < count) return {};
    return ClusterError{field, field + " is " + std::to_string(index) + ", but there are " +
                                   std::to_string(count) + " bodies"};
}

template <class T, int N>
std::optional<ClusterError> bad_body(const Body<T, N>& body, std::size_t index) {
    const auto refuse = [&](const char* member, const char* rule) {
        const std::string field = element("bodies", index, member);
        return ClusterError{field, field + " must be " + rule};
    };
    if (!is_finite(body.center)) return refuse("center", "finite");
    if (!is_finite(body.velocity)) return refuse("velocity", "finite");
    if (body.inverse_mass >= 0 && std::isfinite(body.inverse_mass)) return {};
    return refuse("inverse_mass", "finite and 0 or more");
}

template <class T, int N>
std::optional<ClusterError> bad_pair(const TouchingPair& pair, std::size_t index,
                                     std::span<const Body<T, N>> bodies) {
    if (auto error = bad_index(element("pairs", index, "a"), pair.a, bodies.size())) return error;
    if (auto error = bad_index(element("pairs", index, "b"), pair.b, bodies.size())) return error;
    const std::string field = element("pairs", index, "b");
    const std::string is = field + " is " + std::to_string(pair.b);
    if (pair.a == pair.b) return ClusterError{field, is + ", and so is a: a ball touches others"};
    const Vec<TwoTerm, N> between = exact_difference(bodies[pair.b].center, bodies[pair.a].center);
    if (is_finite(rounded(between))) return {};
    return ClusterError{field, is + ", which is too far from " + std::to_string(pair.a) + " for a distance"};
}

template <class T, int N>
std::optional<ClusterError> bad_wall(const TouchingWall<T, N>& wall, std::size_t index, std::size_t count) {
    if (auto error = bad_index(element("walls", index, "ball"), wall.ball, count)) return error;
    if (is_finite(wall.wall.normal) && largest(wall.wall.normal) > 0) return {};
    const std::string field = element("walls", index, "wall.normal");
    return ClusterError{field, field + " must be finite and not zero"};
}

template <class T, int N>
std::optional<ClusterError> fault_in(const Cluster<T, N>& cluster, T restitution) {
    if (!(restitution >= 0 && restitution <= 1)) {
        return ClusterError{"restitution", "restitution must be 0 to 1"};
    }
    const std::size_t count = cluster.bodies.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (auto error = bad_body(cluster.bodies[i], i)) return error;
    }
    for (std::size_t i = 0; i < cluster.pairs.size(); ++i) {
        if (auto error = bad_pair(cluster.pairs[i], i, cluster.bodies)) return error;
    }
    for (std::size_t i = 0; i < cluster.walls.size(); ++i) {
        if (auto error = bad_wall(cluster.walls[i], i, count)) return error;
    }
    return {};
}

}  // namespace carom::detail
