// Promise: cut, throw, squirt, roll and swerve are those of the closed forms.
#include "carom/billiards/impact_facts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/billiards/shot_playback.hpp"

namespace carom::billiards {
namespace {

constexpr double kRadian = 57.295779513082320877;
const BallProperties kBall;

BallState moving(double vx, double vy, double wx, double wy, double wz) {
    BallState state = ball_at(0, 0);
    state.velocity = {vx, vy, 0};
    state.spin = {wx, wy, wz};
    state.phase = phase_of(kBall, state.velocity, state.spin);
    return state;
}

TEST(RollOfABall, FollowStunAndDraw) {
    const double natural = 1 / kBall.radius;  // of 1 m/s
    EXPECT_NEAR(roll_of(kBall, moving(1, 0, 0, natural, 0)).follow, 1, 1e-15);
    EXPECT_NEAR(roll_of(kBall, moving(1, 0, 0, natural, 0)).slip, 0, 1e-15);
    EXPECT_EQ(roll_of(kBall, moving(0, 2, 0, 0, 0)).follow, 0);
    EXPECT_NEAR(roll_of(kBall, moving(0, 2, natural, 0, 0)).follow, -0.5, 1e-15);
    EXPECT_NEAR(roll_of(kBall, moving(0, -2, 0, 0, 0)).direction, 270, 1e-12);
    EXPECT_NEAR(roll_of(kBall, moving(0, 2, 0, 0, -natural)).english, -0.5, 1e-15);
    EXPECT_EQ(roll_of(kBall, ball_at(0, 0)).follow, 0);
}

/// The way of a ball that slides turns by as much as it says.
TEST(RollOfABall, SwerveIsHowFarTheWayTurns) {
    ShotSetup setup;
    setup.balls.assign(1, kBall);
    const BallState start = moving(1.5, 0.3, -20, 5, 30);
    ShotPlayer player(setup);
    player.play(std::vector<BallState>{start}, {});
    const ShotEvent& rolls = player.events()[0];
    ASSERT_EQ(rolls.kind, EventKind::slide_to_roll);
    const Roll before = roll_of(kBall, start), after = roll_of(kBall, rolls.ball_after);
    EXPECT_NEAR(after.direction - before.direction, before.swerve, 1e-9);
    EXPECT_GT(std::fabs(before.swerve), 5);
}

/// The first event of a kind, with the states of its balls before and after.
struct FirstEvent {
    ShotEvent event;
    BeforeAndAfter ball, other;

    FirstEvent(const ShotSetup& setup, const std::vector<BallState>& start, EventKind kind) {
        ShotPlayer player(setup);
        player.play(start, {}, Detail::every_motion);
        ShotPlayback playback(setup, start);
        for (const ShotEvent& each : player.events()) {
            if (each.kind == kind) {
                event = each;
                ball = {playback.state(each.ball, each.time), each.ball_after};
                if (kind == EventKind::ball_ball)
                    other = {playback.state(each.other, each.time), each.other_after};
                return;
            }
            playback.take(each);
        }
        ADD_FAILURE() << "there is no " << name_of(kind);
    }
};

/// A stun shot at half of a ball that lies still, played by `laws`.
BallImpactFacts half_ball_hit(const ImpactLaws& laws, double english) {
    ShotSetup setup;
    // Friction is limited by the momentum of parting: with restitution 1 that is the impulse.
    BallProperties elastic = kBall;
    elastic.ball_restitution = 1;
    setup.balls.assign(2, elastic);
    setup.laws = laws;
    // The centres meet at 30 degrees.
    const double reach = 2 * kBall.radius;
    const std::vector<BallState> start{moving(2, 0, 0, 0, english),
                                       ball_at(0.86602540378443865 * reach + 1e-7, 0.5 * reach)};
    const FirstEvent hit(setup, start, EventKind::ball_ball);
    return facts_of_impact(kBall, hit.ball, kBall, hit.other);
}

TEST(ImpactOfBalls, AHalfBallHit) {
    ImpactLaws laws;
    laws.ball_ball = BallBallModel::frictionless_elastic;
    const BallImpactFacts facts = half_ball_hit(laws, 0);
    EXPECT_NEAR(facts.cut, 30, 1e-9);
    EXPECT_NEAR(facts.fraction, 0.5, 1e-11);
    EXPECT_NEAR(facts.thrown, 0, 1e-9);
    EXPECT_NEAR(facts.parting, facts.approach, 1e-12);
    EXPECT_NEAR(facts.normal_impulse, kBall.mass * facts.approach, 1e-12);
    EXPECT_NEAR(facts.tangential_impulse, 0, 1e-12);
}

/// The throw of friction that slips to the end is atan(mu); friction that grips stops the slip.
TEST(ImpactOfBalls, ThrowIsThatOfFriction) {
    ImpactLaws laws;
    laws.ball_friction = BallFriction::mean_of_balls;
    const BallImpactFacts slips = half_ball_hit(laws, 0);
    EXPECT_NEAR(std::fabs(slips.thrown), std::atan(kBall.ball_friction) * kRadian, 1e-9);
    EXPECT_LT(slips.thrown, 0) << "the cue ball passes on the right, and drags the ball with it";
    EXPECT_FALSE(slips.grips());
    EXPECT_NEAR(slips.tangential_impulse, kBall.ball_friction * slips.normal_impulse, 1e-12);
    // Gearing english: at the point of contact the cue ball's surface does not slip.
    const double tangential = 2 * std::sin(30 / kRadian);
    const BallImpactFacts gears = half_ball_hit(laws, 0.99 * tangential / kBall.radius);
    EXPECT_LT(gears.slip_before, 0.1);
    EXPECT_TRUE(gears.grips()) << gears.slip_before << " " << gears.slip_after;
    EXPECT_LT(std::fabs(gears.thrown), 0.5);
}

TEST(ImpactOnACushion, AnglesAndEnglish) {
    const auto facts = [](double vx, double vy, double wz, double ux, double uy) {
        return facts_of_cushion_impact(kBall, {moving(vx, vy, 0, 0, wz), moving(ux, uy, 0, 0, wz)}, {0, 1});
    };
    const CushionImpactFacts mirrored = facts(1, -1, 0, 1, 1);
    EXPECT_NEAR(mirrored.incoming, 45, 1e-12);
    EXPECT_NEAR(mirrored.outgoing, 45, 1e-12);
    EXPECT_EQ(mirrored.approach, 1);
    EXPECT_EQ(mirrored.parting, 1);
    EXPECT_NEAR(facts(1, -1, 0, -1, 1).outgoing, -45, 1e-12) << "back to where it came from";
    // Along a cushion below, to the right and to the left.
    for (const double vx : {1.0, -1.0}) {
        ShotSetup setup;
        setup.balls.assign(1, kBall);
        setup.table.straight_cushions = {{{-5, -0.05}, {5, -0.05}}};
        double out[2];
        for (const int running : {0, 1}) {
            const double wz = (running == 1 ? 1 : -1) * 40 * (vx > 0 ? -1 : 1);
            const FirstEvent hit(setup, {moving(vx, -1, 0, 0, wz)}, EventKind::straight_cushion);
            const CushionImpactFacts told = facts_of_cushion_impact(kBall, hit.ball, {0, 1});
            EXPECT_EQ(told.running_english > 0, running == 1);
            out[running] = told.outgoing;
        }
        EXPECT_GT(out[1], out[0]) << "running english widens the angle";
    }
}

TEST(SquirtOfAStrike, TurnsAwayFromEnglish) {
    const Strike left{.speed = 2, .direction = 90, .left = 0.3};
    const BallState state = struck(kBall, ball_at(0, 0), {}, left);
    EXPECT_LT(squirt_of(state, left), 0) << "to the right";
    EXPECT_GT(squirt_of(state, left), -3);
    const Strike middle{.speed = 2, .direction = 37};
    EXPECT_NEAR(squirt_of(struck(kBall, ball_at(0, 0), {}, middle), middle), 0, 1e-12);
}

TEST(EnergyOfABall, OfARollingBallIsSevenTenths) {
    const BallState rolls = moving(1, 0, 0, 1 / kBall.radius, 0);
    EXPECT_NEAR(energy_of(kBall, rolls, 9.81), 0.7 * kBall.mass, 1e-15);
    BallState high = ball_at(0, 0);
    high.position[2] += 0.1;
    EXPECT_NEAR(energy_of(kBall, high, 9.81), 0.1 * 9.81 * kBall.mass, 1e-15);
}

}  // namespace
}  // namespace carom::billiards
