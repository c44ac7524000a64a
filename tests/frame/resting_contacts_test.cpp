// Contacts that do not rebound: each closes by its gap at most, and the velocities are the nearest of such.
#include "frame/resting_contacts.hpp"

#include <gtest/gtest.h>

#include "support/pair_draws.hpp"

namespace carom::detail {
namespace {

using Contact = RestingContact<2>;
constexpr std::uint32_t kWall = Contact::kWall;
constexpr Vec2d kDown{{0, -1}};

/// Closed form: the lower ball uses up its gap to the floor, the upper one both gaps.
TEST(RestingContacts, AStackUsesUpItsGaps) {
    const std::vector<Body<double, 2>> bodies{{{{0, 1}}, {{0.5, -1}}, 1}, {{{0, 3}}, {{0, -1}}, 4}};
    const std::vector<Contact> contacts{{0, kWall, kDown, 0.125}, {0, 1, -kDown, 0.25}};
    RestingContacts<2> resting;
    ASSERT_TRUE(resting.solve(bodies, contacts, 0x1p-50));
    EXPECT_EQ(resting.velocity(0)[0], 0.5);
    EXPECT_NEAR(resting.velocity(0)[1], -0.125, 1e-15);
    EXPECT_NEAR(resting.velocity(1)[1], -0.375, 1e-15);
}

TEST(RestingContacts, WhatDoesNotCloseTooFastKeepsItsBits) {
    const std::vector<Body<double, 2>> bodies{{{{0, 1}}, {{0.1, -0.1}}, 1}};
    RestingContacts<2> resting;
    ASSERT_TRUE(resting.solve(bodies, std::vector<Contact>{{0, kWall, kDown, 0.2}}, 0));
    EXPECT_EQ(resting.velocity(0), bodies[0].velocity);
}

/// Closed form: momentum is shared by the masses.
TEST(RestingContacts, TwoFreeBallsGoOnTogether) {
    const std::vector<Body<double, 2>> bodies{{{{0, 0}}, {{4, 0}}, 1}, {{{1, 0}}, {{0, 0}}, 3}};
    RestingContacts<2> resting;
    ASSERT_TRUE(resting.solve(bodies, std::vector<Contact>{{0, 1, {{1, 0}}, 0}}, 0x1p-50));
    EXPECT_NEAR(resting.velocity(0)[0], 3, 4e-15);
    EXPECT_NEAR(resting.velocity(1)[0], 3, 4e-15);
}

TEST(RestingContacts, ASqueezedBallIsTold) {
    const std::vector<Body<double, 2>> bodies{{{{0, 0}}, {{1, 0}}, 0}, {{{1, 0}}, {{0, 0}}, 1}};
    const std::vector<Contact> contacts{{0, 1, {{1, 0}}, 0}, {1, kWall, {{1, 0}}, 0}};
    RestingContacts<2> resting;
    EXPECT_FALSE(resting.solve(bodies, contacts, 0x1p-20));
}

double product(const std::vector<Vec2d>& x, const std::vector<Vec2d>& y, const std::vector<double>& mass) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += mass[i] * dot(x[i], y[i]);
    return sum;
}

/// (v - v') M (u - v') <= 0 for every u that keeps the contacts: v' is the nearest to v. A part of v' is such
/// a u, as is the answer to other velocities.
TEST(RestingContacts, TheVelocitiesAreTheNearest) {
    families::Draws<double, 2> draw(7);
    for (int round = 0; round < 300; ++round) {
        std::vector<Body<double, 2>> bodies, others;
        std::vector<Contact> contacts;
        std::vector<double> mass;
        for (std::uint32_t i = 0; i < 12; ++i) {
            mass.push_back(1 + 7 * std::fabs(draw.cube(1, 0)[0]));
            bodies.push_back({{}, draw.cube(1, 0), 1 / mass.back()});
            others.push_back({{}, draw.cube(1, 0), 1 / mass.back()});
            const Vec2d normal = normalised(draw.cube(1, 0));
            const double most = round % 2 * std::fabs(draw.cube(0.1, 0)[0]);
            contacts.push_back({i, i % 3 == 0 ? kWall : i - 1, normal, most});
            if (i > 3) contacts.push_back({i, i - 4, normalised(draw.cube(1, 0)), most});
        }
        RestingContacts<2> resting;
        const auto answer = [&](const auto& to) {
            EXPECT_TRUE(resting.solve(to, contacts, 1e-12));
            std::vector<Vec2d> result;
            for (std::size_t i = 0; i < to.size(); ++i) result.push_back(resting.velocity(i));
            return result;
        };
        const std::vector<Vec2d> nearest = answer(bodies), other = answer(others);
        std::vector<Vec2d> change, to_other, to_rest;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            change.push_back(bodies[i].velocity - nearest[i]);
            to_other.push_back(other[i] - nearest[i]);
            to_rest.push_back(-nearest[i]);
        }
        EXPECT_LE(product(change, to_other, mass), 1e-10) << round;
        EXPECT_LE(product(change, to_rest, mass), 1e-10) << round;
    }
}

}  // namespace
}  // namespace carom::detail
