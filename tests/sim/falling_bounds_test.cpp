// Bounds of contacts under gravity: never later than the contact that is solved for, and near to it where
// balls hop on each other.
#include "sim/falling_bounds.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "math/vec_ops.hpp"
#include "sim/curved_contact.hpp"
#include "sim/falling_rows.hpp"
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

/// Balls that fall, fly straight or stand still, from an origin of time 1/2 ago.
struct Crowd {
    static constexpr unsigned kBalls = 24;
    static constexpr double kSince = 0.5;

    explicit Crowd(std::mt19937_64& random) {
        scale.length = 0.25;
        scale.time = 2;
        scale.speed = scale.length / scale.time;
        scale.second = 1 / scale.time;
        scale.horizon = 8;
        scale.center = {0.5, -1, 2};
        rows.reset(scale, gravity, {}, kBalls);
        for (unsigned i = 0; i < kBalls; ++i) {
            motions[i].flight = {random_vec<3>(random, -4, 4), random_vec<3>(random, -2, 2), {}};
            if (i % 4 == 3) motions[i].flight.velocity = {};
            if (i % 4 < 2) motions[i].acceleration = gravity;
            if (i == kOther) motions[i].acceleration = {1, 0, -3};
            radii[i] = uniform(random, 0.1, 1);
            list[i] = i;
            rows.set(i, motions[i].flight.position, motions[i].flight.velocity, motions[i].acceleration,
                     radii[i], kSince * scale.time);
        }
    }

    double contact(unsigned a, unsigned b) const {
        const auto& [one, bend_a, straight_a] = motions[a];
        const auto& [other, bend_b, straight_b] = motions[b];
        const Vec<double, 3> d = other.position - one.position;
        const Vec<double, 3> w = other.velocity - one.velocity;
        const double r = radii[a] + radii[b];
        if (bend_a == bend_b) return first_closing_contact(RelativeMotion<double, 3>{d, w, r});
        return first_closing_contact(CurvedMotion<3>{d, w, bend_b - bend_a, r});
    }
    double gap(unsigned a, unsigned b) const {
        return length(motions[b].flight.position - motions[a].flight.position) - radii[a] - radii[b];
    }

    static constexpr unsigned kOther = 13;
    Vec<double, 3> gravity{0, 0, -9.81};
    FlightScale<3> scale;
    FallingRows<3> rows;
    MotionPiece<3> motions[kBalls];
    double radii[kBalls] = {};
    Entry list[kBalls] = {};
};

TEST(FallingRows, BoundContactsAsNearlyAsThePlainNumbers) {
    std::mt19937_64 random(6);
    int contacts = 0;
    for (int round = 0; round < 400; ++round) {
        const Crowd crowd(random);
        EXPECT_TRUE(crowd.rows.has_others());
        EXPECT_TRUE(crowd.rows.is_other(Crowd::kOther));
        for (unsigned a = 0; a < Crowd::kBalls; ++a) {
            if (a == Crowd::kOther) continue;
            double waits[Crowd::kBalls + 8] = {};
            lane_functions<3>().falling_bounds(crowd.rows.data(), crowd.list, Crowd::kBalls,
                                               crowd.rows.query(a, Crowd::kSince * crowd.scale.time), waits);
            for (unsigned b = 0; b < Crowd::kBalls; ++b) {
                if (b == a || b == Crowd::kOther || crowd.gap(a, b) < 0) continue;
                const double exact = crowd.contact(a, b);
                EXPECT_LE(waits[b], exact);
                if (exact == HUGE_VAL || crowd.motions[a].acceleration != crowd.motions[b].acceleration)
                    continue;
                EXPECT_GE(waits[b], exact * (1 - 1e-3) - 1e-9);
                ++contacts;
            }
        }
    }
    EXPECT_GT(contacts, 1'000);
}

TEST(FallingRows, SayWhoMayTouch) {
    std::mt19937_64 random(7);
    int apart = 0;
    for (int round = 0; round < 3000; ++round) {
        const Crowd crowd(random);
        const auto ball = static_cast<unsigned>(random() % Crowd::kBalls);
        const auto partner = static_cast<unsigned>(random() % Crowd::kBalls);
        const auto count = 1 + static_cast<unsigned>(random() % Crowd::kBalls);
        bool expected = false;
        for (unsigned i = 0; i < count; ++i) {
            const bool unknown = ball == Crowd::kOther || i == Crowd::kOther;
            expected |= i != partner && (unknown || i == ball || crowd.gap(ball, i) <= 1e-12);
        }
        for (const LaneFunctions<3>& set : test::every_lane_functions<3>())
            ASSERT_EQ(set.falling_touch(crowd.rows.data(), crowd.list, count,
                                        crowd.rows.query(ball, Crowd::kSince * crowd.scale.time), partner),
                      expected);
        apart += !expected;
    }
    EXPECT_GT(apart, 100);
}

TEST(FallingRows, GiveTheSameBoundsOnEveryInstructionSet) {
    std::mt19937_64 random(5);
    for (unsigned round = 0; round < 2000; ++round) {
        const Crowd crowd(random);
        const unsigned count = 1 + round % Crowd::kOther;
        std::vector<double> first;
        for (const LaneFunctions<3>& set : test::every_lane_functions<3>()) {
            std::vector<double> waits(Crowd::kBalls + 8);
            set.falling_bounds(crowd.rows.data(), crowd.list, count,
                               crowd.rows.query(round % Crowd::kOther, 2 * Crowd::kSince), waits.data());
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
