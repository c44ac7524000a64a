// Sweeps against half-spaces and two-sided planes: rational decisions for any normal, both times, special
// answers.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "carom/pair/advance.hpp"
#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"
#include "pair/expect_sweep.hpp"
#include "support/every_type.hpp"
#include "support/pair_draws.hpp"
#include "support/rational_oracle.hpp"

namespace carom {
namespace {

template <class K>
class PlaneSweepOf : public testing::Test {};
TYPED_TEST_SUITE(PlaneSweepOf, EveryKind);

/// The floor y = 0 with solid below; a ball of radius 1 at height y, moving by vy (and by 3 along the floor).
template <class K>
MovingBall<typename K::T, K::N> ball_at(double y, double vy) {
    return {K::at(5, y), 1, K::at(3, vy)};
}
template <class K>
HalfSpace<typename K::T, K::N> floor_solid() {
    return {K::at(0, 2), 0};
}
template <class K>
Plane<typename K::T, K::N> floor_plane() {
    return {K::at(0, 2), 0};
}

TYPED_TEST(PlaneSweepOf, HalfSpaceSpecialAnswers) {
    using K = TypeParam;
    const auto floor = floor_solid<K>();
    expect_sweep(sweep(ball_at<K>(5, -8), floor), ContactState::will_touch, 0.5, 1);
    expect_sweep(sweep(ball_at<K>(5, -4), floor), ContactState::will_touch, 1, 1);
    EXPECT_FALSE(sweep(ball_at<K>(5, -3.5), floor));
    EXPECT_FALSE(sweep(ball_at<K>(5, 3), floor));
    EXPECT_FALSE(sweep(ball_at<K>(5, 0), floor));
    expect_sweep(sweep(ball_at<K>(1, 0), floor), ContactState::touching_at_rest, 0, 1);
    expect_sweep(sweep(ball_at<K>(1, 2), floor), ContactState::touching_parting, 0, 0);
    expect_sweep(sweep(ball_at<K>(1, -2), floor), ContactState::touching_closing, 0, 1);
    expect_sweep(sweep(ball_at<K>(0.5, 2), floor), ContactState::overlapping, 0, 0.25);
    expect_sweep(sweep(ball_at<K>(-4, 2), floor), ContactState::overlapping, 0, 1);
    expect_sweep(sweep(ball_at<K>(-4, 10), floor), ContactState::overlapping, 0, 0.5);
    expect_sweep(sweep(ball_at<K>(-4, -2), floor), ContactState::overlapping, 0, 1);
}

TYPED_TEST(PlaneSweepOf, PlaneIsTwoSided) {
    using K = TypeParam;
    const auto plane = floor_plane<K>();
    expect_sweep(sweep(ball_at<K>(5, -8), plane), ContactState::will_touch, 0.5, 0.75);
    expect_sweep(sweep(ball_at<K>(-5, 8), plane), ContactState::will_touch, 0.5, 0.75);
    expect_sweep(sweep(ball_at<K>(-5, 4), plane), ContactState::will_touch, 1, 1);
    EXPECT_FALSE(sweep(ball_at<K>(-5, -8), plane));
    expect_sweep(sweep(ball_at<K>(0.5, -6), plane), ContactState::overlapping, 0, 0.25);
    expect_sweep(sweep(ball_at<K>(-1, 8), plane), ContactState::touching_closing, 0, 0.25);
    expect_sweep(sweep(ball_at<K>(-1, -8), plane), ContactState::touching_parting, 0, 0);
    expect_sweep(sweep(ball_at<K>(-1, 0), plane), ContactState::touching_at_rest, 0, 1);
}

TYPED_TEST(PlaneSweepOf, PlacesAndNormal) {
    using K = TypeParam;
    const auto from_above = sweep(ball_at<K>(5, -8), floor_plane<K>());
    EXPECT_EQ(from_above.center_a, K::at(6.5, 1));
    EXPECT_EQ(from_above.center_b, K::at(6.5, 0));
    EXPECT_EQ(from_above.normal, K::at(0, -1));
    const auto from_below = sweep(ball_at<K>(-5, 8), floor_plane<K>());
    EXPECT_EQ(from_below.normal, K::at(0, 1));
    EXPECT_EQ(from_below.center_b, K::at(6.5, 0));
    const auto sunk = sweep(ball_at<K>(-4, 1), floor_solid<K>());
    EXPECT_EQ(sunk.normal, K::at(0, -1));
    EXPECT_EQ(sunk.center_b, K::at(5, 0));
}

TYPED_TEST(PlaneSweepOf, ZeroRadius) {
    using K = TypeParam;
    using Mover = MovingBall<typename K::T, K::N>;
    const auto plane = floor_plane<K>();
    expect_sweep(sweep(Mover{K::at(0, 4), 0, K::at(0, -8)}, plane), ContactState::will_touch, 0.5, 0.5);
    expect_sweep(sweep(Mover{K::at(0, 0), 0, K::at(0, -8)}, plane), ContactState::touching_parting, 0, 0);
    expect_sweep(sweep(Mover{K::at(0, 0), 0, K::at(1, 0)}, plane), ContactState::touching_at_rest, 0, 1);
}

TYPED_TEST(PlaneSweepOf, NanAnywhereIsApart) {
    using K = TypeParam;
    using T = typename K::T;
    const T nan = std::numeric_limits<T>::quiet_NaN();
    for (const double y : {0.5, 1.0, 3.0}) {
        for (int k = 0; k < K::N; ++k) {
            auto moved = ball_at<K>(y, -9);
            moved.center[k] = nan;
            EXPECT_FALSE(sweep(moved, floor_solid<K>()));
            moved = ball_at<K>(y, -9);
            moved.displacement[k] = nan;
            EXPECT_FALSE(sweep(moved, floor_plane<K>()));
            auto floor = floor_plane<K>();
            floor.normal[k] = nan;
            EXPECT_FALSE(sweep(ball_at<K>(y, -9), floor));
        }
        auto wide = ball_at<K>(y, -9);
        wide.radius = nan;
        EXPECT_FALSE(sweep(wide, floor_solid<K>()));
    }
}

/// Random balls about random surfaces of any normal; half of them made to touch at the start or the end.
template <class K>
class Surfaces {
public:
    using T = typename K::T;

    void next() {
        for (int k = 0; k < K::N; ++k) {
            normal[k] = static_cast<T>(uniform_(engine_));
            ball.center[k] = static_cast<T>(10 * uniform_(engine_));
            ball.displacement[k] = static_cast<T>(10 * uniform_(engine_));
        }
        ball.radius = static_cast<T>(std::fabs(uniform_(engine_)));
        const double about = std::fabs(uniform_(engine_)) < 0.5 ? 0 : 3 * uniform_(engine_);
        typename K::V place = ball.center;
        if (uniform_(engine_) < 0) {
            for (int k = 0; k < K::N; ++k) place[k] += ball.displacement[k];
        }
        // The surface at distance r from the place, so that rounding decides.
        T square = 0;
        for (int k = 0; k < K::N; ++k) square += normal[k] * normal[k];
        offset = static_cast<T>(plane_through(place, normal).offset + about);
        if (about == 0) offset -= ball.radius * std::sqrt(square);
    }

    typename K::V normal;
    T offset = 0;
    MovingBall<T, K::N> ball;

private:
    std::mt19937 engine_{44};
    std::uniform_real_distribution<double> uniform_{-1, 1};
};

/// Above the sum of |n_k c_k|, |n_k w_k|, |o| and r |n| of these surfaces.
const mpf_class kTerms(100, oracle::kBits);

/// u at which n.c - o + u n.w is `by`.
mpf_class time_of(const oracle::PlaneSigns& p, const mpf_class& by) {
    return (by - oracle::real(p.start)) / oracle::real(p.end - p.start);
}

TYPED_TEST(PlaneSweepOf, AgreesWithRationals) {
    using K = TypeParam;
    using T = typename K::T;
    Surfaces<K> random;
    int contacts = 0;
    for (int i = 0; i < 5000; ++i) {
        random.next();
        const auto signs = oracle::plane_signs(random.ball, random.normal, random.offset);
        const auto solid = sweep(random.ball, HalfSpace<T, K::N>{random.normal, random.offset});
        const auto plane = sweep(random.ball, Plane<T, K::N>{random.normal, random.offset});
        ASSERT_EQ(solid.state, oracle::half_space_state(signs)) << i;
        ASSERT_EQ(plane.state, oracle::plane_state(signs)) << i;
        if (solid.state != ContactState::will_touch) continue;
        ++contacts;
        const mpf_class reach = oracle::root(signs.reach_squared);
        const mpf_class terms = kTerms / oracle::real(signs.end - signs.start);
        const mpf_class first = oracle::at_most_one(time_of(signs, reach));
        const mpf_class last = oracle::at_most_one(time_of(signs, -reach));
        ASSERT_TRUE(oracle::is_near(solid.first, first, time_bound<T>, terms));
        ASSERT_TRUE(oracle::is_near(plane.last, last, time_bound<T>, terms));
        ASSERT_EQ(plane.first, solid.first);
    }
    EXPECT_GT(contacts, 500);
}

TYPED_TEST(PlaneSweepOf, OverlapAndGapAgreeWithRationals) {
    using K = TypeParam;
    using T = typename K::T;
    Surfaces<K> random;
    for (int i = 0; i < 5000; ++i) {
        random.next();
        const Ball<T, K::N> ball{random.ball.center, random.ball.radius};
        const HalfSpace<T, K::N> solid{random.normal, random.offset};
        const auto signs = oracle::plane_signs(random.ball, random.normal, random.offset);
        const int above = oracle::PlaneSigns::above(signs.start, signs.reach_squared);
        ASSERT_EQ(overlaps(ball, solid), above <= 0);
        const mpf_class norm = oracle::root(oracle::dot(random.normal, random.normal));
        const mpf_class exact = (oracle::real(signs.start) - oracle::root(signs.reach_squared)) / norm;
        if (above == 0) {
            ASSERT_EQ(gap(ball, solid), 0);
        } else {
            ASSERT_TRUE(oracle::is_near(gap(ball, solid), exact, gap_bound<T>, kTerms / norm));
        }
    }
}

TYPED_TEST(PlaneSweepOf, LengthOfTheNormalChangesNoBit) {
    using K = TypeParam;
    using T = typename K::T;
    Surfaces<K> random;
    for (int i = 0; i < 500; ++i) {
        random.next();
        const auto s = sweep(random.ball, Plane<T, K::N>{random.normal, random.offset});
        for (const int exponent : {-40, 3, 40}) {
            Plane<T, K::N> scaled{random.normal, std::ldexp(random.offset, exponent)};
            for (int k = 0; k < K::N; ++k) scaled.normal[k] = std::ldexp(random.normal[k], exponent);
            const auto t = sweep(random.ball, scaled);
            ASSERT_EQ(s.state, t.state);
            ASSERT_EQ(s.first, t.first);
            ASSERT_EQ(s.last, t.last);
            ASSERT_EQ(s.normal, t.normal);
        }
    }
}

TYPED_TEST(PlaneSweepOf, ContactWithAPlane) {
    using K = TypeParam;
    using B = Ball<typename K::T, K::N>;
    const auto above = contact(B{K::at(4, 0.75), 1}, floor_plane<K>());
    ASSERT_TRUE(above);
    EXPECT_EQ(above->point, K::at(4, 0));
    EXPECT_EQ(above->normal, K::at(0, -1));
    EXPECT_EQ(above->depth, 0.25);
    const auto below = contact(B{K::at(4, -1), 1}, floor_plane<K>());
    ASSERT_TRUE(below);
    EXPECT_EQ(below->normal, K::at(0, 1));
    EXPECT_EQ(below->depth, 0);
    EXPECT_EQ(contact(B{K::at(4, 0), 1}, floor_plane<K>())->normal, K::at(0, -1));
    const auto sunk = contact(B{K::at(4, -3), 1}, floor_solid<K>());
    ASSERT_TRUE(sunk);
    EXPECT_EQ(sunk->depth, 4);
    EXPECT_EQ(sunk->normal, K::at(0, -1));
    EXPECT_FALSE(contact(B{K::at(4, 1.5), 1}, floor_solid<K>()));
    EXPECT_FALSE(contact(B{K::at(4, -1.5), 1}, floor_plane<K>()));
}

/// Numbers of one range of exponents, from all that T has to near 1, one in five of them 0.
template <class K>
class AnyNumbers : public families::Draws<typename K::T, K::N> {
public:
    using T = typename K::T;
    using Base = families::Draws<T, K::N>;
    using Base::Base;
    using typename Base::Limits;

    void next() {
        constexpr int lowest = Limits::min_exponent - Limits::digits + 2;
        constexpr int highest = Limits::max_exponent - 2;
        const int part = this->integer(1, 3);
        lowest_ = part == 3 ? -6 : lowest / part;
        highest_ = part == 3 ? 6 : highest / part;
        for (int k = 0; k < K::N; ++k) {
            normal[k] = number();
            ball.center[k] = number();
            ball.displacement[k] = number();
        }
        ball.radius = this->one_in(4) ? T{0} : std::fabs(number());
        offset = number();
        if (this->one_in(2)) touch();
    }

    typename K::V normal;
    T offset = 0;
    MovingBall<T, K::N> ball;

private:
    T number() {
        if (this->one_in(5)) return 0;
        const bool is_short = this->one_in(2);
        const auto whole = is_short ? this->whole(-16, 16) : this->whole(-(1LL << 30), 1LL << 30);
        return std::ldexp(static_cast<T>(whole), this->integer(lowest_, highest_) - (is_short ? 4 : 30));
    }
    /// Exactly, or but for rounding, at the start or at the end; a second component of the normal may spoil
    /// it.
    void touch() {
        const int k = this->integer(0, K::N - 1);
        normal = {};
        normal[k] = std::ldexp(static_cast<T>(this->sign()), this->integer(lowest_, highest_));
        const T at = ball.center[k] + (this->one_in(2) ? ball.displacement[k] : T{0});
        offset = normal[k] * at + static_cast<T>(this->sign()) * ball.radius * std::fabs(normal[k]);
        if (!std::isfinite(offset)) offset = 0;
        if (this->one_in(3)) normal[(k + 1) % K::N] = number();
    }

    int lowest_ = 0;
    int highest_ = 0;
};

/// u at which n.c - o + u n.w is `side` times the reach, without cancellation.
mpf_class time_at(const mpq_class& start, const mpq_class& rate, const mpq_class& reach_squared, int side) {
    const mpf_class reach = side * oracle::root(reach_squared);
    const bool cancels = sgn(start) * side > 0 && reach_squared != 0;
    if (!cancels) return (reach - oracle::real(start)) / oracle::real(rate);
    return oracle::real(mpq_class(reach_squared - start * start)) /
           mpf_class((reach + oracle::real(start)) * oracle::real(rate));
}

/// Within 0.55 ulp; 1.1 below the smallest normal number, where a time is rounded once more.
template <class T>
testing::AssertionResult is_right_time(T time, const mpf_class& exact) {
    const mpf_class in_frame = oracle::at_most_one(exact);
    const mpf_class least(static_cast<double>(std::numeric_limits<T>::min()), oracle::kBits);
    const double error = oracle::ulp_error(time, in_frame);
    if (error <= (in_frame < least ? 1.1 : time_bound<T>)) return testing::AssertionSuccess();
    return testing::AssertionFailure() << time << " for " << in_frame.get_d() << ": " << error << " ulp";
}

/// The times of a ball that will touch, or leaves; `s` is turned to the side on which it starts.
template <class T, int N>
void expect_times(const Sweep<T, N>& sweep, const oracle::PlaneSigns& s, bool is_solid) {
    const mpq_class rate = s.end - s.start;
    if (sweep.state == ContactState::will_touch) {
        EXPECT_TRUE(is_right_time(sweep.first, time_at(s.start, rate, s.reach_squared, 1)));
    }
    if (sweep.state == ContactState::overlapping && rate > 0) {
        EXPECT_TRUE(is_right_time(sweep.last, time_at(s.start, rate, s.reach_squared, 1)));
    }
    if (!is_solid && rate < 0 && sweep.state != ContactState::touching_parting) {
        EXPECT_TRUE(is_right_time(sweep.last, time_at(s.start, rate, s.reach_squared, -1)));
    }
}

TYPED_TEST(PlaneSweepOf, AnyNumbersAreDecidedAndTimedExactly) {
    using K = TypeParam;
    using T = typename K::T;
    AnyNumbers<K> random(5);
    int contacts = 0;
    for (int i = 0; i < 20000 && !testing::Test::HasFailure(); ++i) {
        random.next();
        if (random.normal == typename K::V{}) continue;
        SCOPED_TRACE(i);
        auto signs = oracle::plane_signs(random.ball, random.normal, random.offset);
        const HalfSpace<T, K::N> half_space{random.normal, random.offset};
        const auto solid = sweep(random.ball, half_space);
        const auto plane = sweep(random.ball, Plane<T, K::N>{random.normal, random.offset});
        ASSERT_EQ(solid.state, oracle::half_space_state(signs));
        ASSERT_EQ(plane.state, oracle::plane_state(signs));
        const bool inside = oracle::PlaneSigns::above(signs.start, signs.reach_squared) <= 0;
        ASSERT_EQ(overlaps(Ball<T, K::N>{random.ball.center, random.ball.radius}, half_space), inside);
        contacts += solid.state == ContactState::will_touch;
        if (solid) expect_times(solid, signs, true);
        if (signs.start < 0) {
            signs.start = -signs.start;
            signs.end = -signs.end;
        }
        if (plane) expect_times(plane, signs, false);
    }
    EXPECT_GT(contacts, 1000);
}

/// Scaling the normal to a size that can be squared takes bits from its small component, which decides here.
TEST(PlaneSweep, SmallComponentOfALargeNormalCounts) {
    const MovingBall<double, 2> point{
        {0x1.04e9793p-348, -0x1.8ac3e93p+810}, 0, {-0x1.2b7ea4b8p-140, -0x1.8p-413}};
    const HalfSpace<double, 2> solid{{0x1.8p+891, -0x1.ep-195}, -0x1.8p+93};
    const auto signs = oracle::plane_signs(point, solid.normal, solid.offset);
    const auto s = sweep(point, solid);
    ASSERT_EQ(s.state, oracle::half_space_state(signs));
    ASSERT_EQ(s.state, ContactState::will_touch);
    EXPECT_LE(oracle::ulp_error(s.first, time_of(signs, oracle::root(signs.reach_squared))), 1.1);
}

TYPED_TEST(PlaneSweepOf, FromTheMiddleOfAPlaneBothWaysLeadOut) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    for (const double way : {4.0, -4.0}) {
        for (const double side : {1.0, -1.0}) {
            const MovingBall<T, N> ball{TypeParam::at(-14, 0), 1, TypeParam::at(way, 0)};
            const Plane<T, N> plane{TypeParam::at(side, 0), static_cast<T>(-14 * side)};
            EXPECT_EQ(sweep(ball, plane).state, ContactState::overlapping);
            EXPECT_EQ(sweep(ball, plane).last, T(0.25));
            EXPECT_EQ(advance(ball, plane).u, 1);
        }
    }
}

}  // namespace
}  // namespace carom
