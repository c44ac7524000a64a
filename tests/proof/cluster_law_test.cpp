// Promise: the checker's law of clusters says what rounding leaves of slow balls beside fast ones.
#include "proof/cluster_law.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom::proof {
namespace {

/// Contacts of a heap: a fast ball strikes one of two that lie on a third, which leans on a fourth one, on
/// the floor, and closes 10^9 times more slowly. Numbers from a run whose proof failed.
LawQuestion<2> heap() {
    LawQuestion<2> question;
    question.before = {{0, 0},
                       {0, -0.00010766409353154669},
                       {0.01187909785145666, 0.011710115363471713},
                       {0, -0.00010766409353154669}};
    question.mass = {1, 1, 1, 1};
    const auto unit = [](double x, double y) {
        return Vec<double, 2>{x / std::hypot(x, y), y / std::hypot(x, y)};
    };
    question.contacts = {{0, 3, unit(-1, 1.8145541610947721e-07), 0},
                         {0, kFixed, {0, -1}, 0},
                         {1, 2, unit(-1, 6.886628864388734e-07), 0},
                         {1, 3, unit(0.4999987048168114, -0.8660261515575098), 0}};
    question.restitution = 0.9;
    question.tilt = 1.6e-14;
    question.blur = 1.9e-14;
    return question;
}

TEST(ClusterLaw, SlowBallsKeepTheirDigitsBesideFastOnes) {
    const LawAnswer<2> answer = law_of_clusters(heap());
    EXPECT_EQ(answer.reflections, 4);
    EXPECT_NEAR(answer.after[0][0], 0.0027152105142619117, 1e-16);
    EXPECT_NEAR(answer.after[0][1], 4.849913752728927e-10, 1e-16);
}

}  // namespace
}  // namespace carom::proof
