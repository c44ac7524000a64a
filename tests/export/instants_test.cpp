// Promise: instants are where their rule puts them, whatever the rounding of decimal steps.
#include "carom/export/instants.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

std::vector<double> all(const Instants& instants) {
    std::vector<double> result;
    for (std::uint64_t k = 0; k < instants.count(); ++k) result.push_back(instants[k]);
    return result;
}

TEST(Instants, ListedOnesAreSortedAndSingle) {
    EXPECT_EQ(all(Instants::at({3, 1, 2, 1})), (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(Instants::at({}).count(), 0U);
}

TEST(Instants, StepsReachADecimalEnd) {
    for (int steps = 1; steps <= 1000; ++steps) {
        const double end = steps / 10.0;
        const Instants instants = Instants::every(0.1, 0, end);
        ASSERT_EQ(instants.count(), static_cast<std::uint64_t>(steps) + 1) << steps;
        ASSERT_EQ(instants[instants.count() - 1], end) << steps;
        ASSERT_EQ(instants[1], 0.1) << steps;
    }
}

TEST(Instants, StepsThatMissTheEndStopBeforeIt) {
    EXPECT_EQ(all(Instants::every(1, 0.5, 3)), (std::vector<double>{0.5, 1.5, 2.5}));
    EXPECT_EQ(all(Instants::every(5, 2, 3)), (std::vector<double>{2}));
    EXPECT_EQ(Instants::every(1, 3, 2).count(), 0U);
}

TEST(Instants, EvenOnesHaveBothEnds) {
    EXPECT_EQ(all(Instants::evenly(5, 1, 3)), (std::vector<double>{1, 1.5, 2, 2.5, 3}));
    EXPECT_EQ(all(Instants::evenly(1, 1, 3)), (std::vector<double>{1}));
    const Instants many = Instants::evenly(1'000'000'000'000, 0, 0.3);
    EXPECT_EQ(many[0], 0);
    EXPECT_EQ(many[many.count() - 1], 0.3);
}

TEST(Instants, CountlessStepsAreCountedWithoutMemory) {
    EXPECT_GT(Instants::every(1e-300, 0, 1).count(), std::uint64_t{1} << 61U);
    const Instants fine = Instants::every(1e-9, 0, 30);
    EXPECT_EQ(fine[fine.count() - 1], 30);
}

}  // namespace
}  // namespace carom
