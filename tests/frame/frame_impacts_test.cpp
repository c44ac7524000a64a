// Impacts of one instant in a frame, and crowds in touch: what one expects from the table and the floor.
// Faults of this kind: contacts solved one after another break the symmetry of a rack; rounded places that
// overlap freeze balls for ever; balls hover over a floor.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "carom/frame/frame_stepper.hpp"
#include "frame/stepper_scenes.hpp"
#include "support/every_type.hpp"
#include "support/pair_draws.hpp"

namespace carom {
namespace {

using namespace stepper_scenes;

template <class K>
class FrameImpactsOf : public testing::Test {};
TYPED_TEST_SUITE(FrameImpactsOf, EveryKind);

template <class K>
using Bodies = std::vector<FrameBody<typename K::T, K::N>>;

/// Closed form: the cue leaves with -1/5 of its speed, the two with 3/5 along their lines of centres.
TYPED_TEST(FrameImpactsOf, ACueHitsTwoBallsAtOnce) {
    using T = typename TypeParam::T;
    constexpr double rounding = 8 * static_cast<double>(std::numeric_limits<T>::epsilon());
    for (const double gap : {0.0, 0.125}) {  // between the two: touching, or not
        Bodies<TypeParam> bodies{{TypeParam::at(0, 0), T(0.5), TypeParam::at(2, 0), 1},
                                 {TypeParam::at(2, 0.5 + gap), T(0.5), {}, 1},
                                 {TypeParam::at(2, -0.5 - gap), T(0.5), {}, 1}};
        FrameStepper<T, TypeParam::N> stepper;
        EXPECT_EQ(stepper.advance_frame(bodies).bounces.size(), 2U);
        // Two impulses p along unit vectors (c, +-s): p = 2 v c / (1 + 2 c^2).
        const double s = 0.5 + gap, c = std::sqrt(1 - s * s), p = 4 * c / (1 + 2 * c * c);
        EXPECT_NEAR(static_cast<double>(bodies[0].displacement[0]), 2 - 2 * p * c, rounding);
        EXPECT_EQ(bodies[0].displacement[1], T{0});
        for (const std::size_t i : {1U, 2U}) {
            EXPECT_NEAR(static_cast<double>(bodies[i].displacement[0]), p * c, rounding);
        }
        EXPECT_NEAR(static_cast<double>(bodies[1].displacement[1]), p * s, rounding);
        EXPECT_EQ(bodies[2].displacement[1], -bodies[1].displacement[1]);
    }
}

/// Rows of balls that touch, or nearly, in a triangle whose point shows to the cue.
template <class K>
Bodies<K> rack(int rows, double gap) {
    using T = typename K::T;
    const double pitch = std::sqrt(0.75) * (1 + gap);
    Bodies<K> bodies{{K::at(-5, 0), T(0.5), K::at(8, 0), 1}};
    for (int row = 0; row < rows; ++row) {
        for (int i = 0; i <= row; ++i) {
            bodies.push_back({K::at(row * pitch, (i - row * 0.5) * (1 + gap)), T(0.5), {}, 1});
        }
    }
    return bodies;
}

TYPED_TEST(FrameImpactsOf, ABreakKeepsItsSymmetryToTheBit) {
    using T = typename TypeParam::T;
    for (const double gap : {1e-6, 1e-3, 0.1}) {
        Bodies<TypeParam> bodies = rack<TypeParam>(5, gap);
        FrameStepper<T, TypeParam::N> stepper;
        for (int frame = 0; frame < 4; ++frame) {
            ASSERT_TRUE(stepper.advance_frame(bodies).lost.empty());
            std::size_t first = 1;
            for (std::size_t row = 0; row < 5; first += ++row) {
                for (std::size_t i = 0; i <= row; ++i) {
                    const auto& x = bodies[first + i];
                    const auto& y = bodies[first + row - i];
                    ASSERT_EQ(x.center[0], y.center[0]) << "gap " << gap << ", frame " << frame;
                    ASSERT_EQ(x.center[1], -y.center[1]);
                    ASSERT_EQ(x.displacement[0], y.displacement[0]);
                    ASSERT_EQ(x.displacement[1], -y.displacement[1]);
                }
            }
        }
        EXPECT_EQ(bodies[0].displacement[1], T{0});
    }
}

/// The number of ones of last places that a common shift costs no bit of a velocity.
TYPED_TEST(FrameImpactsOf, AShiftChangesNoVelocity) {
    using T = typename TypeParam::T;
    const Bodies<TypeParam> at_home = rack<TypeParam>(4, 0x1p-6);
    for (const double shift : {16.0, -64.0}) {
        // Places that both can hold.
        Bodies<TypeParam> here = at_home;
        for (auto& body : here) {
            for (int k = 0; k < 2; ++k) body.center[k] = std::round(body.center[k] * T(0x1p12)) * T(0x1p-12);
        }
        Bodies<TypeParam> there = here;
        for (auto& body : there) body.center[0] += static_cast<T>(shift);
        FrameStepper<T, TypeParam::N> stepper;
        stepper.advance_frame(here);
        stepper.advance_frame(there);
        for (std::size_t i = 0; i < here.size(); ++i) {
            EXPECT_EQ(here[i].displacement, there[i].displacement) << "shift " << shift << ", ball " << i;
            EXPECT_NEAR(static_cast<double>(there[i].center[0] - here[i].center[0]), shift, 1e-4);
        }
    }
}

TYPED_TEST(FrameImpactsOf, AStackInTouchThatMovesAlikeLosesNothing) {
    using T = typename TypeParam::T;
    for (const int size : {2, 5, 12, 31}) {
        Bodies<TypeParam> bodies;
        for (int i = 0; i < size * size; ++i) {
            bodies.push_back({TypeParam::at(i % size, i / size), T(0.5), TypeParam::at(0.0123, -0.0317), 1});
        }
        FrameStepper<T, TypeParam::N> stepper;
        for (int frame = 0; frame < 50; ++frame) {
            const auto step = stepper.advance_frame(bodies);
            ASSERT_TRUE(step.lost.empty()) << size << ", frame " << frame;
            ASSERT_TRUE(step.bounces.empty());
        }
        EXPECT_NEAR(static_cast<double>(bodies[0].center[0]), 50 * 0.0123, 1e-4);
    }
}

/// 961 circles that lose speed until they lie in heaps.
TEST(FrameImpacts, CoolingCirclesAreNeverFrozen) {
    Crowd<float, 2> crowd;
    constexpr int side = 31;
    crowd.walls.half_spaces = {{{{1, 0}}, 0}, {{{-1, 0}}, -side}, {{{0, 1}}, 0}, {{{0, -1}}, -side}};
    crowd.rules.restitution = crowd.rules.obstacle_restitution = 0.6F;
    families::Draws<float, 2> draw(1);
    for (int i = 0; i < side * side; ++i) {
        const Vec<float, 2> at{{static_cast<float>(i % side) + 0.5F, static_cast<float>(i / side) + 0.5F}};
        crowd.bodies.push_back({at, 0.35F, draw.cube(0.1, 0), 1});
    }
    FrameStepper<float, 2> stepper;
    std::size_t lost = 0;
    for (int frame = 0; frame < 600; ++frame) lost += play(crowd, stepper).lost.size();
    EXPECT_EQ(lost, 0U);
}

/// A ball of 10 mm under gravity lies on the floor soon, when the rules say what gravity adds.
TYPED_TEST(FrameImpactsOf, ABallComesToRestOnAFloor) {
    using T = typename TypeParam::T;
    constexpr double fall = 9.81 / (60 * 60);
    Crowd<T, TypeParam::N> crowd;
    crowd.walls.half_spaces.push_back({TypeParam::at(0, 1), 0});
    crowd.bodies.push_back({TypeParam::at(0, 0.5), T(0.005), {}, 1});
    crowd.rules.obstacle_restitution = T(0.6);
    crowd.rules.restitution_threshold = T(2 * fall);
    FrameStepper<T, TypeParam::N> stepper;
    for (int frame = 0; frame < 600; ++frame) {
        crowd.bodies[0].displacement[1] -= T(fall);
        ASSERT_TRUE(play(crowd, stepper).lost.empty());
    }
    EXPECT_LT(static_cast<double>(crowd.bodies[0].center[1]) - 0.005, fall / 256);
    EXPECT_EQ(crowd.bodies[0].displacement[1], T{0});
}

/// Balls poured on a floor between walls lie still, and none is lost.
TEST(FrameImpacts, APileComesToRest) {
    constexpr double fall = 9.81 / (60 * 60), width = 1;
    Crowd<float, 2> crowd;
    crowd.walls.half_spaces = {{{{1, 0}}, 0}, {{{-1, 0}}, -width}, {{{0, 1}}, 0}};
    crowd.rules.restitution = crowd.rules.obstacle_restitution = 0.5F;
    crowd.rules.restitution_threshold = static_cast<float>(2.5 * fall);
    for (int i = 0; i < 24; ++i) {
        const double x = 0.06 + (i % 8) * 0.11 + (i / 8 % 2) * 0.03, y = 0.06 + i / 8 * 0.11;
        crowd.bodies.push_back({{{static_cast<float>(x), static_cast<float>(y)}}, 0.05F, {}, 1});
    }
    FrameStepper<float, 2> stepper;
    std::size_t lost = 0;
    for (int frame = 0; frame < 300; ++frame) {
        for (auto& body : crowd.bodies) body.displacement[1] -= static_cast<float>(fall);
        lost += play(crowd, stepper).lost.size();
    }
    for (const auto& body : crowd.bodies) EXPECT_LT(norm(body.displacement), fall);
    EXPECT_LT(lost, 24U);
}

/// The threshold of restitution comes with the acceleration.
TYPED_TEST(FrameImpactsOf, AnAcceleratedBallComesToRestOnAFloor) {
    using T = typename TypeParam::T;
    constexpr double fall = 9.81 / (60 * 60);
    Crowd<T, TypeParam::N> crowd;
    crowd.walls.half_spaces.push_back({TypeParam::at(0, 1), 0});
    crowd.bodies.push_back({TypeParam::at(0, 0.5), T(0.005), {}, 1, TypeParam::at(0, -fall)});
    crowd.rules.obstacle_restitution = T(0.6);
    FrameStepper<T, TypeParam::N> stepper;
    for (int frame = 0; frame < 600; ++frame) ASSERT_TRUE(play(crowd, stepper).lost.empty());
    EXPECT_LT(static_cast<double>(crowd.bodies[0].center[1]) - 0.005, fall / 256);
    EXPECT_EQ(crowd.bodies[0].displacement[1], T{0});
}

/// Closed form: along a slope of 3 in 4 a body gains 3/5 of g.
TYPED_TEST(FrameImpactsOf, AnAcceleratedBallSlidesDownASlope) {
    using T = typename TypeParam::T;
    constexpr double fall = 1e-3;
    constexpr int frames = 100;
    Crowd<T, TypeParam::N> crowd;
    crowd.walls.half_spaces.push_back({TypeParam::at(0.6, 0.8), 0});
    crowd.bodies.push_back({TypeParam::at(0.3, 0.4), T(0.5), {}, 1, TypeParam::at(0, -fall)});
    FrameStepper<T, TypeParam::N> stepper;
    for (int frame = 0; frame < frames; ++frame) play(crowd, stepper);
    EXPECT_NEAR(static_cast<double>(crowd.bodies[0].displacement[0]), frames * fall * 0.48, 1e-5);
    EXPECT_NEAR(static_cast<double>(crowd.bodies[0].displacement[1]), frames * fall * -0.36, 1e-5);
}

TYPED_TEST(FrameImpactsOf, AccelerationMovesWhatCanMove) {
    using T = typename TypeParam::T;
    Bodies<TypeParam> bodies{{TypeParam::at(0, 0), T(0.5), TypeParam::at(1, 0), 0, TypeParam::at(0, 1)},
                             {TypeParam::at(0, 9), T(0.5), TypeParam::at(1, 0), 1, TypeParam::at(0, 1)},
                             {TypeParam::at(0, 20), T(0.5), {}, 1, TypeParam::at(0, INFINITY)}};
    FrameStepper<T, TypeParam::N> stepper;
    stepper.advance_frame(bodies);
    EXPECT_EQ(bodies[0].center, TypeParam::at(1, 0));
    EXPECT_EQ(bodies[1].center, TypeParam::at(1, 10));
    EXPECT_EQ(bodies[1].displacement, TypeParam::at(1, 1));
    EXPECT_EQ(bodies[2].center, TypeParam::at(0, 20)) << "no body";
}

/// 50 balls whose lowest row fills the width to the last bit.
TEST(FrameImpacts, APileAtRestIsSolvedOnceAFrame) {
    Crowd<float, 2> crowd;
    constexpr float fall = 9.81F / (60 * 60);
    crowd.walls.half_spaces = {{{{1, 0}}, 0}, {{{-1, 0}}, -1}, {{{0, 1}}, 0}};
    crowd.rules.restitution = crowd.rules.obstacle_restitution = 0.5F;
    for (int i = 0; i < 50; ++i) {
        const double x = 0.06 + (i % 8) * 0.11 + (i / 8 % 2) * 0.03, y = 0.06 + i / 8 * 0.11;
        crowd.bodies.push_back(
            {{{static_cast<float>(x), static_cast<float>(y)}}, 0.05F, {}, 1, {{0, -fall}}});
    }
    FrameStepper<float, 2> stepper;
    for (int frame = 0; frame < 200; ++frame) ASSERT_TRUE(play(crowd, stepper).lost.empty()) << frame;
    const auto before = crowd.bodies;
    const Told<float, 2> told = play(crowd, stepper);
    EXPECT_TRUE(is_same(before, crowd.bodies)) << "nothing moves";
    EXPECT_FALSE(told.bounces.empty());
    for (const auto& bounce : told.bounces) EXPECT_EQ(bounce.fraction, 0.0F);
    EXPECT_LT(told.bounces.size(), 150U) << "each contact once";
}

/// Marbles of 5 mm at 30 frames a second. One lies on the floor, the other falls past it, a millimetre or
/// more beside it: neither moves the other.
TYPED_TEST(FrameImpactsOf, AMarbleFallsPastAnotherOne) {
    using T = typename TypeParam::T;
    constexpr double fall = 9.81 / (30 * 30), radius = 5e-3;
    for (int i = 0; i < 160; ++i) {
        const double x = 2 * radius + 1e-3 * (1 + i % 8), y = radius + 1e-3 * (i / 8);
        Crowd<T, TypeParam::N> crowd;
        crowd.walls.half_spaces.push_back({TypeParam::at(0, 1), 0});
        crowd.rules.restitution = crowd.rules.obstacle_restitution = T(0.5);
        for (const auto& at : {TypeParam::at(0, radius), TypeParam::at(x, y)})
            crowd.bodies.push_back({at, T(radius), {}, 1, TypeParam::at(0, -fall)});
        FrameStepper<T, TypeParam::N> stepper;
        for (int frame = 0; frame < 30; ++frame) {
            for (const auto& bounce : play(crowd, stepper).bounces)
                ASSERT_EQ(bounce.b, FrameBounce<T>::kObstacle) << x << ' ' << y << ", frame " << frame;
        }
        EXPECT_EQ(crowd.bodies[0].center[0], T{0});
        EXPECT_EQ(crowd.bodies[1].center[0], static_cast<T>(x));
    }
}

/// Closed form: with the displacement -a it falls a share of a until it touches, and stays there.
TYPED_TEST(FrameImpactsOf, ASlowContactIsToldWhenItHappens) {
    using T = typename TypeParam::T;
    constexpr double fall = 0x1p-9;
    for (const double share : {0.25, 0.5, 0.75}) {
        Crowd<T, TypeParam::N> crowd;
        crowd.walls.half_spaces.push_back({TypeParam::at(0, 1), 0});
        crowd.rules.obstacle_restitution = T(0.5);
        crowd.bodies.push_back(
            {TypeParam::at(0, 0.5 + share * fall), T(0.5), {}, 1, TypeParam::at(0, -fall)});
        FrameStepper<T, TypeParam::N> stepper;
        const Told<T, TypeParam::N> told = play(crowd, stepper);
        ASSERT_EQ(told.bounces.size(), 1U);
        EXPECT_NEAR(static_cast<double>(told.bounces[0].fraction), share, 0.01);
        EXPECT_NEAR(static_cast<double>(crowd.bodies[0].center[1]), 0.5, fall / 256);
    }
}

/// Of unequal radii, with and without something that keeps slow contacts from rebounding.
TYPED_TEST(FrameImpactsOf, TheOrderOfTwoChangesNoBit) {
    using T = typename TypeParam::T;
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> share(-1, 1);
    const auto draw = [&](double half) { return TypeParam::at(half * share(random), half * share(random)); };
    std::size_t met = 0;
    for (int round = 0; round < 600; ++round) {
        const double force = round % 3 == 0 ? 0 : 0.1;
        Crowd<T, TypeParam::N> crowd;
        crowd.rules.restitution = T(0.5);
        crowd.rules.restitution_threshold = T(round % 3 == 1 ? 0.2 : 0);
        crowd.bodies.push_back({draw(0.1), T(0.3), draw(0.2), 1, draw(force)});
        crowd.bodies.push_back({draw(0.7), T(0.17), draw(0.2), T(0.7), draw(force)});
        Crowd<T, TypeParam::N> turned = crowd;
        std::swap(turned.bodies[0], turned.bodies[1]);
        FrameStepper<T, TypeParam::N> stepper;
        met += play(crowd, stepper).bounces.size();
        play(turned, stepper);
        std::swap(turned.bodies[0], turned.bodies[1]);
        ASSERT_TRUE(is_same(crowd.bodies, turned.bodies)) << round;
    }
    EXPECT_GT(met, 50U);
}

/// A ball in touch with a wall, whose speed into it is a rounding, goes on to what is below it.
TYPED_TEST(FrameImpactsOf, ABallThatTouchesAWallMeetsWhatComesNext) {
    using T = typename TypeParam::T;
    for (const double into : {0.0, 1e-30, 1e-19, 1e-12}) {
        for (const bool is_ball : {false, true}) {
            Crowd<T, TypeParam::N> crowd;
            crowd.walls.half_spaces.push_back({TypeParam::at(1, 0), 0});
            if (is_ball) {
                crowd.walls.balls.push_back({TypeParam::at(0.05, 0), T(0.01)});
            } else {
                crowd.walls.half_spaces.push_back({TypeParam::at(0, 1), 0});
            }
            crowd.bodies.push_back({TypeParam::at(0.05, 0.12), T(0.05), TypeParam::at(-into, -0.3), 1,
                                    TypeParam::at(0, -0.0027)});
            FrameStepper<T, TypeParam::N> stepper;
            const Told<T, TypeParam::N> told = play(crowd, stepper);
            EXPECT_TRUE(told.lost.empty()) << into;
            EXPECT_FALSE(told.bounces.empty()) << into;
            EXPECT_GT(crowd.bodies[0].displacement[1], T{0}) << into << ", it bounces up";
        }
    }
}

/// What changes a velocity is told, in a crowd that falls into a box from drawn places.
TYPED_TEST(FrameImpactsOf, EveryChangeOfAVelocityIsTold) {
    using T = typename TypeParam::T;
    constexpr double fall = 9.81 / (60 * 60);
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> share(0, 1);
    Crowd<T, TypeParam::N> crowd;
    crowd.walls.half_spaces = {
        {TypeParam::at(1, 0), 0}, {TypeParam::at(-1, 0), T(-1)}, {TypeParam::at(0, 1), 0}};
    crowd.rules.restitution = crowd.rules.obstacle_restitution = T(0.5);
    for (int i = 0; i < 25; ++i) {
        const double x = 0.06 + 0.17 * (i % 5) + 0.06 * share(random);
        const double y = 0.06 + 0.17 * (i / 5) + 0.06 * share(random);
        crowd.bodies.push_back({TypeParam::at(x, y), T(0.05), TypeParam::at(0.02 * share(random) - 0.01, 0),
                                1, TypeParam::at(0, -fall)});
    }
    FrameStepper<T, TypeParam::N> stepper;
    for (int frame = 0; frame < 200; ++frame) {
        const Bodies<TypeParam> before = crowd.bodies;
        const Told<T, TypeParam::N> told = play(crowd, stepper);
        for (std::uint32_t i = 0; i < before.size(); ++i) {
            const bool is_told =
                std::any_of(told.bounces.begin(), told.bounces.end(),
                            [i](const auto& bounce) { return bounce.a == i || bounce.b == i; });
            double off = 0;
            for (int k = 0; k < TypeParam::N; ++k)
                off = std::max(off, std::fabs(static_cast<double>(crowd.bodies[i].displacement[k]) -
                                              static_cast<double>(before[i].displacement[k]) -
                                              static_cast<double>(before[i].acceleration[k])));
            ASSERT_TRUE(is_told || off < 1e-3 * fall) << "frame " << frame << ", ball " << i;
        }
    }
}

/// A piston that cannot be stopped comes as near as it can, and waits there without bounces.
TYPED_TEST(FrameImpactsOf, APistonWaitsInTouch) {
    using T = typename TypeParam::T;
    Crowd<T, TypeParam::N> crowd;
    crowd.walls.half_spaces.push_back({TypeParam::at(-1, 0), -10});
    crowd.bodies.push_back({TypeParam::at(0, 0), T{1}, TypeParam::at(0.3, 0), 0});
    crowd.bodies.push_back({TypeParam::at(5, 0), T(0.5), {}, 1});
    FrameStepper<T, TypeParam::N> stepper;
    for (int frame = 0; frame < 60; ++frame) play(crowd, stepper);
    const Told<T, TypeParam::N> told = play(crowd, stepper);
    EXPECT_TRUE(told.bounces.empty());
    EXPECT_EQ(told.lost.size(), 2U);
    EXPECT_NEAR(static_cast<double>(crowd.bodies[0].center[0]), 8, 1e-5);
    // It goes on when the ball is taken away.
    crowd.bodies.pop_back();
    EXPECT_TRUE(play(crowd, stepper).lost.empty());
}

}  // namespace
}  // namespace carom
