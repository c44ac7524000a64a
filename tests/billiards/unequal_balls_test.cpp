// Balls of different radii on one bed: they touch where spheres touch, and impacts keep what they must.
#include <gtest/gtest.h>

#include <cmath>

#include "billiards/ball_impact.hpp"
#include "billiards/random_breaks.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards::testing {
namespace {

BallProperties ball_of(double radius, double mass) {
    BallProperties ball;
    ball.radius = radius;
    ball.mass = mass;
    return ball;
}

TEST(UnequalBalls, TouchWhereSpheresTouch) {
    const BallProperties large = ball_of(.0381, .3), small = ball_of(.02, .05);
    const double apart = contact_distance(large, small);
    EXPECT_NEAR(std::hypot(apart, large.radius - small.radius), large.radius + small.radius, 1e-16);
    EXPECT_EQ(contact_distance(large, large), 2 * large.radius);

    ShotSetup setup;
    setup.balls = {large, small};
    BallState moving = ball_at(0, 0, large);
    moving.velocity[0] = 1;
    moving.spin[1] = 1 / large.radius;
    moving.phase = Phase::rolling;
    const BallState start[] = {moving, ball_at(.5, 0, small)};
    ShotPlayer player(setup);
    player.play(start, std::nullopt);
    const ShotEvent& meets = player.events().front();
    ASSERT_EQ(meets.kind, EventKind::ball_ball);
    EXPECT_NEAR(meets.other_after.position[0] - meets.ball_after.position[0], apart, 1e-15);
    // v t - mu_r g t^2 / 2 = .5 - apart
    const double half = .5 * large.rolling_friction * 9.81;
    EXPECT_NEAR(meets.time - half * meets.time * meets.time, .5 - apart, 1e-15);
}

/// Random closing balls: mass and radius 0.3 to 3 times those of a pool ball.
struct Pair {
    BallProperties of_first, of_second;
    detail::MovingBall first, second;

    explicit Pair(Draws& draws) {
        of_first = ball_of(.0286 * draws.between(.3, 3), .17 * draws.between(.3, 3));
        of_second = ball_of(.0286 * draws.between(.3, 3), .17 * draws.between(.3, 3));
        for (auto [ball, of] : {std::pair{&first, &of_first}, std::pair{&second, &of_second}}) {
            of->ball_restitution = draws.between(.3, 1);
            of->ball_friction = draws.between(0, .3);
            ball->u = draws.between(-3, 3);
            ball->v = draws.between(-3, 3);
            for (double* x : {&ball->wx, &ball->wy, &ball->wz}) *x = draws.between(-3, 3) / of->radius;
        }
        const double angle = std::atan2(first.v - second.v, first.u - second.u) + draws.between(-1.5, 1.5);
        second.x = contact_distance(of_first, of_second) * std::cos(angle);
        second.y = contact_distance(of_first, of_second) * std::sin(angle);
    }
    static double energy(const detail::MovingBall& b, const BallProperties& of) {
        return of.mass * (b.u * b.u + b.v * b.v +
                          .4 * of.radius * of.radius * (b.wx * b.wx + b.wy * b.wy + b.wz * b.wz));
    }
    double energy() const { return energy(first, of_first) + energy(second, of_second); }
    double momentum_x() const { return of_first.mass * first.u + of_second.mass * second.u; }
    double momentum_y() const { return of_first.mass * first.v + of_second.mass * second.v; }
};

TEST(UnequalBalls, ImpactsKeepMomentumAndTheSameShotTurnedRoundIsTheSame) {
    Draws draws(1);
    ImpactLaws laws;
    for (int k = 0; k < 2000; ++k) {
        laws.ball_friction = k % 2 == 0 ? BallFriction::alciatore : BallFriction::mean_of_balls;
        Pair pair(draws);
        Pair swapped = pair;
        std::swap(swapped.first, swapped.second);
        std::swap(swapped.of_first, swapped.of_second);
        const Pair before = pair;
        const detail::ContactFrame at(pair.first, pair.second);
        impact(pair.first, pair.second, at, detail::BallPair(pair.of_first, pair.of_second), laws);
        EXPECT_NEAR(pair.momentum_x(), before.momentum_x(), 1e-14);
        EXPECT_NEAR(pair.momentum_y(), before.momentum_y(), 1e-14);
        EXPECT_LE(pair.energy(), before.energy() * (1 + 1e-14)) << k;
        impact(swapped.first, swapped.second, detail::ContactFrame(swapped.first, swapped.second),
               detail::BallPair(swapped.of_first, swapped.of_second), laws);
        EXPECT_NEAR(swapped.second.u, pair.first.u, 1e-13);
        EXPECT_NEAR(swapped.first.wz * pair.of_second.radius, pair.second.wz * pair.of_second.radius, 1e-13);
        EXPECT_NEAR(swapped.first.wx * pair.of_second.radius, pair.second.wx * pair.of_second.radius, 1e-13);
    }
}

/// Without friction, head on: the closed forms for two masses.
TEST(UnequalBalls, HeadOnWithoutFriction) {
    ImpactLaws laws;
    laws.ball_ball = BallBallModel::frictionless_elastic;
    const BallProperties heavy = ball_of(.05, .6), light = ball_of(.02, .1);
    detail::MovingBall first, second;
    first.u = 2;
    second.x = contact_distance(heavy, light);
    impact(first, second, detail::ContactFrame(first, second), detail::BallPair(heavy, light), laws);
    EXPECT_NEAR(first.u, 2 * (.6 - .1) / .7, 1e-15);
    EXPECT_NEAR(second.u, 2 * 2 * .6 / .7, 1e-15);
}

TEST(UnequalBalls, MathavansLawIsForBallsOfOneRadius) {
    ShotSetup setup;
    setup.balls = {ball_of(.03, .2), ball_of(.02, .2)};
    EXPECT_TRUE(faults_of(setup).empty());
    setup.laws.ball_ball = BallBallModel::mathavan_2014;
    EXPECT_EQ(faults_of(setup).size(), 1U);
}

}  // namespace
}  // namespace carom::billiards::testing
