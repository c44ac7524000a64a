// What must not change an answer: who works, with which instructions, where the balls lie and in what order.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cfenv>
#include <cmath>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "carom/frame/frame_contact_finder.hpp"
#include "frame/expected_contacts.hpp"
#include "frame/frame_scenes.hpp"
#include "support/every_type.hpp"

namespace carom {
namespace {

using frame_scenes::expected_contacts;
using frame_scenes::same_contacts;
using frame_scenes::SceneKind;
using frame_scenes::view;

constexpr InstructionSet kSets[]{InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512};

template <class T>
std::vector<FrameContact<T>> copy_of(std::span<const FrameContact<T>> contacts) {
    return {contacts.begin(), contacts.end()};
}

template <class T, int N>
struct Gathering {
    std::vector<FrameContact<T>> contacts;

    static void add(void* context, std::span<const FrameContact<T>> some) {
        auto& all = static_cast<Gathering*>(context)->contacts;
        all.insert(all.end(), some.begin(), some.end());
    }
};

/// The contacts in the order of `visit`.
template <class T, int N>
std::vector<FrameContact<T>> visited(FrameContactFinder<T, N>& finder, const FrameBalls<T, N>& balls,
                                     const PairFilter& filter = {}) {
    Gathering<T, N> gathering;
    finder.visit(balls, {&gathering, &Gathering<T, N>::add}, filter);
    return gathering.contacts;
}
template <class T>
std::vector<FrameContact<T>> in_order(std::vector<FrameContact<T>> contacts) {
    std::sort(contacts.begin(), contacts.end(), [](const FrameContact<T>& x, const FrameContact<T>& y) {
        return std::tie(x.first, x.a, x.b) < std::tie(y.first, y.a, y.b);
    });
    return contacts;
}

/// Fewer balls where most pairs of balls overlap or need exact arithmetic.
std::size_t size_for(SceneKind kind, std::size_t size) {
    const bool is_slow = kind == SceneKind::one_place || kind == SceneKind::mixed_exponents ||
                         kind == SceneKind::subnormal || kind == SceneKind::huge;
    return is_slow ? size / 8 : size;
}

/// A pool that starts threads for every call, runs the tasks backwards, and rounds up in all of them.
struct PoolOfTheCaller {
    static void run(void*, std::size_t tasks, Workers::Task task, void* context) {
        const auto work = [=](std::size_t thread) {
            std::fesetround(FE_UPWARD);
            for (std::size_t i = tasks; i-- > 0;) {
                if (i % 3 == thread) task(context, i);
            }
        };
        std::thread one(work, 1);
        std::thread two(work, 2);
        std::thread(work, 0).join();
        one.join();
        two.join();
    }
    static Workers workers() { return {3, nullptr, &run}; }
};

template <class K>
class FrameIndependenceOf : public testing::Test {};
TYPED_TEST_SUITE(FrameIndependenceOf, EveryKind);

template <class T, int N>
void expect_the_same_with(const Workers& workers, const std::vector<MovingBall<T, N>>& balls,
                          FrameContactFinder<T, N>& alone) {
    FrameContactFinder<T, N> shared(FinderOptions{workers, fastest_instruction_set()});
    ASSERT_TRUE(same_contacts(alone.find(view(balls)), shared.find(view(balls))));
    ASSERT_EQ(alone.statistics().candidates, shared.statistics().candidates);
    ASSERT_EQ(alone.statistics().contacts, shared.statistics().contacts);
    ASSERT_TRUE(same_contacts(alone.find_earliest(view(balls)), shared.find_earliest(view(balls))));
    ASSERT_EQ(alone.statistics().candidates, shared.statistics().candidates);
    ASSERT_EQ(alone.statistics().contacts, shared.statistics().contacts);
}

/// Large enough for every step of the search to be shared among two: more than 2^16 balls, and as many
/// contacts at the start and later.
TYPED_TEST(FrameIndependenceOf, AnyNumberOfThreads) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    frame_scenes::Maker<T, N> make(51);
    std::vector<MovingBall<T, N>> balls(68'000);
    const double half = std::pow(68'000.0, 1.0 / N);
    for (auto& ball : balls) ball = {make.draws().cube(half, 0), T{1}, make.draws().cube(2.5, 0)};
    for (auto& ball : make(SceneKind::invalid_among_them, 100)) balls.push_back(ball);
    FrameContactFinder<T, N> alone;
    const auto contacts = alone.find(view(balls));
    const auto later = static_cast<std::size_t>(std::count_if(
        contacts.begin(), contacts.end(), [](const auto& contact) { return contact.first > 0; }));
    ASSERT_GT(later, 1U << 16);
    ASSERT_GT(contacts.size() - later, 1U << 16);
    const std::array pools{ThreadPool(1), ThreadPool(2), ThreadPool(3), ThreadPool(8)};
    for (const ThreadPool& pool : pools) {
        FrameContactFinder<T, N> shared(FinderOptions{pool.workers(), fastest_instruction_set()});
        ASSERT_TRUE(same_contacts(contacts, shared.find(view(balls))));
    }
    expect_the_same_with(PoolOfTheCaller::workers(), balls, alone);
}

TYPED_TEST(FrameIndependenceOf, AnyNumberOfThreadsForEveryKind) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    frame_scenes::Maker<T, N> make(52);
    const ThreadPool pool(3);
    FrameContactFinder<T, N> alone;
    for (const SceneKind kind : frame_scenes::all_kinds()) {
        SCOPED_TRACE(frame_scenes::name(kind));
        const auto balls = make(kind, size_for(kind, 2200));
        expect_the_same_with(pool.workers(), balls, alone);
        expect_the_same_with(PoolOfTheCaller::workers(), balls, alone);
    }
}

TYPED_TEST(FrameIndependenceOf, AnyInstructionSet) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    frame_scenes::Maker<T, N> make(53);
    for (const SceneKind kind : frame_scenes::all_kinds()) {
        SCOPED_TRACE(frame_scenes::name(kind));
        const auto balls = make(kind, size_for(kind, 2200));
        FrameContactFinder<T, N> baseline(FinderOptions{{}, InstructionSet::baseline});
        const auto expected = copy_of(baseline.find(view(balls)));
        const auto order = visited(baseline, view(balls));
        ASSERT_TRUE(same_contacts(order, visited(baseline, view(balls)))) << "a second run";
        ASSERT_TRUE(same_contacts(expected, in_order(order)));
        for (const InstructionSet set : kSets) {
            SCOPED_TRACE(name(set));
            FrameContactFinder<T, N> finder(FinderOptions{{}, set});
            ASSERT_TRUE(same_contacts(expected, finder.find(view(balls))));
            ASSERT_EQ(finder.statistics().candidates, baseline.statistics().candidates);
            ASSERT_TRUE(same_contacts(order, visited(finder, view(balls))));
        }
    }
}

TYPED_TEST(FrameIndependenceOf, AnyOrderOfTheBalls) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    frame_scenes::Maker<T, N> make(54);
    std::mt19937 shuffling(55);
    FrameContactFinder<T, N> finder;
    for (const SceneKind kind : frame_scenes::all_kinds()) {
        SCOPED_TRACE(frame_scenes::name(kind));
        const auto balls = make(kind, size_for(kind, 1500));
        const auto expected = copy_of(finder.find(view(balls)));
        std::vector<std::uint32_t> number(balls.size());
        std::iota(number.begin(), number.end(), 0U);
        std::shuffle(number.begin(), number.end(), shuffling);
        std::vector<MovingBall<T, N>> shuffled;
        for (const std::uint32_t i : number) shuffled.push_back(balls[i]);
        auto found = copy_of(finder.find(view(shuffled)));
        for (FrameContact<T>& contact : found) {
            const auto [a, b] = std::minmax(number[contact.a], number[contact.b]);
            contact.a = a;
            contact.b = b;
        }
        ASSERT_TRUE(same_contacts(expected, in_order(found)));
    }
}

/// A ball of a program of its own.
template <class T, int N>
struct Particle {
    char letter = 'p';
    std::array<T, N> moves{};
    T mass = 1;
    std::array<T, N> at{};
    int score = 0;
    T size = 0;
};

TYPED_TEST(FrameIndependenceOf, AnyLayout) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    const auto balls = frame_scenes::Maker<T, N>(56)(SceneKind::thousandfold, 500);
    std::vector<Particle<T, N>> particles(balls.size());
    std::array<std::vector<T>, 3> columns;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        for (int k = 0; k < N; ++k) {
            particles[i].at[static_cast<std::size_t>(k)] = balls[i].center[k];
            particles[i].moves[static_cast<std::size_t>(k)] = balls[i].displacement[k];
            columns[0].push_back(balls[i].center[k]);
            columns[1].push_back(balls[i].displacement[k]);
        }
        particles[i].size = balls[i].radius;
        columns[2].push_back(balls[i].radius);
    }
    FrameContactFinder<T, N> finder;
    const auto expected = copy_of(finder.find(view(balls)));
    constexpr std::ptrdiff_t stride = sizeof(Particle<T, N>);
    constexpr std::ptrdiff_t vector = N * sizeof(T);
    const FrameBalls<T, N> structs{balls.size(),
                                   {particles[0].at.data(), stride},
                                   {&particles[0].size, stride},
                                   {particles[0].moves.data(), stride}};
    EXPECT_TRUE(same_contacts(expected, finder.find(structs)));
    const FrameBalls<T, N> arrays{
        balls.size(), {columns[0].data(), vector}, {columns[2].data()}, {columns[1].data(), vector}};
    EXPECT_TRUE(same_contacts(expected, finder.find(arrays)));

    const Particle<T, N>& last = particles.back();
    const FrameBalls<T, N> backwards{
        balls.size(), {last.at.data(), -stride}, {&last.size, -stride}, {last.moves.data(), -stride}};
    EXPECT_TRUE(
        same_contacts(expected_contacts(std::vector(balls.rbegin(), balls.rend())), finder.find(backwards)));
}

TYPED_TEST(FrameIndependenceOf, WhatBallsShareIsGivenOnceAndRestIsLeftOut) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    auto balls = frame_scenes::Maker<T, N>(57)(SceneKind::resting, 500);
    const T radius = 1;
    for (MovingBall<T, N>& ball : balls) ball.radius = radius;
    FrameBalls<T, N> some = view(balls);
    some.radius = {&radius, 0};
    some.displacement = {};
    FrameContactFinder<T, N> finder;
    const auto expected = expected_contacts(balls);
    ASSERT_FALSE(expected.empty());
    EXPECT_TRUE(same_contacts(expected, finder.find(some)));
    EXPECT_TRUE(same_contacts(expected, in_order(visited(finder, some))));

    std::vector<Ball<T, N>> resting;
    for (const MovingBall<T, N>& ball : balls) resting.push_back({ball.center, ball.radius});
    EXPECT_TRUE(
        same_contacts(expected, finder.find(frame_balls<T, N>(std::span<const Ball<T, N>>(resting)))));

    const Vec<T, N> shared = TypeParam::at(3, -2);
    for (MovingBall<T, N>& ball : balls) ball.displacement = shared;
    some.displacement = {shared.coordinates.data(), 0};
    EXPECT_TRUE(same_contacts(expected_contacts(balls), finder.find(some)));
}

TYPED_TEST(FrameIndependenceOf, FiltersLeavePairsOut) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    struct Bits {
        char letter = 'b';
        std::uint32_t group = 0, mask = 0;
    };
    const auto balls = frame_scenes::Maker<T, N>(58)(SceneKind::one_place, 150);
    std::mt19937 draw(59);
    std::vector<Bits> bits(balls.size());
    for (Bits& b : bits) b = {'b', 1U << (draw() % 4 * 10), static_cast<std::uint32_t>(draw() | draw())};
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ignored;
    for (std::uint32_t a = 0; a < 150; ++a) {
        for (std::uint32_t b = a + 1; b < 150; b += 1 + static_cast<std::uint32_t>(draw() % 9))
            ignored.emplace_back(a, b);
    }
    const Strided<std::uint32_t> group{&bits[0].group, sizeof(Bits)};
    const Strided<std::uint32_t> mask{&bits[0].mask, sizeof(Bits)};
    for (const PairFilter& filter :
         {PairFilter{group, mask, ignored}, PairFilter{group, mask, {}}, PairFilter{group, {}, {}},
          PairFilter{{}, mask, {}}, PairFilter{{}, {}, ignored}, PairFilter{{&bits[0].group, 0}, mask, {}}}) {
        const auto bit = [](const Strided<std::uint32_t>& column, std::uint32_t ball) {
            if (column.data == nullptr) return ~0U;
            const auto* bytes = reinterpret_cast<const char*>(column.data);
            return *reinterpret_cast<const std::uint32_t*>(bytes + column.stride * ball);
        };
        const auto expected = expected_contacts(balls, [&](std::uint32_t a, std::uint32_t b) {
            return (bit(filter.group, a) & bit(filter.mask, b)) != 0 &&
                   (bit(filter.group, b) & bit(filter.mask, a)) != 0 &&
                   std::find(filter.ignored.begin(), filter.ignored.end(), std::pair(a, b)) ==
                       filter.ignored.end();
        });
        FrameContactFinder<T, N> finder;
        ASSERT_FALSE(expected.empty());
        ASSERT_TRUE(same_contacts(expected, finder.find(view(balls), filter)));
        ASSERT_TRUE(same_contacts(expected, in_order(visited(finder, view(balls), filter))));
        ASSERT_TRUE(
            same_contacts(frame_scenes::earliest_of(std::span<const FrameContact<T>>(expected), balls.size()),
                          finder.find_earliest(view(balls), filter)));
    }
}

}  // namespace
}  // namespace carom
