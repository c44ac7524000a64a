// Two balls at rest: overlap decided exactly, the gap without cancellation, the contact's point, normal and
// depth.
#include "carom/pair/overlap.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/every_property.hpp"
#include "support/every_type.hpp"
#include "support/generators.hpp"
#include "support/pair_families.hpp"
#include "support/rational_oracle.hpp"
#include "support/same_bits.hpp"

namespace carom {
namespace {

template <class K>
class OverlapOf : public testing::Test {};
TYPED_TEST_SUITE(OverlapOf, EveryKind);

template <class T, int N>
MovingBall<T, N> resting(const Ball<T, N>& ball) {
    return {ball.center, ball.radius, {}};
}

/// Pairs at the distance where they touch, as near as T allows, and now and then exactly.
template <class K>
struct NearlyTouching {
    using T = typename K::T;
    explicit NearlyTouching(unsigned seed) : make(seed) {}

    void next() {
        const auto p = make(families::Family::touching);
        a = {p.a.center, p.a.radius};
        b = {p.b.center, p.b.radius};
        const int moved = make.integer(-2, 2);
        T& x = b.center[0] != 0 ? b.center[0] : b.radius;
        for (int i = 0; i < std::abs(moved); ++i) x = std::nextafter(x, moved < 0 ? T{-1e6} : T{1e6});
    }
    families::Maker<T, K::N> make;
    Ball<T, K::N> a, b;
};

TYPED_TEST(OverlapOf, AgreesWithRationalsAroundTouching) {
    using K = TypeParam;
    using T = typename K::T;
    NearlyTouching<K> pair(1);
    int touching = 0;
    for (int i = 0; i < 4000; ++i) {
        pair.next();
        const oracle::Quadratic q = oracle::quadratic(resting(pair.a), resting(pair.b));
        ASSERT_EQ(overlaps(pair.a, pair.b), q.c <= 0);
        ASSERT_EQ(contact(pair.a, pair.b).has_value(), q.c <= 0);
        if (q.c == 0) ++touching;
        const mpq_class r = oracle::rational(pair.a.radius) + oracle::rational(pair.b.radius);
        const mpf_class exact = oracle::root(q.c + r * r) - oracle::real(r);
        const T g = gap(pair.a, pair.b);
        if (q.c == 0) {
            ASSERT_EQ(g, 0);
        } else {
            ASSERT_LE(oracle::ulp_error(g, exact), gap_bound<T>);
        }
        ASSERT_TRUE(same_bits(g, gap(pair.b, pair.a)));
    }
    EXPECT_GT(touching, 500);
}

TYPED_TEST(OverlapOf, RadiiAreAddedWithoutRounding) {
    using K = TypeParam;
    using T = typename K::T;
    const T ulp = std::numeric_limits<T>::epsilon();
    // 1 + ulp / 2 is no number of type T; rounded, the sum of the radii would touch what it does not reach,
    // or less.
    const Ball<T, K::N> a{K::at(0, 0), 1};
    EXPECT_FALSE(overlaps(a, Ball<T, K::N>{K::at(1 + static_cast<double>(ulp), 0), ulp / 2}));
    EXPECT_TRUE(overlaps(a, Ball<T, K::N>{K::at(1 + static_cast<double>(ulp), 0), ulp}));
    EXPECT_EQ(gap(a, Ball<T, K::N>{K::at(1, 0), ulp / 2}), -ulp / 2);
}

TYPED_TEST(OverlapOf, ContactOfTwoBalls) {
    using K = TypeParam;
    using B = Ball<typename K::T, K::N>;
    const auto c = contact(B{K::at(0, 0), 3}, B{K::at(0, 4), 2});
    ASSERT_TRUE(c);
    EXPECT_EQ(c->normal, K::at(0, 1));
    EXPECT_EQ(c->depth, 1);
    EXPECT_EQ(c->point, K::at(0, 2.5));
    const auto touch = contact(B{K::at(0, 0), 3}, B{K::at(3, 4), 2});
    ASSERT_TRUE(touch);
    EXPECT_EQ(touch->depth, 0);
    EXPECT_FLOAT_EQ(static_cast<float>(touch->point[0]), 1.8F);
    EXPECT_FLOAT_EQ(static_cast<float>(touch->point[1]), 2.4F);
    EXPECT_FALSE(contact(B{K::at(0, 0), 3}, B{K::at(0, 5.5), 2}));
}

TYPED_TEST(OverlapOf, CoincidentCentresHaveTheFirstAxisAsNormal) {
    using K = TypeParam;
    using B = Ball<typename K::T, K::N>;
    const auto c = contact(B{K::at(7, 7), 3}, B{K::at(7, 7), 2});
    ASSERT_TRUE(c);
    EXPECT_EQ(c->normal, K::at(1, 0));
    EXPECT_EQ(c->depth, 5);
    EXPECT_EQ(gap(B{K::at(7, 7), 3}, B{K::at(7, 7), 2}), -5);
    const auto points = contact(B{K::at(7, 7), 0}, B{K::at(7, 7), 0});
    ASSERT_TRUE(points);
    EXPECT_EQ(points->depth, 0);
    EXPECT_EQ(points->point, K::at(7, 7));
}

TYPED_TEST(OverlapOf, NanIsNoContact) {
    using K = TypeParam;
    using T = typename K::T;
    using B = Ball<T, K::N>;
    const T nan = std::numeric_limits<T>::quiet_NaN();
    const B good{K::at(0, 0), 1};
    for (const B& bad : {B{K::at(static_cast<double>(nan), 0), 1}, B{K::at(0, static_cast<double>(nan)), 1},
                         B{K::at(0, 0), nan}}) {
        EXPECT_FALSE(overlaps(good, bad));
        EXPECT_FALSE(overlaps(bad, good));
        EXPECT_FALSE(contact(good, bad));
        EXPECT_FALSE(overlaps(bad, HalfSpace<T, K::N>{K::at(0, 1), 5}));
        EXPECT_FALSE(overlaps(bad, Plane<T, K::N>{K::at(1, 1), 0}));
    }
}

TYPED_TEST(OverlapOf, EverySize) {
    using K = TypeParam;
    using T = typename K::T;
    using B = Ball<T, K::N>;
    const int far = std::is_same_v<T, float> ? 120 : 1000;
    for (const int exponent : {-far, -far / 2, far / 2, far}) {
        const double s = std::ldexp(1.0, exponent);
        EXPECT_TRUE(
            overlaps(B{K::at(0, 0), static_cast<T>(2 * s)}, B{K::at(3 * s, 4 * s), static_cast<T>(3 * s)}));
        EXPECT_EQ(gap(B{K::at(0, 0), static_cast<T>(2 * s)}, B{K::at(3 * s, 4 * s), static_cast<T>(3 * s)}),
                  0);
        EXPECT_EQ(gap(B{K::at(0, 0), static_cast<T>(s)}, B{K::at(3 * s, 4 * s), static_cast<T>(3 * s)}),
                  static_cast<T>(s));
    }
}

TYPED_TEST(OverlapOf, DifferencesBeyondTheLargestNumberGiveNoNan) {
    using K = TypeParam;
    using T = typename K::T;
    using B = Ball<T, K::N>;
    const T most = std::numeric_limits<T>::max();
    const double far = static_cast<double>(most);
    const B left{K::at(-far, 0), most};
    const B right{K::at(far, 0), most};
    EXPECT_EQ(gap(left, right), 0);
    EXPECT_EQ(gap(left, B{K::at(far, 0), 0}), most);
    EXPECT_EQ(gap(left, B{K::at(0, 0), most}), -most);
    EXPECT_EQ(gap(left, left), -std::numeric_limits<T>::infinity());
    for (const B& other : {left, right, B{K::at(0, 0), most}}) {
        const auto c = contact(left, other);
        ASSERT_TRUE(c);
        EXPECT_EQ(c->normal, K::at(1, 0));
        EXPECT_EQ(c->point, K::at(other.center[0] == 0 ? -far / 2 : other.center[0] < 0 ? -far : 0, 0));
        EXPECT_EQ(sweep(resting(left), other).point, c->point);
    }
}

template <class T, int N>
void check_decision() {
    const int exponent = generators::some_exponent(generators::kLargestExponent<T>);
    const auto a = generators::ball<T, N>(exponent);
    const auto b = generators::ball<T, N>(exponent);
    const bool touch = oracle::quadratic(resting(a), resting(b)).c <= 0;
    RC_CLASSIFY(touch);
    RC_ASSERT(overlaps(a, b) == touch);
    RC_ASSERT(overlaps(b, a) == touch);
    RC_ASSERT(std::isfinite(gap(a, b)));
    RC_ASSERT(!touch || gap(a, b) <= 0);
}

CAROM_PROPERTY_OF_EVERY_KIND(OverlapProperty, AreDecidedExactly, check_decision)

}  // namespace
}  // namespace carom
