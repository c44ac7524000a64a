// Promise: elastic balls whose velocities are turned round come back to where they started, as far as the
// growth of rounding errors from impact to impact lets them.
#include "support/time_reversal.hpp"

#include <gtest/gtest.h>

#include "support/measured.hpp"

namespace carom {
namespace {

TEST(TimeReversal, AThousandImpactsOfAThousandBallsGoBack) {
    for (const double density : {0.3, 0.5, 0.9}) {
        const test::Return back = test::there_and_back(test::gas<3>(1000, density, 1), 1000);
        EXPECT_EQ(back.events, 1000U) << density;
        EXPECT_LT(back.place, 1e-11) << density;
        EXPECT_LT(back.velocity, 1e-11) << density;
    }
    const test::Return back = test::there_and_back(test::gas<2>(1000, 0.6, 1), 1000);
    EXPECT_EQ(back.events, 1000U);
    EXPECT_LT(back.place, 1e-11);
    EXPECT_LT(back.velocity, 1e-11);
}

}  // namespace
}  // namespace carom
