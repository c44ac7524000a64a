// Flights in packs of coordinates: every instruction set gives the words of plain doubles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pair/impact.hpp"
#include "sim/flight_functions.hpp"
#include "sim/predict.hpp"
#include "support/lane_sets.hpp"
#include "support/random_scene.hpp"
#include "support/same_bits.hpp"

namespace carom::detail {
namespace {

/// Zero, ordinary, or far from it.
double some_number(std::mt19937_64& random) {
    const double x = test::uniform(random, -1, 1);
    switch (random() % 12) {
        case 0:
            return 0;
        case 1:
            return std::ldexp(x, static_cast<int>(random() % 1400) - 700);
        default:
            return x;
    }
}

template <int N>
Vec<double, N> some_vec(std::mt19937_64& random) {
    return generate<double, N>([&](int) { return some_number(random); });
}

TEST(Flight, EveryInstructionSetBouncesAsPlainDoublesDo) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(N);
        int told = 0;
        for (int i = 0; i < 200'000; ++i) {
            const Vec<double, N> d = some_vec<N>(random);
            const Vec<double, N> va = some_vec<N>(random);
            const Vec<double, N> vb = some_vec<N>(random);
            const double share_a = random() % 8 == 0 ? 0 : test::uniform(random, 0.1, 10);
            const double share_b = random() % 8 == 0 ? 0 : test::uniform(random, 0.1, 10);
            const double e = random() % 2 == 0 ? 1 : test::uniform(random, 0, 1);
            const BounceVelocities<double, N> expected = impact(d, va, vb, share_a, share_b, e);
            for (const LaneFunctions<N>& set : test::every_lane_functions<N>()) {
                double a[4];
                double b[4];
                if (!set.impact(&d[0], &va[0], &vb[0], share_a, share_b, e, a, b)) continue;
                ++told;
                for (int k = 0; k < N; ++k) {
                    ASSERT_TRUE(same_bits(a[k], expected.a[k])) << N << "D, impact " << i;
                    ASSERT_TRUE(same_bits(b[k], expected.b[k])) << N << "D, impact " << i;
                }
            }
        }
        EXPECT_GT(told, 50'000);
    });
}

TEST(Flight, BallsThatPartOrHaveNoMassAreLeftToPlainDoubles) {
    const Vec<double, 3> d{1, 0, 0};
    const Vec<double, 3> left{-1, 0, 0};
    const Vec<double, 3> right{1, 0, 0};
    double a[4];
    double b[4];
    for (const LaneFunctions<3>& set : test::every_lane_functions<3>()) {
        EXPECT_TRUE(set.impact(&d[0], &right[0], &left[0], 1, 1, 1, a, b));
        EXPECT_FALSE(set.impact(&d[0], &left[0], &right[0], 1, 1, 1, a, b));
        EXPECT_FALSE(set.impact(&d[0], &right[0], &left[0], 0, 0, 1, a, b));
        EXPECT_FALSE(set.impact(&d[0], &right[0], &left[0], 1, HUGE_VAL, 1, a, b));
        EXPECT_FALSE(set.impact(&d[0], &right[0], &right[0], 1, 1, 1, a, b));
    }
}

/// Balls in a periodic box, some stored across its border.
TEST(Flight, EveryInstructionSetMeetsInTheNearestImageAsPredictPairDoes) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(N);
        const Clock clock(0x1p-10);
        int contacts = 0;
        int images = 0;
        for (int i = 0; i < 200'000; ++i) {
            Domain<N> domain;
            for (int k = 0; k < N; ++k) {
                domain.period[k] = random() % 3 == 0 ? 0 : 10;
                domain.per_period[k] = domain.period[k] > 0 ? 1 / domain.period[k] : 0;
            }
            Flight<N> a{test::random_vec<N>(random, -4, 4), test::random_vec<N>(random, -1, 1), {}};
            Flight<N> b = a;
            b.position = a.position + test::random_vec<N>(random, -2, 2);
            b.velocity = test::random_vec<N>(random, -1, 1);
            Image<N> shift{};
            for (int k = 0; k < N; ++k) {
                if (domain.period[k] > 0) shift[k] = static_cast<std::int64_t>(random() % 3) - 1;
                b.position[k] -= static_cast<double>(shift[k]) * domain.period[k];
                images += shift[k] != 0 ? 1 : 0;
            }
            a.time = clock.at(test::uniform(random, 0, 0.1));
            b.time = clock.at(test::uniform(random, 0, 0.1));
            const Time seen = clock.at(test::uniform(random, 0.1, 0.2));
            const double r = test::uniform(random, 0.1, 1);
            const Time expected =
                predict_pair(clock, domain, a, b, shift, r,
                             [](const RelativeMotion<double, N>& m) { return first_closing_contact(m); });
            const ImageSpace<N> space = image_space(clock, domain);
            contacts += expected == kNever ? 0 : 1;
            for (const LaneFunctions<N>& set : test::every_lane_functions<N>()) {
                Time contact;
                if (!set.nearest_contact(space, a, b, r, seen, contact)) continue;
                ASSERT_EQ(contact, expected) << N << "D, pair " << i;
            }
        }
        EXPECT_GT(contacts, 5'000);
        EXPECT_GT(images, 50'000);
    });
}

TEST(Flight, NumbersOutOfRangeAreLeftToTheKernel) {
    for (const double size : {0x1p-300, 0x1p300, std::nan("")}) {
        const Flight<2> a{{0, 0}, {0, 1}, {}};
        const Flight<2> b{{3, 4}, {size, -1}, {}};
        Time contact;
        for (const LaneFunctions<2>& set : test::every_lane_functions<2>())
            EXPECT_FALSE(set.nearest_contact({}, a, b, 1, {}, contact)) << size;
    }
}

TEST(Flight, EveryInstructionSetSeesABallInItsShellAlike) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(N);
        const auto sets = test::every_lane_functions<N>();
        for (int i = 0; i < 100'000; ++i) {
            FlightUnits units;
            units.length = 0x1p-3;
            units.speed = 0x1p-2;
            Vec<double, N> x;
            Vec<double, N> v = some_vec<N>(random);
            Vec<float, N> middle;
            for (int k = 0; k < N; ++k) {
                units.center[k] = test::uniform(random, -1, 1);
                units.period[k] = random() % 2 == 0 ? 0 : 1;
                units.per_period[k] = units.period[k];
                middle[k] = static_cast<float>(test::uniform(random, -0.5, 0.5));
                const double off = test::uniform(random, -0.1, 0.1);
                const double boxes = units.period[k] * (static_cast<double>(random() % 3) - 1);
                x[k] = (static_cast<double>(middle[k]) + off + boxes) / units.length + units.center[k];
            }
            const double since = test::uniform(random, 0, 2);
            BoundingFlight<N> bounding;
            const BallInUnits ball{&x[0], &v[0], 0.01, since};
            const InShell first = sets[0].bounding_flight(units, ball, &middle[0], 0.1, bounding);
            for (int k = 0; k < N; ++k) {
                ASSERT_LT(std::fabs(first.x[k] - static_cast<double>(middle[k])), 0.11) << "axis " << k;
                ASSERT_EQ(first.v[k], v[k] * units.speed);
                const float rounded = static_cast<float>(first.v[k]);
                if (rounded != 0) {
                    ASSERT_EQ(bounding.velocity[k], rounded);
                }
                ASSERT_EQ(bounding.velocity[k] == 0, v[k] == 0) << "what moves is not at rest";
            }
            for (const LaneFunctions<N>& set : sets) {
                BoundingFlight<N> other;
                const InShell in = set.bounding_flight(units, ball, &middle[0], 0.1, other);
                ASSERT_TRUE(same_bits(in.along, first.along));
                ASSERT_TRUE(same_bits(in.squared, first.squared));
                ASSERT_TRUE(same_bits(in.speed, first.speed));
                ASSERT_EQ(in.farthest, first.farthest);
                ASSERT_EQ(in.fastest, first.fastest);
                ASSERT_EQ(in.slack, first.slack);
                ASSERT_EQ(other.reach, bounding.reach);
                for (int k = 0; k < N; ++k) {
                    ASSERT_TRUE(same_bits(other.position[k], bounding.position[k]));
                    ASSERT_TRUE(same_bits(other.velocity[k], bounding.velocity[k]));
                }
            }
        }
    });
}

}  // namespace
}  // namespace carom::detail
