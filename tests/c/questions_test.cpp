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

/// The structs and questions of a precision.
template <class T>
struct PairsOf {
    using Ball = carom_ball;
    using Body = carom_body;
    using Answer = carom_sweep_answer;
    static constexpr auto sweep = carom_sweep;
    static constexpr auto sweep_half_space = carom_sweep_half_space;
    static constexpr auto sweep_box = carom_sweep_box;
    static constexpr auto overlaps = carom_overlaps;
    static constexpr auto gap = carom_gap;
    static constexpr auto closest_approach = carom_closest_approach;
    static constexpr auto bounce = carom_bounce;
};
template <>
struct PairsOf<float> {
    using Ball = carom_ball_float;
    using Body = carom_body_float;
    using Answer = carom_sweep_answer_float;
    static constexpr auto sweep = carom_sweep_float;
    static constexpr auto sweep_half_space = carom_sweep_half_space_float;
    static constexpr auto sweep_box = carom_sweep_box_float;
    static constexpr auto overlaps = carom_overlaps_float;
    static constexpr auto gap = carom_gap_float;
    static constexpr auto closest_approach = carom_closest_approach_float;
    static constexpr auto bounce = carom_bounce_float;
};

template <class T, int N>
typename PairsOf<T>::Ball c_ball(const MovingBall<T, N>& from) {
    typename PairsOf<T>::Ball ball{};
    ball.radius = from.radius;
    for (int k = 0; k < N; ++k) {
        ball.center[k] = from.center[k];
        ball.displacement[k] = from.displacement[k];
    }
    return ball;
}

template <class T, int N>
void expect_same(const typename PairsOf<T>::Answer& answer, const Sweep<T, N>& expected) {
    ASSERT_EQ(answer.state, static_cast<int32_t>(expected.state));
    if (!expected) return;
    EXPECT_EQ(answer.first, expected.first);
    EXPECT_EQ(answer.last, expected.last);
    for (int k = 0; k < 3; ++k) {
        EXPECT_EQ(answer.center_a[k], k < N ? expected.center_a[k] : 0);
        EXPECT_EQ(answer.center_b[k], k < N ? expected.center_b[k] : 0);
        EXPECT_EQ(answer.normal[k], k < N ? expected.normal[k] : 0);
        EXPECT_EQ(answer.point[k], k < N ? expected.point[k] : 0);
    }
}

template <class T, int N>
void compare_pairs() {
    using C = PairsOf<T>;
    std::vector<MovingBall<T, N>> all;
    for (const carom_ball& ball : some_balls(60, N)) all.push_back(moving<T, N>(ball));
    int touching = 0;
    for (const MovingBall<T, N>& x : all) {
        for (const MovingBall<T, N>& y : all) {
            const auto a = c_ball(x), b = c_ball(y);
            typename C::Answer answer{};
            ASSERT_EQ(C::sweep(N, &a, &b, &answer), CAROM_OK);
            const auto expected = sweep(x, y);
            expect_same(answer, expected);
            if (expected) ++touching;
            T distance = 0, when = 0, nearest = 0;
            int32_t overlap = -1;
            ASSERT_EQ(C::gap(N, &a, &b, &distance), CAROM_OK);
            ASSERT_EQ(C::overlaps(N, &a, &b, &overlap), CAROM_OK);
            ASSERT_EQ(C::closest_approach(N, &a, &b, &when, &nearest), CAROM_OK);
            EXPECT_EQ(distance, gap(Ball<T, N>{x.center, x.radius}, Ball<T, N>{y.center, y.radius}));
            EXPECT_EQ(overlap, distance <= 0 ? 1 : 0);
            EXPECT_EQ(when, closest_approach(x, y).u);
            EXPECT_EQ(nearest, closest_approach(x, y).gap);
        }
    }
    EXPECT_GT(touching, 250);
}

TEST(CPairs, HaveTheBitsOfTheLibrary) {
    compare_pairs<double, 2>();
    compare_pairs<double, 3>();
    compare_pairs<float, 2>();
    compare_pairs<float, 3>();
}

/// Walls, boxes and impacts of the same balls.
template <class T, int N>
void compare_walls_and_impacts() {
    using C = PairsOf<T>;
    Vec<T, N> normal, lower, upper;
    T up[3] = {}, low[3] = {}, high[3] = {};
    for (int k = 0; k < N; ++k) {
        up[k] = normal[k] = static_cast<T>(k + 1) / 3;
        low[k] = lower[k] = static_cast<T>(1.1);
        high[k] = upper[k] = static_cast<T>(1.7);
    }
    const auto offset = static_cast<T>(0.9), e = static_cast<T>(0.7);
    int walls = 0, boxes = 0;
    for (const carom_ball& one : some_balls(60, N)) {
        const MovingBall<T, N> ball = moving<T, N>(one);
        const auto a = c_ball(ball);
        typename C::Answer answer{};
        ASSERT_EQ(C::sweep_half_space(N, &a, up, offset, &answer), CAROM_OK);
        const auto at_wall = sweep(ball, HalfSpace<T, N>{normal, offset});
        expect_same(answer, at_wall);
        ASSERT_EQ(C::sweep_box(N, &a, low, high, &answer), CAROM_OK);
        const auto at_box = sweep(ball, Box<T, N>{lower, upper});
        expect_same(answer, at_box);
        walls += at_wall ? 1 : 0;
        boxes += at_box ? 1 : 0;

        const Body<T, N> x{ball.center, ball.displacement, static_cast<T>(0.3)}, y{lower, {}, 1};
        typename C::Body first{}, second{};
        for (int k = 0; k < N; ++k) {
            first.center[k] = x.center[k];
            first.velocity[k] = x.velocity[k];
            second.center[k] = y.center[k];
        }
        first.inverse_mass = x.inverse_mass;
        second.inverse_mass = y.inverse_mass;
        T after_a[3] = {7, 7, 7}, after_b[3] = {7, 7, 7};
        ASSERT_EQ(C::bounce(N, &first, &second, e, after_a, after_b), CAROM_OK);
        const auto after = bounce(x, y, e);
        for (int k = 0; k < 3; ++k) {
            EXPECT_EQ(after_a[k], k < N ? after.a[k] : 0);
            EXPECT_EQ(after_b[k], k < N ? after.b[k] : 0);
        }
    }
    EXPECT_GT(walls, 5);
    EXPECT_GT(boxes, 5);
}

TEST(CPairs, WallsBoxesAndImpactsToo) {
    compare_walls_and_impacts<double, 2>();
    compare_walls_and_impacts<double, 3>();
    compare_walls_and_impacts<float, 2>();
    compare_walls_and_impacts<float, 3>();
}

/// Numbers worked out by hand.
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
    carom_sweep_answer_float in_float{};
    const carom_ball_float negative{{0, 0, 0}, -1, {0, 0, 0}};
    EXPECT_EQ(carom_sweep_float(2, &negative, &negative, &in_float), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "a ball has a number that is not finite, or a negative radius");
    EXPECT_EQ(carom_sweep(2, &ball, &ball, &answer), CAROM_OK);
    EXPECT_STREQ(carom_message(), "");
    EXPECT_EQ(carom_fault_count(), 0U);
}

}  // namespace
}  // namespace carom::test
