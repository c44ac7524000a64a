// Sweeps of two balls as a user sees them: the documented special answers, the symmetries bit for bit, and
// properties for any finite input.
#include "carom/pair/sweep.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "carom/pair/bounce.hpp"
#include "pair/expect_sweep.hpp"
#include "pair/relative.hpp"
#include "pair/sweep_cases.hpp"
#include "support/every_property.hpp"
#include "support/every_type.hpp"
#include "support/generators.hpp"
#include "support/pair_families.hpp"
#include "support/rational_oracle.hpp"
#include "support/same_bits.hpp"

namespace carom {
namespace {

using families::Family;
using families::MovingPair;

template <class K>
class SweepOf : public testing::Test {};
TYPED_TEST_SUITE(SweepOf, EveryKind);

/// Ball a of radius 1 at rest in the origin; b of radius 1 at (x, y), moving by (vx, vy).
template <class K>
auto against_unit(double x, double y, double vx, double vy) {
    using Mover = MovingBall<typename K::T, K::N>;
    return sweep(Mover{{}, 1, {}}, Mover{K::at(x, y), 1, K::at(vx, vy)});
}

template <class T>
void expect_case(const sweep_cases::Case<T>& c) {
    SCOPED_TRACE(c.name);
    const oracle::Quadratic q = oracle::quadratic(c.a(), c.b());
    const Sweep<T, 2> s = sweep(c.a(), c.b());
    EXPECT_EQ(s.state, c.state);
    EXPECT_EQ(s.state, oracle::state(q));
    if (!s) return;
    const oracle::Interval in = oracle::interval(q);
    EXPECT_LE(oracle::ulp_error(s.first, in.first), time_bound<T>);
    EXPECT_LE(oracle::ulp_error(s.last, in.last), time_bound<T>);
    if (c.first != sweep_cases::kUnchecked) {
        EXPECT_NEAR(s.first, c.first, 1e-3 * c.first);
    }
    if (c.last != sweep_cases::kUnchecked) {
        EXPECT_NEAR(s.last, c.last, 1e-3 * c.last);
    }
}

TEST(SweepCases, Float) {
    for (const auto& c : sweep_cases::cases<float>()) expect_case(c);
}
TEST(SweepCases, Double) {
    for (const auto& c : sweep_cases::cases<double>()) expect_case(c);
}

/// Case C17: after an elastic bounce at the reported time the pair is not closing, so nothing meets again.
template <class T>
int closing_after_bounce() {
    families::Maker<T, 3> make(17);
    int closing = 0;
    for (int i = 0; i < 20000; ++i) {
        const MovingPair<T, 3> p = make(i % 2 == 0 ? Family::generic : Family::small_far);
        const Sweep<T, 3> s = sweep(p.a, p.b);
        if (s.state != ContactState::will_touch) continue;
        const auto after = bounce(Body<T, 3>{s.center_a, p.a.displacement, 1},
                                  Body<T, 3>{s.center_b, p.b.displacement, 1}, T{1});
        const MovingBall<T, 3> a{s.center_a, p.a.radius, after.a};
        const MovingBall<T, 3> b{s.center_b, p.b.radius, after.b};
        const Sweep<T, 3> again = sweep(a, b);
        if (again.state == ContactState::will_touch || again.state == ContactState::touching_closing)
            ++closing;
    }
    return closing;
}

TEST(SweepCases, C17NoSecondContactAfterABounceAtTheReportedTime) {
    EXPECT_EQ(closing_after_bounce<float>(), 0);
    EXPECT_EQ(closing_after_bounce<double>(), 0);
}

TYPED_TEST(SweepOf, ApartWithEqualVelocities) {
    using K = TypeParam;
    using T = typename K::T;
    constexpr int N = K::N;
    const MovingBall<T, N> a{{}, 1, K::at(3, 0)};
    EXPECT_FALSE(sweep(a, MovingBall<T, N>{K::at(5, 0), 1, K::at(3, 0)}));
}

TYPED_TEST(SweepOf, TwoRestingBalls) {
    using K = TypeParam;
    EXPECT_FALSE(against_unit<K>(5, 0, 0, 0));
    expect_sweep(against_unit<K>(2, 0, 0, 0), ContactState::touching_at_rest, 0, 1);
    expect_sweep(against_unit<K>(1, 0, 0, 0), ContactState::overlapping, 0, 1);
}

TYPED_TEST(SweepOf, TouchingAtTheStart) {
    using K = TypeParam;
    expect_sweep(against_unit<K>(2, 0, 1, 0), ContactState::touching_parting, 0, 0);
    expect_sweep(against_unit<K>(2, 0, 0, 1), ContactState::touching_parting, 0, 0);
    expect_sweep(against_unit<K>(2, 0, -8, 0), ContactState::touching_closing, 0, 0.5);
    expect_sweep(against_unit<K>(2, 0, -1, 0), ContactState::touching_closing, 0, 1);
}

TYPED_TEST(SweepOf, SlidingByALastBitParts) {
    using K = TypeParam;
    using T = typename K::T;
    const double tiny = static_cast<double>(std::numeric_limits<T>::min());
    expect_sweep(against_unit<K>(2, 0, 0, tiny), ContactState::touching_parting, 0, 0);
    expect_sweep(against_unit<K>(2, 0, tiny, 0), ContactState::touching_parting, 0, 0);
    expect_sweep(against_unit<K>(2, 0, -tiny, 0), ContactState::touching_closing, 0, 1);
}

TYPED_TEST(SweepOf, OverlappingAtTheStartKeepsTheExitTime) {
    using K = TypeParam;
    expect_sweep(against_unit<K>(1, 0, 4, 0), ContactState::overlapping, 0, 0.25);
    expect_sweep(against_unit<K>(1, 0, -12, 0), ContactState::overlapping, 0, 0.25);
    expect_sweep(against_unit<K>(1, 0, -1, 0), ContactState::overlapping, 0, 1);
}

TYPED_TEST(SweepOf, ContactAtExactlyTheEndOfTheFrame) {
    using K = TypeParam;
    using T = typename K::T;
    expect_sweep(against_unit<K>(6, 0, -4, 0), ContactState::will_touch, 1, 1);
    expect_sweep(against_unit<K>(-7, 2, 7, 0), ContactState::will_touch, 1, 1);
    const double less = static_cast<double>(std::nextafter(T{4}, T{0}));
    EXPECT_FALSE(against_unit<K>(6, 0, -less, 0));
}

TYPED_TEST(SweepOf, GrazingCountsInMotion) {
    using K = TypeParam;
    using T = typename K::T;
    expect_sweep(against_unit<K>(-8, 2, 16, 0), ContactState::will_touch, 0.5, 0.5);
    const double above = static_cast<double>(std::nextafter(T{2}, T{3}));
    EXPECT_FALSE(against_unit<K>(-8, above, 16, 0));
}

TYPED_TEST(SweepOf, CoincidentCentres) {
    using K = TypeParam;
    using T = typename K::T;
    constexpr int N = K::N;
    const Sweep<T, N> resting = against_unit<K>(0, 0, 0, 0);
    expect_sweep(resting, ContactState::overlapping, 0, 1);
    EXPECT_EQ(resting.normal, K::at(1, 0));
    const Sweep<T, N> leaving = against_unit<K>(0, 0, 0, 8);
    expect_sweep(leaving, ContactState::overlapping, 0, 0.25);
    EXPECT_EQ(leaving.normal, K::at(1, 0));
}

TYPED_TEST(SweepOf, ZeroRadii) {
    using K = TypeParam;
    using T = typename K::T;
    constexpr int N = K::N;
    const auto points = [](double x, double y, double vx, double vy) {
        return sweep(MovingBall<T, N>{{}, 0, {}}, MovingBall<T, N>{K::at(x, y), 0, K::at(vx, vy)});
    };
    expect_sweep(points(4, 4, -8, -8), ContactState::will_touch, 0.5, 0.5);
    EXPECT_EQ(points(4, 4, -8, -8).normal, K::at(1, 0));
    EXPECT_FALSE(points(4, 4, -8, -7));
    expect_sweep(points(0, 0, 0, 0), ContactState::touching_at_rest, 0, 1);
    expect_sweep(points(0, 0, 1, 0), ContactState::touching_parting, 0, 0);
}

TYPED_TEST(SweepOf, PlacesAndNormalAtFirstContact) {
    using K = TypeParam;
    using T = typename K::T;
    constexpr int N = K::N;
    const MovingBall<T, N> a{K::at(0, 1), 2, K::at(2, 0)};
    const MovingBall<T, N> b{K::at(10, 4), 3, K::at(-6, 0)};
    const Sweep<T, N> s = sweep(a, b);  // d = (10, 3), w = (-8, 0), r = 5: first at 10 - 8u = 4
    expect_sweep(s, ContactState::will_touch, 0.75, 1);
    EXPECT_EQ(s.center_a, K::at(1.5, 1));
    EXPECT_EQ(s.center_b, K::at(5.5, 4));
    EXPECT_EQ(s.normal[0], T(0.8));
    EXPECT_EQ(s.normal[1], T(0.6));
}

TYPED_TEST(SweepOf, RestingBallIsAMovingBallWithoutDisplacement) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    families::Maker<T, N> make(5);
    for (int i = 0; i < 200; ++i) {
        MovingPair<T, N> p = make(Family::small_far);
        p.b.displacement = {};
        const Sweep<T, N> moving = sweep(p.a, p.b);
        const Sweep<T, N> resting = sweep(p.a, Ball<T, N>{p.b.center, p.b.radius});
        ASSERT_EQ(moving.state, resting.state);
        ASSERT_TRUE(same_bits(moving.first, resting.first) && same_bits(moving.last, resting.last));
        ASSERT_TRUE(same_bits(moving.normal, resting.normal));
    }
}

TYPED_TEST(SweepOf, NanAnywhereIsApart) {
    using K = TypeParam;
    using T = typename K::T;
    constexpr int N = K::N;
    const T nan = std::numeric_limits<T>::quiet_NaN();
    for (const double x : {1.0, 2.0, 5.0}) {
        MovingPair<T, N> good{{{}, 1, {}}, {K::at(x, 0), 1, K::at(-9, 0)}};
        ASSERT_TRUE(sweep(good.a, good.b));
        for (MovingBall<T, N>* ball : {&good.a, &good.b}) {
            for (int k = 0; k < N; ++k) {
                for (T* place : {&ball->center[k], &ball->displacement[k], &ball->radius}) {
                    const T kept = *place;
                    *place = nan;
                    EXPECT_EQ(sweep(good.a, good.b).state, ContactState::apart);
                    *place = kept;
                }
            }
        }
    }
}

/// Against the direction from a to b at first contact, to 512 bits.
template <class T, int N>
double normal_error(const MovingPair<T, N>& p, const Sweep<T, N>& s) {
    Vec<mpf_class, N> exact = oracle::first_normal(p.a, p.b);
    if (exact == Vec<mpf_class, N>{}) exact[0] = 1;  // the centres coincide
    double worst = 0;
    for (int k = 0; k < N; ++k) {
        const mpf_class error = abs(exact[k] - static_cast<double>(s.normal[k])) /
                                static_cast<double>(std::numeric_limits<T>::epsilon());
        worst = std::max(worst, error.get_d());
    }
    return worst;
}

TYPED_TEST(SweepOf, NormalIsWithinFourEpsilon) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    double worst = 0;
    for (const Family family : families::all()) {
        families::Maker<T, N> make(31);
        for (int i = 0; i < 500; ++i) {
            const MovingPair<T, N> p = make(family);
            const Sweep<T, N> s = sweep(p.a, p.b);
            if (s) worst = std::max(worst, normal_error(p, s));
        }
    }
    EXPECT_LE(worst, 4);
    this->RecordProperty("worst_epsilon", std::to_string(worst));
}

template <class T, int N>
bool mirrored(const Sweep<T, N>& s, const Sweep<T, N>& t, int axis) {
    Sweep<T, N> m = t;
    for (Vec<T, N>* x : {&m.center_a, &m.center_b, &m.normal}) (*x)[axis] = -(*x)[axis];
    return s.state == m.state && same_bits(s.first, m.first) && same_bits(s.last, m.last) &&
           s.center_a == m.center_a && s.center_b == m.center_b && s.normal == m.normal;
}

template <class T, int N>
Vec<T, N> mirrored(Vec<T, N> x, int axis) {
    x[axis] = -x[axis];
    return x;
}

template <class T, int N>
MovingBall<T, N> mirrored(MovingBall<T, N> ball, int axis) {
    ball.center[axis] = -ball.center[axis];
    ball.displacement[axis] = -ball.displacement[axis];
    return ball;
}

TYPED_TEST(SweepOf, SwapAndMirrorChangeNoBit) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    for (const Family family : families::all()) {
        families::Maker<T, N> make(71);
        for (int i = 0; i < 500; ++i) {
            const MovingPair<T, N> p = make(family);
            const Sweep<T, N> s = sweep(p.a, p.b);
            const Sweep<T, N> t = sweep(p.b, p.a);
            ASSERT_EQ(s.state, t.state);
            ASSERT_TRUE(same_bits(s.first, t.first) && same_bits(s.last, t.last));
            if (!s) continue;
            ASSERT_TRUE(same_bits(s.center_a, t.center_b) && same_bits(s.center_b, t.center_a));
            const bool coincide = oracle::first_normal(p.a, p.b) == Vec<mpf_class, N>{};
            ASSERT_EQ(s.normal, coincide ? t.normal : negated(t.normal));
            for (int axis = 0; axis < N; ++axis) {
                Sweep<T, N> image = sweep(mirrored(p.a, axis), mirrored(p.b, axis));
                if (coincide) image.normal = mirrored(s.normal, axis);
                ASSERT_TRUE(mirrored(s, image, axis));
            }
        }
    }
}

template <class T, int N>
MovingBall<T, N> times_power(const MovingBall<T, N>& ball, int exponent) {
    MovingBall<T, N> result = ball;
    result.radius = std::ldexp(ball.radius, exponent);
    for (int k = 0; k < N; ++k) {
        result.center[k] = std::ldexp(ball.center[k], exponent);
        result.displacement[k] = std::ldexp(ball.displacement[k], exponent);
    }
    return result;
}

TYPED_TEST(SweepOf, PowersOfTwoChangeNoBitOfATime) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    const int far = std::is_same_v<T, float> ? 60 : 800;
    for (const Family family :
         {Family::generic, Family::small_far, Family::near_tangent, Family::tangent, Family::touching}) {
        families::Maker<T, N> make(83);
        for (int i = 0; i < 500; ++i) {
            const MovingPair<T, N> p = make(family);
            const Sweep<T, N> s = sweep(p.a, p.b);
            for (const int exponent : {-far, -far / 3, 1, far / 2, far}) {
                const Sweep<T, N> t = sweep(times_power(p.a, exponent), times_power(p.b, exponent));
                ASSERT_EQ(s.state, t.state) << families::name(family) << ' ' << exponent;
                ASSERT_TRUE(same_bits(s.first, t.first) && same_bits(s.last, t.last)) << exponent;
                ASSERT_TRUE(same_bits(s.normal, t.normal)) << exponent;
            }
        }
    }
}

template <class T, int N>
void check_sane(const Sweep<T, N>& s) {
    if (!s) return;
    RC_ASSERT(0 <= s.first && s.first <= s.last && s.last <= 1);
    T square = 0;
    for (int k = 0; k < N; ++k) {
        RC_ASSERT(std::isfinite(s.center_a[k]) && std::isfinite(s.center_b[k]));
        square += s.normal[k] * s.normal[k];
    }
    RC_ASSERT(std::fabs(square - 1) <= 8 * std::numeric_limits<T>::epsilon());
}

template <class T, int N>
void check_any_finite_pair() {
    const int exponent = generators::some_exponent(generators::kLargestExponent<T>);
    check_sane(sweep(generators::moving_ball<T, N>(exponent), generators::moving_ball<T, N>(exponent)));
}

template <class T, int N>
void check_sweep_decision() {
    const int exponent = generators::some_exponent(generators::kLargestExponent<T>);
    const auto a = generators::moving_ball<T, N>(exponent);
    const auto b = generators::moving_ball<T, N>(exponent);
    const Sweep<T, N> s = sweep(a, b);
    RC_TAG(static_cast<int>(s.state));
    RC_ASSERT(s.state == oracle::state(oracle::quadratic(a, b)));
    check_sane(s);
}

RC_GTEST_PROP(SweepProperty, AnyFiniteDoublesGiveAnOrderedFiniteAnswer2D, ()) {
    check_any_finite_pair<double, 2>();
}
RC_GTEST_PROP(SweepProperty, AnyFiniteDoublesGiveAnOrderedFiniteAnswer3D, ()) {
    check_any_finite_pair<double, 3>();
}
CAROM_PROPERTY_OF_EVERY_KIND(SweepProperty, AreDecidedExactly, check_sweep_decision)

}  // namespace
}  // namespace carom
