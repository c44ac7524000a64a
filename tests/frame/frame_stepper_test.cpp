// Frames of colliding bodies: every impact in its order, nothing passed through, nothing overlapping.
#include "carom/frame/frame_stepper.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <vector>

#include "carom/sim/simulation.hpp"
#include "frame/stepper_scenes.hpp"
#include "support/always.hpp"
#include "support/every_type.hpp"
#include "support/pair_draws.hpp"

namespace carom {
namespace {

using namespace stepper_scenes;

template <class K>
class FrameStepperOf : public testing::Test {};
TYPED_TEST_SUITE(FrameStepperOf, EveryKind);

// --- known answers

/// 10 s in frames of 1/60 s between walls at -1 and 1: (10 v - 0.9) / 1.8, rounded up.
TYPED_TEST(FrameStepperOf, CountsTheBouncesBetweenTwoWalls) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    FrameStepper<T, N> stepper;
    for (const auto& [speed, bounces] : {std::pair{1, 6U}, {5, 28U}, {37, 206U}, {137, 761U}}) {
        for (int axis = 0; axis < N; ++axis) {
            Crowd<T, N> crowd;
            wall_in(crowd, T{1});
            crowd.bodies.push_back({{}, T(0.1), {}, 1});
            crowd.bodies[0].displacement[axis] = static_cast<T>(speed) / T{60};
            std::size_t count = 0;
            for (int frame = 0; frame < 600; ++frame) count += play(crowd, stepper).bounces.size();
            EXPECT_EQ(count, bounces) << speed << " m/s";
        }
    }
}

/// Pairs on lanes of their own, which meet at 1000 moments of three frames.
template <class K>
auto head_on_pairs(double move) {
    std::vector<FrameBody<typename K::T, K::N>> bodies;
    for (int pair = 0; pair < 1000; ++pair) {
        const double gap = 6 * move * (pair + 0.5) / 1000;
        bodies.push_back({K::at(-gap / 2 - 0.1, pair), typename K::T(0.1), K::at(move, 0), 1});
        bodies.push_back({K::at(gap / 2 + 0.1, pair), typename K::T(0.1), K::at(-move, 0), 1});
    }
    return bodies;
}

TYPED_TEST(FrameStepperOf, HeadOnBallsExchangeTheirVelocities) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    FrameStepper<T, N> stepper;
    for (const double speed : {5.0, 37.0, 137.0, 300.0}) {
        auto bodies = head_on_pairs<TypeParam>(speed / 60);
        const auto start = bodies;
        std::size_t bounces = 0;
        for (int frame = 0; frame < 5; ++frame) {
            const auto before = bodies;
            const auto step = stepper.advance_frame(bodies);
            bounces += step.bounces.size();
            ASSERT_TRUE(step.lost.empty());
            for (std::size_t i = 0; i < bodies.size(); i += 2) {
                ASSERT_LT(bodies[i].center[0], bodies[i + 1].center[0]) << speed << " m/s, pair " << i / 2;
                ASSERT_TRUE(!overlap_exactly(bodies[i], bodies[i + 1]) ||
                            overlap_exactly(before[i], before[i + 1]));
            }
        }
        EXPECT_EQ(bounces, 1000U);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            ASSERT_EQ(bodies[i].displacement, start[i ^ 1].displacement) << speed << " m/s";
        }
    }
}

// --- who may touch whom, and what is no body

TYPED_TEST(FrameStepperOf, AFilterLetsPairsPassThroughEachOther) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    const std::vector<FrameBody<T, N>> start{{TypeParam::at(0, 0), T{1}, TypeParam::at(10, 0), 1},
                                             {TypeParam::at(5, 0), T{1}, {}, 1},
                                             {TypeParam::at(6, 3), T{1}, TypeParam::at(0, -2.5), 1}};
    const std::vector<std::uint32_t> group{1, 2, 4}, no_second{5, 2, 5};
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> ignored{{0, 1}, {1, 2}};
    FrameStepper<T, N> stepper;
    const auto all = [](const auto& step) { return std::vector(step.bounces.begin(), step.bounces.end()); };
    auto bodies = start;
    ASSERT_EQ(all(stepper.advance_frame(bodies))[0].b, 1U);
    for (const PairFilter& filter :
         {PairFilter{{group.data()}, {no_second.data()}, {}}, PairFilter{{}, {}, ignored}}) {
        bodies = start;
        const auto bounces = all(stepper.advance_frame(bodies, {1, 1, 64, filter}));
        ASSERT_EQ(bounces.size(), 1U);
        EXPECT_EQ(bounces[0].a, 0U);
        EXPECT_EQ(bounces[0].b, 2U);
        EXPECT_EQ(bodies[1].center, start[1].center);
        EXPECT_NE(bodies[0].displacement, start[0].displacement);
    }
}

TYPED_TEST(FrameStepperOf, NoneOneOrTwoBodies) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    FrameStepper<T, N> stepper;
    std::vector<FrameBody<T, N>> bodies;
    EXPECT_TRUE(stepper.advance_frame(bodies).bounces.empty());
    bodies.push_back({TypeParam::at(1, 2), T{1}, TypeParam::at(-0.5, 8), T{0}});
    EXPECT_TRUE(stepper.advance_frame(bodies).bounces.empty());
    EXPECT_EQ(bodies[0].center, TypeParam::at(0.5, 10));
    bodies.push_back({TypeParam::at(4.5, 18), T{1}, TypeParam::at(-4, 0), T{2}});
    bodies[0].displacement = {};
    bodies[0].center = TypeParam::at(0.5, 18);
    const auto step = stepper.advance_frame(bodies);
    ASSERT_EQ(step.bounces.size(), 1U);
    EXPECT_EQ(step.bounces[0].fraction, T(0.5));
    EXPECT_EQ(bodies[0].center, TypeParam::at(0.5, 18));
    EXPECT_EQ(bodies[1].center, TypeParam::at(4.5, 18));
    EXPECT_EQ(bodies[1].displacement, TypeParam::at(4, 0));
}

/// Where they start inside each other they bounce at once if they close, and part in the end.
TYPED_TEST(FrameStepperOf, BodiesThatOverlapAreLetApart) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) {
        const auto body = [](T x, T move) {
            FrameBody<T, N> result{{}, T{1}, {}, *rc::gen::element(T{1}, T{3})};
            result.center[0] = x;
            result.displacement[0] = move;
            return result;
        };
        const T depth = std::fabs(number<T>(Grain::dense, 1));
        std::vector<FrameBody<T, N>> bodies{body(0, T(0.25) + depth), body(2 - depth, T(-0.25))};
        FrameStepper<T, N> stepper;
        T distance = bodies[1].center[0];
        for (int frame = 0; frame < 8; ++frame) {
            RC_ASSERT(stepper.advance_frame(bodies).lost.empty());
            RC_ASSERT(bodies[1].center[0] - bodies[0].center[0] > distance);
            distance = bodies[1].center[0] - bodies[0].center[0];
        }
        RC_ASSERT(distance > 2);
    });
}

// --- the bounds of work

/// A piston that cannot be stopped, and a ball that cannot leave: both wait, and it is said.
TYPED_TEST(FrameStepperOf, APistonPressesABallAgainstAWall) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    Crowd<T, N> crowd;
    wall_in(crowd, T{10});
    crowd.bodies.push_back({TypeParam::at(0, 0), T{1}, TypeParam::at(0.3, 0), 0});
    crowd.bodies.push_back({TypeParam::at(5, 0), T(0.5), TypeParam::at(0, 0), 1});
    FrameStepper<T, N> stepper;
    std::size_t lost = 0;
    for (int frame = 0; frame < 40; ++frame) {
        const auto before = crowd.bodies;
        crowd.rules.restitution = crowd.rules.obstacle_restitution = frame % 2 == 0 ? T{1} : T{0};
        const Told<T, N> told = play(crowd, stepper);
        ASSERT_FALSE(enter_each_other(before, crowd.bodies));
        ASSERT_FALSE(enter_obstacles(crowd.walls, before, crowd.bodies));
        EXPECT_EQ(crowd.bodies[0].displacement, TypeParam::at(0.3, 0));
        lost += told.lost.size();
    }
    EXPECT_GT(lost, 0U);
    EXPECT_NEAR(static_cast<double>(crowd.bodies[0].center[0]), 8, 0.31);
}

/// A ball in a gap bounces to and fro 200 times in a frame, unless it may not.
TYPED_TEST(FrameStepperOf, ABallStopsAfterMostBounces) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    FrameStepper<T, N> stepper;
    for (const unsigned most : {1U, 2U, 64U, 1000U}) {
        Crowd<T, N> crowd;
        wall_in(crowd, T{2});
        crowd.bodies.push_back({{}, T{1}, TypeParam::at(399, 0), 1});
        crowd.rules.most_bounces = most;
        const Told<T, N> told = play(crowd, stepper);
        // The last of 200 is due at the end of the frame, as far as rounding tells.
        EXPECT_GE(told.bounces.size(), std::min(most, 199U));
        EXPECT_LE(told.bounces.size(), std::min(most, 200U));
        ASSERT_EQ(told.lost.size(), most < 200 ? 1U : 0U);
        if (most >= 200) continue;
        const double left = 400 - 2.0 * most;
        EXPECT_NEAR(std::fabs(static_cast<double>(told.lost[0].displacement[0])), left, 1e-2);
        EXPECT_NEAR(std::fabs(crowd.bodies[0].center[0]), T{1}, 1024 * std::numeric_limits<T>::epsilon());
        EXPECT_EQ(std::fabs(crowd.bodies[0].displacement[0]), T{399});
    }
}

/// Without a bounce it keeps on a wall, it slides there, frame by frame, and is not held up.
TYPED_TEST(FrameStepperOf, ABallThatDoesNotBounceSlides) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    FrameStepper<T, N> stepper;
    const auto expect_to_slide = [&](const slide_scenes::Scene<T, N>& walls, const char* what) {
        Crowd<T, N> crowd{{{TypeParam::at(0, 0), T(0.5), TypeParam::at(0.31, -0.77), 1}}, walls, {}};
        crowd.rules.obstacle_restitution = 0;
        double way = 0;
        std::size_t bounces = 0;
        for (int frame = 0; frame < 12; ++frame) {
            const auto before = crowd.bodies;
            const Told<T, N> told = play(crowd, stepper);
            EXPECT_TRUE(told.lost.empty()) << what << ", frame " << frame;
            bounces += told.bounces.size();
            const auto& to = crowd.bodies[0].center;
            way += std::hypot(to[0] - before[0].center[0], to[1] - before[0].center[1]);
        }
        EXPECT_GT(way, 1.0) << what;
        EXPECT_LT(bounces, 24U) << what;
    };
    const auto normal = TypeParam::at(0.3, 0.9);
    expect_to_slide({{}, {{normal, T(-0.7)}}, {}, {}}, "half-space");
    expect_to_slide({{}, {}, {{normal, T(-0.7)}}, {}}, "plane");
    expect_to_slide({{}, {}, {}, {{TypeParam::at(-9, -5), TypeParam::at(9, -1)}}}, "box");
}

/// A point that slides along a plane may be rounded across it.
TEST(FrameStepper, APointStaysOnItsSideOfAPlane) {
    Crowd<float, 2> crowd;
    crowd.walls.planes.push_back({{{-0x1.ep-1F, -0x1.4p-2F}}, -0x1.cp+0F});
    crowd.bodies.push_back({{{0x1.34d70ap+1F, -0x1.a370a4p+0F}}, 0, {{0x1.53332cp-4F, -0x1.fccccep-3F}}, 2});
    const auto before = crowd.bodies;
    FrameStepper<float, 2> stepper;
    const Told<float, 2> told = play(crowd, stepper);
    EXPECT_FALSE(enter_obstacles(crowd.walls, before, crowd.bodies));
    EXPECT_TRUE(told.lost.empty());
}

// --- against the engine that knows no frames

struct Impact {
    double time = 0;
    std::size_t a = 0, b = 0;  ///< b: a ball, or 100 + a wall
};

template <int N>
std::vector<Impact> impacts_in_frames(Crowd<double, N> crowd, std::size_t enough) {
    FrameStepper<double, N> stepper;
    std::vector<Impact> impacts;
    for (int frame = 0; frame < 2000 && impacts.size() < enough; ++frame) {
        for (const auto& bounce : play(crowd, stepper).bounces) {
            const bool is_wall = bounce.b == FrameBounce<double>::kObstacle;
            impacts.push_back({frame + bounce.fraction, bounce.a,
                               is_wall ? 100 + bounce.obstacle.index : std::size_t{bounce.b}});
        }
    }
    return impacts;
}

/// The same, with a frame as the unit of time.
template <int N>
std::vector<Impact> impacts_without_frames(const Crowd<double, N>& crowd, std::size_t enough) {
    Scene<N> scene;
    for (const auto& wall : crowd.walls.half_spaces) scene.world.walls.push_back({"", wall});
    for (const auto& body : crowd.bodies) {
        scene.balls.push_back({"", body.center, body.displacement, body.radius, 1 / body.inverse_mass});
    }
    std::vector<Impact> impacts;
    auto simulation = Simulation<N>::create(scene);
    while (simulation && impacts.size() < enough) {
        const auto event = simulation->next_event(2000);
        if (!event) break;
        const bool is_wall = event->kind == EventKind::ball_wall;
        impacts.push_back({simulation->seconds(event->time), event->ball,
                           is_wall ? 100 + event->other - 2 * N : std::size_t{event->other}});
    }
    return impacts;
}

template <class K>
class FrameStepperAndEngine : public testing::Test {};
using WithDoubles = testing::Types<Kind<double, 2>, Kind<double, 3>>;
TYPED_TEST_SUITE(FrameStepperAndEngine, WithDoubles);

TYPED_TEST(FrameStepperAndEngine, AgreeOnTheImpactsOfATable) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) {
        Crowd<T, N> crowd;
        wall_in(crowd, T{1});
        const int size = uniform(2, 5);
        while (static_cast<int>(crowd.bodies.size()) < size) {
            const T mass = *rc::gen::element(T{1}, T{2}, T(0.5));
            FrameBody<T, N> body{place<T, N>(Grain::dense, 1), T(0.15), place<T, N>(Grain::dense, 1), mass};
            for (int k = 0; k < N; ++k) body.displacement[k] /= 20;
            if (is_clear(crowd, body)) crowd.bodies.push_back(body);
        }
        constexpr std::size_t enough = 12;
        const auto x = impacts_in_frames(crowd, enough), y = impacts_without_frames(crowd, enough);
        RC_ASSERT(x.size() >= y.size());
        for (std::size_t i = 0; i < y.size(); ++i) {
            RC_ASSERT(x[i].a == y[i].a);
            RC_ASSERT(x[i].b == y[i].b);
            RC_ASSERT(std::fabs(x[i].time - y[i].time) / 60 <= 1e-9);
        }
    });
}

/// Enough balls for a tree of several levels, a few of them so fast that they cross the crowd.
TYPED_TEST(FrameStepperAndEngine, AgreeOnTheImpactsOfACrowd) {
    constexpr int N = TypeParam::N;
    for (unsigned seed = 1; seed <= 4; ++seed) {
        families::Draws<double, N> draw(seed);
        const double half = N == 2 ? 16 : 6;
        Crowd<double, N> crowd;
        wall_in(crowd, half);
        for (int i = 0; i < 1600; ++i) {
            const double speed = i % 50 == 0 ? 20 : 0.6;
            const FrameBody<double, N> body{draw.cube(half, 0), draw.uniform(0.2, 0.5), draw.cube(speed, 0),
                                            draw.uniform(0.5, 2)};
            if (is_clear(crowd, body)) crowd.bodies.push_back(body);
        }
        const auto x = impacts_in_frames(crowd, 1), y = impacts_without_frames(crowd, x.size());
        ASSERT_GT(x.size(), 400U);
        ASSERT_EQ(x.size(), y.size());
        for (std::size_t i = 0; i < y.size(); ++i) {
            ASSERT_EQ(x[i].a, y[i].a) << "impact " << i;
            ASSERT_EQ(x[i].b, y[i].b) << "impact " << i;
            ASSERT_NEAR(x[i].time, y[i].time, 1e-9);
        }
    }
}

}  // namespace
}  // namespace carom
