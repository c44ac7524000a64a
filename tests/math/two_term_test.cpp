// Two-term arithmetic against rationals: sums and products of doubles are exact, the rest stays within its
// bounds.
#include "math/two_term.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "math/exact_vec.hpp"

namespace carom::detail {
namespace {

constexpr int kTries = 20000;

class Numbers {
public:
    double any() { return std::ldexp(mantissa_(engine_), exponent_(engine_)); }
    TwoTerm any_sum() { return two_sum(any(), any()); }

private:
    std::mt19937_64 engine_{11};
    std::uniform_real_distribution<double> mantissa_{-2, 2};
    std::uniform_int_distribution<int> exponent_{-60, 60};
};

mpq_class exact(TwoTerm x) {
    return mpq_class(x.hi) + mpq_class(x.lo);
}

/// |x - value| <= 2^-bits * size
testing::AssertionResult within(TwoTerm x, const mpq_class& value, const mpq_class& size, unsigned bits) {
    const mpq_class error = abs(exact(x) - value) * mpq_class(mpz_class(1) << bits);
    if (error <= abs(size)) return testing::AssertionSuccess();
    return testing::AssertionFailure() << x.hi << " + " << x.lo << " is off by "
                                       << mpq_class(error / abs(size)).get_d() << " of the bound";
}

TEST(TwoTerm, SumAndDifferenceOfDoublesAreExact) {
    Numbers numbers;
    for (int i = 0; i < kTries; ++i) {
        const double x = numbers.any();
        const double y = numbers.any();
        ASSERT_EQ(exact(two_sum(x, y)), mpq_class(x) + mpq_class(y));
        ASSERT_EQ(exact(difference(x, y)), mpq_class(x) - mpq_class(y));
        ASSERT_EQ(two_sum(x, y).hi, x + y);
    }
}

TEST(TwoTerm, ProductOfDoublesIsExact) {
    Numbers numbers;
    for (int i = 0; i < kTries; ++i) {
        const double x = numbers.any();
        const double y = numbers.any();
        ASSERT_EQ(exact(two_product(x, y)), mpq_class(x) * mpq_class(y));
        ASSERT_EQ(two_product(x, y).hi, x * y);
    }
}

TEST(TwoTerm, ProductWithoutFmaEqualsProductWithFma) {
    Numbers numbers;
    for (int i = 0; i < kTries; ++i) {
        const double x = numbers.any();
        const double y = numbers.any();
        ASSERT_EQ(two_product(x, y).lo, std::fma(x, y, -(x * y)));
    }
}

TEST(TwoTerm, ProductIsExactAtTheEdgesOfItsDomain) {
    for (const double x : {0x1.fffffffffffffp995, 0x1.0000000000001p-484}) {
        const double y = x > 1 ? 0x1.fffffffffffffp0 : 0x1.fffffffffffffp-484;
        EXPECT_EQ(exact(two_product(x, y)), mpq_class(x) * mpq_class(y));
    }
}

TEST(TwoTerm, SumIsWithin104Bits) {
    Numbers numbers;
    for (int i = 0; i < kTries; ++i) {
        const TwoTerm x = numbers.any_sum();
        const TwoTerm y = i % 2 == 0 ? numbers.any_sum() : two_sum(-x.hi, numbers.any());
        const mpq_class value = exact(x) + exact(y);
        ASSERT_TRUE(within(x + y, value, value, 104));
        ASSERT_TRUE(within(x - y, exact(x) - exact(y), exact(x) - exact(y), 104));
    }
}

TEST(TwoTerm, ProductIsWithin102Bits) {
    Numbers numbers;
    for (int i = 0; i < kTries; ++i) {
        const TwoTerm x = numbers.any_sum();
        const TwoTerm y = numbers.any_sum();
        ASSERT_TRUE(within(x * y, exact(x) * exact(y), exact(x) * exact(y), 102));
    }
}

TEST(TwoTerm, SquareRootIsWithin102Bits) {
    Numbers numbers;
    for (int i = 0; i < kTries; ++i) {
        const TwoTerm x = two_product(numbers.any(), 1.0);
        const TwoTerm square = x * x;
        const TwoTerm root = square_root(square);
        const mpq_class value = exact(square);
        // root^2 is off by twice the relative error of the root
        ASSERT_LE(abs(exact(root) * exact(root) - value) * mpq_class(mpz_class(1) << 101), value);
    }
    EXPECT_EQ(square_root(TwoTerm{25, 0}).hi, 5);
    EXPECT_EQ(square_root(TwoTerm{25, 0}).lo, 0);
    EXPECT_EQ(square_root(TwoTerm{0, 0}).hi, 0);
}

TEST(TwoTerm, SignOfACancellingSumIsTheSignOfTheFirstTerm) {
    const TwoTerm x = two_product(0x1.0000001p0, 0x1.0000001p0);
    const TwoTerm y = two_product(0x1.0000002p0, 0x1p0);
    EXPECT_GT((x - y).hi, 0);  // (1 + h)^2 - (1 + 2 h) = h^2
    EXPECT_EQ((x - y).hi, 0x1p-56);
    EXPECT_EQ((x - x).hi, 0);
}

TEST(ExactVec, DotAndCrossOfIntegersCancelExactly) {
    const Vec<double, 3> x{0x1p52 + 1, 3, -7};
    const Vec<double, 3> y{-3, 0x1p52 + 1, 0};
    EXPECT_EQ(to_double(dot_exactly(x, y)), 0);
    const Vec<double, 3> twice{2 * x[0], 2 * x[1], 2 * x[2]};
    for (int k = 0; k < 3; ++k) EXPECT_EQ(to_double(cross_exactly(x, twice)[k]), 0);
    EXPECT_EQ(to_double(cross_exactly(Vec<double, 3>{1, 0, 0}, Vec<double, 3>{0, 1, 0})[2]), 1);
    EXPECT_EQ(to_double(cross_exactly(Vec<double, 2>{1, 0}, Vec<double, 2>{0, 1})[0]), 1);
}

TEST(VecOps, NormalisedIsUnitAtEverySize) {
    for (const double size : {0x1p-1074, 0x1p-1040, 1e-300, 1e-150, 1.0, 1e150, 1e300}) {
        const Vec<double, 2> n = normalised(Vec<double, 2>{3 * size, 4 * size});
        EXPECT_NEAR(n[0], 0.6, 4e-16) << size;
        EXPECT_NEAR(n[1], 0.8, 4e-16) << size;
    }
    EXPECT_EQ(normalised(Vec<double, 3>{}), (Vec<double, 3>{1, 0, 0}));
}

}  // namespace
}  // namespace carom::detail
