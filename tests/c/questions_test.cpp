// Promise: the C interface gives the bits of the C++ library for pairs and batches.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "c/some_balls.hpp"
#include "carom/pair/approach.hpp"
#include "carom/pair/bounce.hpp"
#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"

namespace carom::test {
namespace {

template <int N>
void compare_pairs() {
    const auto all = some_balls(60, N);
    int touching = 0;
    for (const carom_ball& a : all) {
        for (const carom_ball& b : all) {
            carom_sweep_answer answer{};
            ASSERT_EQ(carom_sweep(N, &a, &b, &answer), CAROM_OK);
            const auto expected = sweep(moving<double, N>(a), moving<double, N>(b));
            ASSERT_EQ(answer.state, static_cast<int32_t>(expected.state));
            if (expected) {
                ++touching;
                EXPECT_EQ(answer.first, expected.first);
                EXPECT_EQ(answer.last, expected.last);
                for (int k = 0; k < N; ++k) {
                    EXPECT_EQ(answer.center_a[k], expected.center_a[k]);
                    EXPECT_EQ(answer.normal[k], expected.normal[k]);
                    EXPECT_EQ(answer.point[k], expected.point[k]);
                }
            }
            double gap = 0, when = 0, nearest = 0;
            int32_t overlap = -1;
            ASSERT_EQ(carom_gap(N, &a, &b, &gap), CAROM_OK);
            ASSERT_EQ(carom_overlaps(N, &a, &b, &overlap), CAROM_OK);
            ASSERT_EQ(carom_closest_approach(N, &a, &b, &when, &nearest), CAROM_OK);
            EXPECT_EQ(overlap, gap <= 0 ? 1 : 0);
            EXPECT_EQ(nearest, closest_approach(moving<double, N>(a), moving<double, N>(b)).gap);
        }
    }
    EXPECT_GT(touching, 250);
}

TEST(CPairs, HaveTheBitsOfTheLibrary) {
    compare_pairs<2>();
    compare_pairs<3>();
}

TEST(CPairs, HalfSpacesBoxesAndBounces) {
    const carom_ball ball{{0, 0, 2}, 0.5, {0, 0, -3}};
    const double up[] = {0, 0, 1}, lower[] = {-1, -1, -1}, upper[] = {1, 1, 0.25};
    carom_sweep_answer answer{};
    ASSERT_EQ(carom_sweep_half_space(3, &ball, up, 0, &answer), CAROM_OK);
    EXPECT_EQ(answer.first, 0.5);
    ASSERT_EQ(carom_sweep_box(3, &ball, lower, upper, &answer), CAROM_OK);
    EXPECT_NEAR(answer.first, 1.25 / 3, 1e-15);
    const carom_body a{{0, 0, 0}, {2, 0, 0}, 1}, b{{1, 0, 0}, {0, 0, 0}, 0.5};
    double after_a[3], after_b[3];
    ASSERT_EQ(carom_bounce(3, &a, &b, 1, after_a, after_b), CAROM_OK);
    EXPECT_NEAR(after_a[0], 2.0 / 3 - 2 * 2.0 / 3, 1e-15);
    EXPECT_NEAR(after_b[0], 4.0 / 3, 1e-15);
}

TEST(CPairs, BatchesTakeColumnsOfAnyStride) {
    const auto all = some_balls(40, 3);
    const carom_ball_columns columns = columns_of(all, 3);
    struct Answer {
        int32_t state;
        double first;
    };
    std::vector<Answer> answers(1600);
    std::vector<double> last(1600);
    const carom_sweep_columns wanted{{&answers[0].state, 1600, sizeof(Answer)},
                                     {&answers[0].first, 1600, sizeof(Answer)},
                                     doubles_out(last)};
    std::size_t contacts = 0;
    ASSERT_EQ(carom_sweep_all(3, &columns, &columns, &wanted, &contacts), CAROM_OK) << carom_message();
    std::size_t expected = 0;
    for (std::size_t i = 0; i < 40; ++i) {
        for (std::size_t j = 0; j < 40; ++j) {
            const auto one = sweep(moving<double, 3>(all[i]), moving<double, 3>(all[j]));
            ASSERT_EQ(answers[40 * i + j].state, static_cast<int32_t>(one.state));
            ASSERT_EQ(answers[40 * i + j].first, one ? one.first : 0);
            ASSERT_EQ(last[40 * i + j], one ? one.last : 0);
            expected += one ? 1 : 0;
        }
    }
    EXPECT_EQ(contacts, expected);
    const carom_sweep_columns only_count{};
    ASSERT_EQ(carom_sweep_each(3, &columns, &columns, &only_count, &contacts), CAROM_OK);
    EXPECT_EQ(contacts, 40U);
}

TEST(CPairs, BatchesInSinglePrecision) {
    const auto all = some_balls(40, 3);
    SomeFloats floats(all, 3);
    std::vector<float> first(1600), last(1600);
    std::vector<int32_t> state(1600);
    const carom_sweep_columns_float wanted{ints_out(state), floats_out(first), floats_out(last)};
    std::size_t contacts = 0;
    const carom_ball_columns_float columns = floats.columns();
    ASSERT_EQ(carom_sweep_all_float(3, &columns, &columns, &wanted, &contacts), CAROM_OK) << carom_message();
    std::size_t expected = 0;
    for (std::size_t i = 0; i < 40; ++i) {
        for (std::size_t j = 0; j < 40; ++j) {
            const auto one = sweep(moving<float, 3>(all[i]), moving<float, 3>(all[j]));
            ASSERT_EQ(state[40 * i + j], static_cast<int32_t>(one.state));
            ASSERT_EQ(first[40 * i + j], one ? one.first : 0);
            ASSERT_EQ(last[40 * i + j], one ? one.last : 0);
            expected += one ? 1 : 0;
        }
    }
    EXPECT_EQ(contacts, expected);
    ASSERT_EQ(carom_sweep_each_float(3, &columns, &columns, &wanted, nullptr), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "state has 1600 entries, not 40");
}

TEST(CPairs, BadArgumentsAreNamed) {
    const carom_ball ball{{0, 0, 0}, 1, {0, 0, 0}};
    carom_sweep_answer answer{};
    EXPECT_EQ(carom_sweep(4, &ball, &ball, &answer), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "dimension: it must be 2 or 3");
    EXPECT_EQ(carom_sweep(2, nullptr, &ball, &answer), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_sweep(2, &ball, &ball, nullptr), CAROM_BAD_ARGUMENT);
    carom_ball wrong = ball;
    wrong.center[1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(carom_sweep(2, &wrong, &ball, &answer), CAROM_BAD_ARGUMENT);
    const double zero[] = {0, 0, 0};
    EXPECT_EQ(carom_sweep_half_space(3, &ball, zero, 0, &answer), CAROM_BAD_ARGUMENT);
    std::vector<double> three(3), four(4);
    carom_ball_columns columns{};
    columns.radius = doubles(three);
    columns.center[0] = doubles(three);
    columns.center[1] = doubles(four);
    const carom_sweep_columns none{};
    EXPECT_EQ(carom_sweep_each(2, &columns, &columns, &none, nullptr), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "a.center[1] has 4 entries, not 3");
    columns.center[1] = {};
    EXPECT_EQ(carom_sweep_each(2, &columns, &columns, &none, nullptr), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "a.center[1] is needed");
    columns.center[1] = doubles(three);
    three[2] = -1;
    EXPECT_EQ(carom_sweep_each(2, &columns, &columns, &none, nullptr), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "a.radius: entry 2 is negative");
    const double low[] = {0, 0, 0}, high[] = {1, -1, 1};
    EXPECT_EQ(carom_sweep_box(2, &ball, low, high, &answer), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_sweep(2, &ball, &ball, &answer), CAROM_OK);
    EXPECT_STREQ(carom_message(), "");
    EXPECT_EQ(carom_fault_count(), 0U);
}

}  // namespace
}  // namespace carom::test
