// Promise: the mean and its standard error are right for values that are independent, and for values that are
// not.
#include "carom/measure/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace carom {
namespace {

TEST(Blocking, KnowsWhatItCannotKnow) {
    Blocking blocking;
    EXPECT_EQ(blocking.estimate().count, 0U);
    blocking.add(3);
    EXPECT_EQ(blocking.estimate().value, 3);
    EXPECT_FALSE(blocking.estimate().error);
    blocking.add(5);
    EXPECT_EQ(blocking.estimate().value, 4);
    EXPECT_NEAR(*blocking.estimate().error, 1, 1e-15);  // sqrt(1 / (2 - 1))
    EXPECT_FALSE(blocking.estimate().converged);
}

TEST(Blocking, ConstantValuesHaveNoError) {
    Blocking blocking;
    for (int i = 0; i < 1000; ++i) blocking.add(1e9);
    EXPECT_EQ(blocking.estimate().value, 1e9);
    EXPECT_EQ(blocking.estimate().error, 0);
    EXPECT_TRUE(blocking.estimate().converged);
}

TEST(Blocking, IndependentValues) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal(10, 2);
    Blocking blocking;
    constexpr int n = 1 << 16;
    for (int i = 0; i < n; ++i) blocking.add(normal(random));
    const Estimate estimate = blocking.estimate();
    EXPECT_TRUE(estimate.converged);
    EXPECT_NEAR(*estimate.error, 2 / std::sqrt(n), 0.1 * 2 / std::sqrt(n));
    EXPECT_LT(std::fabs(estimate.value - 10), 4 * *estimate.error);
}

// x' = a x + noise has the variance s^2 / (1 - a^2), and the variance of the mean is (1 + a) / (1 - a) times
// that of independent values: with a = 0.95 the naive error is 6.2 times too small.
TEST(Blocking, ValuesWithAMemory) {
    constexpr double a = 0.95;
    constexpr int n = 1 << 18;
    std::mt19937_64 random(2);
    std::normal_distribution<double> normal(0, 1);
    Blocking blocking;
    double x = 0;
    for (int i = 0; i < n; ++i) blocking.add(x = a * x + normal(random));
    const double expected = std::sqrt(1 / (1 - a * a) * (1 + a) / (1 - a) / n);
    const Estimate estimate = blocking.estimate();
    EXPECT_TRUE(estimate.converged);
    EXPECT_NEAR(*estimate.error, expected, 0.15 * expected);
}

TEST(Blocking, SaysWhenTheSeriesIsTooShort) {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal(0, 1);
    Blocking blocking;
    double x = 0;
    for (int i = 0; i < 128; ++i) blocking.add(x += normal(random));
    EXPECT_FALSE(blocking.estimate().converged);
}

TEST(Estimate, CarriesItsErrorAlong) {
    const Estimate x{4, 0.1, true, 7};
    EXPECT_EQ(scaled(x, -2).value, -8);
    EXPECT_EQ(scaled(x, -2).error, 0.2);
    EXPECT_EQ(shifted(x, 1).value, 5);
    EXPECT_EQ(inverse(x).value, 0.25);
    EXPECT_NEAR(*inverse(x).error, 0.1 / 16, 1e-18);
    EXPECT_FALSE(inverse({}).error);
}

}  // namespace
}  // namespace carom
