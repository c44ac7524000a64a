// Times as an epoch number plus an offset: order, differences, and a resolution that does not decay.
#include "motion/clock.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom::detail {
namespace {

TEST(Clock, CarriesWholeEpochs) {
    const Clock clock(0.25);
    EXPECT_EQ(clock.after({}, 0.1), (Time{0, 0.1}));
    EXPECT_EQ(clock.after({3, 0.125}, 0.125), (Time{4, 0}));
    EXPECT_EQ(clock.after({3, 0.125}, 10), (Time{43, 0.125}));
    EXPECT_EQ(clock.between({3, 0.125}, {43, 0.125}), 10);
    EXPECT_EQ(clock.between({43, 0.125}, {3, 0.125}), -10);
    EXPECT_EQ(clock.seconds({43, 0.125}), 10.875);
    EXPECT_EQ(clock.at(10.875), (Time{43, 0.125}));
}

TEST(Clock, OrdersByEpochThenOffset) {
    EXPECT_LT((Time{1, 0.9}), (Time{2, 0.1}));
    EXPECT_LT((Time{2, 0.1}), (Time{2, 0.2}));
    EXPECT_LT((Time{2, 0.2}), kNever);
}

TEST(Clock, InfiniteNotANumberAndAbsurdWaitsAreNever) {
    const Clock clock(1);
    EXPECT_EQ(clock.after({}, HUGE_VAL), kNever);
    EXPECT_EQ(clock.after({}, std::nan("")), kNever);
    EXPECT_EQ(clock.after({}, 1e300), kNever);
    EXPECT_EQ(clock.after({std::int64_t{1} << 62, 0}, 1), kNever);
}

TEST(Clock, KeepsItsResolutionAfterATrillionEpochs) {
    const Clock clock(1);
    const Time late{1'000'000'000'000, 0.5};
    const Time later = clock.after(late, 0x1p-52);
    EXPECT_GT(later, late);
    EXPECT_EQ(clock.between(late, later), 0x1p-52);
}

}  // namespace
}  // namespace carom::detail
