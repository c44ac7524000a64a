// Batches give the bits of single sweeps: every instruction set, size, alignment and family of pairs.
#include "carom/batch/sweep_columns.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <vector>

#include "support/every_type.hpp"
#include "support/generators.hpp"
#include "support/pair_families.hpp"
#include "support/rows_of_balls.hpp"
#include "support/same_bits.hpp"

namespace carom {
namespace {

constexpr InstructionSet kSets[]{InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512};

template <class T, int N>
struct Balls {
    std::array<std::vector<T>, N> center, displacement;
    std::vector<T> radius;

    void add(const MovingBall<T, N>& ball) {
        radius.push_back(ball.radius);
        for (int k = 0; k < N; ++k) {
            center[static_cast<std::size_t>(k)].push_back(ball.center[k]);
            displacement[static_cast<std::size_t>(k)].push_back(ball.displacement[k]);
        }
    }
    MovingBall<T, N> at(std::size_t i) const {
        MovingBall<T, N> ball;
        ball.radius = radius[i];
        for (int k = 0; k < N; ++k) {
            ball.center[k] = center[static_cast<std::size_t>(k)][i];
            ball.displacement[k] = displacement[static_cast<std::size_t>(k)][i];
        }
        return ball;
    }
    BallColumns<T, N> view(std::size_t from = 0) const {
        BallColumns<T, N> columns;
        columns.radius = std::span<const T>(radius).subspan(from);
        for (std::size_t k = 0; k < static_cast<std::size_t>(N); ++k) {
            columns.center[k] = std::span<const T>(center[k]).subspan(from);
            columns.displacement[k] = std::span<const T>(displacement[k]).subspan(from);
        }
        return columns;
    }
};

/// Answer columns full of wrong values.
template <class T>
struct Answers {
    explicit Answers(std::size_t size)
        : state(size, ContactState::touching_at_rest), first(size, 7), last(size, 7) {}
    SweepColumns<T> view() { return {state, first, last}; }

    std::vector<ContactState> state;
    std::vector<T> first, last;
};

template <class T, int N>
void expect_same(const Sweep<T, N>& s, const Answers<T>& answers, std::size_t i) {
    ASSERT_EQ(s.state, answers.state[i]) << i;
    ASSERT_TRUE(same_bits(s.first, answers.first[i]) && same_bits(s.last, answers.last[i])) << i;
}

template <class K>
class SweepColumnsOf : public testing::Test {};
TYPED_TEST_SUITE(SweepColumnsOf, EveryKind);

TYPED_TEST(SweepColumnsOf, EachOfEveryFamilyHasTheBitsOfOneSweep) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    for (const families::Family family : families::all()) {
        SCOPED_TRACE(families::name(family));
        families::Maker<T, N> make(11);
        Balls<T, N> a;
        Balls<T, N> b;
        for (int i = 0; i < 400; ++i) {
            const families::MovingPair<T, N> pair = make(family);
            a.add(pair.a);
            b.add(pair.b);
        }
        for (const InstructionSet set : kSets) {
            SCOPED_TRACE(name(set));
            Answers<T> answers(400);
            const auto contacts = sweep_each(a.view(), b.view(), answers.view(), set);
            ASSERT_TRUE(contacts);
            std::size_t expected = 0;
            for (std::size_t i = 0; i < 400; ++i) {
                const Sweep<T, N> s = sweep(a.at(i), b.at(i));
                expected += s ? 1 : 0;
                expect_same(s, answers, i);
            }
            ASSERT_EQ(*contacts, expected);
        }
    }
}

TYPED_TEST(SweepColumnsOf, EverySizeAndAlignment) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    families::Maker<T, N> make(12);
    Balls<T, N> a;
    Balls<T, N> b;
    for (int i = 0; i < 50; ++i) {
        const families::MovingPair<T, N> pair = make(families::Family::near_tangent);
        a.add(pair.a);
        b.add(pair.b);
    }
    for (const InstructionSet set : kSets) {
        for (std::size_t from = 0; from <= 50; ++from) {
            Answers<T> answers(50 - from);
            ASSERT_TRUE(sweep_each(a.view(from), b.view(from), answers.view(), set));
            for (std::size_t i = from; i < 50; ++i) expect_same(sweep(a.at(i), b.at(i)), answers, i - from);
        }
    }
}

TYPED_TEST(SweepColumnsOf, OneAgainstManyAndAllAgainstAll) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    families::Maker<T, N> make(13);
    Balls<T, N> a;
    Balls<T, N> b;
    for (int i = 0; i < 9; ++i) a.add(make(families::Family::generic).a);
    for (int i = 0; i < 37; ++i) b.add(make(families::Family::generic).b);
    for (const InstructionSet set : kSets) {
        Answers<T> all(9 * 37);
        ASSERT_TRUE(sweep_all(a.view(), b.view(), all.view(), set));
        for (std::size_t i = 0; i < 9; ++i) {
            Answers<T> one(37);
            ASSERT_TRUE(sweep_one(a.at(i), b.view(), one.view(), set));
            for (std::size_t j = 0; j < 37; ++j) {
                const Sweep<T, N> s = sweep(a.at(i), b.at(j));
                expect_same(s, one, j);
                expect_same(s, all, i * 37 + j);
            }
        }
    }
}

TYPED_TEST(SweepColumnsOf, RowsHaveTheBitsOfColumns) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    families::Maker<T, N> make(15);
    Balls<T, N> a;
    Balls<T, N> b;
    RowsOfBalls<T, N> rows_a;
    RowsOfBalls<T, N> rows_b;
    for (int i = 0; i < 90; ++i) {
        const families::MovingPair<T, N> pair =
            make(i % 2 == 0 ? families::Family::generic : families::Family::near_tangent);
        a.add(pair.a);
        b.add(pair.b);
        rows_a.add(pair.a);
        rows_b.add(pair.b);
    }
    for (const InstructionSet set : kSets) {
        SCOPED_TRACE(name(set));
        for (const std::size_t from : {0U, 1U, 2U, 3U, 57U, 89U, 90U}) {
            Answers<T> answers(90 - from);
            ASSERT_TRUE(sweep_each(rows_a.view(from), rows_b.view(from), answers.view(), set));
            for (std::size_t i = from; i < 90; ++i) expect_same(sweep(a.at(i), b.at(i)), answers, i - from);
        }
        BallRows<T, N> resting = rows_b.view();
        resting.displacement = {};
        Answers<T> one(90), against_resting(90), all(90 * 90);
        ASSERT_TRUE(sweep_one(a.at(0), rows_b.view(), one.view(), set));
        ASSERT_TRUE(sweep_each(rows_a.view(), resting, against_resting.view(), set));
        ASSERT_TRUE(sweep_all(rows_a.view(), rows_b.view(), all.view(), set));
        for (std::size_t j = 0; j < 90; ++j) {
            expect_same(sweep(a.at(0), b.at(j)), one, j);
            expect_same(sweep(a.at(j), Ball<T, N>{b.at(j).center, b.at(j).radius}), against_resting, j);
            expect_same(sweep(a.at(7), b.at(j)), all, 7 * 90 + j);
        }
    }
}

TYPED_TEST(SweepColumnsOf, UnevenRowsAreRefused) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    RowsOfBalls<T, N> rows;
    rows.add({});
    rows.add({});
    Answers<T> answers(2);
    BallRows<T, N> short_of_a_center = rows.view(), short_of_a_move = rows.view();
    short_of_a_center.center = short_of_a_center.center.first(1);
    short_of_a_move.displacement = short_of_a_move.displacement.first(1);
    for (const BallRows<T, N>& uneven : {short_of_a_center, short_of_a_move}) {
        EXPECT_EQ(sweep_each(rows.view(), uneven, answers.view()).error(), ColumnError::ball_columns_differ);
        EXPECT_EQ(sweep_one(MovingBall<T, N>{}, uneven, answers.view()).error(),
                  ColumnError::ball_columns_differ);
        EXPECT_EQ(sweep_all(uneven, rows.view(), answers.view()).error(), ColumnError::ball_columns_differ);
    }
    EXPECT_EQ(sweep_each(rows.view(), rows.view(1), answers.view()).error(), ColumnError::sets_differ);
    EXPECT_EQ(answers.first[0], 7);
}

TYPED_TEST(SweepColumnsOf, RestingBallsNeedNoDisplacements) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    families::Maker<T, N> make(14);
    Balls<T, N> b;
    for (int i = 0; i < 40; ++i) b.add(make(families::Family::generic).b);
    BallColumns<T, N> resting = b.view();
    resting.displacement = {};
    const MovingBall<T, N> mover = make(families::Family::generic).a;
    for (const InstructionSet set : kSets) {
        Answers<T> answers(40);
        ASSERT_TRUE(sweep_one(mover, resting, answers.view(), set));
        for (std::size_t i = 0; i < 40; ++i) {
            expect_same(sweep(mover, Ball<T, N>{b.at(i).center, b.at(i).radius}), answers, i);
        }
    }
}

TYPED_TEST(SweepColumnsOf, NanIsApartInItsLaneOnly) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    Balls<T, N> a;
    Balls<T, N> b;
    for (int i = 0; i < 33; ++i) {
        a.add({TypeParam::at(0, 0), 1, {}});
        b.add({TypeParam::at(5, 0), 1, TypeParam::at(-9, 0)});
    }
    b.center[0][17] = std::numeric_limits<T>::quiet_NaN();
    a.radius[4] = std::numeric_limits<T>::infinity();
    for (const InstructionSet set : kSets) {
        Answers<T> answers(33);
        const auto contacts = sweep_each(a.view(), b.view(), answers.view(), set);
        ASSERT_TRUE(contacts);
        EXPECT_EQ(*contacts, 31U);
        EXPECT_EQ(answers.state[17], ContactState::apart);
        EXPECT_EQ(answers.state[4], ContactState::apart);
    }
}

TYPED_TEST(SweepColumnsOf, UnevenColumnsAreRefusedAndNothingIsWritten) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    Balls<T, N> two;
    two.add({});
    two.add({});
    Balls<T, N> three = two;
    three.add({});
    Balls<T, N> uneven = two;
    uneven.center[1].pop_back();
    Answers<T> answers(2);
    Answers<T> few(1);
    EXPECT_EQ(sweep_each(two.view(), three.view(), answers.view()).error(), ColumnError::sets_differ);
    EXPECT_EQ(sweep_each(uneven.view(), two.view(), answers.view()).error(),
              ColumnError::ball_columns_differ);
    EXPECT_EQ(sweep_one(two.at(0), uneven.view(), answers.view()).error(), ColumnError::ball_columns_differ);
    EXPECT_EQ(sweep_one(two.at(0), two.view(), few.view()).error(), ColumnError::answer_columns_differ);
    EXPECT_EQ(sweep_all(two.view(), two.view(), answers.view()).error(), ColumnError::answer_columns_differ);
    EXPECT_EQ(answers.first[0], 7);
    EXPECT_EQ(answers.state[1], ContactState::touching_at_rest);
}

TYPED_TEST(SweepColumnsOf, NothingAgainstNothing) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    const Balls<T, N> none;
    Answers<T> answers(0);
    EXPECT_EQ(*sweep_each(none.view(), none.view(), answers.view()), 0U);
    EXPECT_EQ(*sweep_all(none.view(), none.view(), answers.view()), 0U);
    EXPECT_EQ(*sweep_one(MovingBall<T, N>{}, none.view(), answers.view()), 0U);
}

template <class T, int N>
void check_any_finite() {
    const int exponent = generators::some_exponent(generators::kLargestExponent<T>);
    Balls<T, N> a;
    Balls<T, N> b;
    for (int i = 0; i < 20; ++i) {
        a.add(generators::moving_ball<T, N>(exponent));
        b.add(generators::moving_ball<T, N>(exponent));
    }
    for (const InstructionSet set : kSets) {
        Answers<T> answers(20);
        RC_ASSERT(static_cast<bool>(sweep_each(a.view(), b.view(), answers.view(), set)));
        for (std::size_t i = 0; i < 20; ++i) {
            const Sweep<T, N> s = sweep(a.at(i), b.at(i));
            RC_ASSERT(s.state == answers.state[i]);
            RC_ASSERT(same_bits(s.first, answers.first[i]) && same_bits(s.last, answers.last[i]));
        }
    }
}

RC_GTEST_PROP(SweepColumnsProperty, AnyFloats, ()) {
    check_any_finite<float, 2>();
    check_any_finite<float, 3>();
}
RC_GTEST_PROP(SweepColumnsProperty, AnyDoubles, ()) {
    check_any_finite<double, 2>();
    check_any_finite<double, 3>();
}

TEST(InstructionSets, TheFastestIsAvailableAndTheBaselineAlways) {
    EXPECT_TRUE(is_available(fastest_instruction_set()));
    EXPECT_TRUE(is_available(InstructionSet::baseline));
    EXPECT_STREQ(name(InstructionSet::avx2), "avx2");
}

}  // namespace
}  // namespace carom
