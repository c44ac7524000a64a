// The order of the tree: every valid ball once, small ones first, neighbours in space next to each other, in
// a unit that fits them.
#include "frame/curve_order.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "carom/frame/workers.hpp"
#include "frame/ball_tree.hpp"
#include "frame/expected_contacts.hpp"
#include "frame/frame_scenes.hpp"
#include "support/every_type.hpp"

namespace carom::detail {
namespace {

using frame_scenes::SceneKind;
using frame_scenes::view;

template <class K>
class CurveOrderOf : public testing::Test {};
TYPED_TEST_SUITE(CurveOrderOf, EveryKind);

TYPED_TEST(CurveOrderOf, HasEveryValidBallOnce) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    frame_scenes::Maker<T, N> make(71);
    CurveOrder<T, N> order;
    for (const SceneKind kind : frame_scenes::all_kinds()) {
        SCOPED_TRACE(frame_scenes::name(kind));
        const auto balls = make(kind, 1000);
        order.gather(view(balls), {});
        order.sort({});
        std::set<std::uint32_t> numbers;
        for (std::size_t i = 0; i < order.size(); ++i) numbers.insert(order.number(i));
        std::set<std::uint32_t> valid;
        for (std::uint32_t i = 0; i < balls.size(); ++i) {
            if (frame_scenes::is_ball(balls[i])) valid.insert(i);
        }
        ASSERT_EQ(order.size(), valid.size());
        ASSERT_EQ(numbers, valid);
    }
}

TYPED_TEST(CurveOrderOf, TheUnitIsNearTheSizeOfTheBalls) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    families::Draws<T, N> draw(72);
    CurveOrder<T, N> order;
    for (const double size : {1e-30, 1e-3, 1.0, 777.0, 1e30}) {
        std::vector<MovingBall<T, N>> balls(2000);
        for (auto& ball : balls) ball = {draw.cube(30 * size, 0), static_cast<T>(size), {}};
        order.gather(view(balls), {});
        order.sort({});
        EXPECT_GE(order.unit().scaled(size), 0.5) << size;
        EXPECT_LE(order.unit().scaled(size), 2) << size;
    }
}

TYPED_TEST(CurveOrderOf, SmallBallsComeBeforeLargeOnes) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    families::Draws<T, N> draw(73);
    std::vector<MovingBall<T, N>> balls(2000);
    // Far beyond the classes on both sides.
    for (auto& ball : balls) {
        ball = {draw.cube(30, 0), static_cast<T>(std::ldexp(1.0, 4 * draw.integer(-8, 8))), {}};
    }
    CurveOrder<T, N> order;
    order.gather(view(balls), {});
    order.sort({});
    T largest = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const T radius = balls[order.number(i)].radius;
        if (std::fabs(std::log2(radius)) > 8) continue;
        ASSERT_GE(radius, largest);
        largest = radius;
    }
    EXPECT_LE(balls[order.number(0)].radius, std::ldexp(1.0, -8));
    EXPECT_GE(balls[order.number(order.size() - 1)].radius, std::ldexp(1.0, 8));
}

/// Balls next to each other in the order are near each other at every scale: the mean step is a few times the
/// mean distance of neighbours.
TYPED_TEST(CurveOrderOf, NeighboursInTheOrderAreNeighboursInSpace) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    constexpr std::size_t count = 4000;
    families::Draws<T, N> draw(74);
    CurveOrder<T, N> order;
    for (const double cluster : {1.0, 1e-6}) {
        // All but one in sixteen in a cluster.
        std::vector<MovingBall<T, N>> balls(count);
        for (std::size_t i = 0; i < count; ++i) {
            balls[i] = {draw.cube(i % 16 == 0 ? 1 : cluster, 0), static_cast<T>(1e-3), {}};
        }
        order.gather(view(balls), {});
        order.sort({});
        double sum = 0;
        std::size_t steps = 0;
        for (std::size_t i = 1; i < order.size(); ++i) {
            double square = 0;
            for (int k = 0; k < N; ++k) {
                const double d = balls[order.number(i)].center[k] - balls[order.number(i - 1)].center[k];
                square += d * d;
            }
            if (square > N * cluster * cluster * 4) continue;
            sum += std::sqrt(square);
            ++steps;
        }
        ASSERT_GT(steps, count / 2);
        const double near = 2 * cluster / std::pow(static_cast<double>(steps), 1.0 / N);
        EXPECT_LT(sum / static_cast<double>(steps), 3 * near) << cluster;
    }
}

/// The order of the tree is one order, whoever makes it and with whatever instructions.
TYPED_TEST(CurveOrderOf, DependsOnTheBallsAlone) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    families::Draws<T, N> draw(75);
    // A part of the balls in a cluster, sizes from 1 to 1000, some not valid.
    std::vector<MovingBall<T, N>> balls(70'001);
    for (std::size_t i = 0; i < balls.size(); ++i) {
        balls[i] = {draw.cube(i % 3 == 0 ? 0.01 : 100, 0),
                    static_cast<T>(std::ldexp(1.0, draw.integer(0, 10))), draw.cube(1, 0)};
        if (i % 1000 == 7) balls[i].radius = -1;
    }
    CurveOrder<T, N> expected;
    expected.gather(view(balls), {}, InstructionSet::baseline);
    expected.sort({});
    ASSERT_EQ(expected.size(), balls.size() - 70);
    const ThreadPool pool(4);
    for (const InstructionSet set :
         {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        for (const Workers& workers : {Workers{}, pool.workers()}) {
            CurveOrder<T, N> order;
            order.gather(view(balls), workers, set);
            order.sort(workers);
            ASSERT_EQ(order.size(), expected.size());
            for (std::size_t i = 0; i < order.size(); ++i)
                ASSERT_EQ(order.number(i), expected.number(i)) << i;
        }
    }
}

/// A few balls far away, the first among them, do not put all others into one cell.
TYPED_TEST(CurveOrderOf, AFewFarAwayDoNotCoarsenTheCells) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    families::Draws<T, N> draw(76);
    std::vector<MovingBall<T, N>> balls(5000);
    for (std::size_t i = 0; i < balls.size(); ++i) balls[i] = {draw.cube(i < 2 ? 1e6 : 1, 0), T(1e-3), {}};
    CurveOrder<T, N> order;
    order.gather(view(balls), {});
    order.sort({});
    ASSERT_EQ(order.size(), balls.size());
    std::set<std::uint32_t> keys;
    for (std::size_t i = 0; i < order.size(); ++i) keys.insert(order.at(i).key);
    EXPECT_GT(keys.size(), balls.size() / 2);
}

}  // namespace
}  // namespace carom::detail
