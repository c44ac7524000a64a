// A cluster is refused for a reason or resolved: nothing closes but what is counted, single contacts are
// bounces, and the order in which contacts are named changes no bit.
#include <algorithm>
#include <vector>

#include "carom/pair/bounce_cluster.hpp"
#include "checks.hpp"
#include "closing.hpp"
#include "core/instantiate.hpp"
#include "expect.hpp"
#include "support/same_bits.hpp"
#include "things.hpp"

namespace carom::fuzz {
namespace {

template <class T, int N>
struct OwnedCluster {
    std::vector<Body<T, N>> bodies;
    std::vector<TouchingPair> pairs;
    std::vector<TouchingWall<T, N>> walls;
    T restitution = 1;

    auto bounce() const { return bounce_cluster(Cluster<T, N>{bodies, pairs, walls}, restitution); }
};

template <class T, int N>
OwnedCluster<T, N> drawn(Query<T, N>& query) {
    OwnedCluster<T, N> cluster;
    cluster.restitution = static_cast<T>(query.choice(5)) / T{4};
    const int bodies = 1 + query.choice(6);
    const auto index = [&] { return static_cast<std::size_t>(query.choice(bodies)); };
    for (int i = 0; i < bodies; ++i) cluster.bodies.push_back(query.body());
    for (int i = query.choice(8); i > 0; --i) {
        const std::size_t a = index();
        const std::size_t b = index();
        if (a != b) cluster.pairs.push_back({a, b});
    }
    for (int i = query.choice(4); i > 0; --i) {
        const std::size_t ball = index();
        cluster.walls.push_back({ball, {query.direction(), 0}});
    }
    return cluster;
}

template <class T, int N, class... Answers>
void expect_in(const OwnedCluster<T, N>& c, bool kept, const char* promise, const Answers&... answers) {
    if (kept) return;
    expect(false, promise, c.bodies, c.pairs, c.walls, c.restitution, answers...);
}

template <class T, int N>
bool same_velocities(const ClusterBounce<T, N>& x, const ClusterBounce<T, N>& y) {
    if (x.velocities.size() != y.velocities.size()) return false;
    for (std::size_t i = 0; i < x.velocities.size(); ++i) {
        if (!same_bits(x.velocities[i], y.velocities[i])) return false;
    }
    return true;
}

/// Contacts that can act and still close.
template <class T, int N>
std::size_t closing_after(const OwnedCluster<T, N>& c, const std::vector<Vec<T, N>>& velocities) {
    const auto later = [&](std::size_t i) {
        return Body<T, N>{c.bodies[i].center, velocities[i], c.bodies[i].inverse_mass};
    };
    std::size_t count = 0;
    for (const TouchingPair& p : c.pairs) {
        const bool can_move = c.bodies[p.a].inverse_mass > 0 || c.bodies[p.b].inverse_mass > 0;
        if (can_move && closes(later(p.a), later(p.b))) ++count;
    }
    for (const TouchingWall<T, N>& w : c.walls) {
        if (c.bodies[w.ball].inverse_mass > 0 && closes(velocities[w.ball], w.wall)) ++count;
    }
    return count;
}

template <class T, int N>
void check_answer(const OwnedCluster<T, N>& c, const ClusterBounce<T, N>& after) {
    expect_in(c, after.velocities.size() == c.bodies.size(), "one velocity for each body", after.velocities);
    for (std::size_t i = 0; i < c.bodies.size(); ++i) {
        expect_in(c, !any_nan(after.velocities[i]), "no NaN from finite input", after.velocities);
        expect_in(c, c.bodies[i].inverse_mass > 0 || after.velocities[i] == c.bodies[i].velocity,
                  "an immovable ball keeps its velocity", after.velocities);
    }
    std::vector<Vec<T, N>> before;
    for (const Body<T, N>& body : c.bodies) before.push_back(body.velocity);
    const std::size_t closed = closing_after(c, before);
    const std::size_t closing = closing_after(c, after.velocities);
    expect_in(c, closing == 0 || after.closing > 0, "what still closes is counted", after.velocities, closing,
              after.closing);
    if (closed == 0) {
        ClusterBounce<T, N> same;
        same.velocities = before;
        expect_in(c, same_velocities(after, same), "without a closing contact nothing changes",
                  after.velocities);
    }
}

template <class T, int N>
void check_orders(const OwnedCluster<T, N>& c, const ClusterBounce<T, N>& after) {
    OwnedCluster<T, N> other = c;
    std::reverse(other.pairs.begin(), other.pairs.end());
    std::reverse(other.walls.begin(), other.walls.end());
    for (TouchingPair& p : other.pairs) std::swap(p.a, p.b);
    const auto again = other.bounce();
    expect_in(c, again && same_velocities(*again, after), "the order of the contacts changes no bit",
              after.velocities, again ? again->velocities : after.velocities);
    if (c.pairs.size() == 1 && c.walls.empty()) {
        const TouchingPair p = c.pairs.front();
        const auto alone = bounce(c.bodies[p.a], c.bodies[p.b], c.restitution);
        expect_in(c, after.velocities[p.a] == alone.a && after.velocities[p.b] == alone.b,
                  "a single contact is a bounce", after.velocities, alone);
    }
}

}  // namespace

template <class T, int N>
void check_cluster(Query<T, N>& query) {
    const OwnedCluster<T, N> cluster = drawn(query);
    const auto after = cluster.bounce();
    bool finite = true;
    for (const Body<T, N>& body : cluster.bodies) finite = finite && all_finite(body);
    if (!finite) return expect_in(cluster, !after, "numbers that are not finite are refused");
    if (!after) return;
    check_answer(cluster, *after);
    check_orders(cluster, *after);
}

#define CAROM_INSTANTIATE(T, N) template void check_cluster(Query<T, N>& query);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom::fuzz
