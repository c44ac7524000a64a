// Promise: the energy of an impact, and of a shot, is told by where it went, and the parts are the whole.
#include "carom/billiards/impact_account.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "carom/billiards/rack.hpp"

namespace carom::billiards {
namespace {

const BallProperties kPoolBall;

BallState pool_state(double x, double y, const Vec3d& velocity, const Vec3d& spin) {
    BallState state = ball_at(x, y);
    state.velocity = velocity;
    state.spin = spin;
    state.phase = phase_of(kPoolBall, velocity, spin);
    return state;
}

/// An event of a shot, and the states around it.
struct Told {
    ShotEvent event;
    BeforeAndAfter ball, other;
    ImpactAccount account;
};

/// The impacts of a kind that concern two things only.
std::vector<Told> impacts_of(const ShotSetup& setup, const std::vector<BallState>& start, EventKind kind) {
    ShotPlayer player(setup);
    player.play(start, {}, Detail::every_motion);
    ShotPlayback playback(setup, start);
    std::vector<Told> told;
    for (std::size_t k = 0; k < player.events().size(); ++k) {
        const ShotEvent& event = player.events()[k];
        if (event.kind == kind && joint_events(player.events(), k).count == 1) {
            Told one{event, {playback.state(event.ball, event.time), event.ball_after}, {}, {}};
            if (kind == EventKind::ball_ball)
                one.other = {playback.state(event.other, event.time), event.other_after};
            one.account = account_of_impact(setup, event, one.ball, one.other);
            told.push_back(one);
        }
        playback.take(event);
    }
    return told;
}

Told first_impact(const ShotSetup& setup, const std::vector<BallState>& start, EventKind kind) {
    const std::vector<Told> told = impacts_of(setup, start, kind);
    EXPECT_FALSE(told.empty());
    return told.empty() ? Told{} : told.front();
}

Vec3d any_vector(std::mt19937_64& random, double size, bool is_level = false) {
    std::uniform_real_distribution<double> any(-size, size);
    return {any(random), any(random), is_level ? 0 : any(random)};
}

/// The cue ball, on its way to a ball that lies `apart` further than it reaches.
std::vector<BallState> about_to_meet(std::mt19937_64& random) {
    const Vec3d v = any_vector(random, 2, true);
    const double turned = std::atan2(v[1], v[0]) + std::uniform_real_distribution<double>(-0.8, 0.8)(random);
    const double apart = 2 * kPoolBall.radius + 1e-6;
    return {pool_state(0, 0, v, any_vector(random, 60)),
            ball_at(apart * std::cos(turned), apart * std::sin(turned))};
}

/// Along the normal the impulse and the mean speed give the same as the whole less the rest. Nothing of this
/// is built in: the impulse comes from momentum, the whole from the energies.
TEST(AccountOfBalls, ThePartsAreTheWhole) {
    std::mt19937_64 random(5);
    int cloth = 0;
    for (const BallBallModel model :
         {BallBallModel::frictionless_elastic, BallBallModel::frictional_inelastic,
          BallBallModel::mathavan_2014, BallBallModel::mathavan_2014_published}) {
        for (int k = 0; k < 50; ++k) {
            ShotSetup setup;
            setup.laws.ball_ball = model;
            setup.balls.assign(2, kPoolBall);
            setup.balls[1].mass *= k % 3 == 0 ? 1.4 : 1;
            const Told hit = first_impact(setup, about_to_meet(random), EventKind::ball_ball);
            const BallImpactFacts facts =
                facts_of_impact(setup.balls[0], hit.ball, setup.balls[1], hit.other);
            const ImpactAccount& account = hit.account;
            const double energy = energy_of(kPoolBall, hit.ball.before, 9.81);
            const double along = 0.5 * account.normal_impulse * (facts.approach - facts.parting);
            EXPECT_NEAR(account.lost_normal, along, 1e-11 * energy) << static_cast<int>(model) << " " << k;
            if (model == BallBallModel::frictionless_elastic) {
                EXPECT_NEAR(account.lost(), 0, 1e-13 * energy);
            } else if (model == BallBallModel::frictional_inelastic) {
                const double reduced =
                    kPoolBall.mass * setup.balls[1].mass / (kPoolBall.mass + setup.balls[1].mass);
                const double square = facts.approach * facts.approach;
                EXPECT_NEAR(account.lost_normal, 0.5 * reduced * (1 - 0.95 * 0.95) * square, 1e-11 * energy);
                EXPECT_EQ(account.lost_cloth, 0);
                EXPECT_GE(account.lost_friction, 0);
            } else {
                cloth += std::fabs(account.lost_cloth) > 1e-9 * energy ? 1 : 0;
            }
        }
    }
    EXPECT_GT(cloth, 50) << "balls that are pressed down rub on the cloth";
}

/// With enough friction the surfaces grip, also where the bed keeps a ball from rising and a slip is left.
TEST(AccountOfBalls, FrictionGrips) {
    ShotSetup setup;
    setup.laws.ball_friction = BallFriction::mean_of_balls;
    const std::vector<BallState> start{pool_state(0, 0, {1, 0, 0}, {0, 1 / kPoolBall.radius, 0}),
                                       ball_at(2 * kPoolBall.radius + 1e-6, 0)};
    for (const double friction : {0.05, 0.5}) {
        setup.balls.assign(2, kPoolBall);
        for (BallProperties& ball : setup.balls) ball.ball_friction = friction;
        const ImpactAccount account = first_impact(setup, start, EventKind::ball_ball).account;
        EXPECT_NEAR(account.slip_before, 1, 1e-4);
        EXPECT_GT(account.slip_after, 0.2);
        EXPECT_EQ(account.grip, friction > 0.1 ? Grip::grips : Grip::slips);
    }
}

/// A ball against a cushion, straight or round, at random.
struct AtCushion {
    ShotSetup setup;
    Told hit;
    CushionImpactFacts facts;
    double energy = 0;
    double cosine = 0;  ///< of the normal from the nose: it is not level, and the ball's speed is

    AtCushion(CushionModel model, bool is_round, std::mt19937_64& random) {
        setup.laws.cushion = model;
        setup.balls.assign(1, kPoolBall);
        const double rounding = is_round ? 0.0214 : 0;
        if (is_round) setup.table.round_cushions = {{{0, -0.05}, rounding}};
        if (!is_round) setup.table.straight_cushions = {{{-5, -0.05}, {5, -0.05}}};
        Vec3d v = any_vector(random, is_round ? 0.1 : 2, true);
        v[1] = -std::fabs(v[1]) - 0.5;
        hit = first_impact(setup, {pool_state(0, 0, v, any_vector(random, 60))},
                           is_round ? EventKind::round_cushion : EventKind::straight_cushion);
        facts = facts_of_cushion_impact(kPoolBall, hit.ball, cushion_normal(setup.table, hit.event));
        energy = energy_of(kPoolBall, hit.ball.before, 9.81);
        const double below = kPoolBall.radius - 0.036576, reach = kPoolBall.radius + rounding;
        const bool slants = model == CushionModel::han_2005 || model == CushionModel::mathavan_2010;
        cosine = slants ? std::sqrt(1 - below * below / (kPoolBall.radius * kPoolBall.radius))
                        : reach / std::hypot(reach, below);
    }
};

TEST(AccountOfCushion, ThePartsAreTheWhole) {
    std::mt19937_64 random(7);
    for (const CushionModel model :
         {CushionModel::mirror, CushionModel::mirror_inelastic, CushionModel::han_2005, CushionModel::impulse,
          CushionModel::stronge_compliant, CushionModel::mathavan_2010}) {
        for (int k = 0; k < 60; ++k) {
            const AtCushion at(model, k % 3 == 0, random);
            const ImpactAccount& account = at.hit.account;
            EXPECT_NEAR(account.lost_normal,
                        0.5 * account.normal_impulse * at.cosine * (at.facts.approach - at.facts.parting),
                        1e-11 * at.energy)
                << static_cast<int>(model) << " " << k;
            const bool has_cloth = model == CushionModel::mathavan_2010;
            EXPECT_EQ(std::fabs(account.lost_cloth) > 0, has_cloth);
        }
    }
}

TEST(AccountOfCushion, AMirrorTakesTheRestitution) {
    std::mt19937_64 random(11);
    const AtCushion elastic(CushionModel::mirror, false, random);
    EXPECT_NEAR(elastic.hit.account.lost(), 0, 1e-13 * elastic.energy);
    EXPECT_EQ(elastic.hit.account.grip, Grip::none);
    const AtCushion dull(CushionModel::mirror_inelastic, false, random);
    const double square = dull.facts.approach * dull.facts.approach;
    EXPECT_NEAR(dull.hit.account.lost(), 0.5 * kPoolBall.mass * (1 - .85 * .85) * square,
                1e-12 * dull.energy);
    EXPECT_EQ(dull.hit.account.lost_friction, 0);
}

/// Coulomb's law: friction is its coefficient times the normal impulse, or what stops the slip.
TEST(AccountOfCushion, CoulombFriction) {
    std::mt19937_64 random(13);
    int gripped = 0;
    for (int k = 0; k < 60; ++k) {
        const AtCushion at(CushionModel::impulse, k % 2 == 0, random);
        const ImpactAccount& account = at.hit.account;
        const double limit = kPoolBall.cushion_friction * account.normal_impulse;
        const double stops = 2.0 / 7 * kPoolBall.mass * account.slip_before;
        EXPECT_NEAR(account.friction_impulse, std::fmin(limit, stops), 1e-12);
        EXPECT_EQ(account.grip, stops < limit ? Grip::grips : Grip::slips);
        gripped += stops < limit ? 1 : 0;
    }
    EXPECT_GT(gripped, 5);
    EXPECT_LT(gripped, 55);
}

/// Stronge's cushion: little slip springs back, much slips to the end.
TEST(AccountOfCushion, ACompliantCushionSpringsBack) {
    ShotSetup setup;
    setup.balls.assign(1, kPoolBall);
    setup.table.straight_cushions = {{{-5, -0.05}, {5, -0.05}}};
    const auto grip = [&](double vx, double wz) {
        const std::vector<BallState> start{pool_state(0, 0, {vx, -2, 0}, {0, 0, wz})};
        return first_impact(setup, start, EventKind::straight_cushion).account.grip;
    };
    EXPECT_EQ(grip(3, 0), Grip::slips);
    EXPECT_EQ(grip(0, 150), Grip::slips);
    EXPECT_EQ(grip(0.3, 0), Grip::springs_back);
}

TEST(AccountOfBed, ABallThatComesDown) {
    ShotSetup setup;
    setup.laws.jumps = true;
    setup.balls.assign(1, kPoolBall);
    for (const double vx : {0.0, 0.5, 5.0}) {
        BallState start = pool_state(0, 0, {vx, 0, 0}, {});
        start.position[2] += 0.2;
        start.phase = Phase::airborne;
        const Told hit = first_impact(setup, {start}, EventKind::bed);
        const double fall = std::sqrt(2 * 9.81 * 0.2), m = kPoolBall.mass;
        EXPECT_NEAR(hit.account.normal_impulse, 1.5 * m * fall, 1e-12);
        EXPECT_NEAR(hit.account.lost_normal, 0.5 * m * fall * fall * (1 - .25), 1e-12);
        EXPECT_NEAR(hit.account.slip_before, vx, 1e-15);
        const double push = std::fmin(0.2 * 1.5 * fall, 2.0 / 7 * vx);
        EXPECT_NEAR(hit.account.friction_impulse, m * push, 1e-12);
        EXPECT_NEAR(hit.account.lost_friction, m * push * (vx - 1.75 * push), 1e-12);
        EXPECT_EQ(hit.account.grip, vx == 0 ? Grip::none : vx < 1 ? Grip::grips : Grip::slips);
    }
}

/// In the air nothing but the cushion pushes: its two impulses are all of the ball's change, which they are
/// for the right normal only.
TEST(AccountOfCushion, OfABallInTheAir) {
    std::mt19937_64 random(17);
    int faces = 0, edges = 0;
    for (int k = 0; k < 200; ++k) {
        ShotSetup setup;
        setup.table = pocket_table(pool_table_9_foot());
        setup.laws.jumps = true;
        setup.balls.assign(1, kPoolBall);
        const Vec3d v = any_vector(random, 3);
        BallState start = pool_state(0.635, 1, {v[0], v[1], 1 + std::fabs(v[2]) / 3}, any_vector(random, 60));
        start.phase = Phase::airborne;
        for (const EventKind kind : {EventKind::straight_cushion, EventKind::round_cushion}) {
            for (const Told& hit : impacts_of(setup, {start}, kind)) {
                if (hit.ball.before.phase != Phase::airborne) continue;
                double square = 0;
                for (int axis = 0; axis < 3; ++axis) {
                    const double change = hit.ball.after.velocity[axis] - hit.ball.before.velocity[axis];
                    square += change * change * kPoolBall.mass * kPoolBall.mass;
                }
                const ImpactAccount& account = hit.account;
                EXPECT_NEAR(account.normal_impulse * account.normal_impulse +
                                account.friction_impulse * account.friction_impulse,
                            square, 1e-9 * square);
                (hit.ball.before.position[2] > 0.036577 ? edges : faces)++;
            }
        }
    }
    EXPECT_GT(faces, 10);
    EXPECT_GT(edges, 10);
}

/// Sliding takes 2/7 of the energy of a ball without spin, and rolling the rest; spin about the vertical
/// decays by itself.
TEST(EnergyOfAShot, ALoneBall) {
    ShotSetup setup;
    setup.balls.assign(1, kPoolBall);
    const std::vector<BallState> start{pool_state(0, 0, {1.5, 0, 0}, {0, 0, 20})};
    ShotPlayer player(setup);
    player.play(start, {}, Detail::every_motion);
    const ShotEnergy energy = energy_of_shot(setup, start, player.events());
    const double motion = 0.5 * kPoolBall.mass * 2.25;
    const double spin = 0.2 * kPoolBall.mass * kPoolBall.radius * kPoolBall.radius * 400;
    EXPECT_NEAR(energy.at_start, motion + spin, 1e-15);
    EXPECT_NEAR(energy.cloth.sliding, 2.0 / 7 * motion, 1e-14);
    EXPECT_NEAR(energy.cloth.rolling, 5.0 / 7 * motion, 1e-14);
    EXPECT_NEAR(energy.cloth.spinning, spin, 1e-15);
    EXPECT_NEAR(energy.unexplained(), 0, 1e-15);
    EXPECT_EQ(energy.at_end, 0);
}

/// Breaks of a touching rack, with impacts of many balls at once and balls that stay in contact.
TEST(EnergyOfAShot, OfABreakIsAllTold) {
    for (const bool jumps : {false, true}) {
        ShotSetup setup;
        setup.table = pocket_table(pool_table_9_foot());
        setup.laws.jumps = jumps;
        setup.balls.assign(11, kPoolBall);
        std::vector<BallState> start{ball_at(0.6, 0.6)};
        for (const Vec2d& place : triangle_rack({.apex = {0.635, 1.905}}, 4))
            start.push_back(ball_at(place[0], place[1]));
        ShotPlayer player(setup);
        player.play(start, Shot{0, {.speed = 7, .direction = 88.7, .elevation = jumps ? 8.0 : 0.0}},
                    Detail::every_motion);
        const ShotEnergy energy = energy_of_shot(setup, start, player.events());
        EXPECT_GT(energy.from_cue, 1);
        EXPECT_NEAR(energy.unexplained(), 0, 1e-12 * energy.from_cue);
        EXPECT_NEAR(energy.at_end, 0, 1e-12);
        EXPECT_GT(energy.joint, 0.01);
        EXPECT_GT(energy.gone, 0);
        EXPECT_LT(std::fabs(energy.lasting), 1e-3 * energy.from_cue);
        for (const double part : {energy.balls_normal, energy.balls_friction, energy.cushions_normal,
                                  energy.cushions_friction, energy.cloth.sliding, energy.cloth.rolling})
            EXPECT_GT(part, 0);
        EXPECT_EQ(energy.bed_normal > 0, jumps);
    }
}

/// The energy of an impact of many is that of all its balls together, once each.
TEST(EnergyOfAShot, OfABallBetweenTwo) {
    ShotSetup setup;
    setup.laws.ball_ball = BallBallModel::frictional_inelastic;
    setup.balls.assign(3, kPoolBall);
    const double half = 0.05, reach = 2 * kPoolBall.radius;
    const double back = std::sqrt(reach * reach - half * half);
    const std::vector<BallState> start{pool_state(-back - 0.01, 0, {1, 0, 0}, {0, 1 / kPoolBall.radius, 0}),
                                       ball_at(0, half), ball_at(0, -half)};
    ShotPlayer player(setup);
    player.play(start, {}, Detail::every_motion);
    auto events = player.events();
    ShotPlayback playback(setup, start);
    for (; events[0].kind != EventKind::ball_ball; events = events.subspan(1)) playback.take(events[0]);
    const JointEvents joint = joint_events(events, 1);
    ASSERT_EQ(joint.first, 0U);
    ASSERT_EQ(joint.count, 2U);
    const JointEnergy energy = energy_of_joint(setup, playback, events.first(2));
    EXPECT_NEAR(energy.before, energy_of(kPoolBall, playback.state(0, events[0].time), 9.81), 1e-15);
    EXPECT_NEAR(energy.after,
                energy_of(kPoolBall, events[1].ball_after, 9.81) +
                    energy_of(kPoolBall, events[0].other_after, 9.81) +
                    energy_of(kPoolBall, events[1].other_after, 9.81),
                1e-15);
    EXPECT_LT(energy.after, energy.before);
}

}  // namespace
}  // namespace carom::billiards
