// Impacts: momentum, energy, restitution, never closing afterwards, and no change where there is no impact.
#include "carom/pair/bounce.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "support/every_property.hpp"
#include "support/every_type.hpp"
#include "support/generators.hpp"
#include "support/rational_oracle.hpp"
#include "support/same_bits.hpp"

namespace carom {
namespace {

template <class K>
class BounceOf : public testing::Test {};
TYPED_TEST_SUITE(BounceOf, EveryKind);

template <class K>
using BodyOf = Body<typename K::T, K::N>;

TYPED_TEST(BounceOf, EqualMassesHeadOnExchangeVelocities) {
    using K = TypeParam;
    for (const double distance : {0.1, 1.0, 2.0, 7.3}) {
        const BodyOf<K> a{K::at(0, 0), K::at(3, 0), 2};
        const BodyOf<K> b{K::at(distance, 0), K::at(-1, 0), 2};
        const auto after = bounce(a, b, typename K::T(1));
        EXPECT_EQ(after.a, K::at(-1, 0));
        EXPECT_EQ(after.b, K::at(3, 0));
    }
}

TYPED_TEST(BounceOf, UnequalMassesHeadOn) {
    using K = TypeParam;
    using T = typename K::T;
    const T m1 = 3;
    const T m2 = 1;
    const auto after = bounce(BodyOf<K>{K::at(0, 0), K::at(1, 0), 1 / m1},
                              BodyOf<K>{K::at(1, 0), K::at(0, 0), 1 / m2}, T(1));
    EXPECT_FLOAT_EQ(static_cast<float>(after.a[0]), static_cast<float>((m1 - m2) / (m1 + m2)));
    EXPECT_FLOAT_EQ(static_cast<float>(after.b[0]), static_cast<float>(2 * m1 / (m1 + m2)));
}

TYPED_TEST(BounceOf, RestitutionHeadOn) {
    using K = TypeParam;
    using T = typename K::T;
    for (const double e : {0.0, 0.25, 0.5, 1.0}) {
        const auto after =
            bounce(BodyOf<K>{K::at(0, 0), K::at(2, 0), 1}, BodyOf<K>{K::at(1, 0), K::at(0, 0), 1}, T(e));
        EXPECT_EQ(after.a[0], T(1 - e));
        EXPECT_EQ(after.b[0], T(1 + e));
    }
}

TYPED_TEST(BounceOf, ObliqueElasticImpactOfEqualMassesLeavesAtARightAngle) {
    using K = TypeParam;
    using T = typename K::T;
    const auto after =
        bounce(BodyOf<K>{K::at(0, 0), K::at(25, 0), 1}, BodyOf<K>{K::at(3, 4), K::at(0, 0), 1}, T(1));
    const T right = after.a[0] * after.b[0] + after.a[1] * after.b[1];
    EXPECT_NEAR(right, 0, 625 * 2 * static_cast<double>(std::numeric_limits<T>::epsilon()));
    EXPECT_FLOAT_EQ(static_cast<float>(after.b[0]), 9.0F);
    EXPECT_FLOAT_EQ(static_cast<float>(after.b[1]), 12.0F);
}

TYPED_TEST(BounceOf, PartingAndSlidingBallsKeepTheirVelocities) {
    using K = TypeParam;
    using T = typename K::T;
    const auto unchanged = [](const typename K::V& va, const typename K::V& vb) {
        const auto after = bounce(BodyOf<K>{K::at(0, 0), va, 1}, BodyOf<K>{K::at(2, 0), vb, 1}, T(0.5));
        return same_bits(after.a, va) && same_bits(after.b, vb);
    };
    EXPECT_TRUE(unchanged(K::at(-1, 0), K::at(1, 0)));
    EXPECT_TRUE(unchanged(K::at(0, 1), K::at(0, -3)));
    EXPECT_TRUE(unchanged(K::at(2, 1), K::at(2, -3)));
    EXPECT_TRUE(unchanged(K::at(0, 0), K::at(0, 0)));
    EXPECT_FALSE(unchanged(K::at(1, 0), K::at(0, 0)));
}

TYPED_TEST(BounceOf, ImmovableBodies) {
    using K = TypeParam;
    using T = typename K::T;
    const BodyOf<K> mover{K::at(0, 0), K::at(4, 1), 1};
    const BodyOf<K> post{K::at(2, 0), K::at(0, 0), 0};
    const auto after = bounce(mover, post, T(0.5));
    EXPECT_EQ(after.a, K::at(-2, 1));
    EXPECT_TRUE(same_bits(after.b, K::at(0, 0)));
    const BodyOf<K> stuck{K::at(0, 0), K::at(4, 1), 0};
    const auto none = bounce(stuck, post, T(1));
    EXPECT_TRUE(same_bits(none.a, stuck.velocity));
    EXPECT_TRUE(same_bits(none.b, post.velocity));
}

TYPED_TEST(BounceOf, CoincidentCentresKeepTheirVelocities) {
    using K = TypeParam;
    const auto after = bounce(BodyOf<K>{K::at(1, 1), K::at(4, 1), 1}, BodyOf<K>{K::at(1, 1), K::at(-4, 0), 1},
                              typename K::T(1));
    EXPECT_EQ(after.a, K::at(4, 1));
    EXPECT_EQ(after.b, K::at(-4, 0));
}

TYPED_TEST(BounceOf, DistanceOfTheCentresPlaysNoPart) {
    using K = TypeParam;
    using T = typename K::T;
    const int far = std::is_same_v<T, float> ? 100 : 900;
    for (const int size : {-far, 0, far}) {
        for (const int speed : {-far, 0, far}) {
            const double s = std::ldexp(1.0, size);
            const double v = std::ldexp(1.0, speed);
            const auto after = bounce(BodyOf<K>{K::at(0, 0), K::at(v, 0), 1},
                                      BodyOf<K>{K::at(3 * s, 4 * s), K::at(0, 0), 1}, T(1));
            EXPECT_NEAR(after.b[0] / static_cast<T>(v), 0.36, 1e-6) << size << ' ' << speed;
            EXPECT_NEAR(after.b[1] / static_cast<T>(v), 0.48, 1e-6) << size << ' ' << speed;
        }
    }
}

TYPED_TEST(BounceOf, Wall) {
    using K = TypeParam;
    using T = typename K::T;
    const HalfSpace<T, K::N> floor{K::at(0, 5), 0};
    EXPECT_EQ(bounce(K::at(3, -2), floor, T(0.5)), K::at(3, 1));
    EXPECT_EQ(bounce(K::at(3, -2), floor, T(0)), K::at(3, 0));
    EXPECT_EQ(bounce(K::at(3, 2), floor, T(0.5)), K::at(3, 2));
    EXPECT_EQ(bounce(K::at(3, 0), floor, T(1)), K::at(3, 0));
}

/// The sign of (cb - ca).(vb - va) and the conserved sums, all exact.
template <class T, int N>
struct Exact {
    Exact(const Body<T, N>& a, const Body<T, N>& b, const Vec<T, N>& va, const Vec<T, N>& vb) {
        for (int k = 0; k < N; ++k) {
            const mpq_class d = oracle::rational(b.center[k]) - oracle::rational(a.center[k]);
            approach += d * (oracle::rational(vb[k]) - oracle::rational(va[k]));
        }
        // Shares of the total mass: (m_a v_a + m_b v_b) / (m_a + m_b) with m = 1 / inverse mass.
        const mpq_class ia = oracle::rational(a.inverse_mass);
        const mpq_class ib = oracle::rational(b.inverse_mass);
        for (int k = 0; k < N; ++k) {
            momentum[k] = ib / (ia + ib) * oracle::rational(va[k]) + ia / (ia + ib) * oracle::rational(vb[k]);
        }
        energy = ib / (ia + ib) * oracle::dot(va, va) + ia / (ia + ib) * oracle::dot(vb, vb);
        speed = std::sqrt(oracle::dot(va, va).get_d()) + std::sqrt(oracle::dot(vb, vb).get_d());
    }
    mpq_class approach, energy;
    Vec<mpq_class, N> momentum;
    double speed = 0;
};

template <class T, int N>
Body<T, N> any_body() {
    return {generators::vec<T, N>(6), generators::vec<T, N>(6),
            std::ldexp(T(*rc::gen::inRange(1, 16)), *rc::gen::inRange(-6, 6))};
}

template <class T, int N>
void check_bounce() {
    const Body<T, N> a = any_body<T, N>();
    const Body<T, N> b = any_body<T, N>();
    const T e = T(*rc::gen::inRange(0, 9)) / 8;
    const auto after = bounce(a, b, e);
    const Exact<T, N> before(a, b, a.velocity, b.velocity);
    const Exact<T, N> then(a, b, after.a, after.b);
    RC_CLASSIFY(before.approach < 0);
    if (before.approach >= 0) {
        RC_ASSERT(same_bits(after.a, a.velocity) && same_bits(after.b, b.velocity));
        return;
    }
    RC_ASSERT(then.approach >= 0);
    const double ulp = static_cast<double>(std::numeric_limits<T>::epsilon());
    for (int k = 0; k < N; ++k) {
        const mpq_class drift = then.momentum[k] - before.momentum[k];
        RC_ASSERT(std::fabs(drift.get_d()) <= 4 * ulp * before.speed);
    }
    const double gained = mpq_class(then.energy - before.energy).get_d();
    RC_ASSERT(gained <= 16 * ulp * before.speed * before.speed);
    if (e == 1) RC_ASSERT(gained >= -16 * ulp * before.speed * before.speed);
}

CAROM_PROPERTY_OF_EVERY_KIND(BounceProperty, ConservesAndParts, check_bounce)

/// Swapped bodies get the swapped velocities, and an exact restitution law holds along the normal.
template <class T, int N>
void check_swap_and_law() {
    const Body<T, N> a = any_body<T, N>();
    const Body<T, N> b = any_body<T, N>();
    const T e = T(*rc::gen::inRange(0, 9)) / 8;
    const auto after = bounce(a, b, e);
    const auto swapped = bounce(b, a, e);
    RC_ASSERT(after.a == swapped.b && after.b == swapped.a);
    const Exact<T, N> before(a, b, a.velocity, b.velocity);
    if (before.approach >= 0) return;
    const Exact<T, N> then(a, b, after.a, after.b);
    mpq_class square = 0;
    for (int k = 0; k < N; ++k) {
        const mpq_class d = oracle::rational(b.center[k]) - oracle::rational(a.center[k]);
        square += d * d;
    }
    const double distance = std::sqrt(square.get_d());
    const mpq_class error = then.approach + oracle::rational(e) * before.approach;
    RC_ASSERT(std::fabs(error.get_d()) <=
              8 * static_cast<double>(std::numeric_limits<T>::epsilon()) * distance * before.speed);
}

RC_GTEST_PROP(BounceProperty, SwapAndRestitutionLawFloat3D, ()) {
    check_swap_and_law<float, 3>();
}
RC_GTEST_PROP(BounceProperty, SwapAndRestitutionLawDouble2D, ()) {
    check_swap_and_law<double, 2>();
}
RC_GTEST_PROP(BounceProperty, SwapAndRestitutionLawDouble3D, ()) {
    check_swap_and_law<double, 3>();
}

/// The impulse of these is beyond the number range, and what comes of it is not.
TEST(Bounce, AtTheEndOfTheNumberRangeMomentumAndOrderAreKept) {
    const double most = std::numeric_limits<double>::max();
    const Body<double, 2> a{{0, 0}, {0, 0}, 1};
    const Body<double, 2> b{{1, 1}, {-most, 0}, 1};
    const auto after = bounce(a, b, 0.75);
    EXPECT_DOUBLE_EQ(after.a[0], -most * 0.4375);
    EXPECT_DOUBLE_EQ(after.a[1], -most * 0.4375);
    EXPECT_DOUBLE_EQ(after.b[0], -most * 0.5625);
    EXPECT_DOUBLE_EQ(after.b[1], most * 0.4375);
    const auto swapped = bounce(b, a, 0.75);
    EXPECT_TRUE(after.a == swapped.b && after.b == swapped.a);
}

/// They would have to part at twice the largest number.
template <class T>
void beyond_the_number_range() {
    const T most = std::numeric_limits<T>::max();
    const Body<T, 2> wall{{0, 0}, {most, 0}, 0};
    const Body<T, 2> light{{1, 0}, {-most, 0}, 1};
    for (const T e : {T{0.5}, T{1}}) {
        const auto after = bounce(wall, light, e);
        EXPECT_EQ(after.a, wall.velocity);
        EXPECT_EQ(after.b, wall.velocity);
        const auto swapped = bounce(light, wall, e);
        EXPECT_TRUE(after.a == swapped.b && after.b == swapped.a);
    }
    const Body<T, 2> heavy{{0, 0}, {most / 2, 0}, T{0.25}};
    const auto after = bounce(heavy, light, T{1});
    EXPECT_NEAR(static_cast<double>(after.a[0] / most), 0.2, 1e-7);
    EXPECT_EQ(after.a, after.b);
}

TEST(Bounce, BeyondTheNumberRangeBothMoveAsTheirCentreOfMass) {
    beyond_the_number_range<float>();
    beyond_the_number_range<double>();
}

}  // namespace
}  // namespace carom
