// Promise: numbers of an occasion do not depend on what else was drawn, and have the distributions they
// should.
#include "math/noise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace carom::detail {
namespace {

TEST(Noise, BelongsToItsOccasion) {
    const auto first = [](std::uint64_t seed, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
        return Noise(seed, a, b, c).uniform();
    };
    const double x = first(1, 2, 3, 5);
    EXPECT_EQ(first(1, 2, 3, 5), x);
    EXPECT_NE(first(2, 2, 3, 5), x);
    EXPECT_NE(first(1, 3, 3, 5), x);
    EXPECT_NE(first(1, 2, 4, 5), x);
    EXPECT_NE(first(1, 2, 3, 6), x);
}

TEST(Noise, LogarithmIsThatOfTheMathLibrary) {
    for (double x = 1e-300; x < 1e300; x *= 1.37) {
        EXPECT_NEAR(natural_logarithm(x), std::log(x), 0x1p-50 * std::max(1.0, std::fabs(std::log(x)))) << x;
    }
}

/// The largest distance of the empirical distribution from the given one (Kolmogorov and Smirnov).
template <class Distribution>
double distance(std::vector<double> sample, Distribution distribution) {
    std::sort(sample.begin(), sample.end());
    const auto count = static_cast<double>(sample.size());
    double worst = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
        const double expected = distribution(sample[i]);
        worst = std::max(worst, std::fabs(static_cast<double>(i) / count - expected));
        worst = std::max(worst, std::fabs(static_cast<double>(i + 1) / count - expected));
    }
    return worst;
}

TEST(Noise, HasItsDistributions) {
    constexpr std::uint64_t kDraws = 100'000;
    std::vector<double> uniforms, normals;
    for (std::uint64_t ball = 0; ball < kDraws; ++ball) {
        Noise noise(7, ball, 1, 5);
        uniforms.push_back(noise.uniform());
        normals.push_back(noise.normal());
    }
    // 1.95 / sqrt(n) is passed by one sample in a thousand.
    const double bound = 1.95 / std::sqrt(static_cast<double>(kDraws));
    EXPECT_LT(distance(uniforms, [](double x) { return x; }), bound);
    EXPECT_LT(distance(normals, [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }), bound);
}

}  // namespace
}  // namespace carom::detail
