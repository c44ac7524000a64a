// Balls that reach beyond the number range: every place of a tree that is empty stays empty.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "carom/frame/frame_stepper.hpp"
#include "support/every_type.hpp"

namespace carom {
namespace {

template <class K>
class NumberRangeOf : public testing::Test {};
TYPED_TEST_SUITE(NumberRangeOf, EveryKind);

template <class T, int N>
Vec<T, N> along(T x) {
    Vec<T, N> result;
    result[0] = x;
    return result;
}

TYPED_TEST(NumberRangeOf, ABallAsLargeAsThereIsTouchesEachOnce) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    constexpr T most = std::numeric_limits<T>::max();
    const std::vector<MovingBall<T, N>> balls{
        {{}, most, {}}, {along<T, N>(10), 1, {}}, {along<T, N>(20), 1, {}}};
    FrameContactFinder<T, N> finder;
    const auto contacts = finder.find(frame_balls(balls));
    ASSERT_EQ(contacts.size(), 2U);
    EXPECT_EQ(contacts[0].b, 1U);
    EXPECT_EQ(contacts[1].b, 2U);

    Box<T, N> box;
    for (int k = 0; k < N; ++k) box.upper[k] = 1;
    Obstacles<T, N> all;
    all.boxes = {&box, 1};
    const ObstacleSet<T, N> set(all);
    const auto first = set.first_contact({along<T, N>(5), most, along<T, N>(-1)});
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(first->obstacle.kind, ObstacleKind::box);
    EXPECT_EQ(finder.find(frame_balls(balls), set).size(), 1U);
}

TYPED_TEST(NumberRangeOf, AStepThatOverflowsEnds) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    constexpr T half = std::numeric_limits<T>::max() / 2;
    constexpr T infinity = std::numeric_limits<T>::infinity();
    FrameStepper<T, N> stepper;
    for (const T inverse_mass : {T{0}, T{1}, infinity}) {
        std::vector<FrameBody<T, N>> bodies{{{}, 1, along<T, N>(half), inverse_mass},
                                            {along<T, N>(3), 1, along<T, N>(-half), 1}};
        stepper.advance_frame(bodies);
        for (const FrameBody<T, N>& body : bodies) EXPECT_TRUE(std::isfinite(body.center[0]));
    }
}

}  // namespace
}  // namespace carom
