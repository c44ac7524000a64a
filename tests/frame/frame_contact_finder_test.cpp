// Every contact of a frame, once, in order, with the bits of one sweep for every pair.
#include "carom/frame/frame_contact_finder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "frame/expected_contacts.hpp"
#include "frame/frame_scenes.hpp"
#include "support/every_property.hpp"
#include "support/every_type.hpp"
#include "support/generators.hpp"

namespace carom {
namespace {

using frame_scenes::expected_contacts;
using frame_scenes::same_contacts;
using frame_scenes::SceneKind;
using frame_scenes::view;

template <class K>
class FrameContactFinderOf : public testing::Test {};
TYPED_TEST_SUITE(FrameContactFinderOf, EveryKind);

TYPED_TEST(FrameContactFinderOf, EverySizeOfEveryKindOfScene) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    FrameContactFinder<T, N> finder;
    frame_scenes::Maker<T, N> make(31);
    std::size_t contacts = 0;
    for (const SceneKind kind : frame_scenes::all_kinds()) {
        SCOPED_TRACE(frame_scenes::name(kind));
        for (const std::size_t size : {300U, 0U, 1U, 257U, 2U, 15U, 16U, 256U, 17U, 255U, 33U}) {
            const auto balls = make(kind, size);
            const auto expected = expected_contacts(balls);
            ASSERT_TRUE(same_contacts(expected, finder.find(view(balls)))) << size;
            ASSERT_EQ(finder.statistics().contacts, expected.size());
            ASSERT_GE(finder.statistics().candidates, expected.size());
            contacts += expected.size();
        }
    }
    EXPECT_GT(contacts, 20'000U);
}

/// The finder's answer for the pairs that have one of a sixteenth of the balls.
template <class T, int N>
testing::AssertionResult finds_a_sample(const std::vector<MovingBall<T, N>>& balls,
                                        FrameContactFinder<T, N>& finder) {
    const auto sampled = [](std::uint32_t a, std::uint32_t b) { return a % 16 == 3 || b % 16 == 3; };
    std::vector<FrameContact<T>> found;
    for (const FrameContact<T>& contact : finder.find(view(balls))) {
        if (sampled(contact.a, contact.b)) found.push_back(contact);
    }
    return same_contacts(expected_contacts(balls, sampled), found);
}

/// Enough blocks for three levels of the tree.
TYPED_TEST(FrameContactFinderOf, LargeScenes) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    FrameContactFinder<T, N> finder;
    frame_scenes::Maker<T, N> make(32);
    for (const SceneKind kind : {SceneKind::equal, SceneKind::thousandfold, SceneKind::nested,
                                 SceneKind::bullets, SceneKind::lattice, SceneKind::mixed_exponents}) {
        SCOPED_TRACE(frame_scenes::name(kind));
        ASSERT_TRUE(finds_a_sample(make(kind, kind == SceneKind::bullets ? 4500 : 1500), finder));
    }
    const auto balls = make(SceneKind::equal, 1000);
    ASSERT_TRUE(same_contacts(expected_contacts(balls), finder.find(view(balls))));
}

/// A block of balls whose box meets more than 128 others goes ball by ball.
TYPED_TEST(FrameContactFinderOf, LongWaysThroughManyBallsInAnyUnit) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    const double smallest = std::numeric_limits<T>::denorm_min();
    for (const double unit : {1.0, 1e-20, std::sqrt(smallest) * 16, smallest * 1e4, 1e15}) {
        SCOPED_TRACE(unit);
        families::Draws<T, N> draw(33);
        std::vector<MovingBall<T, N>> balls(2400);
        const auto number = [&](double x) { return static_cast<T>(x * unit); };
        for (std::size_t i = 0; i < balls.size(); ++i) {
            const double moves = i < 2160 ? 0.1 : 100;
            for (int k = 0; k < N; ++k) {
                balls[i].center[k] = number(draw.uniform(-54, 54));
                balls[i].displacement[k] = number(draw.uniform(-moves, moves));
            }
            balls[i].radius = number(0.3);
        }
        FrameContactFinder<T, N> finder;
        ASSERT_TRUE(finds_a_sample(balls, finder));
        EXPECT_LT(finder.statistics().candidates, 2400U * 2399 / 16);
    }
}

/// The tiny balls are many, so that long ways, too, are looked at one by one; their products underflow.
TYPED_TEST(FrameContactFinderOf, TinyBallsOnLongWaysAmongLargeOnes) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    for (const int exponent : {-72, -78, -540}) {
        const double unit = std::ldexp(1.0, exponent);
        if (static_cast<T>(unit) < std::numeric_limits<T>::min()) continue;
        families::Draws<T, N> draw(34);
        std::vector<MovingBall<T, N>> balls(4200);
        for (std::size_t i = 0; i < balls.size(); ++i) {
            if (i % 2 == 0) {
                balls[i] = {draw.cube(1000, 0), T{1}, {}};
            } else {
                const double moves = i % 12 == 1 ? 100 : 1;
                balls[i] = {draw.cube(60 * unit, 0), static_cast<T>(unit / 8), draw.cube(moves * unit, 0)};
            }
        }
        FrameContactFinder<T, N> finder;
        ASSERT_TRUE(finds_a_sample(balls, finder)) << exponent;
    }
}

TYPED_TEST(FrameContactFinderOf, OneFinderForManyScenesIsAsGoodAsANewOne) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    FrameContactFinder<T, N> finder;
    frame_scenes::Maker<T, N> make(35);
    for (int i = 0; i < 60; ++i) {
        const auto kind = static_cast<SceneKind>(make.draws().integer(0, frame_scenes::kKinds - 1));
        const auto balls = make(kind, static_cast<std::size_t>(make.draws().integer(0, 400)));
        FrameContactFinder<T, N> fresh;
        const auto expected = fresh.find(view(balls));
        ASSERT_TRUE(same_contacts(expected, finder.find(view(balls))));
        ASSERT_TRUE(same_contacts(fresh.find_earliest(view(balls)), finder.find_earliest(view(balls))));
        finder = FrameContactFinder<T, N>(std::move(finder));
    }
}

/// Any number below `end`, also in the first cases of a property.
unsigned below(unsigned end) {
    return *rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0U, end)));
}

template <class T, int N>
void check_random_scene() {
    frame_scenes::Maker<T, N> make(below(1U << 31));
    const auto kind = static_cast<SceneKind>(below(frame_scenes::kKinds));
    const std::size_t size = below(std::array{20U, 100U, 320U}[below(3)]);
    RC_LOG() << size << " balls, " << frame_scenes::name(kind);
    const auto balls = make(kind, size);
    const auto expected = expected_contacts(balls);
    FrameContactFinder<T, N> finder;
    const auto all = same_contacts(expected, finder.find(view(balls)));
    if (!all) RC_FAIL(all.message());
    const auto earliest =
        same_contacts(frame_scenes::earliest_of(std::span<const FrameContact<T>>(expected), balls.size()),
                      finder.find_earliest(view(balls)));
    if (!earliest) RC_FAIL(earliest.message());
}

CAROM_PROPERTY_OF_EVERY_KIND(FrameContactFinderProperty, RandomScenes, check_random_scene)

}  // namespace
}  // namespace carom
