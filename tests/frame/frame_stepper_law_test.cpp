// What holds in every frame of random crowds: free places, kept energy and momentum, impacts in order; and
// what may not change a bit of it.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "carom/frame/frame_stepper.hpp"
#include "frame/step_replay.hpp"
#include "support/always.hpp"
#include "support/every_type.hpp"

namespace carom {
namespace {

using namespace stepper_scenes;

template <class K>
class FrameStepperLawOf : public testing::Test {};
TYPED_TEST_SUITE(FrameStepperLawOf, EveryKind);

template <class T>
constexpr double kRounding = static_cast<double>(std::numeric_limits<T>::epsilon());

// --- laws of every frame

/// Who had how many impacts; fails where one is out of order or between balls that nothing moves.
template <class T, int N>
std::vector<unsigned> counted(const Crowd<T, N>& crowd, const Told<T, N>& told) {
    std::vector<unsigned> count(crowd.bodies.size());
    T last = 0;
    for (const FrameBounce<T>& bounce : told.bounces) {
        RC_ASSERT(last <= bounce.fraction);
        RC_ASSERT(bounce.fraction <= 1);
        last = bounce.fraction;
        const bool is_pair = bounce.b != FrameBounce<T>::kObstacle;
        RC_ASSERT(!is_pair || (bounce.a < bounce.b && bounce.b < count.size()));
        RC_ASSERT(is_movable(crowd.bodies[bounce.a]) || (is_pair && is_movable(crowd.bodies[bounce.b])));
        ++count[bounce.a];
        if (is_pair) ++count[bounce.b];
    }
    return count;
}

template <class T, int N>
double norm_of_difference(Vec<T, N> x, const Vec<T, N>& y) {
    for (int k = 0; k < N; ++k) x[k] -= y[k];
    return norm(x);
}

/// wanted - moved, for bodies without an impact; the others moved no more than they could.
template <class T, int N>
void check_lost(const std::vector<FrameBody<T, N>>& before, const Crowd<T, N>& crowd, const Told<T, N>& told,
                const std::vector<unsigned>& count) {
    std::vector<Vec<T, N>> lost(before.size());
    std::vector<bool> is_lost(before.size());
    for (const LostMove<T, N>& one : told.lost) {
        lost[one.ball] = one.displacement;
        is_lost[one.ball] = true;
    }
    double fastest = 0;
    for (const FrameBody<T, N>& body : before) fastest = std::max(fastest, norm(body.displacement));
    for (std::size_t i = 0; i < before.size(); ++i) {
        const bool is_squeezed = is_lost[i] && crowd.bodies[i].displacement == Vec<T, N>{};
        if (count[i] > 0 || is_squeezed) continue;
        // What closes by next to nothing is not told.
        const Vec<T, N>& after = crowd.bodies[i].displacement;
        RC_ASSERT(norm_of_difference(after, before[i].displacement) <= 0x1p-36 * fastest);
        const double size = norm(before[i].center) + norm(before[i].displacement);
        for (int k = 0; k < N; ++k) {
            const double moved = static_cast<double>(crowd.bodies[i].center[k]) -
                                 static_cast<double>(before[i].center[k]) + static_cast<double>(lost[i][k]);
            RC_ASSERT(std::fabs(moved - static_cast<double>(before[i].displacement[k])) <=
                      64 * kRounding<T> * (size + static_cast<double>(before[i].radius)));
        }
    }
}

/// Elastic impacts keep it, others take some.
template <class T, int N>
void check_energy(const std::vector<FrameBody<T, N>>& before, const Crowd<T, N>& crowd,
                  const Told<T, N>& told) {
    const bool is_driven = std::any_of(before.begin(), before.end(), [](const auto& body) {
        return !is_movable(body) && norm(body.displacement) > 0;
    });
    if (is_driven) return;
    const double rounding = 16 * kRounding<T> * static_cast<double>(told.bounces.size());
    const double first = energy(before), last = energy(crowd.bodies);
    RC_ASSERT(last <= first * (1 + rounding));
    if (crowd.rules.restitution < 1 || crowd.rules.obstacle_restitution < 1) return;
    // What is held between walls, or stopped, loses energy.
    const bool is_held = std::any_of(told.bounces.begin(), told.bounces.end(), [&](const auto& bounce) {
        return bounce.b == FrameBounce<T>::kObstacle && Replay<T, N>::is_joined(bounce, told.bounces);
    });
    if (is_held || !told.lost.empty()) return;
    RC_ASSERT(last >= first * (1 - rounding));
}

template <class T, int N>
Told<T, N> check_frame(Crowd<T, N>& crowd, FrameStepper<T, N>& stepper) {
    const auto before = crowd.bodies;
    Told<T, N> told = play(crowd, stepper);
    RC_ASSERT(!enter_each_other(before, crowd.bodies));
    RC_ASSERT(!enter_obstacles(crowd.walls, before, crowd.bodies));
    const auto count = counted(crowd, told);
    check_lost(before, crowd, told, count);
    check_energy(before, crowd, told);
    return told;
}

TYPED_TEST(FrameStepperLawOf, EveryFrameKeepsTheLaws) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) {
        Crowd<T, N> crowd = draw_crowd<T, N>(24);
        FrameStepper<T, N> stepper;
        for (int frame = 0; frame < 6; ++frame) check_frame(crowd, stepper);
    });
}

TYPED_TEST(FrameStepperLawOf, FreeBallsKeepTheirMomentum) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) {
        Crowd<T, N> crowd;
        add_gas(crowd, Grain::dense, T{4}, 30);
        crowd.walls = {};
        crowd.rules.restitution = draw_restitution<T>();
        std::erase_if(crowd.bodies, [](const auto& body) { return !is_movable(body); });
        FrameStepper<T, N> stepper;
        const auto before = crowd.bodies;
        const Told<T, N> told = check_frame(crowd, stepper);
        const double impacts = static_cast<double>(1 + told.bounces.size());
        if (!told.lost.empty()) return;
        for (int k = 0; k < N; ++k) {
            double change = 0, size = 0;
            for (std::size_t i = 0; i < before.size(); ++i) {
                const double mass = 1 / static_cast<double>(before[i].inverse_mass);
                const double from = static_cast<double>(before[i].displacement[k]);
                const double to = static_cast<double>(crowd.bodies[i].displacement[k]);
                change += mass * (to - from);
                size += mass * (norm(before[i].displacement) + norm(crowd.bodies[i].displacement));
            }
            RC_ASSERT(std::fabs(change) <= 4 * kRounding<T> * impacts * size);
        }
    });
}

/// As far as errors let a frame be followed in plain numbers.
TYPED_TEST(FrameStepperLawOf, EveryImpactIsRightAndNoneIsMissing) {
    int frames = 0, followed = 0, impacts = 0;
    always<TypeParam>([&]<class T, int N>(Kind<T, N>) {
        Crowd<T, N> crowd;
        add_gas(crowd, Grain::dense, *rc::gen::element(T(0.25), T{1}, T{8}), uniform(1, 16));
        crowd.rules.restitution = draw_restitution<T>();
        crowd.rules.obstacle_restitution = draw_restitution<T>();
        FrameStepper<T, N> stepper;
        const Crowd<T, N> start = crowd;
        Replay<T, N> replay(start);
        const Told<T, N> told = play(crowd, stepper);
        frames += told.bounces.empty() ? 0 : 1;
        if (!replay.agrees_with(told, crowd.bodies) || told.bounces.empty()) return;
        ++followed;
        impacts += static_cast<int>(told.bounces.size());
    });
    EXPECT_GT(5 * followed + 10, 2 * frames);  // more than two in five, but for chance in a few
    EXPECT_GT(2 * impacts, followed);
}

// --- what may not matter

TYPED_TEST(FrameStepperLawOf, AnyThreadsAndInstructionsGiveTheSameBits) {
    const ThreadPool pool(3);
    always<TypeParam>([&]<class T, int N>(Kind<T, N>) {
        Crowd<T, N> x = draw_crowd<T, N>(24), y = x, z = x;
        FrameStepper<T, N> plain({{}, InstructionSet::baseline});
        FrameStepper<T, N> shared({pool.workers(), InstructionSet::avx2});
        FrameStepper<T, N> wide({{}, InstructionSet::avx512});
        for (int frame = 0; frame < 2; ++frame) {
            const auto bounces = play(x, plain).bounces;
            RC_ASSERT(is_same(bounces, play(y, shared).bounces));
            RC_ASSERT(is_same(bounces, play(z, wide).bounces));
            for (std::size_t i = 0; i < x.bodies.size(); ++i) {
                RC_ASSERT(same_bits(x.bodies[i].center, y.bodies[i].center));
                RC_ASSERT(same_bits(x.bodies[i].center, z.bodies[i].center));
                RC_ASSERT(same_bits(x.bodies[i].displacement, y.bodies[i].displacement));
                RC_ASSERT(same_bits(x.bodies[i].displacement, z.bodies[i].displacement));
            }
        }
    });
}

TYPED_TEST(FrameStepperLawOf, AMirrorShowsTheSameBits) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) {
        Crowd<T, N> x = draw_crowd<T, N>(24);
        const int axis = uniform(0, N);
        Crowd<T, N> y = mirrored(x, axis);
        FrameStepper<T, N> stepper;
        for (int frame = 0; frame < 2; ++frame) {
            RC_ASSERT(is_same(play(x, stepper).bounces, play(y, stepper).bounces));
            RC_ASSERT(is_same(mirrored(x, axis).bodies, y.bodies));
        }
    });
}

/// A lattice in touch, a gas, and what is in them: whatever the order in which the caller names it.
TYPED_TEST(FrameStepperLawOf, AnyOrderOfTheBodiesGivesTheSameBits) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) {
        Crowd<T, N> x = draw_crowd<T, N>(24), y = x;
        std::vector<std::size_t> order(x.bodies.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        for (std::size_t i = order.size(); i > 1; --i) {
            std::swap(order[i - 1], order[static_cast<std::size_t>(uniform(0, static_cast<int>(i)))]);
        }
        for (std::size_t i = 0; i < order.size(); ++i) y.bodies[i] = x.bodies[order[i]];
        FrameStepper<T, N> stepper;
        for (int frame = 0; frame < 2; ++frame) {
            play(x, stepper);
            play(y, stepper);
            for (std::size_t i = 0; i < order.size(); ++i) {
                RC_ASSERT(same_bits(y.bodies[i].center, x.bodies[order[i]].center));
                RC_ASSERT(same_bits(y.bodies[i].displacement, x.bodies[order[i]].displacement));
            }
        }
    });
}

/// As long as nothing becomes subnormal: neither small numbers nor impacts that take all speed.
TYPED_TEST(FrameStepperLawOf, AnyPowerOfTwoAsUnitGivesTheSameBits) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) {
        const auto large = [](T x, int) { return std::fabs(x) < T(0x1p-36) ? T{0} : x; };
        Crowd<T, N> x = mapped(draw_crowd<T, N>(24), large);
        x.rules.restitution = x.rules.obstacle_restitution = 1;
        const T unit = std::ldexp(T{1}, uniform(-20, 20));
        Crowd<T, N> y = scaled(x, unit);
        FrameStepper<T, N> stepper;
        RC_ASSERT(is_same(play(x, stepper).bounces, play(y, stepper).bounces));
        RC_ASSERT(is_same(scaled(x, unit).bodies, y.bodies));
    });
}

TYPED_TEST(FrameStepperLawOf, HugeAndTinyUnitsKeepTheLaws) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) {
        using Limits = std::numeric_limits<T>;
        const int exponent =
            *rc::gen::element(Limits::min_exponent - Limits::digits + 8, Limits::min_exponent + 4,
                              Limits::max_exponent / 2, Limits::max_exponent - 24);
        Crowd<T, N> crowd = scaled(draw_crowd<T, N>(12), std::ldexp(T{1}, exponent));
        FrameStepper<T, N> stepper;
        for (int frame = 0; frame < 2; ++frame) {
            const auto before = crowd.bodies;
            const Told<T, N> told = play(crowd, stepper);
            RC_ASSERT(!enter_each_other(before, crowd.bodies));
            RC_ASSERT(!enter_obstacles(crowd.walls, before, crowd.bodies));
            counted(crowd, told);
        }
    });
}

TYPED_TEST(FrameStepperLawOf, WhatIsNoBodyStaysAndTouchesNothing) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) {
        using Limits = std::numeric_limits<T>;
        Crowd<T, N> alone = draw_crowd<T, N>(12);
        Crowd<T, N> among = alone;
        for (int i = 0; i < 4; ++i) {
            FrameBody<T, N> body{place<T, N>(Grain::dense, 2), T{1}, place<T, N>(Grain::dense, 2), 1};
            const T wrong = *rc::gen::element(Limits::quiet_NaN(), Limits::infinity());
            if (i == 0) body.radius = -1;
            if (i == 1) body.radius = wrong;
            if (i == 2) body.center[1] = wrong;
            if (i == 3) body.displacement[0] = -wrong;
            among.bodies.push_back(body);
        }
        const auto before = among.bodies;
        FrameStepper<T, N> stepper;
        const Told<T, N> x = play(alone, stepper), y = play(among, stepper);
        RC_ASSERT(is_same(x.bounces, y.bounces));
        RC_ASSERT(x.lost.size() == y.lost.size());
        for (std::size_t i = 0; i < before.size(); ++i) {
            const bool is_body = i < alone.bodies.size();
            const auto& expected = is_body ? alone.bodies[i] : before[i];
            RC_ASSERT(same_bits(expected.center, among.bodies[i].center));
            RC_ASSERT(same_bits(expected.displacement, among.bodies[i].displacement));
        }
    });
}

TYPED_TEST(FrameStepperLawOf, MemoryStaysFromFrameToFrame) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) {
        const Crowd<T, N> start = draw_crowd<T, N>(24);
        FrameStepper<T, N> stepper;
        Crowd<T, N> once = start, again = start;
        const std::size_t empty = stepper.memory();
        play(once, stepper);
        const std::size_t warm = stepper.memory();
        play(again, stepper);
        RC_ASSERT(stepper.memory() == warm);
        RC_ASSERT(is_same(once.bodies, again.bodies));
        RC_ASSERT(start.bodies.empty() || warm > empty);
    });
}

}  // namespace
}  // namespace carom
