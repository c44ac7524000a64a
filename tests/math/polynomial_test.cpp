// Promise: the first descent of a polynomial to zero is found, as exact rational arithmetic on a made-up root
// structure says.
#include "math/polynomial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace carom::detail {
namespace {

/// lead * (u - roots[0]) * (u - roots[1]) ...
Polynomial with_roots(double lead, const std::vector<double>& roots) {
    Polynomial p;
    p.degree = static_cast<int>(roots.size());
    p.c[0] = {lead, 0};
    for (std::size_t n = 0; n < roots.size(); ++n) {
        for (std::size_t k = n + 1; k > 0; --k)
            p.c[k] = p.c[k - 1] - TwoTerm{roots[n], 0} * (k <= n ? p.c[k] : TwoTerm{});
        p.c[0] = -(TwoTerm{roots[n], 0} * p.c[0]);
    }
    return p;
}

/// With the roots in order, the sign is known everywhere, and so is where it falls through zero.
double expected_descent(double lead, std::vector<double> roots) {
    std::sort(roots.begin(), roots.end());
    double sign = lead > 0 ? 1 : -1;
    for (std::size_t n = 0; n < roots.size(); ++n) sign = -sign;
    for (const double root : roots) {
        if (root >= 0 && sign > 0) return root;
        sign = -sign;
    }
    return HUGE_VAL;
}

TEST(Polynomial, ComesDownAtItsRoots) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> any(-2, 3);
    for (int i = 0; i < 20'000; ++i) {
        const auto degree = 1 + random() % 4;
        std::vector<double> roots;
        for (std::uint64_t n = 0; n < degree; ++n) roots.push_back(any(random));
        const double lead = random() % 2 == 0 ? 1.5 : -0.75;
        const Polynomial p = with_roots(lead, roots);
        if (p.c[0].hi <= 0) continue;  // a start below zero is the next test's
        const double expected = expected_descent(lead, roots);
        const double found = first_descent(p);
        if (expected == HUGE_VAL) {
            EXPECT_EQ(found, HUGE_VAL) << i;
        } else {
            // Near a double root the roots cannot be told apart better than by the root of the precision.
            EXPECT_NEAR(found, expected, 1e-12) << i;
        }
    }
}

TEST(Polynomial, BelowZeroItDescendsAtOnceOrAfterItsTop) {
    EXPECT_EQ(first_descent(with_roots(-1, {-1, -2})), 0);   // negative and falling
    EXPECT_EQ(first_descent(with_roots(1, {1})), HUGE_VAL);  // negative and rising for ever
    Polynomial hill;                                         // -1 - (u - 2)^2: its top is at 2, below 0
    hill.c[0] = {-5, 0};
    hill.c[1] = {4, 0};
    hill.c[2] = {-1, 0};
    hill.degree = 2;
    EXPECT_EQ(first_descent(hill), 2);
    EXPECT_EQ(first_descent(Polynomial{}), HUGE_VAL);  // nothing moves
}

TEST(Polynomial, TouchesWithoutCrossingAreNoDescent) {
    EXPECT_EQ(first_descent(with_roots(1, {1, 1})), HUGE_VAL);
    EXPECT_EQ(first_descent(with_roots(1, {0.5, 0.5, 2, 2})), HUGE_VAL);
}

/// Of degree 2 or 4, also such as begin at their root, and hops: up and down again along a line.
Polynomial any_polynomial(std::mt19937_64& random, int i) {
    std::uniform_real_distribution<double> any(-1, 1);
    Polynomial p;
    p.degree = i % 2 == 0 ? 2 : 4;
    for (std::size_t k = 0; k <= static_cast<std::size_t>(p.degree); ++k) {
        const double high = std::ldexp(any(random), -static_cast<int>(random() % 8));
        p.c[k] = {high, high * any(random) * 0x1p-54};
    }
    if (i % 5 == 0) p.c[0] = {};
    if (i % 7 == 0) {
        p.c[0] = scaled(0x1p-40, p.c[0]);
        if (p.c[1].hi < 0) p.c[1] = -p.c[1];
        p.c[1] = scaled(0x1p-12, p.c[1]);
        if (p.c[2].hi > 0) p.c[2] = -p.c[2];
    }
    if (i % 11 == 0) {  // |1 + v u - g u^2 / 2|^2 - 1
        const TwoTerm v{std::fabs(any(random)), 0};
        const TwoTerm g{std::fabs(any(random)), 0};
        p.degree = 4;
        p.c = {TwoTerm{}, scaled(2, v), v * v - g, -(v * g), scaled(0.25, g * g)};
    }
    if (i % 13 == 0) {  // up and down again along a line
        p.degree = 2;
        p.c = {};
        const double high = std::ldexp(std::fabs(any(random)), -static_cast<int>(random() % 30));
        p.c[1] = {high, high * any(random) * 0x1p-54};
        p.c[2] = {-std::fabs(any(random)), any(random) * 0x1p-60};
    }
    return p;
}

TEST(Polynomial, TheShortWayGivesTheBitsOfTheLongOne) {
    std::mt19937_64 random(3);
    for (int i = 0; i < 200'000; ++i) {
        const Polynomial p = any_polynomial(random, i);
        ASSERT_EQ(first_descent(p), isolated_descent(p)) << i;
    }
}

TEST(Polynomial, RootsOfAllSizes) {
    for (const double root : {1e-60, 1e-12, 1.0, 1e12, 1e50}) {
        EXPECT_NEAR(first_descent(with_roots(-1, {root})) / root, 1, 1e-15) << root;
        EXPECT_NEAR(first_descent(with_roots(-1, {root, -root})) / root, 1, 1e-15) << root;
    }
}

}  // namespace
}  // namespace carom::detail
