// A move among resting balls: stopped where it must be, free where it may be, and never ending inside.
#include "carom/pair/clip_move.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"
#include "support/every_property.hpp"
#include "support/every_type.hpp"
#include "support/generators.hpp"
#include "support/rational_oracle.hpp"

namespace carom {
namespace {

template <class K>
class ClipMoveOf : public testing::Test {};
TYPED_TEST_SUITE(ClipMoveOf, EveryKind);

template <class K>
using BallList = std::vector<Ball<typename K::T, K::N>>;

/// A mover of radius 1 in the origin.
template <class K>
auto clip(double vx, double vy, const BallList<K>& obstacles) {
    using T = typename K::T;
    const MovingBall<T, K::N> mover{K::at(0, 0), 1, K::at(vx, vy)};
    return clip_move(mover, std::span<const Ball<T, K::N>>(obstacles));
}

template <class K>
void expect_blocked(const ClippedMove<typename K::T, K::N>& move, std::size_t obstacle, double fraction,
                    const typename K::V& normal) {
    ASSERT_TRUE(move.obstacle);
    EXPECT_EQ(*move.obstacle, (ObstacleId{ObstacleKind::ball, obstacle}));
    EXPECT_EQ(move.fraction, fraction);
    EXPECT_EQ(move.normal, normal);
}

template <class K>
void expect_free(const ClippedMove<typename K::T, K::N>& move, const typename K::V& displacement) {
    EXPECT_FALSE(move.obstacle);
    EXPECT_EQ(move.fraction, 1);
    EXPECT_EQ(move.displacement, displacement);
    EXPECT_EQ(move.normal, K::at(0, 0));
}

TYPED_TEST(ClipMoveOf, StopsAtTheFirstObstacle) {
    using K = TypeParam;
    const BallList<K> obstacles{{K::at(8, 0), 1}, {K::at(6, 0), 1}, {K::at(0, 5), 1}};
    const auto move = clip<K>(8, 0, obstacles);
    expect_blocked<K>(move, 1, 0.5, K::at(1, 0));
    EXPECT_EQ(move.displacement, K::at(4, 0));
}

TYPED_TEST(ClipMoveOf, WholeMoveIsFreeWithoutObstacles) {
    using K = TypeParam;
    expect_free<K>(clip<K>(8, 1, {}), K::at(8, 1));
    expect_free<K>(clip<K>(8, 0, {{K::at(20, 0), 1}, {K::at(4, 3), 1}, {K::at(-3, 0), 1}}), K::at(8, 0));
    expect_free<K>(clip<K>(0, 0, {{K::at(5, 0), 1}}), K::at(0, 0));
}

TYPED_TEST(ClipMoveOf, LowerIndexOfTwoMetAtOnce) {
    using K = TypeParam;
    expect_blocked<K>(clip<K>(8, 0, {{K::at(4, 0), 1}, {K::at(4, 0), 1}}), 0, 0.25, K::at(1, 0));
}

TYPED_TEST(ClipMoveOf, ContactAtTheEndIsNamedAndFree) {
    using K = TypeParam;
    const auto move = clip<K>(4, 0, {{K::at(6, 0), 1}});
    expect_blocked<K>(move, 0, 1, K::at(1, 0));
    EXPECT_EQ(move.displacement, K::at(4, 0));
}

TYPED_TEST(ClipMoveOf, TouchedObstacleBlocksOnlyWhenClosing) {
    using K = TypeParam;
    const BallList<K> touched{{K::at(2, 0), 1}};
    expect_blocked<K>(clip<K>(3, 0, touched), 0, 0, K::at(1, 0));
    expect_free<K>(clip<K>(-3, 0, touched), K::at(-3, 0));
    expect_free<K>(clip<K>(0, 3, touched), K::at(0, 3));
    expect_free<K>(clip<K>(0, 0, touched), K::at(0, 0));
}

TYPED_TEST(ClipMoveOf, OverlappedObstacleLetsTheMoverBackOut) {
    using K = TypeParam;
    const BallList<K> entered{{K::at(1, 0), 1}};
    expect_blocked<K>(clip<K>(3, 0, entered), 0, 0, K::at(1, 0));
    expect_free<K>(clip<K>(-3, 0, entered), K::at(-3, 0));
    expect_free<K>(clip<K>(0, 3, entered), K::at(0, 3));
    expect_blocked<K>(clip<K>(-8, 0, {{K::at(1, 0), 1}, {K::at(-6, 0), 1}}), 1, 0.5, K::at(-1, 0));
}

TYPED_TEST(ClipMoveOf, EverySize) {
    using K = TypeParam;
    using T = typename K::T;
    const int far = std::is_same_v<T, float> ? 100 : 900;
    for (const int exponent : {-far, -far / 2, far / 2, far}) {
        const double s = std::ldexp(1.0, exponent);
        const BallList<K> entered{{K::at(s, 0), static_cast<T>(s)}};
        const MovingBall<T, K::N> into{K::at(0, 0), static_cast<T>(s), K::at(3 * s, 0)};
        EXPECT_EQ(clip_move(into, std::span<const Ball<T, K::N>>(entered)).fraction, 0) << exponent;
    }
}

TYPED_TEST(ClipMoveOf, MoverThatIsNotFiniteMeetsNothing) {
    using K = TypeParam;
    using T = typename K::T;
    for (const double bad : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
        EXPECT_FALSE(clip<K>(bad, 0, {{K::at(1, 0), 1}}).obstacle);
        MovingBall<T, K::N> mover{K::at(bad, 0), 1, K::at(1, 0)};
        const BallList<K> obstacles{{K::at(3, 0), 1}};
        EXPECT_EQ(clip_move(mover, std::span<const Ball<T, K::N>>(obstacles)).fraction, 1);
        // Not even where it leaves the number range, which a finite one does not.
        const T most = std::numeric_limits<T>::max();
        mover = {K::at(most, 0), 1, K::at(most, 0)};
        EXPECT_LT(clip_move(mover, std::span<const Ball<T, K::N>>(obstacles)).fraction, 1);
        mover.radius = static_cast<T>(bad);
        EXPECT_EQ(clip_move(mover, std::span<const Ball<T, K::N>>(obstacles)).fraction, 1);
    }
}

template <class T, int N>
mpq_class exact_separation(const Vec<T, N>& center, T radius, const Ball<T, N>& obstacle) {
    return oracle::quadratic(MovingBall<T, N>{center, radius, {}},
                             MovingBall<T, N>{obstacle.center, obstacle.radius, {}})
        .c;
}

/// Coordinates with all bits in use, so that the end position is rounded.
template <class T, int N>
Vec<T, N> dense_vec(double half) {
    Vec<T, N> x;
    for (int k = 0; k < N; ++k) {
        x[k] = static_cast<T>(
            half *
            std::ldexp(static_cast<double>(*rc::gen::inRange<std::int64_t>(-(1LL << 52), 1LL << 52)), -52));
    }
    return x;
}

template <class T, int N>
void check_never_inside() {
    const MovingBall<T, N> mover{dense_vec<T, N>(*rc::gen::element(1.0, 100.0, 1000.0)), T(0.3),
                                 dense_vec<T, N>(20)};
    std::vector<Ball<T, N>> obstacles;
    for (int i = *rc::gen::inRange(1, 8); i > 0; --i) {
        Vec<T, N> place = dense_vec<T, N>(10);
        for (int k = 0; k < N; ++k) place[k] += mover.center[k];
        obstacles.push_back({place, T(0.7)});
    }
    const auto move = clip_move(mover, std::span<const Ball<T, N>>(obstacles));
    RC_ASSERT(move.fraction >= 0 && move.fraction <= 1);
    RC_CLASSIFY(move.obstacle.has_value());
    Vec<T, N> end;
    for (int k = 0; k < N; ++k) end[k] = mover.center[k] + move.displacement[k];
    for (const Ball<T, N>& obstacle : obstacles) {
        const bool before = exact_separation(mover.center, mover.radius, obstacle) < 0;
        RC_ASSERT(before || exact_separation(end, mover.radius, obstacle) >= 0);
    }
    // Not much shorter than the first contact either.
    T first = 1;
    for (const Ball<T, N>& obstacle : obstacles) {
        const Sweep<T, N> s = sweep(mover, obstacle);
        if (s.state == ContactState::will_touch && s.first < first) first = s.first;
        if (s.state == ContactState::overlapping) return;
    }
    RC_ASSERT(move.fraction >= first - 4096 * std::numeric_limits<T>::epsilon());
}

CAROM_PROPERTY_OF_EVERY_KIND(ClipMoveProperty, NeverEndsInsideAnObstacle, check_never_inside)

}  // namespace
}  // namespace carom
