// Balls that meet head on at any speed are found in the one frame in which they meet: nothing passes through.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "carom/frame/frame_contact_finder.hpp"
#include "frame/expected_contacts.hpp"
#include "support/every_type.hpp"

namespace carom {
namespace {

constexpr int kPairs = 1000;

/// Lengths are whole numbers of 2^-13 m, which no float rounds here.
template <class T>
T metres(int units) {
    return std::ldexp(static_cast<T>(units), -13);
}
int units(double length) {
    return static_cast<int>(std::lround(std::ldexp(length, 13)));
}

/// Pairs on lanes 1 m apart, each with a gap of its own.
template <class T, int N>
class HeadOn {
public:
    /// Both balls of a pair move `moves` a frame along `axis`.
    HeadOn(int moves, int axis) : moves_(moves), axis_(axis) {}

    /// One of 1000 phases of a frame, in which the gap shrinks by 2 moves, and some whole frames before.
    int gap(int pair) const { return 2 * moves_ * (pair % 3) + 1 + (2 * moves_ - 1) * pair / (kPairs - 1); }
    /// The frame in which the pair meets; a contact at the end of a frame is in that frame.
    int frame_of(int pair) const { return (gap(pair) - 1) / (2 * moves_); }
    T time_of(int pair) const {
        return static_cast<T>(static_cast<double>(gap(pair) - 2 * moves_ * frame_of(pair)) / (2 * moves_));
    }

    std::vector<MovingBall<T, N>> balls(int frame) const {
        std::vector<MovingBall<T, N>> all;
        for (int pair = 0; pair < kPairs; ++pair) {
            const int half = moves_ * 3;
            all.push_back(ball(pair, -half + moves_ * frame - kRadius, moves_));
            all.push_back(ball(pair, -half + gap(pair) - moves_ * frame + kRadius, -moves_));
        }
        return all;
    }

private:
    MovingBall<T, N> ball(int pair, int at, int moves) const {
        MovingBall<T, N> result;
        result.center[axis_] = metres<T>(at);
        result.center[(axis_ + 1) % N] = static_cast<T>(pair);
        result.displacement[axis_] = metres<T>(moves);
        result.radius = metres<T>(kRadius);
        return result;
    }

    static constexpr int kRadius = 820;  ///< about 0.1 m
    int moves_, axis_;
};

template <class K>
class HeadOnOf : public testing::Test {};
TYPED_TEST_SUITE(HeadOnOf, EveryKind);

TYPED_TEST(HeadOnOf, EachPairIsFoundInTheFrameInWhichItMeets) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    FrameContactFinder<T, N> finder;
    for (const double speed : {5.0, 37.0, 137.0, 300.0}) {
        const int moves = units(speed / 60);
        for (int axis = 0; axis < N; ++axis) {
            const HeadOn<T, N> scene(moves, axis);
            std::vector<int> found(kPairs);
            for (int frame = 0; frame < 5; ++frame) {
                const auto balls = scene.balls(frame);
                for (const FrameContact<T>& contact : finder.find(frame_scenes::view(balls))) {
                    if (contact.state != ContactState::will_touch) continue;
                    const int pair = static_cast<int>(contact.a / 2);
                    ASSERT_EQ(contact.a % 2, 0U);
                    ASSERT_EQ(contact.b, contact.a + 1);
                    ASSERT_EQ(frame, scene.frame_of(pair)) << speed << " m/s, pair " << pair;
                    const T time = scene.time_of(pair);
                    ASSERT_LE(std::fabs(contact.first - time), std::numeric_limits<T>::epsilon() * time);
                    ++found[static_cast<std::size_t>(pair)];
                }
            }
            EXPECT_EQ(found, std::vector<int>(kPairs, 1)) << speed << " m/s";
        }
    }
}

/// What the test above is worth: at these speeds few pairs overlap at the start or the end of a frame.
TEST(HeadOn, MostFastPairsOverlapInNoFrame) {
    const HeadOn<double, 3> scene(units(300.0 / 60), 0);
    std::vector<bool> overlapped(kPairs);
    for (int frame = 0; frame < 5; ++frame) {
        const auto balls = scene.balls(frame);
        for (std::size_t pair = 0; pair < kPairs; ++pair) {
            const double distance = balls[2 * pair + 1].center[0] - balls[2 * pair].center[0];
            if (std::fabs(distance) <= 2 * balls[0].radius) overlapped[pair] = true;
        }
    }
    EXPECT_LT(std::count(overlapped.begin(), overlapped.end(), true), kPairs / 10);
}

}  // namespace
}  // namespace carom
