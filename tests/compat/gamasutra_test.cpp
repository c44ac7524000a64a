// The repaired historical signatures, and what four positions cost.
#include "carom/compat/gamasutra.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/pair/sweep.hpp"
#include "support/pair_families.hpp"

namespace carom::compat {
namespace {

template <class T>
class Gamasutra : public testing::Test {};
using BothTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(Gamasutra, BothTypes);

template <class T>
struct SphereAnswer {
    bool touch = false;
    T u0 = -7;
    T u1 = -7;
};

/// Unit spheres: A rests in the origin, B goes from (x0, y, 0) to (x1, y, 0).
template <class T>
SphereAnswer<T> unit_spheres(T x0, T x1, T y) {
    SphereAnswer<T> s;
    s.touch = SphereSphereSweep<T>(1, {}, {}, 1, {x0, y, 0}, {x1, y, 0}, s.u0, s.u1);
    return s;
}

template <class T>
void expect_times(const SphereAnswer<T>& s, double u0, double u1) {
    EXPECT_TRUE(s.touch);
    EXPECT_EQ(s.u0, static_cast<T>(u0));
    EXPECT_EQ(s.u1, static_cast<T>(u1));
}

TYPED_TEST(Gamasutra, FirstTimeIsFirst) {
    expect_times(unit_spheres<TypeParam>(6, -10, 0), 0.25, 0.5);
}

TYPED_TEST(Gamasutra, HitsOutsideTheFrameAreNone) {
    const auto s = unit_spheres<TypeParam>(6, 5, 0);
    EXPECT_FALSE(s.touch);
    EXPECT_EQ(s.u0, -7);
    EXPECT_FALSE(unit_spheres<TypeParam>(6, 8, 0).touch);
}

TYPED_TEST(Gamasutra, EqualVelocities) {
    EXPECT_FALSE(unit_spheres<TypeParam>(6, 6, 0).touch);
    expect_times(unit_spheres<TypeParam>(2, 2, 0), 0, 1);
}

TYPED_TEST(Gamasutra, OverlapAtTheStartKeepsTheExitTime) {
    expect_times(unit_spheres<TypeParam>(1, 5, 0), 0, 0.25);
}

TYPED_TEST(Gamasutra, GrazingAndTheEndOfTheFrameCount) {
    expect_times(unit_spheres<TypeParam>(-8, 8, 2), 0.5, 0.5);
    expect_times(unit_spheres<TypeParam>(6, 2, 0), 1, 1);
    expect_times(unit_spheres<TypeParam>(6, 0, 0), 2.0 / 3, 1);
}

TYPED_TEST(Gamasutra, AgreesWithSweepWhereDisplacementsAreExact) {
    using T = TypeParam;
    families::Maker<T, 3> make(2);
    for (int i = 0; i < 2000; ++i) {
        const auto p = make(i % 2 == 0 ? families::Family::tangent : families::Family::ending);
        Vec<T, 3> A1 = p.a.center;
        Vec<T, 3> B1 = p.b.center;
        for (int k = 0; k < 3; ++k) A1[k] += p.a.displacement[k];
        for (int k = 0; k < 3; ++k) B1[k] += p.b.displacement[k];
        T u0 = 0;
        T u1 = 0;
        const Sweep<T, 3> s = sweep(p.a, p.b);
        ASSERT_EQ(SphereSphereSweep<T>(p.a.radius, p.a.center, A1, p.b.radius, p.b.center, B1, u0, u1),
                  static_cast<bool>(s));
        if (!s) continue;
        ASSERT_EQ(u0, s.first);
        ASSERT_EQ(u1, s.last);
    }
}

template <class T>
struct PlaneAnswer {
    bool touch = false;
    Vec<T, 3> Ci{-7, -7, -7};
    T u = -7;
};

/// A sphere of radius 1 from height z0 to z1 and the plane z = 5.
template <class T>
PlaneAnswer<T> at_plane(T z0, T z1) {
    PlaneAnswer<T> p;
    p.touch = SpherePlaneSweep<T>(1, {0, 0, z0}, {4, 0, z1},
                                  plane_through(Vec<T, 3>{9, 9, 5}, Vec<T, 3>{0, 0, 1}), p.Ci, p.u);
    return p;
}

TYPED_TEST(Gamasutra, PlaneFromBothSides) {
    using V = Vec<TypeParam, 3>;
    const auto above = at_plane<TypeParam>(8, 0);
    EXPECT_TRUE(above.touch);
    EXPECT_EQ(above.u, 0.25);
    EXPECT_EQ(above.Ci, (V{1, 0, 6}));
    const auto below = at_plane<TypeParam>(2, 10);
    EXPECT_TRUE(below.touch);
    EXPECT_EQ(below.u, 0.25);
    EXPECT_EQ(below.Ci, (V{1, 0, 4}));
}

TYPED_TEST(Gamasutra, PlaneAtTheStartAndAtTheEnd) {
    using V = Vec<TypeParam, 3>;
    const auto start = at_plane<TypeParam>(6, 20);
    EXPECT_TRUE(start.touch);
    EXPECT_EQ(start.u, 0);
    EXPECT_EQ(start.Ci, (V{0, 0, 6}));
    const auto end = at_plane<TypeParam>(8, 6);
    EXPECT_TRUE(end.touch);
    EXPECT_EQ(end.u, 1);
    EXPECT_EQ(end.Ci, (V{4, 0, 6}));
    const auto none = at_plane<TypeParam>(8, 6.5);
    EXPECT_FALSE(none.touch);
    EXPECT_EQ(none.u, -7);
    EXPECT_EQ(none.Ci, (V{-7, -7, -7}));
}

TEST(FourPositions, CostDigitsFarFromTheOrigin) {
    const float move = 0.3F;
    const Vec<float, 3> A0{1e5F, 0, 0};
    const Vec<float, 3> A1{1e5F + move, 0, 0};
    const Vec<float, 3> B{1e5F + 1.1484375F, 0, 0};
    float u0 = 0;
    float u1 = 0;
    ASSERT_TRUE(SphereSphereSweep(0.5F, A0, A1, 0.5F, B, B, u0, u1));
    EXPECT_EQ(A1[0] - A0[0], 0.296875F);
    EXPECT_EQ(u0, 0.5F);
    const auto s = sweep(MovingBall<float, 3>{A0, 0.5F, {move, 0, 0}}, Ball<float, 3>{B, 0.5F});
    EXPECT_NEAR(s.first, 0.1484375 / 0.3, 1e-7);
}

}  // namespace
}  // namespace carom::compat
