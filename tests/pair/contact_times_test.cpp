// The two corrected steps behind every time: a quotient and sqrt(D) + |b| of two-term numbers.
#include "pair/contact_times.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace carom::detail {
namespace {

constexpr int kTries = 50'000;

class Numbers {
public:
    /// Positive, between 2^-60 and 2^60, with 100 random bits.
    TwoTerm any() {
        const double hi = std::ldexp(1 + unit_(engine_), exponent_(engine_));
        return two_sum(hi, hi * 0x1p-53 * (unit_(engine_) - 0.5));
    }

private:
    std::mt19937_64 engine_{5};
    std::uniform_real_distribution<double> unit_{0, 1};
    std::uniform_int_distribution<int> exponent_{-60, 60};
};

mpf_class value(TwoTerm x) {
    return mpf_class(x.hi, 400) + mpf_class(x.lo, 400);
}

/// |x - exact| in units in the last place of x.
double error_in_ulp(double x, const mpf_class& exact) {
    const double ulp = std::nextafter(std::fabs(x), HUGE_VAL) - std::fabs(x);
    return mpf_class(abs(mpf_class(x, 400) - exact) / ulp).get_d();
}

TEST(ContactTimes, QuotientIsRoundedAsIfOnce) {
    Numbers numbers;
    double worst = 0;
    for (int i = 0; i < kTries; ++i) {
        const TwoTerm x = numbers.any();
        const TwoTerm y = numbers.any();
        worst = std::max(worst, error_in_ulp(quotient(x, y, 1 / y.hi), value(x) / value(y)));
    }
    EXPECT_LE(worst, 0.5 + 0x1p-9);
    EXPECT_GT(worst, 0.49);
}

TEST(ContactTimes, RootSumKeepsHundredBits) {
    Numbers numbers;
    for (int i = 0; i < kTries; ++i) {
        const TwoTerm disc = numbers.any();
        const TwoTerm b = i % 2 == 0 ? numbers.any() : -numbers.any();
        const mpf_class exact = sqrt(value(disc)) + abs(value(b));
        const mpf_class error = abs(value(root_sum(disc, b).q) - exact) / exact;
        ASSERT_LT(error.get_d(), 0x1p-98);
    }
}

TEST(ContactTimes, RootOfNothingIsNothing) {
    EXPECT_EQ(root_sum(TwoTerm{0, 0}, TwoTerm{-3, 0}).q.hi, 3);
    EXPECT_EQ(root_sum(TwoTerm{0, 0}, TwoTerm{0, 0}).q.hi, 0);
    EXPECT_EQ(root_sum(TwoTerm{-0x1p-80, 0}, TwoTerm{3, 0}).root, 0);
}

}  // namespace
}  // namespace carom::detail
