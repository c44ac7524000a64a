// Our own sine, exponential and so on against the standard library's in more digits.
#include "billiards/elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "billiards/stronge_law.hpp"

namespace carom::billiards::detail {
namespace {

constexpr long double kLongPi = 3.14159265358979323846264338327950288L;

TEST(Elementary, SineAndCosine) {
    for (int k = -40000; k <= 40000; ++k) {
        const double angle = k * 0.00123;
        const SineCosine at = sine_cosine(angle);
        EXPECT_NEAR(at.sine, static_cast<double>(sinl(angle)), 0x1p-53) << angle;
        EXPECT_NEAR(at.cosine, static_cast<double>(cosl(angle)), 0x1p-53) << angle;
    }
}

TEST(Elementary, DegreesAreExactAtRightAngles) {
    for (int k = -8; k <= 8; ++k) {
        const SineCosine at = sine_cosine_of_degrees(90.0 * k);
        EXPECT_EQ(std::fabs(at.sine), k % 2 == 0 ? 0 : 1);
        EXPECT_EQ(std::fabs(at.cosine), k % 2 == 0 ? 1 : 0);
    }
    for (int k = -40000; k <= 40000; ++k) {
        const double angle = k * 0.0123;
        const SineCosine at = sine_cosine_of_degrees(angle);
        EXPECT_NEAR(at.sine, static_cast<double>(sinl(angle * (kLongPi / 180))), 0x1p-52) << angle;
        EXPECT_NEAR(at.cosine, static_cast<double>(cosl(angle * (kLongPi / 180))), 0x1p-52) << angle;
    }
}

TEST(Elementary, MirroredAnglesGiveMirroredBits) {
    for (int k = 0; k <= 40000; ++k) {
        const SineCosine at = sine_cosine_of_degrees(90 + k * 0.0078125);
        const SineCosine mirrored = sine_cosine_of_degrees(90 - k * 0.0078125);
        EXPECT_EQ(at.sine, mirrored.sine);
        EXPECT_EQ(at.cosine, -mirrored.cosine);
    }
}

TEST(Elementary, Exponential) {
    for (int k = 0; k <= 70000; ++k) {
        const double x = -0.01 * k;
        const double wanted = static_cast<double>(expl(x));
        EXPECT_NEAR(exponential(x), wanted, wanted * 0x1p-52) << x;
    }
    EXPECT_EQ(exponential(0), 1);
    EXPECT_EQ(exponential(-1000), 0);
}

TEST(Elementary, ArcCosine) {
    for (int k = -10000; k <= 10000; ++k) {
        const double x = k * 1e-4;
        EXPECT_NEAR(arc_cosine(x), static_cast<double>(acosl(x)), 1e-15) << x;
    }
}

TEST(StrongeLaw, TheTableIsTheLaw) {
    const double materials[][3] = {
        {.85, .2, 1.8}, {.95, .1, 1.8}, {.7, .5, 1.8}, {.85, .15, 1.2}, {1, .2, 1.8}};
    for (const auto& [restitution, friction, omega_ratio] : materials) {
        StrongeLaw law(restitution, friction, omega_ratio);
        for (int k = 0; k <= 20000; ++k) {
            const double ratio = 1.1 * law.gross_slip_limit() * k / 20000;
            EXPECT_NEAR(law.slip_after(ratio), law.solved(ratio), 2e-15) << ratio << " " << restitution;
        }
    }
}

TEST(StrongeLaw, GrossSlipIsCoulombsLaw) {
    StrongeLaw law(.85, .2, 1.8);
    EXPECT_EQ(law.slip_after(10), -10 + .2 * 3.5 * 1.85);
}

}  // namespace
}  // namespace carom::billiards::detail
