// The kernel against rational arithmetic: every decision right, both times within the bounds of
// docs/math/sweep.md.
#include "pair/kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <random>

#include "pair/relative.hpp"
#include "support/pair_families.hpp"
#include "support/rational_oracle.hpp"

namespace carom {
namespace {

constexpr int kPairs = 3000;

/// What a family of pairs showed.
struct KernelTally {
    int contacts = 0;
    int wrong_states = 0;
    int wrong_engine = 0;
    double worst_first = 0;
    double worst_last = 0;
};

template <int N>
struct Rounded {
    detail::RelativeMotion<double, N> motion;
    bool exact = true;
};

/// The motion in plain doubles, as the engine has it.
template <class T, int N>
Rounded<N> rounded_motion(const families::MovingPair<T, N>& p) {
    const auto m = detail::relative_motion(p.a, p.b);
    Rounded<N> result;
    for (int k = 0; k < N; ++k) {
        result.motion.d[k] = detail::to_double(m.d[k]);
        result.motion.w[k] = detail::to_double(m.w[k]);
        result.exact = result.exact && m.d[k].lo == 0 && m.w[k].lo == 0;
    }
    result.motion.r = detail::to_double(m.r);
    result.exact = result.exact && m.r.lo == 0;
    return result;
}

/// Families whose pairs the engine's kernel, which has no integers, need not decide: ties beyond 100 bits,
/// and numbers of very different sizes side by side.
bool is_for_integers(families::Family family) {
    return family >= families::Family::coin_very_far;
}

/// The engine's question, where the plain doubles lost nothing.
template <class T, int N>
bool engine_agrees(const families::MovingPair<T, N>& p, const oracle::Quadratic& q) {
    const Rounded<N> rounded = rounded_motion(p);
    if (!rounded.exact) return true;
    const double time = detail::first_closing_contact(rounded.motion);
    if (q.b >= 0) return time == HUGE_VAL;
    if (q.c <= 0) return time == 0;
    if (q.discriminant() < 0) return time == HUGE_VAL;
    return oracle::ulp_error(time, q.first()) <= 5;
}

template <class T, int N>
KernelTally tally(families::Family family) {
    families::Maker<T, N> make(20260 + static_cast<unsigned>(family));
    KernelTally t;
    for (int i = 0; i < kPairs; ++i) {
        const families::MovingPair<T, N> p = make(family);
        const oracle::Quadratic q = oracle::quadratic(p.a, p.b);
        const Sweep<T, N> s = sweep(p.a, p.b);
        if (!is_for_integers(family) && !engine_agrees(p, q)) ++t.wrong_engine;
        if (s.state != oracle::state(q)) {
            ++t.wrong_states;
            continue;
        }
        if (!s) continue;
        ++t.contacts;
        const oracle::Interval in = oracle::interval(q);
        t.worst_first = std::max(t.worst_first, oracle::ulp_error(s.first, in.first));
        t.worst_last = std::max(t.worst_last, oracle::ulp_error(s.last, in.last));
    }
    return t;
}

template <class T, int N>
void expect_exact(const char* type, double bound) {
    for (const families::Family family : families::all()) {
        const KernelTally t = tally<T, N>(family);
        std::cout << type << ' ' << N << "D " << families::name(family) << ": " << kPairs << " pairs, "
                  << t.contacts << " contacts, " << t.wrong_states << " wrong, times within " << t.worst_first
                  << " and " << t.worst_last << " ulp\n";
        EXPECT_EQ(t.wrong_states, 0) << families::name(family);
        EXPECT_EQ(t.wrong_engine, 0) << families::name(family);
        EXPECT_GT(t.contacts, kPairs / 20) << families::name(family);
        EXPECT_LE(t.worst_first, bound) << families::name(family);
        EXPECT_LE(t.worst_last, bound) << families::name(family);
    }
}

TEST(Kernel, FloatAgreesWithRationals2D) {
    expect_exact<float, 2>("float", 0.55);
}
TEST(Kernel, FloatAgreesWithRationals3D) {
    expect_exact<float, 3>("float", 0.55);
}
TEST(Kernel, DoubleAgreesWithRationals2D) {
    expect_exact<double, 2>("double", 1);
}
TEST(Kernel, DoubleAgreesWithRationals3D) {
    expect_exact<double, 3>("double", 1);
}

/// Balls that touch to the last bit and slide along each other: d.w and the gap all but vanish.
TEST(Kernel, SlidersMeetWhereTheyTouchOrNotAtAll) {
    std::mt19937_64 random(1);
    const auto ulps = [&](double one) { return static_cast<double>(random() % 9) * one - 4 * one; };
    int contacts = 0;
    for (int i = 0; i < 100'000; ++i) {
        const double r = 0.2;
        const double speed = std::ldexp(1.0 + static_cast<double>(random() % 1000) / 1000, -2);
        const double aside = ulps(0x1p-56);
        // The other speed makes d.w vanish but for its rounding and a few ulp.
        const double down = aside * speed / r;
        const detail::RelativeMotion<double, 2> m{{aside, r}, {-speed, down + ulps(0x1p-52 * down)}, r};
        const double time = detail::first_closing_contact(m);
        if (time == HUGE_VAL) continue;
        ++contacts;
        const double gap = std::hypot(m.d[0] + time * m.w[0], m.d[1] + time * m.w[1]) - r;
        ASSERT_LE(std::fabs(gap), 0x1p-50) << i << ": " << time;
    }
    EXPECT_GT(contacts, 1000);
}

}  // namespace
}  // namespace carom
