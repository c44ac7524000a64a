// Which of two pairs touches first: against rationals where both times are equal or nearly so, and the
// documented ends of the order.
#include "carom/pair/compare_first.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/pair/sweep.hpp"
#include "support/every_type.hpp"
#include "support/first_time_families.hpp"
#include "support/rational_oracle.hpp"

namespace carom {
namespace {

using families::FirstTimes;
using families::FirstTimesMaker;
using families::MovingPair;

template <class K>
class CompareFirstOf : public testing::Test {};
TYPED_TEST_SUITE(CompareFirstOf, EveryKind);

template <class T, int N>
std::weak_ordering order(const MovingPair<T, N>& one, const MovingPair<T, N>& two) {
    return compare_first(one.a, one.b, two.a, two.b);
}

template <class T, int N>
std::weak_ordering exact_order(const MovingPair<T, N>& one, const MovingPair<T, N>& two) {
    return oracle::compare_first(oracle::quadratic(one.a, one.b), oracle::quadratic(two.a, two.b));
}

std::weak_ordering reversed(std::weak_ordering order) {
    return 0 <=> order;
}

TYPED_TEST(CompareFirstOf, AgreesWithRationals) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    int hidden = 0;  // decided although the times round to the same number
    for (const FirstTimes family : families::all_first_times()) {
        FirstTimesMaker<T, N> make(31);
        for (int i = 0; i < 1500; ++i) {
            const auto p = make(family);
            const auto exact = exact_order(p.one, p.two);
            ASSERT_EQ(order(p.one, p.two), exact) << families::name(family);
            ASSERT_EQ(order(p.two, p.one), reversed(exact)) << families::name(family);
            const Sweep<T, N> one = sweep(p.one.a, p.one.b);
            const Sweep<T, N> two = sweep(p.two.a, p.two.b);
            const bool later = one.state == ContactState::will_touch && two.state == ContactState::will_touch;
            hidden += later && one.first == two.first && exact != 0;
        }
    }
    EXPECT_GT(hidden, 100);
}

TYPED_TEST(CompareFirstOf, ExactTiesAreEquivalent) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    for (const FirstTimes family : {FirstTimes::equal_fractions, FirstTimes::equal_roots}) {
        FirstTimesMaker<T, N> make(5);
        for (int i = 0; i < 500; ++i) {
            const auto p = make(family);
            ASSERT_EQ(order(p.one, p.two), std::weak_ordering::equivalent) << families::name(family);
            ASSERT_EQ(order(p.one, MovingPair<T, N>{p.two.b, p.two.a}), std::weak_ordering::equivalent);
            ASSERT_EQ(order(p.one, p.one), std::weak_ordering::equivalent);
        }
    }
}

/// The last bit of one displacement moves a first contact by less than the times can show.
TYPED_TEST(CompareFirstOf, OneBitOfOneInputDecides) {
    using K = TypeParam;
    using T = typename K::T;
    using Pair = MovingPair<T, K::N>;
    const Pair one{{K::at(0, 0), 1, {}}, {K::at(8, 1), 1, K::at(-8, 0)}};
    Pair two = one;
    EXPECT_EQ(order(one, two), std::weak_ordering::equivalent);
    two.b.displacement[0] = std::nextafter(T{-8}, T{-9});
    EXPECT_EQ(order(two, one), std::weak_ordering::less);
    two = one;
    two.b.radius = std::nextafter(T{1}, T{0});
    EXPECT_EQ(order(two, one), std::weak_ordering::greater);
    two = one;
    two.a.displacement[1] = std::numeric_limits<T>::denorm_min();
    EXPECT_EQ(order(two, one), std::weak_ordering::less);
}

/// Unit balls along x: the second at x, moving by w.
template <class K>
MovingPair<typename K::T, K::N> unit_balls(double x, double w) {
    return {{K::at(0, 0), 1, {}}, {K::at(x, 0), 1, K::at(w, 0)}};
}

TYPED_TEST(CompareFirstOf, ApartIsLastAndContactAtTheStartIsFirst) {
    using K = TypeParam;
    const auto overlapping = unit_balls<K>(1, -8);
    const auto touching = unit_balls<K>(2, -8);
    const auto parting = unit_balls<K>(2, 8);
    const auto soon = unit_balls<K>(3, -8);
    const auto at_the_end = unit_balls<K>(10, -8);
    const auto too_late = unit_balls<K>(10.5, -8);
    const auto never = unit_balls<K>(3, 8);
    for (const auto& x : {overlapping, touching, parting}) {
        for (const auto& y : {overlapping, touching, parting})
            EXPECT_EQ(order(x, y), std::weak_ordering::equivalent);
        for (const auto& y : {soon, at_the_end, too_late, never})
            EXPECT_EQ(order(x, y), std::weak_ordering::less);
    }
    EXPECT_EQ(order(soon, at_the_end), std::weak_ordering::less);
    for (const auto& x : {too_late, never}) {
        for (const auto& y : {overlapping, touching, parting, soon, at_the_end})
            EXPECT_EQ(order(x, y), std::weak_ordering::greater);
        for (const auto& y : {too_late, never}) EXPECT_EQ(order(x, y), std::weak_ordering::equivalent);
    }
}

TYPED_TEST(CompareFirstOf, NanIsApart) {
    using K = TypeParam;
    auto broken = unit_balls<K>(1, -8);
    broken.b.radius = std::numeric_limits<typename K::T>::quiet_NaN();
    EXPECT_EQ(order(broken, unit_balls<K>(10, -8)), std::weak_ordering::greater);
    EXPECT_EQ(order(broken, unit_balls<K>(3, 8)), std::weak_ordering::equivalent);
}

/// Points that meet at u = (m 2^50 + 1) 2^-1125 for an odd m of four bits: where m 2^-1075 rounds to either
/// side. Their distance is `by` times as long as their way, a sum of two doubles.
MovingPair<double, 2> points_at_a_subnormal_time(int m, int by) {
    const double high = std::ldexp(static_cast<double>(m) * by, -200);
    const double low = std::ldexp(static_cast<double>(by), -250);
    return {{{-low, 0}, 0, {}}, {{high, 0}, 0, {-std::ldexp(static_cast<double>(by), 875), 0}}};
}

TEST(CompareFirst, EqualSubnormalTimesAreEquivalent) {
    families::Draws<double, 2> draw(6);
    int rounded_apart = 0;
    for (int i = 0; i < 4000; ++i) {
        const int m = 8 + 2 * draw.integer(0, 3) + 1;
        const auto some = [&] { return 2 * draw.integer(1, 1 << 20) + 1; };
        const auto one = points_at_a_subnormal_time(m, some());
        const auto two = points_at_a_subnormal_time(m, some());
        ASSERT_EQ(order(one, two), std::weak_ordering::equivalent) << i;
        rounded_apart += sweep(one.a, one.b).first != sweep(two.a, two.b).first;
        auto later = one;
        later.b.displacement[0] = std::nextafter(later.b.displacement[0], 0);
        ASSERT_EQ(order(two, later), std::weak_ordering::less) << i;
    }
    EXPECT_GT(rounded_apart, 100);
}

}  // namespace
}  // namespace carom
