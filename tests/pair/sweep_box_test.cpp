// A ball and a box, moving and at rest: every decision and time against rationals, the documented states by
// hand, and the symmetries.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"
#include "pair/box_exact.hpp"
#include "pair/box_families.hpp"
#include "pair/expect_sweep.hpp"
#include "support/every_type.hpp"
#include "support/same_bits.hpp"

namespace carom {
namespace {

using families::BallAndBox;
using families::BoxFamily;
using families::BoxMaker;
using families::for_each_box_case;

template <class K>
class BoxSweepOf : public testing::Test {};
TYPED_TEST_SUITE(BoxSweepOf, EveryKind);

template <class T>
bool is_subnormal_number(const mpf_class& x) {
    const mpf_class least(static_cast<double>(std::numeric_limits<T>::min()), oracle::kBits);
    return sgn(x) > 0 && x < least;
}

/// Below the smallest normal number a time is rounded once more.
template <class T>
testing::AssertionResult is_right(T time, const mpf_class& exact) {
    const double bound = is_subnormal_number<T>(exact) ? 1.1 : time_bound<T>;
    const double error = oracle::ulp_error(time, exact);
    if (error <= bound) return testing::AssertionSuccess();
    return testing::AssertionFailure() << time << " for " << exact.get_d() << ": " << error << " ulp";
}

TYPED_TEST(BoxSweepOf, AgreesWithRationals) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    std::array<int, 6> seen{};
    for_each_box_case<T, N>(100, 1000, [&](const BallAndBox<T, N>& c, BoxFamily family) {
        const Sweep<T, N> s = sweep(c.ball, c.box);
        const oracle::BoxContact exact = oracle::box_contact(c.ball, c.box);
        ++seen[static_cast<std::size_t>(exact.state)];
        ASSERT_EQ(s.state, exact.state) << families::name(family);
        if (!s) return;
        ASSERT_TRUE(is_right(s.first, oracle::exact_first(exact))) << families::name(family);
        ASSERT_TRUE(is_right(s.last, oracle::exact_last(exact))) << families::name(family);
    });
    for (const int count : seen) EXPECT_GT(count, 100);
}

TYPED_TEST(BoxSweepOf, TimesNearZeroAreRoundedOnceMore) {
    using K = TypeParam;
    using T = typename K::T;
    families::Draws<T, K::N> draw(8);
    const int least = std::numeric_limits<T>::min_exponent;
    const int up = std::numeric_limits<T>::max_exponent - 4;
    for (int i = 0; i < 2000; ++i) {
        const T height = std::ldexp(static_cast<T>(draw.uniform(1, 2)), least + up - draw.integer(2, 5));
        const T pace = std::ldexp(static_cast<T>(draw.uniform(1, 2)), up);
        MovingBall<T, K::N> point{{}, 0, {}};
        point.center[1] = height;
        point.displacement[1] = -pace;
        Box<T, K::N> floor{K::at(-1, -1), K::at(1, 0)};
        const auto s = sweep(point, floor);
        const mpq_class exact =
            oracle::rational(static_cast<double>(height)) / oracle::rational(static_cast<double>(pace));
        ASSERT_EQ(s.state, ContactState::will_touch);
        ASSERT_LE(oracle::ulp_error(s.first, oracle::real(exact)), 1.1);
    }
}

/// The box from (0, 0) to (4, 4); in 3D from z = -4 to 4.
template <class K>
Box<typename K::T, K::N> box_of() {
    Box<typename K::T, K::N> box{K::at(0, 0), K::at(4, 4)};
    if (K::N == 3) {
        box.lower[K::N - 1] = -4;
        box.upper[K::N - 1] = 4;
    }
    return box;
}
template <class K>
auto sweep_of(double x, double y, double r, double wx, double wy) {
    using T = typename K::T;
    return sweep(MovingBall<T, K::N>{K::at(x, y), static_cast<T>(r), K::at(wx, wy)}, box_of<K>());
}

TYPED_TEST(BoxSweepOf, Faces) {
    using K = TypeParam;
    const auto through = sweep_of<K>(-5, 2, 1, 16, 0);
    expect_sweep(through, ContactState::will_touch, 0.25, 0.625);
    EXPECT_EQ(through.center_a, K::at(-1, 2));
    EXPECT_EQ(through.center_b, K::at(0, 2));
    EXPECT_EQ(through.point, K::at(0, 2));
    EXPECT_EQ(through.normal, K::at(1, 0));
    EXPECT_EQ(sweep_of<K>(2, 9, 1, 0, -8).normal, K::at(0, -1));
    expect_sweep(sweep_of<K>(-5, 2, 1, 4, 0), ContactState::will_touch, 1, 1);
    EXPECT_FALSE(sweep_of<K>(-5, 2, 1, 3.5, 0));
    EXPECT_FALSE(sweep_of<K>(-5, 2, 1, -8, 0));
    expect_sweep(sweep_of<K>(-1, 2, 1, 2, 0), ContactState::touching_closing, 0, 1);
    expect_sweep(sweep_of<K>(-1, 2, 1, -2, 0), ContactState::touching_parting, 0, 0);
    expect_sweep(sweep_of<K>(-1, 2, 1, 0, 0), ContactState::touching_at_rest, 0, 1);
}

TYPED_TEST(BoxSweepOf, EdgesAreRound) {
    using K = TypeParam;
    using T = typename K::T;
    const auto hit = sweep_of<K>(-11, -4, 5, 16, 0);
    EXPECT_EQ(hit.state, ContactState::will_touch);
    EXPECT_EQ(hit.first, 0.5);
    EXPECT_EQ(hit.center_b, K::at(0, 0));
    EXPECT_EQ(hit.normal[0], T(0.6));
    EXPECT_EQ(hit.normal[1], T(0.8));
    EXPECT_FALSE(sweep_of<K>(-8, 0, 5, 8, -8));
    const double less = static_cast<double>(std::nextafter(T{5}, T{0}));
    expect_sweep(sweep_of<K>(-7, -1, 5, 8, -6), ContactState::will_touch, 0.5, 0.5);
    EXPECT_FALSE(sweep_of<K>(-7, -1, less, 8, -6));
}

TYPED_TEST(BoxSweepOf, SlidingOffTheEndOfAFace) {
    using K = TypeParam;
    expect_sweep(sweep_of<K>(2, 5, 1, 1, 0), ContactState::touching_at_rest, 0, 1);
    expect_sweep(sweep_of<K>(2, 5, 1, 8, 0), ContactState::touching_at_rest, 0, 0.25);
    expect_sweep(sweep_of<K>(4, 5, 1, 8, 0), ContactState::touching_parting, 0, 0);
    expect_sweep(sweep_of<K>(4, 5, 1, -2, 0), ContactState::touching_at_rest, 0, 1);
    expect_sweep(sweep_of<K>(-2, 5, 1, 8, 0), ContactState::will_touch, 0.25, 0.75);
}

TYPED_TEST(BoxSweepOf, APointAndABox) {
    using K = TypeParam;
    const auto through = sweep_of<K>(-4, 2, 0, 16, 0);
    expect_sweep(through, ContactState::will_touch, 0.25, 0.5);
    EXPECT_EQ(through.normal, K::at(1, 0));
    EXPECT_EQ(through.center_b, K::at(0, 2));
    expect_sweep(sweep_of<K>(0, 2, 0, 8, 0), ContactState::touching_closing, 0, 0.5);
    expect_sweep(sweep_of<K>(0, 2, 0, -8, 0), ContactState::touching_parting, 0, 0);
    expect_sweep(sweep_of<K>(0, 2, 0, 0, 8), ContactState::touching_at_rest, 0, 0.25);
    expect_sweep(sweep_of<K>(4, 4, 0, -1, -1), ContactState::touching_closing, 0, 1);
    expect_sweep(sweep_of<K>(4, 4, 0, -1, 0), ContactState::touching_at_rest, 0, 1);
    expect_sweep(sweep_of<K>(4, 4, 0, 1, 0), ContactState::touching_parting, 0, 0);
    expect_sweep(sweep_of<K>(4, 4, 0, -1, 1), ContactState::touching_parting, 0, 0);
    expect_sweep(sweep_of<K>(3, 2, 0, 2, 0), ContactState::overlapping, 0, 0.5);
    expect_sweep(sweep_of<K>(-2, 2, 0, 4, 4), ContactState::will_touch, 0.5, 0.5);
}

TYPED_TEST(BoxSweepOf, CentreInside) {
    using K = TypeParam;
    const auto leaving = sweep_of<K>(1, 2, 1, 8, 0);
    expect_sweep(leaving, ContactState::overlapping, 0, 0.5);
    EXPECT_EQ(leaving.normal, K::at(1, 0));
    EXPECT_EQ(leaving.center_b, K::at(0, 2));
    expect_sweep(sweep_of<K>(3.5, 2, 1, 0, 0), ContactState::overlapping, 0, 1);
    EXPECT_EQ(sweep_of<K>(3.5, 2, 1, 0, 0).normal, K::at(-1, 0));
    expect_sweep(sweep_of<K>(0, 2, 1, -2, 0), ContactState::overlapping, 0, 0.5);
}

TYPED_TEST(BoxSweepOf, FlatBox) {
    using K = TypeParam;
    using T = typename K::T;
    using Mover = MovingBall<T, K::N>;
    Box<T, K::N> flat = box_of<K>();
    flat.upper[0] = 0;
    expect_sweep(sweep(Mover{K::at(-5, 2), 1, K::at(16, 0)}, flat), ContactState::will_touch, 0.25, 0.375);
    expect_sweep(sweep(Mover{K::at(5, 2), 1, K::at(-16, 0)}, flat), ContactState::will_touch, 0.25, 0.375);
    expect_sweep(sweep(Mover{K::at(-4, 2), 0, K::at(16, 0)}, flat), ContactState::will_touch, 0.25, 0.25);
    expect_sweep(sweep(Mover{K::at(0, 2), 0, K::at(16, 0)}, flat), ContactState::touching_parting, 0, 0);
    expect_sweep(sweep(Mover{K::at(0, 2), 0, K::at(0, 8)}, flat), ContactState::touching_at_rest, 0, 0.25);
    expect_sweep(sweep(Mover{K::at(0, 2), 1, K::at(8, 0)}, flat), ContactState::overlapping, 0, 0.125);
}

TEST(BoxSweep, CornerInThreeDimensions) {
    const auto s = sweep(MovingBall<double, 3>{{-9, -2, -2}, 3, {16, 0, 0}}, {{0, 0, 0}, {4, 4, 4}});
    EXPECT_EQ(s.state, ContactState::will_touch);
    EXPECT_EQ(s.first, 0.5);
    EXPECT_EQ(s.center_b, (Vec<double, 3>{0, 0, 0}));
    EXPECT_NEAR(s.normal[0], 1.0 / 3, 1e-15);
    EXPECT_NEAR(s.normal[1], 2.0 / 3, 1e-15);
    EXPECT_NEAR(s.normal[2], 2.0 / 3, 1e-15);
}

template <class T, int N>
BallAndBox<T, N> mirrored(BallAndBox<T, N> c, int axis) {
    c.ball.center[axis] = -c.ball.center[axis];
    c.ball.displacement[axis] = -c.ball.displacement[axis];
    std::swap(c.box.lower[axis], c.box.upper[axis]);
    c.box.lower[axis] = -c.box.lower[axis];
    c.box.upper[axis] = -c.box.upper[axis];
    return c;
}
template <class T, int N>
BallAndBox<T, N> with_axes_turned(const BallAndBox<T, N>& c) {
    BallAndBox<T, N> turned = c;
    for (int k = 0; k < N; ++k) {
        const int to = (k + 1) % N;
        turned.ball.center[to] = c.ball.center[k];
        turned.ball.displacement[to] = c.ball.displacement[k];
        turned.box.lower[to] = c.box.lower[k];
        turned.box.upper[to] = c.box.upper[k];
    }
    return turned;
}
/// Where nearest faces may be equally near, a mirror may name another one.
template <class T, int N>
bool starts_in_box(const BallAndBox<T, N>& c) {
    bool inside = true;
    for (int k = 0; k < N; ++k)
        inside &= c.box.lower[k] <= c.ball.center[k] && c.ball.center[k] <= c.box.upper[k];
    return inside;
}

TYPED_TEST(BoxSweepOf, MirrorChangesNoBit) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    for_each_box_case<T, N>(7, 200, [](const BallAndBox<T, N>& c, BoxFamily family) {
        const Sweep<T, N> s = sweep(c.ball, c.box);
        for (int axis = 0; axis < N; ++axis) {
            const BallAndBox<T, N> image = mirrored(c, axis);
            Sweep<T, N> m = sweep(image.ball, image.box);
            ASSERT_EQ(s.state, m.state) << families::name(family);
            ASSERT_TRUE(same_bits(s.first, m.first) && same_bits(s.last, m.last)) << families::name(family);
            if (!s || starts_in_box(c)) continue;
            for (Vec<T, N>* x : {&m.center_a, &m.center_b, &m.normal, &m.point}) (*x)[axis] = -(*x)[axis];
            ASSERT_EQ(s.center_a, m.center_a);
            ASSERT_EQ(s.center_b, m.center_b);
            ASSERT_EQ(s.normal, m.normal);
            ASSERT_EQ(s.point, m.point);
        }
    });
}

TYPED_TEST(BoxSweepOf, AxesAreAlike) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    for_each_box_case<T, N>(9, 200, [](const BallAndBox<T, N>& c, BoxFamily family) {
        const BallAndBox<T, N> turned = with_axes_turned(c);
        ASSERT_EQ(sweep(c.ball, c.box).state, sweep(turned.ball, turned.box).state) << families::name(family);
    });
}

TYPED_TEST(BoxSweepOf, PowersOfTwoChangeNoBitOfATime) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    const int far = std::is_same_v<T, float> ? 60 : 800;
    for (const BoxFamily family : {BoxFamily::generic, BoxFamily::inside, BoxFamily::near_tangent,
                                   BoxFamily::lattice, BoxFamily::lattice_tangent}) {
        BoxMaker<T, N> make(83);
        for (int i = 0; i < 200; ++i) {
            const BallAndBox<T, N> c = make(family);
            const Sweep<T, N> s = sweep(c.ball, c.box);
            for (const int power : {-far, -far / 3, 1, far}) {
                const BallAndBox<T, N> scaled = BoxMaker<T, N>::with_powers(c, power, power);
                const Sweep<T, N> t = sweep(scaled.ball, scaled.box);
                ASSERT_EQ(s.state, t.state) << families::name(family) << ' ' << power;
                ASSERT_TRUE(same_bits(s.first, t.first) && same_bits(s.last, t.last)) << power;
                ASSERT_TRUE(same_bits(s.normal, t.normal)) << power;
            }
        }
    }
}

TYPED_TEST(BoxSweepOf, HugeBoxIsAHalfSpace) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    families::Draws<T, N> draw(12);
    int contacts = 0;
    for (int i = 0; i < 3000; ++i) {
        const MovingBall<T, N> ball{draw.cube(3, 0), static_cast<T>(draw.integer(0, 2)), draw.cube(8, 0)};
        const int axis = draw.integer(0, N - 1);
        Box<T, N> box;
        HalfSpace<T, N> solid;
        for (int k = 0; k < N; ++k) {
            box.lower[k] = -std::numeric_limits<T>::max();
            box.upper[k] = k == axis ? T{1} : std::numeric_limits<T>::max();
        }
        solid.normal[axis] = 2;
        solid.offset = 2;
        const Sweep<T, N> s = sweep(ball, box);
        const Sweep<T, N> t = sweep(ball, solid);
        ASSERT_EQ(s.state, t.state);
        if (!s) continue;
        contacts += s.state == ContactState::will_touch;
        ASSERT_LE(std::fabs(s.first - t.first), s.first * std::numeric_limits<T>::epsilon());
        ASSERT_LE(std::fabs(s.last - t.last), s.last * std::numeric_limits<T>::epsilon());
        ASSERT_EQ(s.normal, t.normal);
    }
    EXPECT_GT(contacts, 100);
}

TYPED_TEST(BoxSweepOf, EmptyBoxAndNanAreApart) {
    using K = TypeParam;
    using T = typename K::T;
    const T nan = std::numeric_limits<T>::quiet_NaN();
    for (const double x : {2.0, -1.0, -5.0}) {
        BallAndBox<T, K::N> c{{K::at(x, 2), 1, K::at(8, 0)}, box_of<K>()};
        ASSERT_TRUE(sweep(c.ball, c.box));
        for (int k = 0; k < K::N; ++k) {
            Box<T, K::N> empty = c.box;
            empty.upper[k] = std::nextafter(empty.lower[k], T{-9});
            EXPECT_FALSE(sweep(c.ball, empty));
            for (T* place : {&c.ball.center[k], &c.ball.displacement[k], &c.ball.radius, &c.box.lower[k],
                             &c.box.upper[k]}) {
                const T kept = *place;
                *place = nan;
                EXPECT_FALSE(sweep(c.ball, c.box));
                if (place != &c.ball.displacement[k]) {
                    EXPECT_FALSE(overlaps(Ball<T, K::N>{c.ball.center, c.ball.radius}, c.box));
                    EXPECT_FALSE(contact(Ball<T, K::N>{c.ball.center, c.ball.radius}, c.box));
                }
                *place = kept;
            }
        }
    }
}

TYPED_TEST(BoxSweepOf, OverlapAndGapOfARestingBallAgreeWithRationals) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    for_each_box_case<T, N>(21, 500, [](const BallAndBox<T, N>& c, BoxFamily family) {
        const Ball<T, N> ball{c.ball.center, c.ball.radius};
        const mpf_class exact = oracle::exact_gap(ball, c.box);
        ASSERT_EQ(overlaps(ball, c.box), exact <= 0) << families::name(family);
        ASSERT_EQ(contact(ball, c.box).has_value(), exact <= 0);
        // distance - r, and both cancel
        const mpf_class terms = abs(exact) + 2 * static_cast<double>(ball.radius);
        ASSERT_TRUE(oracle::is_near(gap(ball, c.box), exact, gap_bound<T>, terms)) << families::name(family);
        if (exact <= 0) {
            ASSERT_TRUE(oracle::is_near(contact(ball, c.box)->depth, -exact, gap_bound<T>, terms));
        }
    });
}

TYPED_TEST(BoxSweepOf, ContactOfARestingBall) {
    using K = TypeParam;
    using T = typename K::T;
    const auto at = [](double x, double y, double r) {
        return contact(Ball<T, K::N>{K::at(x, y), static_cast<T>(r)}, box_of<K>());
    };
    const auto expect = [&](const auto& c, const auto& point, const auto& normal, double depth) {
        ASSERT_TRUE(c);
        EXPECT_EQ(c->point, point);
        EXPECT_EQ(c->normal, normal);
        EXPECT_EQ(c->depth, static_cast<T>(depth));
    };
    expect(at(-1, 2, 1), K::at(0, 2), K::at(1, 0), 0);
    expect(at(2, 4.5, 1), K::at(2, 4), K::at(0, -1), 0.5);
    expect(at(-3, -4, 5.5), K::at(0, 0), K::at(T(0.6), T(0.8)), 0.5);
    expect(at(1, 2, 1), K::at(0, 2), K::at(1, 0), 2);
    expect(at(2, 3.5, 0), K::at(2, 4), K::at(0, -1), 0.5);
    expect(at(4, 3, 0), K::at(4, 3), K::at(-1, 0), 0);
    EXPECT_FALSE(at(-1.5, 2, 1));
    EXPECT_FALSE(at(-3, -4, 4.75));
}

}  // namespace
}  // namespace carom
