#include "sim/pending.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace carom::detail {
namespace {

TEST(Pending, KeepsWhatItWasGivenInSoFewBits) {
    const Pending pending(Time{7, 0.25}, PendingKind::ball_ball, (1U << 26) - 1, 0xABCDEF01U);
    EXPECT_EQ(pending.time, (Time{7, 0.25}));
    EXPECT_EQ(pending.kind, PendingKind::ball_ball);
    EXPECT_EQ(pending.other, (1U << 26) - 1);
    EXPECT_EQ(pending.flights, 0xABCDEF01U & kFlightMask);
    EXPECT_EQ(pending.margin(), 0);
    EXPECT_EQ(Pending().time, kNever);
}

TEST(Pending, RoundsTheMarginDownByLessThanHalf) {
    const double largest = std::numeric_limits<float>::max();
    for (const double margin : {1.0, 1.99, 3e-38, 5e-9, 7e20, largest}) {
        Pending pending;
        pending.set_margin(margin);
        EXPECT_LE(pending.margin(), margin);
        EXPECT_GT(2 * static_cast<double>(pending.margin()), margin);
    }
    Pending pending;
    pending.set_margin(std::numeric_limits<float>::denorm_min());
    EXPECT_EQ(pending.margin(), 0);
    for (const double margin : {1e39, 1e300, HUGE_VAL}) {  // nothing is without end
        pending.set_margin(margin);
        EXPECT_EQ(pending.margin(), 0x1p127F);
    }
}

}  // namespace
}  // namespace carom::detail
