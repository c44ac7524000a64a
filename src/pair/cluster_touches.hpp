// From a cluster as given to contacts that can matter, each once, group by group.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "carom/pair/bounce_cluster.hpp"
#include "pair/cluster_connected.hpp"
#include "pair/impact.hpp"

namespace carom::detail {

inline constexpr std::size_t kWall = std::numeric_limits<std::size_t>::max();

/// The order of exact directions that round to the same unit vector: -1, 0 or 1.
template <class T, int N>
int compare_directions(const Vec<T, N>& x, const Vec<T, N>& y, const Vec<double, N>& unit) {
    int axis = 0;
    for (int k = 1; k < N; ++k) {
        if (std::fabs(unit[k]) > std::fabs(unit[axis])) axis = k;
    }
    const auto exact = [](T value) { return Exact<1>(static_cast<double>(value)); };
    for (int k = 0; k < N; ++k) {
        const int order = (exact(x[k]) * exact(y[axis]) - exact(y[k]) * exact(x[axis])).sign();
        if (order != 0) return order;
    }
    return 0;
}

/// A contact as given, once for all its repetitions.
template <class T, int N>
struct DistinctContact {
    std::size_t a = 0;
    std::size_t b = kWall;   // above a
    HalfSpace<T, N> wall;    // when b is kWall
    Vec<TwoTerm, N> toward;  // from a to b, exact
    Vec<double, N> normal;   // unit
    double blur = 0;         // how far rounding of the centres may have turned the normal
    std::size_t group = 0;   // alike for contacts that hang together through movable balls

    friend bool operator<(const DistinctContact& x, const DistinctContact& y) {
        const auto key_x = std::tie(x.a, x.b, x.normal.coordinates);
        const auto key_y = std::tie(y.a, y.b, y.normal.coordinates);
        if (key_x != key_y) return key_x < key_y;
        return x.b == kWall && compare_directions(x.wall.normal, y.wall.normal, x.normal) < 0;
    }
    friend bool operator==(const DistinctContact& x, const DistinctContact& y) {
        return !(x < y) && !(y < x);
    }
};

template <class T, int N>
using Touches = std::vector<DistinctContact<T, N>>;

template <class T, int N>
bool can_move(const Body<T, N>& body) {
    return body.inverse_mass > 0;
}

/// How far rounding of the centres to T may have turned the normal, in radians.
template <class T, int N>
double blur_of(const Body<T, N>& a, const Body<T, N>& b, double distance) {
    constexpr double ulp = static_cast<double>(std::numeric_limits<T>::epsilon());
    const double half =
        0.5 * static_cast<double>(largest(a.center)) + 0.5 * static_cast<double>(largest(b.center));
    return 4 * ulp * (1 + 2 * (half / distance));
}

template <class T, int N>
void add_pair(const Cluster<T, N>& cluster, const TouchingPair& pair, Touches<T, N>& touches) {
    DistinctContact<T, N> touch;
    touch.a = std::min(pair.a, pair.b);
    touch.b = std::max(pair.a, pair.b);
    const Body<T, N>& a = cluster.bodies[touch.a];
    const Body<T, N>& b = cluster.bodies[touch.b];
    touch.toward = exact_direction(a.center, b.center);
    const Vec<double, N> between = rounded(touch.toward);
    if (!(largest(between) > 0) || !(can_move(a) || can_move(b))) return;
    touch.normal = normalised(between);
    touch.blur = blur_of(a, b, largest(between));
    touches.push_back(touch);
}

template <class T, int N>
void add_wall(const Cluster<T, N>& cluster, const TouchingWall<T, N>& wall, Touches<T, N>& touches) {
    if (!can_move(cluster.bodies[wall.ball])) return;
    const Vec<double, N> into = -convert<double>(wall.wall.normal);
    touches.push_back({wall.ball, kWall, wall.wall, widened(into), normalised(into),
                       4 * static_cast<double>(std::numeric_limits<T>::epsilon()), 0});
}

/// All contacts that can matter, each once, those of one group side by side, in an order that depends on the
/// indices of the balls alone.
template <class T, int N>
Touches<T, N> touches_of(const Cluster<T, N>& cluster) {
    Touches<T, N> touches;
    for (const TouchingPair& pair : cluster.pairs) add_pair(cluster, pair, touches);
    for (const TouchingWall<T, N>& wall : cluster.walls) add_wall(cluster, wall, touches);
    std::sort(touches.begin(), touches.end());
    touches.erase(std::unique(touches.begin(), touches.end()), touches.end());
    Connected balls(cluster.bodies.size());
    const auto moves = [&](std::size_t i) { return i != kWall && can_move(cluster.bodies[i]); };
    for (const DistinctContact<T, N>& touch : touches) {
        if (moves(touch.a) && moves(touch.b)) balls.join(touch.a, touch.b);
    }
    for (DistinctContact<T, N>& touch : touches) touch.group = balls.root(moves(touch.a) ? touch.a : touch.b);
    std::stable_sort(
        touches.begin(), touches.end(),
        [](const DistinctContact<T, N>& x, const DistinctContact<T, N>& y) { return x.group < y.group; });
    return touches;
}

template <class T, int N>
bool closes(const DistinctContact<T, N>& touch, const std::vector<Vec<T, N>>& velocities) {
    const Vec<T, N> b = touch.b == kWall ? Vec<T, N>{} : velocities[touch.b];
    return rate_sign(touch.toward, velocities[touch.a], b) < 0;
}

}  // namespace carom::detail
