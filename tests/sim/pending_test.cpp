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
    for (const float margin : {1.0F, 1.99F, 3e-38F, 5e-9F, 7e20F, std::numeric_limits<float>::max()}) {
        Pending pending;
        pending.set_margin(margin);
        EXPECT_LE(pending.margin(), margin);
        EXPECT_GT(2 * static_cast<double>(pending.margin()), static_cast<double>(margin));
    }
    Pending pending;
    pending.set_margin(std::numeric_limits<float>::denorm_min());
    EXPECT_EQ(pending.margin(), 0);
    pending.set_margin(HUGE_VALF);
    EXPECT_EQ(pending.margin(), HUGE_VALF);
}

}  // namespace
}  // namespace carom::detail
