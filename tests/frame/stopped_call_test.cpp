// Promise: a caller ends a long call by what `pause` throws; nothing that was given has changed, and the next
// call has the bits of a new finder or stepper.
#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "carom/frame/frame_stepper.hpp"
#include "frame/contact_sort.hpp"

namespace carom {
namespace {

struct Enough {};

/// Throws at the `left`-th pause.
struct Patience {
    std::size_t left = 0, pauses = 0;

    static void pause(void* pool) {
        auto& mine = *static_cast<Patience*>(pool);
        ++mine.pauses;
        if (mine.left > 0 && --mine.left == 0) throw Enough{};
    }
    Workers workers() { return {1, this, nullptr, &pause}; }
};

/// 4 x 4 x 4 balls that fly into each other.
std::vector<FrameBody<double, 3>> crowd() {
    std::vector<FrameBody<double, 3>> bodies;
    for (int k = 0; k < 64; ++k) {
        FrameBody<double, 3> body;
        const std::array places{k % 4, k / 4 % 4, k / 16};
        for (int axis = 0; axis < 3; ++axis) {
            body.center[axis] = places.at(static_cast<std::size_t>(axis));
            body.displacement[axis] = 0.5 * (1.5 - body.center[axis]);
        }
        body.radius = 0.4;
        bodies.push_back(body);
    }
    return bodies;
}

/// Ends a call at each of its pauses, and lets `check` look at what it leaves.
template <class Call, class Check>
std::size_t end_at_each_pause(Patience& patience, const Call& call, const Check& check) {
    std::size_t ended = 0;
    for (std::size_t pause = 1;; pause += 1 + pause / 4) {
        patience.left = pause;
        try {
            call();
        } catch (const Enough&) {
            ++ended;
            check();
            continue;
        }
        patience.left = 0;
        return ended;
    }
}

TEST(StoppedCall, OfAStepperLeavesTheBodies) {
    Patience patience;
    FrameStepper<double, 3> stepper({patience.workers()});
    auto expected = crowd();
    const std::size_t bounces = FrameStepper<double, 3>().advance_frame(expected).bounces.size();
    ASSERT_GT(bounces, 50U);
    const auto same = [](const auto& one, const auto& other) {
        for (std::size_t k = 0; k < one.size(); ++k) {
            ASSERT_TRUE(one[k].center == other[k].center) << k;
            ASSERT_TRUE(one[k].displacement == other[k].displacement) << k;
        }
    };
    auto bodies = crowd();
    const std::size_t ended = end_at_each_pause(
        patience, [&] { stepper.advance_frame(bodies); }, [&] { same(bodies, crowd()); });
    EXPECT_GT(ended, 20U);
    same(bodies, expected);
}

TEST(StoppedCall, OfAFinderIsNoHarm) {
    std::vector<MovingBall<double, 3>> balls;
    for (const auto& body : crowd()) balls.push_back({body.center, 1, body.displacement});
    FrameContactFinder<double, 3> usual;
    const auto found = usual.find(frame_balls(balls));
    const std::vector<FrameContact<double>> expected(found.begin(), found.end());
    Patience patience;
    FrameContactFinder<double, 3> finder({patience.workers()});
    std::span<const FrameContact<double>> contacts;
    const std::size_t ended = end_at_each_pause(
        patience, [&] { contacts = finder.find(frame_balls(balls)); }, [] {});
    EXPECT_GT(ended, 3U);
    ASSERT_EQ(contacts.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_EQ(contacts[k].a, expected[k].a);
        EXPECT_EQ(contacts[k].b, expected[k].b);
        EXPECT_EQ(contacts[k].first, expected[k].first);
    }
}

/// All balls overlap each other, and the contacts fill 64 MB. Memory grows in the first call only.
TEST(StoppedCall, MayPauseWhileContactsMoveToMoreMemory) {
    const std::vector<MovingBall<double, 3>> balls(2000, {{1, 2, 3}, 1, {}});
    constexpr std::size_t contacts = 2000 * 1999 / 2;
    Patience patience;
    FrameContactFinder<double, 3> finder({patience.workers()});
    ASSERT_EQ(finder.find(frame_balls(balls)).size(), contacts);
    const std::size_t with_growth = std::exchange(patience.pauses, 0);
    ASSERT_EQ(finder.find(frame_balls(balls)).size(), contacts);
    // It has doubled its room until there was enough: the last move was of a third at least.
    EXPECT_GE(with_growth - patience.pauses, contacts * sizeof(FrameContact<double>) / 3 >> 20);
}

/// 8 MB of numbers go all over memory that is new in the first call only.
TEST(StoppedCall, MayPauseBeforeContactsAreSortedIntoNewMemory) {
    const std::vector<FrameContact<double>> contacts(1U << 20, {0, 1, 0, 1, ContactState::overlapping});
    std::vector<FrameContact<double>> sorted(contacts.size());
    Patience patience;
    detail::ContactSort<FrameContact<double>> sort;
    sort.sort(contacts, sorted.data(), 2, patience.workers());
    const std::size_t at_first = std::exchange(patience.pauses, 0);
    sort.sort(contacts, sorted.data(), 2, patience.workers());
    EXPECT_EQ(at_first - patience.pauses, 8U);
}

/// A ball among very many obstacles, all of which it touches.
TEST(StoppedCall, MayPauseAmongTheObstaclesOfOneBall) {
    const std::vector<Plane<double, 2>> planes(100'000, {{0, 1}, 0});
    const ObstacleSet<double, 2> obstacles({{}, {}, {}, planes, {}});
    const std::vector<MovingBall<double, 2>> balls{{{0, 0}, 1, {}}};
    Patience patience;
    FrameContactFinder<double, 2> finder({patience.workers()});
    ASSERT_EQ(finder.find(frame_balls(balls), obstacles).size(), planes.size());
    patience.pauses = 0;  // without those of memory that grows
    ASSERT_EQ(finder.find(frame_balls(balls), obstacles).size(), planes.size());
    EXPECT_GE(patience.pauses, planes.size() / 4096);
    patience.left = patience.pauses / 2;
    EXPECT_THROW(finder.find(frame_balls(balls), obstacles), Enough);
    EXPECT_EQ(finder.find(frame_balls(balls), obstacles).size(), planes.size());
}

/// Parts are short where the caller may pause: more of them than threads.
TEST(StoppedCall, ManyBallsInShortPartsAreTheSame) {
    std::vector<MovingBall<float, 2>> balls;
    for (int k = 0; k < 1'700'000; ++k) {
        const auto x = static_cast<float>(k % 1300), y = static_cast<float>(k / 1300);
        balls.push_back({{x, y}, 0.45F, {k % 3 == 0 ? 0.3F : 0.0F, 0}});
    }
    FrameContactFinder<float, 2> usual;
    const std::size_t expected = usual.find(frame_balls(balls)).size();
    ASSERT_GT(expected, 100'000U);
    Patience patience;
    FrameContactFinder<float, 2> finder({patience.workers()});
    const auto found = finder.find(frame_balls(balls));
    ASSERT_EQ(found.size(), expected);
    const auto before = usual.find(frame_balls(balls));
    for (std::size_t k = 0; k < expected; ++k) {
        ASSERT_EQ(found[k].a, before[k].a);
        ASSERT_EQ(found[k].first, before[k].first);
    }
    EXPECT_GT(patience.pauses, 1000U);
}

}  // namespace
}  // namespace carom
