// Promise: Mathavan's laws are the same from the player, which integrates over the closing speed with
// components, and from the checker, which integrates over the impulse with vectors in 113 bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "billiards/ball_impact.hpp"
#include "billiards/cushion_impact.hpp"
#include "billiards/random_breaks.hpp"
#include "proof/mathavan.hpp"

namespace carom {
namespace {

using billiards::BallProperties;
using billiards::detail::CushionMotion;
using billiards::detail::MovingBall;
using billiards::testing::Draws;
using proof::narrow;
using proof::operator*;

/// What the player's steps may sum up to [m/s].
constexpr double kAgree = 5e-12;

BallProperties any_ball(Draws& draws, int k) {
    BallProperties ball = k % 3 == 0   ? BallProperties{}
                          : k % 3 == 1 ? billiards::snooker_ball()
                                       : billiards::carom_ball();
    if (k % 5 != 0) return ball;
    ball.cushion_friction = draws.between(0, .5);
    ball.sliding_friction = draws.between(.05, .5);
    ball.cushion_restitution = draws.between(.3, 1);
    ball.ball_friction = draws.between(0, .5);
    return ball;
}

/// CAROM_IMPACTS multiplies their number, for a long campaign.
int impacts(int count) {
    const char* factor = std::getenv("CAROM_IMPACTS");
    return factor != nullptr ? count * std::max(1, std::atoi(factor)) : count;
}

TEST(MathavanLaws, ACushionInComponentsAndInVectors) {
    Draws draws(1);
    for (int k = 0; k < impacts(60); ++k) {
        const BallProperties ball = any_ball(draws, k);
        const double r = ball.radius;
        const double height = r * draws.between(1, 1.4);
        billiards::detail::Nose nose{};
        nose.sine = (height - r) / r;
        nose.cosine = std::sqrt(1 - nose.sine * nose.sine);
        CushionMotion m{-draws.between(.01, 3), draws.between(-3, 3), draws.between(-3, 3) / r,
                        draws.between(-3, 3) / r, draws.between(-3, 3) / r};
        if (k % 4 == 1) m.wt = m.vn / r, m.wn = -m.vt / r;
        if (k % 16 == 7) m.wt = m.wn = 0;
        proof::WideMotion wide{{{m.vn, m.vt, 0}}, {{m.wn, m.wt, m.wz}}};
        impact_of_mathavan(m, ball, nose);
        proof::meet_cushion_of_mathavan(wide, ball, {{1, 0, 0}}, proof::Wide{height} / proof::Wide{r} - 1);
        EXPECT_NEAR(m.vn, narrow(wide.velocity[0]), kAgree) << k;
        EXPECT_NEAR(m.vt, narrow(wide.velocity[1]), kAgree) << k;
        EXPECT_NEAR(r * m.wn, r * narrow(wide.spin[0]), kAgree) << k;
        EXPECT_NEAR(r * m.wt, r * narrow(wide.spin[1]), kAgree) << k;
        EXPECT_NEAR(r * m.wz, r * narrow(wide.spin[2]), kAgree) << k;
    }
}

proof::WideMotion widened(const MovingBall& b) {
    return {{{b.u, b.v, 0}}, {{b.wx, b.wy, b.wz}}};
}

void expect_same(const MovingBall& b, const proof::WideMotion& wide, double radius, int k) {
    EXPECT_NEAR(b.u, narrow(wide.velocity[0]), kAgree) << k;
    EXPECT_NEAR(b.v, narrow(wide.velocity[1]), kAgree) << k;
    EXPECT_NEAR(radius * b.wx, radius * narrow(wide.spin[0]), kAgree) << k;
    EXPECT_NEAR(radius * b.wy, radius * narrow(wide.spin[1]), kAgree) << k;
    EXPECT_NEAR(radius * b.wz, radius * narrow(wide.spin[2]), kAgree) << k;
}

TEST(MathavanLaws, TwoBallsInComponentsAndInVectors) {
    Draws draws(2);
    billiards::ImpactLaws laws;
    for (int k = 0; k < impacts(100); ++k) {
        laws.ball_ball = k % 2 == 0 ? billiards::BallBallModel::mathavan_2014
                                    : billiards::BallBallModel::mathavan_2014_published;
        laws.ball_friction =
            k % 5 == 0 ? billiards::BallFriction::mean_of_balls : billiards::BallFriction::alciatore;
        const BallProperties of_first = any_ball(draws, k);
        BallProperties of_second = of_first;
        if (k % 3 == 0) of_second.mass *= draws.between(.5, 2);
        const double r = of_first.radius;
        MovingBall first, second;
        for (MovingBall* ball : {&first, &second}) {
            if (ball == &second && k % 4 == 0) break;
            for (double* x : {&ball->u, &ball->v}) *x = draws.between(-3, 3);
            for (double* x : {&ball->wx, &ball->wy, &ball->wz}) *x = draws.between(-3, 3) / r;
            if (k % 3 == 1) ball->wx = -ball->v / r, ball->wy = ball->u / r;
        }
        // along their relative motion, so that they close
        const double angle = std::atan2(first.v - second.v, first.u - second.u) + draws.between(-1.5, 1.5);
        second.x = 2 * r * std::cos(angle);
        second.y = 2 * r * std::sin(angle);
        const proof::WideVec<3> place{{second.x, second.y, 0}};
        proof::WideMotion wide_first = widened(first), wide_second = widened(second);
        const billiards::detail::ContactFrame at(first, second);
        impact_of_mathavan(first, second, at, billiards::detail::BallPair(of_first, of_second), laws);
        proof::meet_of_mathavan(wide_first, wide_second, of_first, of_second,
                                (1 / proof::length(place)) * place, laws);
        expect_same(first, wide_first, r, k);
        expect_same(second, wide_second, r, k);
    }
}

}  // namespace
}  // namespace carom
