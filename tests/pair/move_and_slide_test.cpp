// A move that slides: along floors without jitter, over seams, into corners, never into anything.
#include "carom/pair/move_and_slide.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "carom/pair/overlap.hpp"
#include "support/every_property.hpp"
#include "support/every_type.hpp"
#include "support/pair_draws.hpp"
#include "support/pair_families.hpp"

namespace carom {
namespace {

template <class K>
class MoveAndSlideOf : public testing::Test {};
TYPED_TEST_SUITE(MoveAndSlideOf, EveryKind);

template <class T, int N>
struct World {
    std::vector<Ball<T, N>> balls;
    std::vector<HalfSpace<T, N>> walls;
    std::vector<Box<T, N>> boxes;

    Obstacles<T, N> obstacles() const {
        Obstacles<T, N> all;
        all.balls = balls;
        all.half_spaces = walls;
        all.boxes = boxes;
        return all;
    }
};

/// A box around (x, y) that is wide in z.
template <class K>
Box<typename K::T, K::N> box(double x0, double y0, double x1, double y1) {
    Box<typename K::T, K::N> result{K::at(x0, y0), K::at(x1, y1)};
    if constexpr (K::N == 3) {
        result.lower[2] = -8;
        result.upper[2] = 8;
    }
    return result;
}

TYPED_TEST(MoveAndSlideOf, PressedIntoAFloorItSlidesAtOneHeightForThousandsOfFrames) {
    using K = TypeParam;
    using T = typename K::T;
    World<T, K::N> world;
    world.walls.push_back({K::at(0, 1), 0});
    typename K::V center = K::at(0, 0.7);
    for (int i = 0; i < 2000; ++i) {
        const auto slide =
            move_and_slide(MovingBall<T, K::N>{center, T(0.7), K::at(0.01, -0.3)}, world.obstacles());
        ASSERT_EQ(slide.end, SlideEnd::arrived);
        ASSERT_EQ(slide.center[1], T(0.7));
        ASSERT_GT(slide.center[0], center[0]);
        center = slide.center;
    }
    EXPECT_NEAR(static_cast<double>(center[0]), 20, 0.01);
}

TYPED_TEST(MoveAndSlideOf, DoesNotStopAtTheSeamOfTwoBoxes) {
    using K = TypeParam;
    using T = typename K::T;
    World<T, K::N> world;
    world.boxes = {box<K>(-8, -1, 0, 0), box<K>(0, -1, 8, 0)};
    const auto slide =
        move_and_slide(MovingBall<T, K::N>{K::at(-2, 0.5), T(0.5), K::at(4, -1)}, world.obstacles());
    EXPECT_EQ(slide.end, SlideEnd::arrived);
    EXPECT_EQ(slide.center, K::at(2, 0.5));
}

TYPED_TEST(MoveAndSlideOf, StopsInACornerAndStaysThere) {
    using K = TypeParam;
    using T = typename K::T;
    World<T, K::N> world;
    world.walls = {{K::at(0, 1), 0}, {K::at(-1, 0), -5}};
    auto slide = move_and_slide(MovingBall<T, K::N>{K::at(0, 2), 1, K::at(9, -9)}, world.obstacles());
    EXPECT_EQ(slide.end, SlideEnd::stopped);
    EXPECT_EQ(slide.center, K::at(4, 1));
    EXPECT_EQ(slide.contact_count, 2U);
    slide = move_and_slide(MovingBall<T, K::N>{slide.center, 1, K::at(9, -9)}, world.obstacles());
    EXPECT_EQ(slide.center, K::at(4, 1));
}

TYPED_TEST(MoveAndSlideOf, PassesABallAndIsFreeWithoutObstacles) {
    using K = TypeParam;
    using T = typename K::T;
    World<T, K::N> world;
    const MovingBall<T, K::N> mover{K::at(-4, 1), 1, K::at(8, 0)};
    EXPECT_EQ(move_and_slide(mover, world.obstacles()).center, K::at(4, 1));
    world.balls.push_back({K::at(0, 0), 1});
    const auto slide = move_and_slide(mover, world.obstacles());
    EXPECT_GT(slide.center[1], 3);  // along the tangent: (-0.3, 3.5)
    EXPECT_FALSE(gap(Ball<T, K::N>{slide.center, 1}, world.balls[0]) < 0);
}

template <class T, int N>
void check_never_inside() {
    families::Draws<T, N> draw(static_cast<unsigned>(*rc::gen::inRange(0, 1 << 30)));
    World<T, N> world;
    for (int i = draw.integer(1, 8); i > 0; --i)
        world.balls.push_back({draw.cube(5, 0), static_cast<T>(draw.uniform(0, 2))});
    for (int i = draw.integer(0, 3); i > 0; --i)
        world.walls.push_back({draw.cube(1, 0), static_cast<T>(draw.uniform(-4, 0))});
    for (int i = draw.integer(0, 3); i > 0; --i) {
        Box<T, N> some{draw.cube(5, 0), draw.cube(5, 0)};
        for (int k = 0; k < N; ++k) {
            if (some.lower[k] > some.upper[k]) std::swap(some.lower[k], some.upper[k]);
        }
        world.boxes.push_back(some);
    }
    const MovingBall<T, N> mover{draw.cube(5, 0), static_cast<T>(draw.uniform(0, 1)), draw.cube(8, 0)};
    const auto slide = move_and_slide(mover, world.obstacles());
    const auto enters = [&](const auto& obstacle) {
        const auto inside = [&](const Vec<T, N>& center) {
            return sweep(MovingBall<T, N>{center, mover.radius, {}}, obstacle).state ==
                   ContactState::overlapping;
        };
        return inside(slide.center) && !inside(mover.center);
    };
    RC_TAG(static_cast<int>(slide.end));
    for (const auto& obstacle : world.balls) RC_ASSERT(!enters(obstacle));
    for (const auto& obstacle : world.walls) RC_ASSERT(!enters(obstacle));
    for (const auto& obstacle : world.boxes) RC_ASSERT(!enters(obstacle));
    double moved = 0;
    double asked = 0;
    for (int k = 0; k < N; ++k) {
        moved += std::pow(static_cast<double>(slide.moved[k]), 2);
        asked += std::pow(static_cast<double>(mover.displacement[k]), 2);
    }
    RC_ASSERT(std::sqrt(moved) <=
              std::sqrt(asked) * (1 + 64 * static_cast<double>(std::numeric_limits<T>::epsilon())));
}

CAROM_PROPERTY_OF_EVERY_KIND(MoveAndSlideProperty, EntersNothingAndIsNeverLonger, check_never_inside)

TYPED_TEST(MoveAndSlideOf, AnEmptyBoxIsNotMet) {
    using K = TypeParam;
    using T = typename K::T;
    World<T, K::N> world;
    world.boxes = {box<K>(1, -16, -16, 16)};
    EXPECT_EQ(gap(Ball<T, K::N>{K::at(0, 0), 1}, world.boxes[0]), std::numeric_limits<T>::infinity());
    const auto slide = move_and_slide(MovingBall<T, K::N>{K::at(0, 0), 1, K::at(4, -4)}, world.obstacles());
    EXPECT_EQ(slide.end, SlideEnd::arrived);
    EXPECT_EQ(slide.center, K::at(4, -4));
    EXPECT_EQ(slide.contact_count, 0U);
}

TEST(MoveAndSlide, DistancesBeyondTheLargestNumberGiveUnitNormals) {
    constexpr double most = std::numeric_limits<double>::max();
    const Ball<double, 3> ball{{{most, most, 0}}, 0x1.0000000000001p+0};
    const MovingBall<double, 3> comes{{}, 16, {{most, most, most}}};
    const Plane<double, 3> plane{{{-0x1.ffffffffffffdp+1023, -16, -16}}, 0x1.ffffffffffffep+1023};
    Obstacles<double, 3> all;
    all.balls = {&ball, 1};
    all.movers = {&comes, 1};
    all.planes = {&plane, 1};
    const auto slide = move_and_slide(
        MovingBall<double, 3>{
            {{most, most, 0}}, 0x1.ffffffffffffep+1023, {{-1.6, 0, 0x1.ffffffffffffdp+1023}}},
        all);
    ASSERT_FALSE(slide.contacts().empty());
    for (const SlideContact<double, 3>& contact : slide.contacts()) {
        const auto& n = contact.normal;
        EXPECT_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-12);
    }
}

}  // namespace
}  // namespace carom
