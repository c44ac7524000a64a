// Closest approach of two moving balls, and rays: against rationals, and the documented special answers.
#include "carom/pair/approach.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/pair/sweep.hpp"
#include "support/every_type.hpp"
#include "support/pair_families.hpp"
#include "support/rational_oracle.hpp"

namespace carom {
namespace {

using families::Family;

template <class K>
class ApproachOf : public testing::Test {};
TYPED_TEST_SUITE(ApproachOf, EveryKind);

template <class K>
auto approach_of_unit_balls(double x, double y, double vx, double vy) {
    using Mover = MovingBall<typename K::T, K::N>;
    return closest_approach(Mover{K::at(0, 0), 1, K::at(0, 0)}, Mover{K::at(x, y), 1, K::at(vx, vy)});
}

TYPED_TEST(ApproachOf, SpecialAnswers) {
    using K = TypeParam;
    const auto passing = approach_of_unit_balls<K>(-4, 5, 8, 0);
    EXPECT_EQ(passing.u, 0.5);
    EXPECT_EQ(passing.gap, 3);
    EXPECT_EQ(passing.center_b, K::at(0, 5));
    const auto parting = approach_of_unit_balls<K>(4, 3, 8, 0);
    EXPECT_EQ(parting.u, 0);
    EXPECT_EQ(parting.gap, 3);
    const auto too_slow = approach_of_unit_balls<K>(-8, 3, 4, 0);
    EXPECT_EQ(too_slow.u, 1);
    EXPECT_EQ(too_slow.gap, 3);
    const auto together = approach_of_unit_balls<K>(3, 4, 0, 0);
    EXPECT_EQ(together.u, 0);
    EXPECT_EQ(together.gap, 3);
    const auto grazing = approach_of_unit_balls<K>(-4, 2, 8, 0);
    EXPECT_EQ(grazing.u, 0.5);
    EXPECT_EQ(grazing.gap, 0);
    const auto through = approach_of_unit_balls<K>(-4, 0, 8, 0);
    EXPECT_EQ(through.gap, -2);
}

TYPED_TEST(ApproachOf, TimeAndGapAgreeWithRationals) {
    using K = TypeParam;
    using T = typename K::T;
    for (const Family family :
         {Family::generic, Family::near_tangent, Family::small_far, Family::tangent, Family::pool}) {
        families::Maker<T, K::N> make(7);
        for (int i = 0; i < 1000; ++i) {
            const auto p = make(family);
            const oracle::Quadratic q = oracle::quadratic(p.a, p.b);
            mpq_class u = q.b >= 0 ? mpq_class(0) : mpq_class(-q.b / q.a);
            if (u > 1) u = 1;
            const mpq_class r = oracle::rational(p.a.radius) + oracle::rational(p.b.radius);
            const mpq_class least = q.a * u * u + 2 * q.b * u + q.c;
            const mpf_class exact = oracle::root(least + r * r) - oracle::real(r);
            const auto near = closest_approach(p.a, p.b);
            ASSERT_LE(oracle::ulp_error(near.u, oracle::real(u)), gap_bound<T>);
            if (least == 0) {
                ASSERT_EQ(near.gap, 0) << families::name(family);
            } else {
                ASSERT_LE(oracle::ulp_error(std::fabs(near.gap), mpf_class(abs(exact))), gap_bound<T>)
                    << families::name(family) << ' ' << near.gap << ' ' << exact.get_d();
            }
            ASSERT_EQ(near.gap <= 0, static_cast<bool>(sweep(p.a, p.b)));
        }
    }
}

TYPED_TEST(ApproachOf, DifferencesBeyondTheLargestNumberGiveNoNan) {
    using K = TypeParam;
    using T = typename K::T;
    const T most = std::numeric_limits<T>::max();
    const double far = static_cast<double>(most);
    const MovingBall<T, K::N> a{K::at(-far, 12), most, K::at(far, far)};
    const MovingBall<T, K::N> b{K::at(far, far), most, K::at(-far, far / 2)};
    const auto near = closest_approach(a, b);
    EXPECT_GT(near.u, 0);
    EXPECT_LE(near.u, 1);
    EXPECT_LT(near.gap, 0);
    const auto still = closest_approach(MovingBall<T, K::N>{K::at(-far, 0), 0, K::at(0, 0)},
                                        MovingBall<T, K::N>{K::at(far, 0), most, K::at(0, 0)});
    EXPECT_EQ(still.u, 0);
    EXPECT_EQ(still.gap, most);
}

template <class K>
auto unit_ball_at(double x, double y) {
    return Ball<typename K::T, K::N>{K::at(x, y), 1};
}

TYPED_TEST(ApproachOf, RaySpecialAnswers) {
    using K = TypeParam;
    using R = Ray<typename K::T, K::N>;
    const auto hit = cast(R{K::at(-6, 0), K::at(2, 0)}, unit_ball_at<K>(0, 0));
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->first, 2.5);
    EXPECT_EQ(hit->last, 3.5);
    EXPECT_EQ(hit->point, K::at(-1, 0));
    EXPECT_EQ(hit->normal, K::at(-1, 0));
    const auto grazing = cast(R{K::at(-6, 1), K::at(2, 0)}, unit_ball_at<K>(0, 0));
    ASSERT_TRUE(grazing);
    EXPECT_EQ(grazing->first, 3);
    EXPECT_EQ(grazing->last, 3);
    EXPECT_EQ(grazing->normal, K::at(0, 1));
    EXPECT_FALSE(cast(R{K::at(-6, 0), K::at(-2, 0)}, unit_ball_at<K>(0, 0)));
    EXPECT_FALSE(cast(R{K::at(-6, 1.25), K::at(2, 0)}, unit_ball_at<K>(0, 0)));
    EXPECT_FALSE(cast(R{K::at(-6, 0), K::at(0, 0)}, unit_ball_at<K>(0, 0)));
}

TYPED_TEST(ApproachOf, RayFromInsideAndFromTheSurface) {
    using K = TypeParam;
    using T = typename K::T;
    using R = Ray<T, K::N>;
    const auto inside = cast(R{K::at(0.5, 0), K::at(2, 0)}, unit_ball_at<K>(0, 0));
    ASSERT_TRUE(inside);
    EXPECT_EQ(inside->first, 0);
    EXPECT_EQ(inside->last, 0.25);
    EXPECT_EQ(inside->normal, K::at(1, 0));
    EXPECT_EQ(cast(R{K::at(0.5, 0), K::at(-2, 0)}, unit_ball_at<K>(0, 0))->last, 0.75);
    EXPECT_EQ(cast(R{K::at(1, 0), K::at(2, 0)}, unit_ball_at<K>(0, 0))->last, 0);
    EXPECT_EQ(cast(R{K::at(1, 0), K::at(-2, 0)}, unit_ball_at<K>(0, 0))->last, 1);
    EXPECT_EQ(cast(R{K::at(1, 0), K::at(0, 2)}, unit_ball_at<K>(0, 0))->last, 0);
    for (const double x : {0.0, 0.5, 1.0}) {
        const auto still = cast(R{K::at(x, 0), K::at(0, 0)}, unit_ball_at<K>(0, 0));
        ASSERT_TRUE(still);
        EXPECT_EQ(still->first, 0);
        EXPECT_EQ(still->last, std::numeric_limits<T>::infinity());
        EXPECT_EQ(still->normal, K::at(1, 0));
    }
}

TYPED_TEST(ApproachOf, RayAgreesWithRationals) {
    using K = TypeParam;
    using T = typename K::T;
    for (const Family family : {Family::generic, Family::near_tangent, Family::small_far, Family::tangent}) {
        families::Maker<T, K::N> make(9);
        for (int i = 0; i < 1000; ++i) {
            const auto p = make(family);
            const Ray<T, K::N> ray{p.b.center, p.b.displacement};
            const Ball<T, K::N> ball{p.a.center, p.a.radius};
            const oracle::Quadratic q = oracle::quadratic(MovingBall<T, K::N>{ball.center, ball.radius, {}},
                                                          MovingBall<T, K::N>{ray.origin, 0, ray.direction});
            const bool meets = q.c <= 0 || (q.b < 0 && q.discriminant() >= 0);
            const auto hit = cast(ray, ball);
            ASSERT_EQ(hit.has_value(), meets) << families::name(family);
            if (!hit) continue;
            if (q.c > 0) {
                ASSERT_LE(oracle::ulp_error(hit->first, q.first()), time_bound<T>);
            }
            ASSERT_LE(oracle::ulp_error(hit->last, q.last()), time_bound<T>);
        }
    }
}

/// Directions of any length, also where s over- or underflows.
TYPED_TEST(ApproachOf, RaysOfAnyLengthAgreeWithRationals) {
    using K = TypeParam;
    using T = typename K::T;
    constexpr int N = K::N;
    using Limits = std::numeric_limits<T>;
    const mpf_class least(static_cast<double>(Limits::min()), oracle::kBits);
    for (const Family family : families::all()) {
        families::Maker<T, N> make(3);
        for (int i = 0; i < 300; ++i) {
            const auto p = make(family);
            Ray<T, N> ray{p.b.center, p.b.displacement};
            const int power = make.integer(Limits::min_exponent - Limits::digits, Limits::max_exponent - 5);
            for (int k = 0; k < N; ++k) {
                const T longer = std::ldexp(ray.direction[k], power);
                ray.direction[k] = std::isfinite(longer) ? longer : T{1};
            }
            const auto q = oracle::quadratic(MovingBall<T, N>{p.a.center, p.a.radius, {}},
                                             MovingBall<T, N>{ray.origin, 0, ray.direction});
            const bool meets = q.c <= 0 || (q.b < 0 && q.discriminant() >= 0);
            const auto hit = cast(ray, Ball<T, N>{p.a.center, p.a.radius});
            ASSERT_EQ(hit.has_value(), meets) << families::name(family);
            if (!hit) continue;
            for (int k = 0; k < N; ++k) ASSERT_TRUE(std::isfinite(hit->point[k])) << families::name(family);
            const auto bound = [&](const mpf_class& s) { return s < least ? 1.1 : time_bound<T>; };
            if (q.c > 0) {
                ASSERT_LE(oracle::ulp_error(hit->first, q.first()), bound(q.first()))
                    << families::name(family);
            }
            if (q.a == 0 || q.c == 0) continue;
            ASSERT_LE(oracle::ulp_error(hit->last, q.last()), bound(q.last())) << families::name(family);
        }
    }
}

TYPED_TEST(ApproachOf, RayWithASubnormalDirectionHasItsPoint) {
    using K = TypeParam;
    using T = typename K::T;
    Ray<T, K::N> ray{K::at(-6, 0), {}};
    ray.direction[0] = std::numeric_limits<T>::denorm_min();
    const auto hit = cast(ray, unit_ball_at<K>(0, 0));
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->first, std::numeric_limits<T>::infinity());
    EXPECT_EQ(hit->point, K::at(-1, 0));
    EXPECT_EQ(hit->normal, K::at(-1, 0));
}

TEST(Ray, NormalOfASmallFarBallIsAsGoodAsItsInput) {
    // Floats are 6e-5 apart at the point of entry: the normal must not come from it.
    const auto hit = cast(Ray<float, 2>{{0, 0.006F}, {1, 0}}, Ball<float, 2>{{1000, 0}, 0.01F});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->normal[0], -0.8, 1e-6);
    EXPECT_NEAR(hit->normal[1], 0.6, 1e-6);
}

}  // namespace
}  // namespace carom
