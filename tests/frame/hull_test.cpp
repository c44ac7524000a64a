// The rounded balls and boxes of the search contain the caller's balls at every moment, in exact arithmetic.
#include "frame/hull.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "support/every_type.hpp"
#include "support/pair_draws.hpp"
#include "support/rational_oracle.hpp"

namespace carom::detail {
namespace {

using oracle::rational;

/// Balls of many sizes, near and far, some with short coordinates and some whose numbers underflow.
template <class T, int N>
class SomeBall {
public:
    explicit SomeBall(unsigned seed) : draw_(seed) {}

    MovingBall<T, N> operator()() {
        const int most = std::is_same_v<T, float> ? 100 : 900;
        const int exponent = draw_.one_in(3) ? draw_.integer(-most, most) : draw_.integer(-4, 4);
        const double unit = std::ldexp(1.0, exponent);
        const double moves = unit * draw_.decades(-3, 3);
        MovingBall<T, N> ball{draw_.cube(unit, 0), static_cast<T>(unit * draw_.decades(-9, 0)),
                              draw_.cube(moves, 0)};
        if (draw_.one_in(4)) ball.radius = 0;
        if (draw_.one_in(4)) ball.displacement = {};
        if (draw_.one_in(4)) ball.displacement[0] = -ball.center[0];
        return ball;
    }
    families::Draws<T, N>& draws() { return draw_; }

private:
    families::Draws<T, N> draw_;
};

template <class T, int N>
mpq_class place(const Vec<T, N>& center, const Vec<T, N>& displacement, int k, int u) {
    return rational(center[k]) + (u == 0 ? mpq_class(0) : rational(displacement[k]));
}

/// The way between two moving points is longest at the start or the end, so these two moments are enough.
template <class B, class T, int N>
bool contains(const Hull<B, N>& hull, const MovingBall<T, N>& ball, const SearchUnit<N>& unit) {
    const mpq_class spare = rational(hull.radius) - rational(ball.radius) * rational(unit.scaled(1));
    for (const int u : {0, 1}) {
        mpq_class square = 0;
        for (int k = 0; k < N; ++k) {
            const mpq_class there = (place(ball.center, ball.displacement, k, u) - rational(unit.origin[k])) *
                                    rational(unit.scaled(1));
            const mpq_class aside = place(hull.center, hull.displacement, k, u) - there;
            square += aside * aside;
        }
        if (spare < 0 || square > spare * spare) return false;
    }
    return true;
}

template <class B, int N>
bool bounds_contain(const Hull<B, N>& hull) {
    for (int k = 0; k < N; ++k) {
        const AxisInterval<B> bounds = bounds_of(hull, k);
        for (const int u : {0, 1}) {
            const mpq_class at = place(hull.center, hull.displacement, k, u);
            if (std::isfinite(bounds.lower) && rational(bounds.lower) > at - rational(hull.radius))
                return false;
            if (std::isfinite(bounds.upper) && rational(bounds.upper) < at + rational(hull.radius))
                return false;
        }
    }
    return true;
}

template <class K>
class HullOf : public testing::Test {};
TYPED_TEST_SUITE(HullOf, EveryKind);

TYPED_TEST(HullOf, InFloatContainsTheBall) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    SomeBall<T, N> some(91);
    int fitting = 0;
    int grown = 0;
    for (int i = 0; i < 10'000; ++i) {
        const MovingBall<T, N> ball = some();
        SearchUnit<N> unit;
        unit.set_size(std::ldexp(1.0, some.draws().one_in(2) ? 0 : some.draws().integer(-60, 60)));
        if (std::is_same_v<T, double> && some.draws().one_in(2)) {
            for (int k = 0; k < N; ++k) unit.origin[k] = some.draws().uniform(-2, 2);
        }
        const Hull<float, N> hull = hull_of<float>(ball, unit);
        if (!fits(hull)) continue;
        ++fitting;
        if (is_much_larger(hull)) ++grown;
        ASSERT_TRUE(contains(hull, ball, unit)) << i;
        ASSERT_TRUE(bounds_contain(hull)) << i;
    }
    EXPECT_GT(fitting, 4000);
    EXPECT_LT(grown, fitting);
}

/// The difference is a float, but not the exact one.
TEST(Hull, WhatTheOriginTakesAwayIsCounted) {
    const MovingBall<double, 2> ball{{{1, 0}}, 0, {}};
    SearchUnit<2> unit;
    unit.origin[0] = 0x1p-60;
    EXPECT_TRUE(contains(hull_of<float>(ball, unit), ball, unit));
}

TYPED_TEST(HullOf, BoxesOfPlainBallsContainThem) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    SomeBall<T, N> some(92);
    for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(bounds_contain(plain_hull<T>(some()))) << i;
}

/// Floats times a power of two may stay as they are at any size.
TYPED_TEST(HullOf, ALargeBallIsContainedOrDoesNotFit) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    SearchUnit<N> unit;
    for (const double factor : {1.0, 0x1p30, 0x1p120}) {
        unit.set_size(1 / factor);
        for (const T large : {std::ldexp(T{1}, 41), std::ldexp(T{3}, 60), std::numeric_limits<T>::max()}) {
            for (const MovingBall<T, N>& ball :
                 {MovingBall<T, N>{TypeParam::at(0, -large), 1, {}}, MovingBall<T, N>{{}, large, {}},
                  MovingBall<T, N>{{}, 1, TypeParam::at(large, 0)}}) {
                const Hull<float, N> hull = hull_of<float>(ball, unit);
                ASSERT_TRUE(!fits(hull) || contains(hull, ball, unit)) << large << " times " << factor;
            }
        }
        const MovingBall<T, N> small{TypeParam::at(1 / factor, 2 / factor), static_cast<T>(1 / factor), {}};
        EXPECT_TRUE(fits(hull_of<float>(small, unit)));
    }
}

}  // namespace
}  // namespace carom::detail
