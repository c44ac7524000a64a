// Planes from a point and a normal and from three points; the signed distance has the right sign and size.
#include "carom/geom/plane.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/every_type.hpp"
#include "support/rational_oracle.hpp"

namespace carom {
namespace {

template <class K>
class PlaneOf : public testing::Test {};
TYPED_TEST_SUITE(PlaneOf, EveryKind);

TYPED_TEST(PlaneOf, OffsetIsTheDistanceOfThePlaneAlongItsNormal) {
    using K = TypeParam;
    const auto plane = plane_through(K::at(3, 7), K::at(0, 2));
    EXPECT_EQ(plane.offset, 14);
    EXPECT_EQ(signed_distance(plane, K::at(-4, 7)), 0);
    EXPECT_EQ(signed_distance(plane, K::at(0, 10)), 3);
    EXPECT_EQ(signed_distance(plane, K::at(0, 0)), -7);
}

TYPED_TEST(PlaneOf, NormalMayHaveAnyLength) {
    using K = TypeParam;
    for (const double size : {1e-30, 1.0, 1e30}) {
        const auto plane = plane_through(K::at(0, 0), K::at(3 * size, 4 * size));
        EXPECT_FLOAT_EQ(static_cast<float>(signed_distance(plane, K::at(3, 4))), 5.0F) << size;
    }
}

TYPED_TEST(PlaneOf, HalfSpaceBelowHasThePlaneAsItsSurface) {
    using K = TypeParam;
    const auto plane = plane_through(K::at(1, 2), K::at(0, 1));
    const auto solid = half_space_below(plane);
    EXPECT_EQ(solid.normal, plane.normal);
    EXPECT_EQ(solid.offset, plane.offset);
}

TYPED_TEST(PlaneOf, DistanceIsWithinThreeUlpAlsoNearThePlane) {
    using K = TypeParam;
    using T = typename K::T;
    std::mt19937 engine(3);
    std::uniform_real_distribution<double> near(-1, 1);
    for (int i = 0; i < 3000; ++i) {
        Plane<T, K::N> plane;
        typename K::V point;
        for (int k = 0; k < K::N; ++k) plane.normal[k] = static_cast<T>(near(engine));
        for (int k = 0; k < K::N; ++k) point[k] = static_cast<T>(1000 * near(engine));
        plane.offset = plane_through(point, plane.normal).offset;  // the point is an ulp or so off the plane
        const mpq_class above = oracle::dot(plane.normal, point) - oracle::rational(plane.offset);
        const mpf_class exact = oracle::real(above) / oracle::root(oracle::dot(plane.normal, plane.normal));
        const T distance = signed_distance(plane, point);
        if (above == 0) {
            ASSERT_EQ(distance, 0);
        } else {
            ASSERT_TRUE(oracle::is_near(distance, exact, 3, mpf_class(4000, oracle::kBits)));
            ASSERT_EQ(distance > 0, above > 0);
        }
    }
}

template <class T>
class PlaneThroughThreePoints : public testing::Test {};
using BothTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(PlaneThroughThreePoints, BothTypes);

TYPED_TEST(PlaneThroughThreePoints, NormalIsUnitAndOnTheCounterClockwiseSide) {
    using V = Vec<TypeParam, 3>;
    const auto plane = plane_through(V{1, 0, 5}, V{3, 0, 5}, V{1, 4, 5});
    ASSERT_TRUE(plane);
    EXPECT_EQ(plane->normal, (V{0, 0, 1}));
    EXPECT_EQ(plane->offset, 5);
    EXPECT_EQ(signed_distance(*plane, V{9, 9, 7}), 2);
}

TYPED_TEST(PlaneThroughThreePoints, EmptyForPointsOnALine) {
    using V = Vec<TypeParam, 3>;
    EXPECT_FALSE(plane_through(V{1, 2, 3}, V{2, 4, 6}, V{4, 8, 12}));
    EXPECT_FALSE(plane_through(V{1, 2, 3}, V{1, 2, 3}, V{4, 8, 1}));
    EXPECT_FALSE(plane_through(V{}, V{}, V{}));
}

TYPED_TEST(PlaneThroughThreePoints, AnySize) {
    using V = Vec<TypeParam, 3>;
    const int far = std::is_same_v<TypeParam, float> ? 100 : 900;
    for (const int exponent : {-far, far}) {
        const TypeParam s = std::ldexp(TypeParam{1}, exponent);
        const auto plane = plane_through(V{}, V{3 * s, 4 * s, 0}, V{0, 0, s});
        ASSERT_TRUE(plane) << exponent;
        EXPECT_NEAR(plane->normal[0], 0.8, 1e-7);
        EXPECT_NEAR(plane->normal[1], -0.6, 1e-7);
    }
}

TYPED_TEST(PlaneThroughThreePoints, NearlyOnALineStillHasADirection) {
    using V = Vec<TypeParam, 3>;
    const TypeParam ulp = std::nextafter(TypeParam{1}, TypeParam{2});
    const auto plane = plane_through(V{}, V{1, 1, 0}, V{1, ulp, 0});
    ASSERT_TRUE(plane);
    EXPECT_EQ(plane->normal, (V{0, 0, 1}));
}

}  // namespace
}  // namespace carom
