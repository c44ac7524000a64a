// The oracles by themselves, on cases solved by hand, and the fast one against the rational one.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/every_type.hpp"
#include "support/first_time_families.hpp"
#include "support/integer_oracle.hpp"
#include "support/rational_oracle.hpp"

namespace carom {
namespace {

using oracle::Quadratic;
using oracle::rational;

Quadratic quadratic(double a, double b, double c) {
    return {rational(a), rational(b), rational(c)};
}

TEST(Oracle, StatesOfQuadraticsSolvedByHand) {
    EXPECT_EQ(state(quadratic(1, 0, -1)), ContactState::overlapping);
    EXPECT_EQ(state(quadratic(0, 0, 0)), ContactState::touching_at_rest);
    EXPECT_EQ(state(quadratic(1, -1, 0)), ContactState::touching_closing);
    EXPECT_EQ(state(quadratic(1, 0, 0)), ContactState::touching_parting);
    EXPECT_EQ(state(quadratic(1, 1, 0)), ContactState::touching_parting);
    EXPECT_EQ(state(quadratic(0, 0, 1)), ContactState::apart);
    EXPECT_EQ(state(quadratic(1, 2, 1)), ContactState::apart);
    EXPECT_EQ(state(quadratic(1, -1, 2)), ContactState::apart);            // no root
    EXPECT_EQ(state(quadratic(4, -2, 1)), ContactState::will_touch);       // (2u - 1)^2
    EXPECT_EQ(state(quadratic(1, -1, 1)), ContactState::will_touch);       // (u - 1)^2
    EXPECT_EQ(state(quadratic(1, -2, 4)), ContactState::apart);            // (u - 2)^2
    EXPECT_EQ(state(quadratic(1, -2, 3)), ContactState::will_touch);       // (u - 1) (u - 3)
    EXPECT_EQ(state(quadratic(8, -3, 1)), ContactState::will_touch);       // (4u - 1) (2u - 1)
    EXPECT_EQ(state(quadratic(1, -2, 3.0625)), ContactState::apart);       // 2 - sqrt(15/16) > 1
    EXPECT_EQ(state(quadratic(1, -2, 2.9375)), ContactState::will_touch);  // 2 - sqrt(17/16) < 1
}

TEST(Oracle, IntervalsSolvedByHand) {
    const auto both = [](const Quadratic& q) {
        const oracle::Interval in = interval(q);
        return std::pair(in.first.get_d(), in.last.get_d());
    };
    EXPECT_EQ(both(quadratic(8, -3, 1)), std::pair(0.25, 0.5));
    EXPECT_EQ(both(quadratic(1, -2, 3)), std::pair(1.0, 1.0));
    EXPECT_EQ(both(quadratic(1, 0, -0.25)), std::pair(0.0, 0.5));
    EXPECT_EQ(both(quadratic(1, -0.25, 0)), std::pair(0.0, 0.5));
    EXPECT_EQ(both(quadratic(1, 1, 0)), std::pair(0.0, 0.0));
    EXPECT_EQ(both(quadratic(0, 0, 0)), std::pair(0.0, 1.0));
    const double first = 1 - std::sqrt(0.5);  // 2 u^2 - 4 u + 1
    EXPECT_DOUBLE_EQ(both(quadratic(2, -2, 1)).first, first);
}

TEST(Oracle, NormalsSolvedByHand) {
    const auto expect = [](const MovingBall<double, 2>& a, const MovingBall<double, 2>& b, double x,
                           double y) {
        const auto n = oracle::first_normal(a, b);
        EXPECT_DOUBLE_EQ(n[0].get_d(), x);
        EXPECT_DOUBLE_EQ(n[1].get_d(), y);
    };
    const MovingBall<double, 2> unit{{0, 0}, 1, {0, 0}};
    expect(unit, {{6, 0}, 1, {-8, 0}}, 1, 0);
    expect(unit, {{0, 1}, 1, {5, 5}}, 0, 1);
    expect(unit, {{0, 0}, 1, {5, 5}}, 0, 0);
    // (3, 4) at the contact, from far away
    expect({{0, 0}, 2, {0, 0}}, {{3 + 0x1p40, 4}, 3, {-0x1p41, 0}}, 0.6, 0.8);
    expect({{0, 0}, 0x3p-900, {0, 0}}, {{0x1p900, 0x1.8p-900}, 0, {-0x1p901, 0}}, std::sqrt(0.75), 0.5);
}

int sign_of(double x, double p, double q) {
    const int sign = oracle::sign_with_roots(rational(x), rational(p), rational(q));
    return sign > 0 ? 1 : sign < 0 ? -1 : 0;
}

TEST(Oracle, SignsWithTwoRoots) {
    EXPECT_EQ(sign_of(0, 2, 2), 0);
    EXPECT_EQ(sign_of(0, 3, 2), 1);
    EXPECT_EQ(sign_of(0, 2, 3), -1);
    EXPECT_EQ(sign_of(1, 4, 9), 0);    // 1 + 2 - 3
    EXPECT_EQ(sign_of(-1, 9, 4), 0);   // -1 + 3 - 2
    EXPECT_EQ(sign_of(-3, 9, 0), 0);   // -3 + 3
    EXPECT_EQ(sign_of(1, 4, 10), -1);  // 1 + 2 - 3.16
    EXPECT_EQ(sign_of(1, 5, 9), 1);    // 1 + 2.24 - 3
    EXPECT_EQ(sign_of(-1, 2, 8), -1);
    EXPECT_EQ(sign_of(2, 2, 8), 1);   // 2 - 1.41
    EXPECT_EQ(sign_of(1, 2, 8), -1);  // 1 - 1.41
    EXPECT_EQ(sign_of(-1, 8, 2), 1);
    EXPECT_EQ(sign_of(-2, 8, 2), -1);
    EXPECT_EQ(sign_of(5, 1, 4), 1);
    EXPECT_EQ(sign_of(0x1p-400, 4, 4), 1);
    EXPECT_EQ(sign_of(-0x1p-1000, 1 + 0x1p-52, 1), 1);
}

TEST(Oracle, OrderOfFirstTimesSolvedByHand) {
    const Quadratic at_quarter = quadratic(8, -3, 1);
    const Quadratic at_quarter_too = quadratic(16, -4, 1);      // (4u - 1)^2
    const Quadratic irrational = quadratic(2, -2, 1);           // at 0.2929
    const Quadratic enlarged = quadratic(2 * 49, -2 * 49, 49);  // the same
    const Quadratic apart = quadratic(1, 2, 1);
    const Quadratic elsewhere = quadratic(0, 0, 5);
    const Quadratic inside = quadratic(1, 0, -1);
    const Quadratic leaving = quadratic(1, 1, 0);
    EXPECT_TRUE(std::is_eq(compare_first(at_quarter, at_quarter_too)));
    EXPECT_TRUE(std::is_eq(compare_first(irrational, enlarged)));
    EXPECT_TRUE(std::is_eq(compare_first(apart, elsewhere)));
    EXPECT_TRUE(std::is_eq(compare_first(inside, leaving)));
    const std::vector<Quadratic> ordered{inside, at_quarter, irrational, apart};
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        for (std::size_t j = 0; j < ordered.size(); ++j) {
            EXPECT_EQ(compare_first(ordered[i], ordered[j]), i <=> j) << i << ' ' << j;
        }
    }
    const Quadratic later = quadratic(2, -2, 1 + 0x1p-52);
    EXPECT_TRUE(std::is_lt(compare_first(irrational, later)));
    EXPECT_TRUE(std::is_gt(compare_first(later, enlarged)));
}

TEST(Oracle, PositionsAndVelocitiesSolvedByHand) {
    const Vec2d zero{};
    EXPECT_TRUE(oracle::not_overlapping(zero, 2.0, Vec2d{3, 4}, 3.0));
    EXPECT_FALSE(oracle::not_overlapping(zero, 2.0, Vec2d{3, 4}, 3 + 0x1p-51));
    EXPECT_FALSE(oracle::not_overlapping(zero, 5.0, Vec2d{3, 4}, 0x1p-1074));
    EXPECT_TRUE(oracle::not_overlapping(zero, 5.0, Vec2d{3, 4 + 0x1p-50}, 0x1p-1074));
    EXPECT_TRUE(oracle::not_closing(zero, Vec2d{3, 4}, zero, Vec2d{4, -3}));
    EXPECT_FALSE(oracle::not_closing(zero, Vec2d{3, 4}, zero, Vec2d{4, -3 - 0x1p-50}));
    EXPECT_FALSE(oracle::not_closing(zero, Vec2d{3, 4}, Vec2d{0, 0x1p-1074}, zero));
    EXPECT_TRUE(oracle::not_closing(zero, zero, zero, Vec2d{1, 1}));
}

TEST(Oracle, UlpsSolvedByHand) {
    const auto error = [](auto value, double exact, double more) {
        const double both[]{oracle::ulp_error(value, mpf_class(mpf_class(exact, 512) + more)),
                            oracle::ulp_error(value, static_cast<long double>(exact) + more)};
        EXPECT_EQ(both[0], both[1]);
        return both[0];
    };
    EXPECT_EQ(error(1.0, 1, 0), 0);
    EXPECT_EQ(error(1.0, 1, 0x1p-53), 0.5);
    EXPECT_EQ(error(1.0, 1, -0x1p-54), 0.5);  // ulps below 1 are half as large
    EXPECT_EQ(error(1.5F, 1.5, 0x1p-23), 1);
    EXPECT_EQ(error(0.0, 0, 0), 0);
    EXPECT_EQ(error(0x1p-1074, 0, 0), 1);
    EXPECT_EQ(error(3 * 0x1p-1074, 0x1p-1074, 0), 2);
    EXPECT_EQ(error(0x1p-149F, 0, 0), 1);
    EXPECT_EQ(error(0.0F, 0x1p-151, 0), 0.25);
}

template <class K>
class OracleOf : public testing::Test {};
TYPED_TEST_SUITE(OracleOf, EveryKind);

/// The two may differ by one positive factor.
::testing::AssertionResult proportional(const Quadratic& q, const oracle::IntegerQuadratic& z) {
    const mpq_class a(z.a);
    const mpq_class b(z.b);
    const mpq_class c(z.c);
    const bool same = sgn(q.a) == sgn(a) && sgn(q.b) == sgn(b) && sgn(q.c) == sgn(c) && q.a * b == a * q.b &&
                      q.a * c == a * q.c && q.b * c == b * q.c;
    return same ? ::testing::AssertionSuccess() : ::testing::AssertionFailure();
}

bool within_2_to_minus_60(long double value, const mpf_class& exact) {
    int exponent = 0;
    const long double mantissa = std::frexp(value, &exponent);
    const auto high = static_cast<double>(mantissa);
    mpf_class scaled = exact;
    if (exponent > 0)
        mpf_div_2exp(scaled.get_mpf_t(), scaled.get_mpf_t(), static_cast<mp_bitcnt_t>(exponent));
    if (exponent < 0)
        mpf_mul_2exp(scaled.get_mpf_t(), scaled.get_mpf_t(), static_cast<mp_bitcnt_t>(-exponent));
    return abs(scaled - high - static_cast<double>(mantissa - high)) <= 0x1p-60 * scaled;
}

TYPED_TEST(OracleOf, IntegersAgreeWithRationals) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    oracle::QuadraticMaker integers;
    for (const families::Family family : families::all()) {
        SCOPED_TRACE(families::name(family));
        families::Maker<T, N> make(3);
        for (int i = 0; i < 300; ++i) {
            const auto p = make(family);
            const Quadratic q = oracle::quadratic(p.a, p.b);
            const oracle::IntegerQuadratic& z = integers(p.a, p.b);
            ASSERT_TRUE(proportional(q, z));
            const ContactState s = state(q);
            ASSERT_EQ(state(z), s);
            if (s == ContactState::apart) continue;
            const oracle::Interval in = interval(q);
            const oracle::Times t = times(z, s);
            ASSERT_TRUE(within_2_to_minus_60(t.first, in.first));
            ASSERT_TRUE(within_2_to_minus_60(t.last, in.last));
        }
    }
}

TYPED_TEST(OracleOf, EqualFirstTimesAreEqual) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    using families::FirstTimes;
    oracle::QuadraticMaker one;
    oracle::QuadraticMaker two;
    for (const FirstTimes family : {FirstTimes::equal_fractions, FirstTimes::equal_roots}) {
        families::FirstTimesMaker<T, N> make(4);
        for (int i = 0; i < 500; ++i) {
            const auto p = make(family);
            const oracle::IntegerQuadratic& x = one(p.one.a, p.one.b);
            const oracle::IntegerQuadratic& y = two(p.two.a, p.two.b);
            ASSERT_EQ(state(x), ContactState::will_touch);
            ASSERT_TRUE(std::is_eq(compare_first(x, y))) << families::name(family);
        }
    }
}

/// The order of the times to 512 bits, where they differ in 100 of them.
TYPED_TEST(OracleOf, OrderOfFirstTimesIsThatOfTheirValues) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    for (const families::FirstTimes family : families::all_first_times()) {
        families::FirstTimesMaker<T, N> make(5);
        int compared = 0;
        for (int i = 0; i < 500; ++i) {
            const auto p = make(family);
            const Quadratic x = oracle::quadratic(p.one.a, p.one.b);
            const Quadratic y = oracle::quadratic(p.two.a, p.two.b);
            const std::weak_ordering order = compare_first(x, y);
            ASSERT_EQ(order, 0 <=> compare_first(y, x));
            if (state(x) != ContactState::will_touch || state(y) != ContactState::will_touch) continue;
            const mpf_class difference = x.first() - y.first();
            if (abs(difference) > 0x1p-100 * x.first()) {
                ++compared;
                ASSERT_EQ(order, sgn(difference) <=> 0) << families::name(family);
            } else {
                ASSERT_TRUE(std::is_eq(order) || family != families::FirstTimes::equal_roots);
            }
        }
        if (family == families::FirstTimes::an_ulp_apart) {
            EXPECT_GT(compared, 100);
        }
    }
}

}  // namespace
}  // namespace carom
