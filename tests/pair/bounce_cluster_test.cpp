// Impacts of many contacts at one instant: hand-derived answers, the law against independent formulas, what
// is conserved, symmetry, and an end for every input.
#include "carom/pair/bounce_cluster.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "pair/cluster_cases.hpp"
#include "support/every_type.hpp"

namespace carom {
namespace {

using namespace cluster_cases;

template <class K>
class ClusterOf : public testing::Test {};
TYPED_TEST_SUITE(ClusterOf, EveryKind);

template <class K>
using OwnedOf = OwnedCluster<typename K::T, K::N>;

template <class K>
std::vector<typename K::V> along_x(const std::vector<double>& speeds) {
    std::vector<typename K::V> result;
    for (const double speed : speeds) result.push_back(K::at(speed, 0));
    return result;
}

TYPED_TEST(ClusterOf, AsManyBallsLeaveACradleAsSwungIn) {
    using K = TypeParam;
    for (std::size_t count = 2; count <= 7; ++count) {
        for (std::size_t swung = 1; swung < count; ++swung) {
            std::vector<double> before(count, 0);
            std::fill_n(before.begin(), swung, 1.5);
            const std::vector<double> after(before.rbegin(), before.rend());
            const auto result = row<typename K::T, K::N>(before).bounce(1);
            EXPECT_EQ(result.velocities, along_x<K>(after)) << count << ' ' << swung;
            EXPECT_EQ(result.end, ClusterEnd::resolved);
            EXPECT_EQ(result.closing, 0U);
        }
    }
}

TYPED_TEST(ClusterOf, RestitutionBlendsTheElasticAndTheInelasticAnswer) {
    using K = TypeParam;
    using T = typename K::T;
    const auto inelastic = row<T, K::N>({3, 0, 0}).bounce(0).velocities;
    EXPECT_LE(difference(inelastic, along_x<K>({1, 1, 1})), 4 * ulp<T>);
    const auto half = row<T, K::N>({3, 0, 0}).bounce(0.5).velocities;
    EXPECT_LE(difference(half, along_x<K>({0.5, 0.5, 2})), 4 * ulp<T>);
}

// The worked example of docs/math/cluster_bounce.md: pair by pair this ends at (-13, -10, 33) / 27 or its
// mirror image, whichever pair comes first.
TYPED_TEST(ClusterOf, HeavyBallHitFromBothSidesStaysInTheMiddle) {
    using K = TypeParam;
    const auto result = row<typename K::T, K::N>({1, 0, -1}, {1, 0.5, 1}).bounce(1);
    EXPECT_LE(difference(result.velocities, along_x<K>({-1, 0, 1})), 2 * ulp<typename K::T>);
    EXPECT_EQ(result.reflections, 1U);
}

TYPED_TEST(ClusterOf, UnequalMassesInARowByHand) {
    using K = TypeParam;
    using T = typename K::T;
    // Masses 1, 2, 6: v2 = 2/3, v1 = -1/3, then v3 = 1/3, v2 = -1/3: 1 and 2 move on together.
    const auto result = row<T, K::N>({1, 0, 0}, {1, 0.5, 1.0 / 6}).bounce(1);
    EXPECT_LE(difference(result.velocities, along_x<K>({-1. / 3, -1. / 3, 1. / 3})), 4 * ulp<T>);
}

TYPED_TEST(ClusterOf, WallsWhoseNormalsRoundAlikeAreTwo) {
    using K = TypeParam;
    using T = typename K::T;
    const HalfSpace<T, K::N> floor{K::at(0, -16), 0};
    HalfSpace<T, K::N> tilted = floor;
    tilted.normal[0] = std::numeric_limits<T>::denorm_min();
    OwnedOf<K> cluster;
    cluster.bodies = {{K::at(0, 0), K::at(-16, 1), 12}};
    cluster.walls = {{0, floor}, {0, tilted}};
    const auto one = cluster.bounce(0);
    std::swap(cluster.walls[0], cluster.walls[1]);
    const auto other = cluster.bounce(0);
    EXPECT_EQ(one.velocities, other.velocities);
    EXPECT_EQ(one.closing, 0U);
    EXPECT_LT(one.velocities[0][1], 0);
}

// A ball between two that touch each other: -1/5, and 2 sqrt(3) / 5 along 30 degrees; a classic of textbooks.
TYPED_TEST(ClusterOf, BallStrikesTwoTouchingBalls) {
    using K = TypeParam;
    using T = typename K::T;
    OwnedOf<K> cluster = rack<T, K::N>(2);
    cluster.bodies[0].velocity = K::at(1, 0);
    const auto v = cluster.bounce(1).velocities;
    const double s = 2 * std::sqrt(3.0) / 5;
    EXPECT_LE(difference(
                  v, {K::at(-0.2, 0), K::at(s * std::sqrt(0.75), -s / 2), K::at(s * std::sqrt(0.75), s / 2)}),
              4 * ulp<T>);
}

// G. Galperin, "Playing pool with pi", Regul. Chaotic Dyn. 8 (2003) 375: mass ratio 100^k, digits of pi.
TYPED_TEST(ClusterOf, HeavyBallAgainstALightOneAtAWallCountsPi) {
    using K = TypeParam;
    using T = typename K::T;
    const std::vector<std::size_t> digits{3, 31, 314, 3141, 31415};
    const std::size_t tested = std::is_same_v<T, float> ? 3 : digits.size();
    for (std::size_t k = 0; k < tested; ++k) {
        OwnedOf<K> cluster = row<T, K::N>({1, 0}, {std::pow(100.0, -static_cast<double>(k)), 1});
        cluster.walls.push_back({1, {K::at(-1, 0), -1}});
        const auto result = cluster.bounce(1);
        EXPECT_EQ(result.reflections, digits[k]);
        EXPECT_EQ(result.end, ClusterEnd::resolved);
        EXPECT_EQ(closing_contacts(cluster, result.velocities), 0U);
    }
}

// Walls at an angle reflect pi / angle times, if that is at most 2^20, and else not for long.
TYPED_TEST(ClusterOf, BallInAWedgeIsReflectedByItsAngle) {
    using K = TypeParam;
    using T = typename K::T;
    for (const int k : {4, 8, 12, 30}) {
        if (k > 8 && std::is_same_v<T, float>) break;  // its normals are too coarse
        OwnedOf<K> cluster = row<T, K::N>({0});
        const T slope = std::ldexp(T{1}, -k);
        cluster.bodies[0].velocity = K::at(-1, T(-1.5) * slope);
        cluster.walls = {{0, {K::at(slope, 1), 0}}, {0, {K::at(slope, -1), 0}}};
        const auto result = cluster.bounce(1);
        const double reflections = std::numbers::pi / (2 * std::atan(static_cast<double>(slope)));
        const bool ends = reflections <= 0x1p20;
        EXPECT_EQ(result.end, ends ? ClusterEnd::resolved : ClusterEnd::stopped_inelastic) << k;
        if (ends) {
            EXPECT_NEAR(static_cast<double>(result.reflections), reflections, 2) << k;
        } else {
            EXPECT_LE(result.reflections, 100U) << k;
        }
    }
}

TYPED_TEST(ClusterOf, BallInACornerTurnsBack) {
    using K = TypeParam;
    using T = typename K::T;
    OwnedOf<K> cluster = row<T, K::N>({0});
    cluster.bodies[0].velocity = K::at(-3, -2);
    cluster.walls = {{0, {K::at(1, 0), 0}}, {0, {K::at(0, 2), 0}}, {0, {K::at(3, 4), 0}}};
    EXPECT_LE(difference(cluster.bounce(1).velocities, {K::at(3, 2)}), 8 * ulp<T>);
    EXPECT_EQ(cluster.bounce(0).velocities[0], K::at(0, 0));
}

TYPED_TEST(ClusterOf, BallBetweenParallelWallsLosesWhatItHasAcrossThem) {
    using K = TypeParam;
    using T = typename K::T;
    for (const double e : {0.0, 0.5, 1.0}) {
        OwnedOf<K> cluster = row<T, K::N>({0});
        cluster.bodies[0].velocity = K::at(2, 3);
        cluster.walls = {{0, {K::at(0, 1), 0}}, {0, {K::at(0, -4), 0}}};
        const auto result = cluster.bounce(e);
        EXPECT_EQ(result.velocities[0], K::at(2, 0));
        EXPECT_EQ(result.closing, 0U);
        EXPECT_EQ(result.end, e == 0 ? ClusterEnd::resolved : ClusterEnd::stopped_inelastic);
    }
}

TYPED_TEST(ClusterOf, RowBetweenTwoWallsComesToRest) {
    using K = TypeParam;
    OwnedOf<K> cluster;
    for (std::size_t i = 0; i < 10; ++i) {
        cluster.bodies.push_back(
            {K::at(0.6 * static_cast<double>(i), 0.8 * static_cast<double>(i)), K::at(0, 0)});
        if (i > 0) cluster.pairs.push_back({i - 1, i});
    }
    cluster.bodies[0].velocity = K::at(0.6, 0.8);
    cluster.walls = {{0, {K::at(0.6, 0.8), 0}}, {9, {K::at(-0.6, -0.8), 0}}};
    const auto result = cluster.bounce(1);
    EXPECT_EQ(result.end, ClusterEnd::stopped_inelastic);
    const double sideways =
        std::is_same_v<typename K::T, float> ? 64 * ulp<float> : 0;  // normals are rounded
    EXPECT_LE(fastest(result.velocities), sideways);
}

TYPED_TEST(ClusterOf, ImmovableBallsHoldAndPushOthers) {
    using K = TypeParam;
    using T = typename K::T;
    const auto held = row<T, K::N>({1, 0, 0}, {1, 1, 0}).bounce(1);
    EXPECT_EQ(held.velocities, along_x<K>({-1, 0, 0}));
    const auto pushed = row<T, K::N>({1, 0, 0}, {0, 1, 1}).bounce(1);
    EXPECT_EQ(pushed.velocities, along_x<K>({1, 2, 2}));
    const auto squeezed = row<T, K::N>({1, 0, 0, -1}, {0, 1, 1, 0}).bounce(0.5);
    EXPECT_EQ(squeezed.end, ClusterEnd::squeezed);
    EXPECT_GT(squeezed.closing, 0U);
    const auto stuck = row<T, K::N>({1, -1}, {0, 0}).bounce(1);
    EXPECT_EQ(stuck.velocities, along_x<K>({1, -1}));
}

TYPED_TEST(ClusterOf, NothingToDoChangesNoBit) {
    using K = TypeParam;
    using T = typename K::T;
    EXPECT_TRUE((OwnedOf<K>{}.bounce(1).velocities.empty()));
    OwnedOf<K> parting = row<T, K::N>({-1, 0, 2});
    parting.bodies[0].velocity[1] = T(-0.0);
    parting.bodies.push_back({K::at(2, 0), K::at(-7, 3)});  // in the place of another: no normal
    parting.pairs.push_back({2, 3});
    const auto result = parting.bounce(1);
    EXPECT_TRUE(all_same_bits(result.velocities, parting.velocities()));
    EXPECT_EQ(result.reflections, 0U);
    OwnedOf<K> apart = row<T, K::N>({1, 0});
    apart.pairs.clear();
    EXPECT_TRUE(all_same_bits(apart.bounce(1).velocities, apart.velocities()));
}

template <class T, int N>
void expect_refused(const OwnedCluster<T, N>& cluster, double restitution, const std::string& field,
                    const std::string& message) {
    const auto result = bounce_cluster(cluster.view(), static_cast<T>(restitution));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().field, field);
    EXPECT_NE(result.error().message.find(message), std::string::npos) << result.error().message;
}

TYPED_TEST(ClusterOf, RefusesWhatHasNoAnswer) {
    using K = TypeParam;
    using T = typename K::T;
    const OwnedOf<K> good = row<T, K::N>({1, 0, 0});
    const auto changed = [&](auto change) {
        OwnedOf<K> bad = good;
        change(bad);
        return bad;
    };
    const T nan = std::numeric_limits<T>::quiet_NaN();
    const T most = std::numeric_limits<T>::max();
    expect_refused(good, 1.5, "restitution", "0 to 1");
    expect_refused(good, static_cast<double>(nan), "restitution", "0 to 1");
    expect_refused(changed([](auto& c) { c.pairs[1].a = 17; }), 1, "pairs[1].a",
                   "17, but there are 3 bodies");
    expect_refused(changed([](auto& c) { c.pairs[1].b = 3; }), 1, "pairs[1].b", "3, but there are 3 bodies");
    expect_refused(changed([](auto& c) { c.pairs[0].b = 0; }), 1, "pairs[0].b", "so is a");
    expect_refused(changed([](auto& c) {
                       c.walls.push_back({3, {K::at(1, 0), 0}});
                   }),
                   1, "walls[0].ball", "3");
    expect_refused(changed([](auto& c) {
                       c.walls.push_back({0, {}});
                   }),
                   1, "walls[0].wall.normal", "not zero");
    expect_refused(changed([&](auto& c) { c.bodies[2].center[0] = nan; }), 1, "bodies[2].center", "finite");
    expect_refused(changed([&](auto& c) { c.bodies[1].velocity[1] = nan; }), 1, "bodies[1].velocity",
                   "finite");
    expect_refused(changed([](auto& c) { c.bodies[0].inverse_mass = -1; }), 1, "bodies[0].inverse_mass",
                   "0 or");
    if constexpr (std::is_same_v<T, double>) {
        const auto far = [&](auto& c) { c.bodies[0].center[0] = -(c.bodies[1].center[0] = most); };
        expect_refused(changed(far), 1, "pairs[0].b", "too far");
    }
}

}  // namespace
}  // namespace carom
