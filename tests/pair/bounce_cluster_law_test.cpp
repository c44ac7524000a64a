// Random clusters: what is conserved, the law in independent formulas, symmetry, and an end for every input.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "carom/pair/bounce_cluster.hpp"
#include "pair/cluster_cases.hpp"
#include "support/every_property.hpp"
#include "support/generators.hpp"
#include "support/same_bits.hpp"

namespace carom {
namespace {

using namespace cluster_cases;

double any_restitution() {
    return *rc::gen::element(0.0, 1.0, *rc::gen::inRange(0, 9) / 8.0);
}

template <class T, int N>
double energy_gain(const OwnedCluster<T, N>& cluster, const std::vector<Vec<T, N>>& after) {
    const mpq_class before = energy(cluster, cluster.velocities());
    if (before == 0) return energy(cluster, after) == 0 ? 0 : HUGE_VAL;
    return mpq_class(energy(cluster, after) / before - 1).get_d();
}

template <class T, int N>
void check_conservation() {
    const int octaves = *rc::gen::element(0, 4, 20);  // mass ratios of 1, 2^9 and 2^41
    const OwnedCluster<T, N> cluster = any_free_cluster<T, N>(octaves);
    const double e = any_restitution();
    const ClusterBounce<T, N> result = cluster.bounce(e);
    const double bound = 8 * ulp<T> + 4 * ulp<double> * static_cast<double>(4 + result.reflections);
    const bool too_many = octaves == 20 && result.reflections == std::size_t{1} << 20;
    RC_ASSERT(result.end == (too_many ? ClusterEnd::stopped_inelastic : ClusterEnd::resolved));
    const double gain = energy_gain(cluster, result.velocities);
    RC_ASSERT(gain <= bound);
    if (e == 1 && !too_many) RC_ASSERT(gain >= -bound);
    for (int k = 0; k < N; ++k) RC_ASSERT(momentum_drift(cluster, result.velocities, k) <= bound / 2);
    RC_ASSERT(result.closing == closing_contacts(cluster, result.velocities));
    if (octaves < 20) RC_ASSERT(result.closing == 0U);
    const double speed = fastest(cluster.velocities()) + fastest(result.velocities);
    RC_ASSERT(closing_speed(cluster, result.velocities) <= 2 * ulp<T> * speed);
}

CAROM_PROPERTY_OF_EVERY_KIND(ClusterConserves, MomentumAndEnergy, check_conservation)

/// Walls and immovable balls, many of them with nowhere to go.
template <class T, int N>
void check_held() {
    OwnedCluster<T, N> cluster = any_free_cluster<T, N>(*rc::gen::element(0, 4, 20));
    hold_at_random(cluster);
    const double e = any_restitution();
    const ClusterBounce<T, N> result = cluster.bounce(e);
    RC_CLASSIFY(result.end == ClusterEnd::stopped_inelastic);
    RC_ASSERT(result.end != ClusterEnd::squeezed);
    const double bound = 8 * ulp<T> + 8 * ulp<double> * static_cast<double>(4 + result.reflections);
    const double gain = energy_gain(cluster, result.velocities);
    RC_ASSERT(gain <= bound);
    if (e == 1 && result.end == ClusterEnd::resolved) RC_ASSERT(gain >= -bound);
    RC_ASSERT(result.closing == closing_contacts(cluster, result.velocities));
    const double speed = fastest(cluster.velocities()) + fastest(result.velocities);
    RC_ASSERT(closing_speed(cluster, result.velocities) <= (0x1p-39 + 2 * ulp<T>)*speed);
    for (std::size_t i = 0; i < cluster.bodies.size(); ++i) {
        if (cluster.bodies[i].inverse_mass > 0) continue;
        RC_ASSERT(same_bits(result.velocities[i], cluster.bodies[i].velocity));
    }
}

/// Nine balls between four walls, out of line by a millionth, each contact there or not: pushes that do
/// nothing together may grow without bound in the law.
OwnedCluster<double, 2> wedged(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto some = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
    const auto speed = [&] { return (random() % 2 == 0 ? 1 : 1e-7) * some(); };
    OwnedCluster<double, 2> cluster;
    for (std::size_t i = 0; i < 9; ++i) {
        const std::size_t column = i % 3;
        const std::size_t row = i / 3;
        const auto x = static_cast<double>(column);
        const auto y = static_cast<double>(row);
        Body<double, 2> body{{x + 1e-6 * some(), y + 1e-6 * some()}, {}, random() % 3 == 0 ? 1 / 3.0 : 1};
        if (random() % 2 == 0) body.velocity = {speed(), speed()};
        cluster.bodies.push_back(body);
        if (column > 0 && random() % 8 != 0) cluster.pairs.push_back({i - 1, i});
        if (row > 0 && random() % 8 != 0) cluster.pairs.push_back({i - 3, i});
        if (column != 1 && random() % 4 != 0) cluster.walls.push_back({i, {{1 - x, 0}, 0}});
        if (row != 1 && random() % 4 != 0) cluster.walls.push_back({i, {{0, 1 - y}, 0}});
    }
    return cluster;
}

TEST(ClusterHeld, WedgedBallsAreNotThrownByRounding) {
    int squeezed = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        const OwnedCluster<double, 2> cluster = wedged(seed);
        const auto result = cluster.bounce(1);
        ASSERT_LE(energy_gain(cluster, result.velocities), 0x1p-31) << seed;
        squeezed += result.end == ClusterEnd::squeezed ? 1 : 0;
    }
    EXPECT_GT(squeezed, 0);
    EXPECT_LT(squeezed, 80);
}

CAROM_PROPERTY_OF_EVERY_KIND(ClusterHeld, GainsNoEnergy, check_held)

// ---- The law
// --------------------------------------------------------------------------------------------------

using Rationals = std::vector<mpq_class>;

/// The nearest speeds in the metric of the masses that do not decrease within each run of contacts in
/// `closing`: pool adjacent violators (M. Ayer and others, Ann. Math. Statist. 26 (1955) 641).
Rationals pooled(const Rationals& speeds, const Rationals& masses, const std::vector<bool>& closing) {
    struct Pool {
        mpq_class momentum, mass;
        std::size_t count;
    };
    std::vector<Pool> pools;
    std::size_t wall = 0;  // pools before this one belong to another run
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        if (i == 0 || !closing[i - 1]) wall = pools.size();
        pools.push_back({masses[i] * speeds[i], masses[i], 1});
        while (pools.size() > wall + 1) {
            const Pool last = pools.back();
            Pool& before = pools[pools.size() - 2];
            if (before.momentum * last.mass <= last.momentum * before.mass) break;
            before = {before.momentum + last.momentum, before.mass + last.mass, before.count + last.count};
            pools.pop_back();
        }
    }
    Rationals result;
    for (const Pool& pool : pools) result.insert(result.end(), pool.count, pool.momentum / pool.mass);
    return result;
}

/// Generalized Reflections of balls in a row, in rational numbers.
Rationals reflected(Rationals v, const Rationals& masses) {
    for (;;) {
        std::vector<bool> closing;
        for (std::size_t i = 1; i < v.size(); ++i) closing.push_back(v[i] < v[i - 1]);
        if (std::find(closing.begin(), closing.end(), true) == closing.end()) return v;
        const Rationals nearest = pooled(v, masses, closing);
        for (std::size_t i = 0; i < v.size(); ++i) v[i] = 2 * nearest[i] - v[i];
    }
}

RC_GTEST_PROP(ClusterLaw, BallsInARowAgreeWithRationals, ()) {
    const auto count = *rc::gen::inRange<std::size_t>(3, 9);
    std::vector<double> speeds;
    std::vector<double> inverse_masses;
    Rationals v;
    Rationals masses;
    for (std::size_t i = 0; i < count; ++i) {
        speeds.push_back(*rc::gen::inRange(-8, 9));
        inverse_masses.push_back(*rc::gen::inRange(1, 8) / 4.0);
        v.emplace_back(speeds.back());
        masses.push_back(1 / mpq_class(inverse_masses.back()));
    }
    const double e = *rc::gen::inRange(0, 9) / 8.0;
    const auto after = row<double, 2>(speeds, inverse_masses).bounce(e).velocities;
    const Rationals elastic = reflected(v, masses);
    const Rationals inelastic = pooled(v, masses, std::vector<bool>(count - 1, true));
    for (std::size_t i = 0; i < count; ++i) {
        const mpq_class expected = e * elastic[i] + (1 - e) * inelastic[i];
        RC_ASSERT(std::fabs(after[i][0] - expected.get_d()) <= 8 * 64 * ulp<double>);
        RC_ASSERT(after[i][1] == 0);
    }
}

/// v' is the nearest of all velocities w that do not close: (v - v').(w - v') <= 0 in the metric of the
/// masses.
template <class T, int N>
void check_nearest() {
    const OwnedCluster<T, N> cluster = any_free_cluster<T, N>(*rc::gen::element(0, 4));
    const std::vector<Vec<T, N>> nearest = cluster.bounce(0).velocities;
    OwnedCluster<T, N> other = cluster;
    for (Body<T, N>& body : other.bodies) body.velocity = any_velocity<T, N>();
    const std::vector<Vec<T, N>> w = other.bounce(any_restitution()).velocities;
    double sum = 0;
    double size = 0;
    for (std::size_t i = 0; i < w.size(); ++i) {
        for (int k = 0; k < N; ++k) {
            const double v = static_cast<double>(cluster.bodies[i].velocity[k]);
            const double p = static_cast<double>(nearest[i][k]);
            const double mass = 1 / static_cast<double>(cluster.bodies[i].inverse_mass);
            sum += mass * (v - p) * (static_cast<double>(w[i][k]) - p);
            size += mass * (std::fabs(v) + std::fabs(p)) *
                    (std::fabs(static_cast<double>(w[i][k])) + std::fabs(p));
        }
    }
    RC_ASSERT(sum <= 64 * ulp<T> * size);
}

RC_GTEST_PROP(ClusterLaw, InelasticVelocitiesAreTheNearestFloat2D, ()) {
    check_nearest<float, 2>();
}
RC_GTEST_PROP(ClusterLaw, InelasticVelocitiesAreTheNearestDouble2D, ()) {
    check_nearest<double, 2>();
}
RC_GTEST_PROP(ClusterLaw, InelasticVelocitiesAreTheNearestDouble3D, ()) {
    check_nearest<double, 3>();
}

template <class T, int N>
void check_alone() {
    OwnedCluster<T, N> cluster;
    for (int i = 0; i < 3; ++i) {
        cluster.bodies.push_back(
            {generators::vec<T, N>(6), generators::vec<T, N>(6), static_cast<T>(*rc::gen::inRange(0, 4))});
    }
    cluster.pairs = {{0, 1}, {1, 0}, {0, 1}};
    const HalfSpace<T, N> wall{any_velocity<T, N>(), 0};
    const bool has_wall = wall.normal != Vec<T, N>{} && cluster.bodies[2].inverse_mass > 0;
    if (has_wall) cluster.walls = {{2, wall}, {2, wall}};
    const T e = static_cast<T>(any_restitution());
    const auto after = cluster.bounce(static_cast<double>(e)).velocities;
    const auto pair = bounce(cluster.bodies[0], cluster.bodies[1], e);
    RC_ASSERT(same_bits(after[0], pair.a) && same_bits(after[1], pair.b));
    const Vec<T, N>& third = cluster.bodies[2].velocity;
    RC_ASSERT(same_bits(after[2], has_wall ? bounce(third, wall, e) : third));
}

RC_GTEST_PROP(ClusterLaw, ContactAloneIsBounceFloat2D, ()) {
    check_alone<float, 2>();
}
RC_GTEST_PROP(ClusterLaw, ContactAloneIsBounceDouble3D, ()) {
    check_alone<double, 3>();
}

// ---- Symmetry
// -------------------------------------------------------------------------------------------------

template <class T, int N>
OwnedCluster<T, N> any_cluster() {
    OwnedCluster<T, N> cluster = any_free_cluster<T, N>(*rc::gen::element(0, 4));
    if (*rc::gen::inRange(0, 2) == 0) hold_at_random(cluster);
    return cluster;
}

template <class T, int N>
void check_exact_symmetries() {
    const OwnedCluster<T, N> cluster = any_cluster<T, N>();
    const double e = any_restitution();
    const std::vector<Vec<T, N>> expected = cluster.bounce(e).velocities;

    OwnedCluster<T, N> mirrored = cluster;
    for (Body<T, N>& body : mirrored.bodies) {
        body.center[0] = -body.center[0];
        body.velocity[0] = -body.velocity[0];
    }
    for (TouchingWall<T, N>& wall : mirrored.walls) wall.wall.normal[0] = -wall.wall.normal[0];
    std::vector<Vec<T, N>> after = mirrored.bounce(e).velocities;
    for (Vec<T, N>& v : after) v[0] = -v[0];
    RC_ASSERT(after == expected);

    OwnedCluster<T, N> scaled = cluster;
    const int faster = *rc::gen::inRange(0, 41);  // slower, roundings of roundings would underflow in float
    const int heavier = *rc::gen::inRange(-60, 61);
    for (Body<T, N>& body : scaled.bodies) {
        for (int k = 0; k < N; ++k) body.velocity[k] = std::ldexp(body.velocity[k], faster);
        body.inverse_mass = std::ldexp(body.inverse_mass, heavier);
    }
    after = scaled.bounce(e).velocities;
    for (Vec<T, N>& v : after) {
        for (int k = 0; k < N; ++k) v[k] = std::ldexp(v[k], -faster);
    }
    RC_ASSERT(after == expected);
}

CAROM_PROPERTY_OF_EVERY_KIND(ClusterSymmetry, MirrorAndPowersOfTwoChangeNoBit, check_exact_symmetries)

std::vector<std::size_t> any_order(std::size_t count) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[*rc::gen::inRange<std::size_t>(0, i)]);
    return order;
}

template <class T, int N>
void check_order_of_contacts() {
    const OwnedCluster<T, N> cluster = any_cluster<T, N>();
    OwnedCluster<T, N> shuffled = cluster;
    shuffled.pairs.clear();
    for (const std::size_t i : any_order(cluster.pairs.size())) {
        const TouchingPair& pair = cluster.pairs[i];
        if (*rc::gen::inRange(0, 4) == 0) shuffled.pairs.push_back(pair);
        shuffled.pairs.push_back({pair.b, pair.a});
    }
    std::reverse(shuffled.walls.begin(), shuffled.walls.end());
    const double e = any_restitution();
    RC_ASSERT(all_same_bits(shuffled.bounce(e).velocities, cluster.bounce(e).velocities));
}

RC_GTEST_PROP(ClusterSymmetry, OrderAndRepetitionOfContactsChangeNoBitFloat2D, ()) {
    check_order_of_contacts<float, 2>();
}
RC_GTEST_PROP(ClusterSymmetry, OrderAndRepetitionOfContactsChangeNoBitDouble3D, ()) {
    check_order_of_contacts<double, 3>();
}

/// The same balls in another order, and a second group of balls that touches none of them.
template <class T, int N>
void check_numbers_of_balls() {
    const OwnedCluster<T, N> cluster = any_free_cluster<T, N>(*rc::gen::element(0, 4));
    const std::size_t count = cluster.bodies.size();
    const std::vector<std::size_t> place = any_order(count);
    OwnedCluster<T, N> renumbered = cluster;
    for (std::size_t i = 0; i < count; ++i) renumbered.bodies[place[i]] = cluster.bodies[i];
    for (TouchingPair& pair : renumbered.pairs) pair = {place[pair.a], place[pair.b]};
    OwnedCluster<T, N> both = renumbered;
    both.bodies.insert(both.bodies.end(), cluster.bodies.begin(), cluster.bodies.end());
    for (const TouchingPair& pair : cluster.pairs) both.pairs.push_back({pair.a + count, pair.b + count});

    const double e = any_restitution();
    const std::vector<Vec<T, N>> expected = cluster.bounce(e).velocities;
    const std::vector<Vec<T, N>> after = both.bounce(e).velocities;
    const auto middle = after.begin() + static_cast<std::ptrdiff_t>(count);
    RC_ASSERT(all_same_bits({middle, after.end()}, expected));
    RC_ASSERT(all_same_bits({after.begin(), middle}, renumbered.bounce(e).velocities));
    std::vector<Vec<T, N>> back;
    for (const std::size_t i : place) back.push_back(after[i]);
    const double speed = fastest(cluster.velocities()) + fastest(expected);
    RC_ASSERT(difference(back, expected) <= 32 * ulp<T> * speed);
}

RC_GTEST_PROP(ClusterSymmetry, NumbersOfBallsPlayNoPartFloat2D, ()) {
    check_numbers_of_balls<float, 2>();
}
RC_GTEST_PROP(ClusterSymmetry, NumbersOfBallsPlayNoPartDouble2D, ()) {
    check_numbers_of_balls<double, 2>();
}
RC_GTEST_PROP(ClusterSymmetry, NumbersOfBallsPlayNoPartDouble3D, ()) {
    check_numbers_of_balls<double, 3>();
}

/// The break of a tight rack by a ball on its axis: left and right are mirror images.
TEST(ClusterSymmetry, RackOfFifteenBreaksEvenly) {
    OwnedCluster<double, 2> cluster = rack<double, 2>(5);
    cluster.bodies.push_back({{-1, 0}, {10, 0}, 1});
    cluster.pairs.push_back({0, 15});
    const ClusterBounce<double, 2> result = cluster.bounce(1);
    EXPECT_EQ(result.end, ClusterEnd::resolved);
    EXPECT_EQ(closing_contacts(cluster, result.velocities), 0U);
    EXPECT_LE(std::fabs(energy_gain(cluster, result.velocities)), 8 * ulp<double>);
    for (std::size_t row = 0; row < 5; ++row) {
        for (std::size_t j = 0; j <= row; ++j) {
            const Vec2d& left = result.velocities[row * (row + 1) / 2 + j];
            const Vec2d& right = result.velocities[row * (row + 1) / 2 + row - j];
            EXPECT_NEAR(left[0], right[0], 1e-13);
            EXPECT_NEAR(left[1], -right[1], 1e-13);
        }
    }
}

}  // namespace
}  // namespace carom
