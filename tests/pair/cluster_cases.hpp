// Clusters of balls in touch for the tests, and what is conserved, exactly.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "carom/pair/bounce_cluster.hpp"
#include "support/rational_oracle.hpp"
#include "support/same_bits.hpp"

namespace carom::cluster_cases {

template <class T>
inline constexpr double ulp = static_cast<double>(std::numeric_limits<T>::epsilon());

template <class T, int N>
struct OwnedCluster {
    std::vector<Body<T, N>> bodies;
    std::vector<TouchingPair> pairs;
    std::vector<TouchingWall<T, N>> walls;

    Cluster<T, N> view() const { return {bodies, pairs, walls}; }
    ClusterBounce<T, N> bounce(double restitution) const {
        return *bounce_cluster(view(), static_cast<T>(restitution));
    }
    std::vector<Vec<T, N>> velocities() const {
        std::vector<Vec<T, N>> result;
        for (const Body<T, N>& body : bodies) result.push_back(body.velocity);
        return result;
    }
};

/// Equal balls in a row along the first axis, in touch; the velocities are along it too.
template <class T, int N>
OwnedCluster<T, N> row(const std::vector<double>& speeds, const std::vector<double>& inverse_masses = {}) {
    OwnedCluster<T, N> cluster;
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        Body<T, N> body;
        body.center[0] = static_cast<T>(i);
        body.velocity[0] = static_cast<T>(speeds[i]);
        if (!inverse_masses.empty()) body.inverse_mass = static_cast<T>(inverse_masses[i]);
        cluster.bodies.push_back(body);
        if (i > 0) cluster.pairs.push_back({i - 1, i});
    }
    return cluster;
}

/// Balls of diameter 1 on a triangular lattice: the first `rows` rows of a rack, the tip at the origin.
template <class T, int N>
OwnedCluster<T, N> rack(int rows) {
    OwnedCluster<T, N> cluster;
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j <= i; ++j) {
            Body<T, N> body;
            body.center[0] = static_cast<T>(i * std::sqrt(0.75));
            body.center[1] = static_cast<T>(j - 0.5 * i);
            cluster.bodies.push_back(body);
            const auto index = static_cast<std::size_t>(i * (i + 1) / 2 + j);
            const auto above = static_cast<std::size_t>(i * (i - 1) / 2 + j);
            if (j > 0) cluster.pairs.push_back({index - 1, index});
            if (j > 0) cluster.pairs.push_back({above - 1, index});
            if (j < i) cluster.pairs.push_back({above, index});
        }
    }
    return cluster;
}

/// Each ball in touch with an earlier one, in any direction.
template <class T, int N>
OwnedCluster<T, N> tree(std::size_t count) {
    OwnedCluster<T, N> cluster;
    cluster.bodies.resize(count);
    for (std::size_t i = 1; i < count; ++i) {
        const auto other = *rc::gen::inRange<std::size_t>(0, i);
        Vec<double, N> way;
        double square = 0;
        for (int k = 0; k < N; ++k) {
            way[k] = *rc::gen::inRange(-64, 65);
            square += way[k] * way[k];
        }
        if (square == 0) square = way[0] = 1;
        for (int k = 0; k < N; ++k) {
            cluster.bodies[i].center[k] =
                cluster.bodies[other].center[k] + static_cast<T>(way[k] / std::sqrt(square));
        }
        cluster.pairs.push_back({other, i});
    }
    return cluster;
}

/// Short numbers, so that ties happen.
template <class T, int N>
Vec<T, N> any_velocity() {
    Vec<T, N> v;
    for (int k = 0; k < N; ++k) v[k] = static_cast<T>(*rc::gen::inRange(-16, 17)) / 8;
    return v;
}

/// Velocities at random; inverse masses from 2^(3 - octaves) to 2^(3 + octaves), or all 1 for octaves = 0.
template <class T, int N>
void move_at_random(OwnedCluster<T, N>& cluster, int octaves) {
    const bool few = *rc::gen::inRange(0, 3) == 0;  // most at rest, as in a rack that is struck
    for (Body<T, N>& body : cluster.bodies) {
        if (!few || *rc::gen::inRange(0, 4) == 0) body.velocity = any_velocity<T, N>();
        if (octaves == 0) continue;
        body.inverse_mass = std::ldexp(T(*rc::gen::inRange(8, 16)), *rc::gen::inRange(-octaves, octaves));
    }
}

template <class T, int N>
OwnedCluster<T, N> any_free_cluster(int octaves) {
    OwnedCluster<T, N> cluster;
    switch (*rc::gen::inRange(0, 3)) {
        case 0:
            cluster = rack<T, N>(*rc::gen::inRange(2, 6));
            break;
        case 1:
            cluster = row<T, N>(std::vector<double>(*rc::gen::inRange<std::size_t>(3, 10), 0));
            break;
        default:
            cluster = tree<T, N>(*rc::gen::inRange<std::size_t>(3, 20));
    }
    move_at_random(cluster, octaves);
    return cluster;
}

/// Some balls immovable, some at walls.
template <class T, int N>
void hold_at_random(OwnedCluster<T, N>& cluster) {
    for (std::size_t i = 0; i < cluster.bodies.size(); ++i) {
        if (*rc::gen::inRange(0, 5) == 0) {
            cluster.bodies[i].inverse_mass = 0;
            cluster.bodies[i].velocity = {};
        }
        if (*rc::gen::inRange(0, 5) == 0) {
            HalfSpace<T, N> wall{any_velocity<T, N>(), 0};
            wall.normal[0] += 4;
            cluster.walls.push_back({i, wall});
        }
    }
}

/// Twice the energy of the movable balls.
template <class T, int N>
mpq_class energy(const OwnedCluster<T, N>& cluster, const std::vector<Vec<T, N>>& velocities) {
    mpq_class sum = 0;
    for (std::size_t i = 0; i < velocities.size(); ++i) {
        const T inverse_mass = cluster.bodies[i].inverse_mass;
        if (inverse_mass > 0)
            sum += oracle::dot(velocities[i], velocities[i]) / oracle::rational(inverse_mass);
    }
    return sum;
}

/// |change of momentum| on the axis / sum of |momenta| before and after.
template <class T, int N>
double momentum_drift(const OwnedCluster<T, N>& cluster, const std::vector<Vec<T, N>>& after, int axis) {
    mpq_class drift = 0;
    mpq_class size = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const mpq_class mass = 1 / oracle::rational(cluster.bodies[i].inverse_mass);
        const mpq_class p = mass * oracle::rational(cluster.bodies[i].velocity[axis]);
        const mpq_class q = mass * oracle::rational(after[i][axis]);
        drift += q - p;
        size += abs(p) + abs(q);
    }
    return size == 0 ? 0 : std::fabs(mpq_class(drift / size).get_d());
}

/// d.w / |d| of every contact with a ball that can move; d.w is exact.
template <class T, int N>
std::vector<double> parting_speeds(const OwnedCluster<T, N>& cluster,
                                   const std::vector<Vec<T, N>>& velocities) {
    std::vector<double> result;
    const auto add = [&](const mpq_class& rate, const mpq_class& square) {
        result.push_back(rate == 0 ? 0 : rate.get_d() / std::sqrt(square.get_d()));
    };
    for (const TouchingPair& pair : cluster.pairs) {
        const Body<T, N>& a = cluster.bodies[pair.a];
        const Body<T, N>& b = cluster.bodies[pair.b];
        if (a.inverse_mass == 0 && b.inverse_mass == 0) continue;
        mpq_class rate = 0;
        mpq_class square = 0;
        for (int k = 0; k < N; ++k) {
            const mpq_class d = oracle::rational(b.center[k]) - oracle::rational(a.center[k]);
            rate += d * (oracle::rational(velocities[pair.b][k]) - oracle::rational(velocities[pair.a][k]));
            square += d * d;
        }
        add(rate, square);
    }
    for (const TouchingWall<T, N>& wall : cluster.walls) {
        if (cluster.bodies[wall.ball].inverse_mass == 0) continue;
        const Vec<T, N>& normal = wall.wall.normal;
        add(oracle::dot(normal, velocities[wall.ball]), oracle::dot(normal, normal));
    }
    return result;
}

template <class T, int N>
std::size_t closing_contacts(const OwnedCluster<T, N>& cluster, const std::vector<Vec<T, N>>& velocities) {
    const std::vector<double> speeds = parting_speeds(cluster, velocities);
    return static_cast<std::size_t>(
        std::count_if(speeds.begin(), speeds.end(), [](double speed) { return speed < 0; }));
}

/// The largest, 0 when none closes.
template <class T, int N>
double closing_speed(const OwnedCluster<T, N>& cluster, const std::vector<Vec<T, N>>& velocities) {
    double result = 0;
    for (const double speed : parting_speeds(cluster, velocities)) result = std::max(result, -speed);
    return result;
}

template <class T, int N>
double fastest(const std::vector<Vec<T, N>>& velocities) {
    double result = 0;
    for (const Vec<T, N>& v : velocities) {
        for (int k = 0; k < N; ++k) result = std::max(result, std::fabs(static_cast<double>(v[k])));
    }
    return result;
}

template <class T, int N>
bool all_same_bits(const std::vector<Vec<T, N>>& x, const std::vector<Vec<T, N>>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](const Vec<T, N>& v, const Vec<T, N>& w) { return same_bits(v, w); });
}

/// The largest difference of any coordinate.
template <class T, int N>
double difference(const std::vector<Vec<T, N>>& x, const std::vector<Vec<T, N>>& y) {
    double result = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (int k = 0; k < N; ++k) {
            result = std::max(result, std::fabs(static_cast<double>(x[i][k]) - static_cast<double>(y[i][k])));
        }
    }
    return result;
}

}  // namespace carom::cluster_cases
