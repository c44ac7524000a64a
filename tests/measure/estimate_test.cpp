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

TEST(Blocking, SaysWhenTheSeriesIsTooShort) {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal(0, 1);
    Blocking blocking;
    double x = 0;
    for (int i = 0; i < 128; ++i) blocking.add(x += normal(random));
    EXPECT_FALSE(blocking.estimate().converged);
}

/// Over many short series of n values x' = a x + noise: the mean square of the errors over the true variance
/// of the mean, and the mean of (deviation / error)^2.
struct OverSeries {
    double errors = 0;
    double chi2 = 0;
};
OverSeries over_series(double a, int n, int series = 2000, int stretched = 1) {
    double factor = 1;
    for (int k = 1; k < n; ++k) factor += 2 * (1 - double(k) / n) * std::pow(a, k);
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal(0, 1);
    OverSeries result;
    for (int i = 0; i < series; ++i) {
        Blocking blocking;
        double x = normal(random);
        for (int k = 0; k < n; k += stretched) {
            double mean = 0;
            for (int j = 0; j < stretched; ++j) {
                mean += x / stretched;
                x = a * x + std::sqrt(1 - a * a) * normal(random);
            }
            blocking.add(mean, stretched);
        }
        const Estimate estimate = blocking.estimate();
        result.errors += *estimate.error * *estimate.error / (factor / n) / series;
        result.chi2 += std::pow(estimate.value / *estimate.error, 2) / series;
    }
    return result;
}

// The variance of the mean is (1 + a) / (1 - a) times that of independent values: with a = 0.95 the naive
// error is 6.2 times too small.
TEST(Blocking, ErrorsOfLongSeries) {
    for (const double a : {0.0, 0.95}) {
        const OverSeries found = over_series(a, 1 << 16, 100);
        EXPECT_NEAR(found.errors, 1.08, 0.12) << a;
    }
}

// Blocking until the spread stops growing gave 0.2 to 0.6 of the variance, and chi2 of 2.5 to 8.
TEST(Blocking, ErrorsOfManyShortSeries) {
    for (const double memory : {0.0, 2.0, 5.0, 15.0}) {
        const double a = memory == 0 ? 0 : std::exp(-1 / memory);
        for (const int n : {60, 200, 1000}) {
            if (n < 12 * memory) continue;
            const OverSeries found = over_series(a, n);
            EXPECT_GT(found.errors, 0.95) << memory << " " << n;
            EXPECT_LT(found.errors, 1.6) << memory << " " << n;
            EXPECT_GT(found.chi2, 0.75) << memory << " " << n;
            EXPECT_LT(found.chi2, n < 20 * memory ? 2.0 : 1.4) << memory << " " << n;
        }
    }
}

TEST(Blocking, WeightsCountAsManyValues) {
    Blocking blocking;
    for (const double x : {1.0, 2.0, 3.0}) blocking.add(x);
    blocking.add(6, 2);
    blocking.add(7, 4);
    EXPECT_EQ(blocking.estimate().value, (1 + 2 + 3 + 12 + 28) / 9.0);
    EXPECT_EQ(blocking.count(), 5U);
    const OverSeries found = over_series(std::exp(-1 / 5.0), 1024, 2000, 4);
    EXPECT_GT(found.errors, 0.95);
    EXPECT_LT(found.errors, 1.3);
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
