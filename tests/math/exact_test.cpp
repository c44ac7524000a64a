// Fixed-size integers and the bounded filter against rationals, for numbers of every exponent.
#include "math/exact.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "math/bounded.hpp"
#include "math/scaled_two_term.hpp"
#include "support/generators.hpp"

namespace carom::detail {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();

int sign_of_rational(const mpq_class& x) {
    return sgn(x);
}

/// |x in two terms - exact| is below 2^-100 |exact|.
bool is_near(const ScaledTwoTerm& x, const mpq_class& exact) {
    mpq_class value = mpq_class(x.value.hi) + mpq_class(x.value.lo);
    const mpq_class power(mpz_class(1) << static_cast<mp_bitcnt_t>(std::abs(x.exponent)));
    value = x.exponent < 0 ? mpq_class(value / power) : mpq_class(value * power);
    return abs(value - exact) * (mpz_class(1) << 100) <= abs(exact);
}

/// Any finite double, subnormal and huge ones too.
double any_double() {
    return generators::number<double>(1020);
}

TEST(Exact, SumsSpanTheWholeRange) {
    const Exact<1> large(kLargest);
    const Exact<1> small(kSmallest);
    EXPECT_EQ((large + large - small).sign(), 1);
    EXPECT_EQ((small - large - large).sign(), -1);
    EXPECT_EQ((large + small - large - small).sign(), 0);
}

TEST(Exact, ProductsOfSixteenFactorsSpanTheWholeRange) {
    const Exact<1> d = Exact<1>(kLargest) + Exact<1>(kSmallest);
    const Exact<2> two = d * d;
    const Exact<4> four = two * two;
    const Exact<8> eight = four * four;
    const Exact<16> sixteen = eight * eight;
    const Exact<16> other = (four * two) * (eight * two);
    EXPECT_EQ((sixteen - other).sign(), 0);
    const Exact<8> less = four * (two * (d * (d - Exact<1>(kSmallest))));
    EXPECT_EQ((sixteen - less * eight).sign(), 1);
}

TEST(Exact, ZeroHasNoSign) {
    EXPECT_EQ(Exact<1>(0).sign(), 0);
    EXPECT_EQ(Exact<1>(-0.0).sign(), 0);
    EXPECT_EQ((Exact<1>(3) * Exact<1>(0)).sign(), 0);
    EXPECT_EQ((Exact<1>(0) - Exact<1>(3)).sign(), -1);
    EXPECT_EQ((Exact<1>(3) * Exact<1>(0)).in_two_terms().value.hi, 0);
}

RC_GTEST_PROP(ExactProperty, PolynomialsHaveTheirSignAndValue, ()) {
    const double a = any_double();
    const double b = *rc::gen::element(any_double(), a, -a, std::nextafter(a, 1e300));
    const double c = any_double();
    const double d = *rc::gen::element(any_double(), c, std::nextafter(c, 0.0));
    const Exact<2> value =
        (Exact<1>(a) + Exact<1>(b)) * Exact<1>(c) - (Exact<1>(a) - Exact<1>(d)) * Exact<1>(d);
    const mpq_class exact =
        (mpq_class(a) + mpq_class(b)) * mpq_class(c) - (mpq_class(a) - mpq_class(d)) * mpq_class(d);
    RC_TAG(sign_of_rational(exact));
    RC_ASSERT(value.sign() == sign_of_rational(exact));
    RC_ASSERT(is_near(value.in_two_terms(), exact));
    const Exact<4> square = value * value;
    RC_ASSERT((square - value * value).sign() == 0);
    RC_ASSERT(is_near(square.in_two_terms(), exact * exact));
}

RC_GTEST_PROP(BoundedProperty, DecidedSignsAreRight, ()) {
    const double a = any_double();
    const double b = *rc::gen::element(any_double(), a, std::nextafter(a, 1e300));
    const double c = any_double();
    const auto f = [&](auto number) {
        return (number(a) - number(b)) * number(c) + number(b) * (number(c) - number(a));
    };
    const mpq_class exact =
        (mpq_class(a) - mpq_class(b)) * mpq_class(c) + mpq_class(b) * (mpq_class(c) - mpq_class(a));
    const Bounded estimate = f(NumberFrom<Bounded>{});
    RC_TAG(estimate.has_sign());
    if (estimate.has_sign()) RC_ASSERT(estimate.sign() == sign_of_rational(exact));
    RC_ASSERT(sign_of(f) == sign_of_rational(exact));
}

RC_GTEST_PROP(ScaledTwoTermProperty, RatiosAreRoundedOnce, ()) {
    const double a = std::fabs(any_double());
    const double b = std::fabs(any_double());
    RC_PRE(a > 0 && b > 0 && std::isfinite(a / b));
    const ScaledTwoTerm x = (Exact<1>(a) * Exact<1>(b)).in_two_terms();
    const ScaledTwoTerm y = (Exact<1>(b) * Exact<1>(b)).in_two_terms();
    RC_ASSERT(std::fabs(ratio(x, y) - a / b) <= a / b * 0x1p-52 + kSmallest);
    RC_ASSERT(std::fabs(ratio(square_root(x * x), x) - 1) <= 0x1p-53);
}

}  // namespace
}  // namespace carom::detail
