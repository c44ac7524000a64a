// The exact wait of every instruction set is the kernel's, to the last bit.
#include "sim/time_to_contact.hpp"

#include <gtest/gtest.h>

#include "support/lane_sets.hpp"
#include "support/random_scene.hpp"
#include "support/same_bits.hpp"

namespace carom::detail {
namespace {

template <int N>
using Motion = RelativeMotion<double, N>;

double sign(std::mt19937_64& random) {
    return random() % 2 == 0 ? -1 : 1;
}

/// Motions that come close to touching: at the nearest approach the distance is r (1 + off), with `off` from
/// 0 to 1; and from there back by a time.
template <int N>
Motion<N> passing(std::mt19937_64& random) {
    Motion<N> m;
    m.w = test::random_vec<N>(random, -1, 1);
    m.r = test::uniform(random, 0.1, 1);
    Vec<double, N> aside;
    aside[0] = -m.w[1];
    aside[1] = m.w[0];
    constexpr double kOff[] = {0, 0x1p-53, 0x1p-51, 1e-12, 1e-7, 1e-3, 1};
    const double distance = m.r * (1 + sign(random) * kOff[random() % 7]);
    const double back = random() % 4 == 0 ? 0 : test::uniform(random, -1, 20);
    m.d = (distance / length(aside)) * aside - back * m.w;
    return m;
}

/// Small whole numbers, so that touching and grazing happen exactly.
template <int N>
Motion<N> whole(std::mt19937_64& random) {
    Motion<N> m;
    for (int k = 0; k < N; ++k) {
        m.d[k] = static_cast<double>(random() % 21) - 10;
        m.w[k] = static_cast<double>(random() % 7) - 3;
    }
    m.r = 1 + static_cast<double>(random() % 10);
    return m;
}

template <int N>
Motion<N> some_motion(std::mt19937_64& random) {
    Motion<N> m = random() % 4 == 0 ? whole<N>(random) : passing<N>(random);
    if (random() % 4 != 0) return m;
    const double lengths = std::ldexp(1.0, static_cast<int>(random() % 420) - 210);
    m.d = lengths * m.d;
    m.r *= lengths;
    m.w = std::ldexp(1.0, static_cast<int>(random() % 420) - 210) * m.w;
    if (random() % 4 == 0) m.d[static_cast<int>(random() % N)] *= 0x1p-150;
    if (random() % 4 == 0) m.w[static_cast<int>(random() % N)] = 0;
    return m;
}

TEST(Wait, EveryInstructionSetGivesTheKernelsBits) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(N);
        const auto sets = test::every_lane_functions<N>();
        int contacts = 0;
        int touching = 0;
        for (int i = 0; i < 1'000'000; ++i) {
            const Motion<N> m = some_motion<N>(random);
            const double expected = first_closing_contact(m);
            contacts += expected < HUGE_VAL ? 1 : 0;
            touching += expected == 0 ? 1 : 0;
            for (const LaneFunctions<N>& set : sets) {
                ASSERT_TRUE(same_bits(first_closing_contact(m, set.time_to_contact), expected))
                    << N << "D, motion " << i;
            }
        }
        EXPECT_GT(contacts, 100'000);
        EXPECT_LT(contacts, 900'000);
        EXPECT_GT(touching, 10'000);
    });
}

/// Out of range, where products would over- or underflow, the kernel itself has to answer.
TEST(Wait, NumbersOfAnySizeAreAnswered) {
    for (const double length : {0x1p-1000, 0x1p-300, 0x1p300, 0x1p1000}) {
        for (const double speed : {0x1p-1000, 0x1p-300, 1.0, 0x1p300}) {
            const Motion<2> m{{3 * length, 0}, {-speed, 0}, length};
            for (const LaneFunctions<2>& set : test::every_lane_functions<2>())
                EXPECT_TRUE(
                    same_bits(first_closing_contact(m, set.time_to_contact), first_closing_contact(m)));
        }
    }
}

TEST(Wait, OrdinaryNumbersAreZeroOrFarFromBothEnds) {
    for (const double x : {0.0, -0.0, 0x1p-200, -0x1p200, 1.0}) EXPECT_TRUE(is_ordinary(x)) << x;
    for (const double x : {0x1p-201, 0x1.1p200, 5e-324, HUGE_VAL, std::nan("")})
        EXPECT_FALSE(is_ordinary(x)) << x;
}

}  // namespace
}  // namespace carom::detail
