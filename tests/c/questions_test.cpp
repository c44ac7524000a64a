// Promise: the C interface gives the bits of the C++ library for pairs, batches and frames.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "c/c_test.hpp"
#include "carom/frame/frame_stepper.hpp"
#include "carom/pair/approach.hpp"
#include "carom/pair/bounce.hpp"
#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"
#include "math/noise.hpp"

namespace carom::test {
namespace {

std::vector<carom_ball> balls(std::size_t count, int dimension) {
    detail::Noise noise(count, 1, 2, 3);
    std::vector<carom_ball> result(count);
    for (carom_ball& ball : result) {
        ball.radius = 0.2 + 0.3 * noise.uniform();
        for (int k = 0; k < dimension; ++k) {
            ball.center[k] = 3 * noise.uniform();
            ball.displacement[k] = 2 * noise.uniform() - 1;
        }
    }
    return result;
}

template <int N>
MovingBall<double, N> moving(const carom_ball& ball) {
    MovingBall<double, N> result;
    result.radius = ball.radius;
    for (int k = 0; k < N; ++k) {
        result.center[k] = ball.center[k];
        result.displacement[k] = ball.displacement[k];
    }
    return result;
}

/// The members of the structs, as columns.
carom_ball_columns columns_of(const std::vector<carom_ball>& all, int dimension) {
    constexpr ptrdiff_t kStride = sizeof(carom_ball);
    carom_ball_columns columns{};
    columns.radius = {&all[0].radius, all.size(), kStride};
    for (int k = 0; k < dimension; ++k) {
        columns.center[k] = {&all[0].center[k], all.size(), kStride};
        columns.displacement[k] = {&all[0].displacement[k], all.size(), kStride};
    }
    return columns;
}

template <int N>
void compare_pairs() {
    const auto all = balls(60, N);
    int touching = 0;
    for (const carom_ball& a : all) {
        for (const carom_ball& b : all) {
            carom_sweep_answer answer{};
            ASSERT_EQ(carom_sweep(N, &a, &b, &answer), CAROM_OK);
            const auto expected = sweep(moving<N>(a), moving<N>(b));
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
            EXPECT_EQ(nearest, closest_approach(moving<N>(a), moving<N>(b)).gap);
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
    const auto all = balls(40, 3);
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
            const auto one = sweep(moving<3>(all[i]), moving<3>(all[j]));
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

TEST(CFrames, FindTheContactsOfTheLibrary) {
    const auto all = balls(200, 2);
    const carom_ball_columns columns = columns_of(all, 2);
    std::vector<MovingBall<double, 2>> moved;
    for (const carom_ball& ball : all) moved.push_back(moving<2>(ball));
    FrameContactFinder<double, 2> finder;
    const auto expected = finder.find(frame_balls(moved));
    for (const unsigned threads : {1U, 3U}) {
        OwnedFrame frame;
        ASSERT_EQ(carom_frame_create(2, threads, frame.put()), CAROM_OK);
        std::size_t count = 0;
        ASSERT_EQ(carom_frame_find(frame, &columns, &count), CAROM_OK) << carom_message();
        ASSERT_EQ(count, expected.size());
        std::vector<carom_frame_contact> contacts(count);
        ASSERT_EQ(carom_frame_contacts(frame, 0, count, contacts.data()), CAROM_OK);
        for (std::size_t k = 0; k < count; ++k) {
            EXPECT_EQ(contacts[k].a, expected[k].a);
            EXPECT_EQ(contacts[k].b, expected[k].b);
            EXPECT_EQ(contacts[k].first, expected[k].first);
        }
        EXPECT_EQ(carom_frame_contacts(frame, count, 1, contacts.data()), CAROM_BAD_ARGUMENT);
    }
}

TEST(CFrames, StepAsTheLibrary) {
    constexpr std::size_t kBalls = 100;
    std::vector<FrameBody<double, 2>> bodies(kBalls);
    std::vector<double> column[5];
    for (auto& each : column) each.resize(kBalls);
    detail::Noise noise(5, 6, 7, 8);
    for (std::size_t i = 0; i < kBalls; ++i) {
        bodies[i] = {{static_cast<double>(i % 10), static_cast<double>(i / 10)},
                     0.4,
                     {0.4 * noise.normal(), 0.4 * noise.normal()},
                     1};
        const FrameBody<double, 2>& body = bodies[i];
        const double numbers[] = {body.center[0], body.center[1], body.radius, body.displacement[0],
                                  body.displacement[1]};
        for (int k = 0; k < 5; ++k) column[k][i] = numbers[k];
    }
    const carom_body_columns columns{{doubles_out(column[0]), doubles_out(column[1]), {}},
                                     doubles(column[2]),
                                     {doubles_out(column[3]), doubles_out(column[4]), {}},
                                     {}};
    OwnedFrame frame;
    ASSERT_EQ(carom_frame_create(2, 1, frame.put()), CAROM_OK);
    FrameStepper<double, 2> stepper;
    StepRules<double> rules;
    rules.restitution = 0.8;
    for (int step = 0; step < 20; ++step) {
        std::size_t bounces = 0;
        ASSERT_EQ(carom_frame_step(frame, &columns, 0.8, 0, &bounces), CAROM_OK) << carom_message();
        const auto expected = stepper.advance_frame(bodies, rules);
        ASSERT_EQ(bounces, expected.bounces.size());
        std::vector<carom_frame_bounce> told(bounces);
        ASSERT_EQ(carom_frame_bounces(frame, 0, bounces, told.data()), CAROM_OK);
        for (std::size_t k = 0; k < bounces; ++k) EXPECT_EQ(told[k].fraction, expected.bounces[k].fraction);
        for (std::size_t i = 0; i < kBalls; ++i) {
            ASSERT_EQ(column[0][i], bodies[i].center[0]);
            ASSERT_EQ(column[4][i], bodies[i].displacement[1]);
        }
    }
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
