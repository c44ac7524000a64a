// Bounds of contacts under gravity: never later than the contact that is solved for, and near to it where
// balls hop on each other.
#include "sim/falling_bounds.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "math/vec_ops.hpp"
#include "sim/curved_contact.hpp"
#include "sim/wall_contact.hpp"
#include "support/lane_sets.hpp"
#include "support/random_scene.hpp"

namespace carom::detail {
namespace {

using test::random_vec;
using test::uniform;

/// Of many orders of magnitude.
double any_size(std::mt19937_64& random) {
    return std::ldexp(uniform(random, 0, 1), static_cast<int>(uniform(random, -20, 4)));
}

constexpr int kDraws = 40'000;

template <int N>
double touch_of(const Vec<double, N>& d, double r) {
    return r + kLengthSlack * (largest(d) + r);
}

template <int N>
void expect_straight_bounds() {
    std::mt19937_64 random(20);
    int contacts = 0;
    for (int i = 0; i < kDraws; ++i) {
        const double r = any_size(random) + 1e-9;
        Vec<double, N> d = random_vec<N>(random, -4, 4);
        if (length(d) < r) continue;
        if (i % 3 == 0) d = (r / length(d)) * d;  // in touch, by rounding
        const Vec<double, N> w = any_size(random) * random_vec<N>(random, -1, 1) - uniform(random, 0, 1) * d;
        const double exact = first_closing_contact(RelativeMotion<double, N>{d, w, r});
        const double bound = straight_bound<N>(&d[0], &w[0], touch_of(d, r), largest(w));
        EXPECT_LE(bound, exact) << i;
        contacts += exact < HUGE_VAL;
        if (i % 3 == 0 || exact == HUGE_VAL) continue;
        EXPECT_GE(bound, exact * (1 - 1e-3) - 1e-9) << i;
    }
    EXPECT_GT(contacts, kDraws / 20);
}

template <int N>
void expect_bent_bounds() {
    std::mt19937_64 random(20);
    int contacts = 0;
    for (int i = 0; i < kDraws; ++i) {
        const double r = any_size(random) + 1e-9;
        Vec<double, N> d = random_vec<N>(random, -4, 4);
        if (length(d) < r) continue;
        if (i % 3 == 0) d = (r / length(d)) * d;
        const Vec<double, N> w = any_size(random) * random_vec<N>(random, -1, 1);
        const Vec<double, N> bend = any_size(random) * random_vec<N>(random, -1, 1);
        if (!(largest(bend) > 0)) continue;
        const double exact = first_closing_contact(CurvedMotion<N>{d, w, bend, r});
        EXPECT_LE(bent_bound<N>(&d[0], &w[0], &bend[0], touch_of(d, r), largest(w)), exact) << i;
        contacts += exact < HUGE_VAL;
    }
    EXPECT_GT(contacts, kDraws / 20);
}

TEST(FallingBounds, AreNotLaterThanTheContactOfTwoThatFall) {
    expect_straight_bounds<2>();
    expect_straight_bounds<3>();
}

TEST(FallingBounds, AreNotLaterThanTheContactOfOneThatFallsAndOneThatDoesNot) {
    expect_bent_bounds<2>();
    expect_bent_bounds<3>();
}

TEST(FallingBounds, AreTheSameOnEveryInstructionSet) {
    std::mt19937_64 random(5);
    const Clock clock(0x1p-10);
    for (int round = 0; round < 2000; ++round) {
        constexpr unsigned kMost = 24;
        std::vector<BallRecord<3>> records(kMost);
        std::vector<Vec<double, 3>> accelerations(kMost);
        std::vector<Entry> list(kMost);
        for (unsigned i = 0; i < kMost; ++i) {
            records[i].flight = {random_vec<3>(random, -4, 4), random_vec<3>(random, -2, 2),
                                 clock.at(uniform(random, 0, 1))};
            records[i].radius = uniform(random, 0.1, 1);
            if (i % 3 != 0) accelerations[i] = {0, 0, -9.81};
            list[i] = i;
        }
        PresentMotion<3> mine;
        mine.position = random_vec<3>(random, -4, 4);
        mine.velocity = random_vec<3>(random, -2, 2);
        if (round % 2 == 0) mine.acceleration = {0, 0, -9.81};
        mine.radius = 0.5;
        mine.moved = 4;
        const unsigned count = 1 + static_cast<unsigned>(round) % kMost;
        std::vector<double> first;
        for (const LaneFunctions<3>& set : test::every_lane_functions<3>()) {
            std::vector<double> waits(kMost + 8);
            set.falling_bounds(records.data(), accelerations.data(), list.data(), count, mine, clock.at(1),
                               clock.epoch_length(), {0.5, 2, 4}, waits.data());
            waits.resize(count);
            if (first.empty()) first = waits;
            ASSERT_EQ(waits, first) << round;
        }
    }
}

TEST(FallingBounds, SeeTheEndOfAHop) {
    const Vec<double, 3> gravity{0, 0, -9.81};
    const double r = 0.022;
    for (const double speed : {1e-3, 1e-2, 0.1, 1.0}) {
        const Vec<double, 3> d{0, 0, r};
        const Vec<double, 3> w{0, 0, speed};
        const double exact = first_closing_contact(CurvedMotion<3>{d, w, gravity, r});
        const double bound = bent_bound<3>(&d[0], &w[0], &gravity[0], touch_of(d, r), speed);
        EXPECT_LE(bound, exact);
        EXPECT_GT(bound, exact * (1 - 1e-6)) << speed;
    }
}

TEST(FallingBounds, AreNotLaterThanTheContactWithAPlane) {
    std::mt19937_64 random(20);
    const Clock clock(0x1p-10);
    int contacts = 0;
    for (int i = 0; i < kDraws; ++i) {
        NumberedWall<3> wall;
        HalfSpace<double, 3> side;
        side.normal = random_vec<3>(random, -2, 2);
        if (!(largest(side.normal) > 0)) continue;
        side.offset = any_size(random);
        wall.surface = surface_of(side);
        wall.speed = i % 4 == 0 ? uniform(random, -1, 1) : 0;
        PresentMotion<3> ball;
        ball.position = random_vec<3>(random, -8, 8);
        ball.velocity = any_size(random) * random_vec<3>(random, -1, 1);
        ball.acceleration = i % 2 == 0 ? Vec<double, 3>{} : random_vec<3>(random, -10, 10);
        ball.radius = any_size(random);
        ball.moved = largest(ball.position);
        ball.fastest = largest(ball.velocity);
        const Time now = clock.at(uniform(random, 0, 2));
        const Flight<3> flight{ball.position, ball.velocity, now};
        const double bound = plane_bound(wall, wall.speed * clock.seconds(now), ball);
        const Time contact = predict_wall(clock, wall, flight, ball.acceleration, ball.radius);
        EXPECT_LE(clock.after(now, bound), contact) << i;
        contacts += contact != kNever;
    }
    EXPECT_GT(contacts, kDraws / 20);
}

}  // namespace
}  // namespace carom::detail
