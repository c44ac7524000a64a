// Promise: the law of a compliant cushion is the same from the player's table, from the checker's equations
// in 113 bits, and, up to its step, from a plain integration in time, for all restitutions, frictions and
// frequencies.
#include "billiards/stronge_law.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "proof/stronge.hpp"

namespace carom {
namespace {

struct Cushion {
    double restitution, friction, omega;
};

constexpr Cushion kCushions[] = {{.85, .2, 1.8}, {.85, .2, 1.2}, {.5, .2, 1.8}, {.5, .4, 1.2},
                                 {.98, .05, 3},  {.85, .4, 3},   {1, .2, 1.8},  {.6, .1, 5}};

/// From 0.01 to some 10, also near the limits of the regimes.
template <class Look>
void for_each_ratio(const Cushion& cushion, Look look) {
    for (double ratio = .01; ratio < 10; ratio *= 1.31) look(ratio);
    const double limits[] = {cushion.friction * 3.5 / (cushion.omega * cushion.omega),
                             cushion.friction * 3.5};
    for (const double limit : limits) {
        for (const double off : {-1e-3, -1e-9, 1e-9, 1e-3}) look(limit * (1 + off));
    }
}

TEST(StrongeLaw, TheTableIsTheLawIn113Bits) {
    for (const Cushion& cushion : kCushions) {
        billiards::detail::StrongeLaw law(cushion.restitution, cushion.friction, cushion.omega);
        for_each_ratio(cushion, [&](double ratio) {
            const double wanted = proof::narrow(
                proof::stronge_slip(ratio, cushion.restitution, cushion.friction, cushion.omega));
            EXPECT_NEAR(law.slip_after(ratio), wanted, 1e-14 * std::max(1.0, ratio))
                << cushion.restitution << ' ' << cushion.friction << ' ' << cushion.omega << ' ' << ratio;
        });
    }
}

/// The spring along the tangent follows the surface, and slips where friction does not hold it.
double integrated(const Cushion& cushion, double ratio) {
    constexpr int kSteps = 400'000;
    constexpr double kHalfPi = 1.57079632679489662;
    const double end = (1 + cushion.restitution) * kHalfPi;
    const double step = end / kSteps;
    const double stiffness = 3.5 / (cushion.omega * cushion.omega);
    double speed = ratio;
    double length = 0;
    for (int k = 0; k < kSteps; ++k) {
        const double time = (k + .5) * step;
        const double phase = time < kHalfPi ? time : (time - kHalfPi) / cushion.restitution + kHalfPi;
        const double limit = cushion.friction * stiffness * std::sin(phase);
        length = std::clamp(length + step * speed, -limit, limit);
        speed -= step * cushion.omega * cushion.omega * length;
    }
    return -speed;
}

TEST(StrongeLaw, TheTableIsTheIntegralOverTime) {
    for (const Cushion& cushion : kCushions) {
        billiards::detail::StrongeLaw law(cushion.restitution, cushion.friction, cushion.omega);
        for (double ratio = .02; ratio < 5; ratio *= 1.7) {
            EXPECT_NEAR(law.slip_after(ratio), integrated(cushion, ratio), 3e-5)
                << cushion.restitution << ' ' << cushion.friction << ' ' << cushion.omega << ' ' << ratio;
        }
    }
}

}  // namespace
}  // namespace carom
