// Mathavan's laws against the measured and computed shots that their paper prints, and what must hold of
// every impact: energy never rises, mirrored impacts are mirrored to the last bit, and small changes have
// small effects.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "billiards/ball_impact.hpp"
#include "billiards/cushion_impact.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards {
namespace {

using detail::CushionMotion;
using detail::MovingBall;

constexpr double kInRadians = 3.14159265358979323846 / 180;

/// Mathavan, Jackson and Parkin, Sports Engineering 17 (2014), tables 1 and 2: a rolling cue ball (its speed,
/// topspin and cut angle) meets a ball at rest. Speeds and angles once both balls roll.
struct PrintedShot {
    double speed, topspin, cut;
    double cue_speed, object_speed, cue_angle, object_angle;
};
constexpr PrintedShot kPrinted[] = {{1.539, 58.63, 33.83, .914, .831, 31.93, 32.20},
                                    {1.032, 39.31, 26.36, .520, .599, 32.45, 25.07},
                                    {1.364, 51.96, 40.52, .917, .676, 29.91, 38.62},
                                    {1.731, 65.94, 46.5, 1.28, .780, 27.32, 44.38},
                                    {.942, 35.89, 18.05, .383, .579, 29.47, 17.15}};

ShotSetup printed_setup(BallBallModel model) {
    ShotSetup setup;
    BallProperties ball;
    ball.radius = .02625;
    ball.mass = .1406;
    ball.sliding_friction = .21;
    ball.ball_friction = .05;
    ball.ball_restitution = .89;
    setup.balls.assign(2, ball);
    setup.laws.ball_ball = model;
    setup.laws.ball_friction = BallFriction::mean_of_balls;
    return setup;
}

/// Speed, and angle to the cue ball's way, when the ball begins to roll after the impact.
std::pair<double, double> rolling(const ShotPlayer& player, int ball) {
    bool has_met = false;
    for (const ShotEvent& event : player.events()) {
        has_met = has_met || event.kind == EventKind::ball_ball;
        if (!has_met || event.kind != EventKind::slide_to_roll || event.ball != ball) continue;
        const Vec3d& v = event.ball_after.velocity;
        return {std::hypot(v[0], v[1]), std::fabs(std::atan2(v[1], v[0])) / kInRadians};
    }
    ADD_FAILURE() << "ball " << ball << " never rolls";
    return {};
}

TEST(Mathavan, TheShotsOfThePaperToOnePercent) {
    for (const BallBallModel model : {BallBallModel::mathavan_2014, BallBallModel::mathavan_2014_published}) {
        const ShotSetup setup = printed_setup(model);
        ShotPlayer player(setup);
        for (const PrintedShot& shot : kPrinted) {
            const double both = 2 * setup.balls[0].radius;
            BallState cue = ball_at(-both * std::cos(shot.cut * kInRadians),
                                    -both * std::sin(shot.cut * kInRadians), setup.balls[0]);
            cue.velocity[0] = shot.speed;
            cue.spin[1] = shot.topspin;
            cue.phase = phase_of(setup.balls[0], cue.velocity, cue.spin);
            const BallState start[] = {cue, ball_at(0, 0, setup.balls[0])};
            player.play(start, std::nullopt);
            const auto [cue_speed, cue_angle] = rolling(player, 0);
            const auto [object_speed, object_angle] = rolling(player, 1);
            EXPECT_NEAR(cue_speed, shot.cue_speed, .01 * shot.cue_speed) << shot.cut;
            EXPECT_NEAR(object_speed, shot.object_speed, .01 * shot.object_speed) << shot.cut;
            EXPECT_NEAR(cue_angle, shot.cue_angle, .01 * shot.cue_angle) << shot.cut;
            EXPECT_NEAR(object_angle, shot.object_angle, .01 * shot.object_angle) << shot.cut;
        }
    }
}

/// Random impacts: any spin, rolling balls, balls without spin, head-on ones.
class Impacts {
public:
    explicit Impacts(unsigned seed) : random_(seed) {}

    double between(double low, double high) {
        return low + (high - low) * std::ldexp(static_cast<double>(random_() >> 11), -53);
    }
    BallProperties ball(int k) {
        BallProperties ball = k % 3 == 0 ? BallProperties{} : k % 3 == 1 ? snooker_ball() : carom_ball();
        if (k % 5 != 0) return ball;
        ball.cushion_friction = between(0, .5);
        ball.sliding_friction = between(.05, .5);
        ball.cushion_restitution = between(.3, 1);
        ball.ball_friction = between(0, .4);
        ball.ball_restitution = between(.3, 1);
        return ball;
    }
    CushionMotion at_cushion(int k, double radius) {
        const double turn = 3 / radius;
        CushionMotion m{-between(.01, 3), between(-3, 3), between(-turn, turn), between(-turn, turn),
                        between(-turn, turn)};
        if (k % 4 == 1) m.wt = m.vn / radius, m.wn = -m.vt / radius;
        if (k % 8 == 5) m.vt = m.wn = m.wz = 0;
        if (k % 16 == 7) m.wt = m.wn = 0;
        return m;
    }
    MovingBall moving(int k, double radius) {
        MovingBall ball;
        ball.u = between(-3, 3);
        ball.v = between(-3, 3);
        ball.wx = between(-3, 3) / radius;
        ball.wy = between(-3, 3) / radius;
        ball.wz = between(-3, 3) / radius;
        if (k % 3 == 1) ball.wx = -ball.v / radius, ball.wy = ball.u / radius;
        return ball;
    }
    static detail::Nose nose(double radius, double height) {
        detail::Nose nose{};
        nose.sine = height / radius - 1;
        nose.cosine = std::sqrt(1 - nose.sine * nose.sine);
        return nose;
    }

private:
    std::mt19937_64 random_;
};

double energy_of(const CushionMotion& m, double radius) {
    return m.vn * m.vn + m.vt * m.vt + .4 * radius * radius * (m.wn * m.wn + m.wt * m.wt + m.wz * m.wz);
}

double energy_of(const MovingBall& b, double radius) {
    return b.u * b.u + b.v * b.v + .4 * radius * radius * (b.wx * b.wx + b.wy * b.wy + b.wz * b.wz);
}

TEST(Mathavan, ACushionTakesEnergyAndMirrorsToTheLastBit) {
    Impacts impacts(1);
    for (int k = 0; k < 1000; ++k) {
        const BallProperties ball = impacts.ball(k);
        const detail::Nose nose = Impacts::nose(ball.radius, ball.radius * impacts.between(1, 1.4));
        const CushionMotion before = impacts.at_cushion(k, ball.radius);
        CushionMotion after = before;
        impact_of_mathavan(after, ball, nose);
        EXPECT_GT(after.vn, 0) << k;
        EXPECT_LE(energy_of(after, ball.radius), energy_of(before, ball.radius) * (1 + 1e-13)) << k;
        CushionMotion mirrored{before.vn, -before.vt, -before.wn, before.wt, -before.wz};
        impact_of_mathavan(mirrored, ball, nose);
        EXPECT_EQ(mirrored.vn, after.vn) << k;
        EXPECT_EQ(mirrored.vt, -after.vt) << k;
        EXPECT_EQ(mirrored.wz, -after.wz) << k;
    }
}

/// Random closing balls.
struct Meeting {
    BallProperties of_first, of_second;
    MovingBall first, second;

    Meeting(Impacts& impacts, int k) : of_first(impacts.ball(3 * k)), of_second(of_first) {
        of_second.mass *= k % 5 == 0 ? impacts.between(.5, 2) : 1;
        first = impacts.moving(k, of_first.radius);
        if (k % 4 != 0) second = impacts.moving(k, of_first.radius);
        const double angle = impacts.between(0, 6.28);
        second.x = 2 * of_first.radius * std::cos(angle);
        second.y = 2 * of_first.radius * std::sin(angle);
        if (detail::ContactFrame(first, second).closing() > 0) return;
        std::swap(first.x, second.x);
        std::swap(first.y, second.y);
    }
    double energy() const {
        return of_first.mass * energy_of(first, of_first.radius) +
               of_second.mass * energy_of(second, of_first.radius);
    }
    void impact(const ImpactLaws& laws) {
        const detail::ContactFrame at(first, second);
        impact_of_mathavan(first, second, at, detail::BallPair(of_first, of_second), laws);
    }
};

TEST(Mathavan, TwoBallsLoseEnergyAndAShotTurnedRoundIsTheSame) {
    Impacts impacts(2);
    ImpactLaws laws;
    laws.ball_ball = BallBallModel::mathavan_2014;
    for (int k = 0; k < 1000; ++k) {
        laws.ball_friction = k % 2 == 0 ? BallFriction::alciatore : BallFriction::mean_of_balls;
        Meeting meeting(impacts, k);
        Meeting swapped = meeting;
        std::swap(swapped.first, swapped.second);
        std::swap(swapped.of_first, swapped.of_second);
        const double before = meeting.energy();
        meeting.impact(laws);
        EXPECT_LE(meeting.energy(), before * (1 + 1e-13)) << k;
        EXPECT_LT(detail::ContactFrame(meeting.first, meeting.second).closing(), 0) << k;
        swapped.impact(laws);
        EXPECT_NEAR(swapped.second.u, meeting.first.u, 1e-13) << k;
        EXPECT_NEAR(swapped.first.v, meeting.second.v, 1e-13) << k;
    }
}

/// The direction of slip begins at the friction of the cloth, not at rounding: a rolling ball that turns a
/// little more leaves a little differently.
TEST(Mathavan, SmallChangesOfTheSpinHaveSmallEffects) {
    const BallProperties ball = carom_ball();
    const detail::Nose nose = Impacts::nose(ball.radius, .037);
    CushionMotion last{};
    for (int k = -1000; k <= 1000; ++k) {
        CushionMotion m{-1, .7, -.7 / ball.radius, -(1 + 1e-7 * k) / ball.radius, 10};
        impact_of_mathavan(m, ball, nose);
        if (k > -1000) {
            EXPECT_NEAR(m.vn, last.vn, 2e-7) << k;
            EXPECT_NEAR(m.vt, last.vt, 2e-7) << k;
        }
        last = m;
    }
}

TEST(Mathavan, TooMuchFrictionIsAFault) {
    ShotSetup setup;
    setup.table = carom_table();
    setup.balls.assign(1, carom_ball());
    setup.laws.cushion = CushionModel::mathavan_2010;
    EXPECT_TRUE(faults_of(setup).empty());
    setup.balls[0].cushion_friction = 5;
    EXPECT_EQ(faults_of(setup).size(), setup.table.straight_cushions.size());
    setup.balls[0].cushion_friction = .2;
    setup.table = carom_table();
    for (StraightCushion& cushion : setup.table.straight_cushions) cushion.height = .03;
    EXPECT_EQ(faults_of(setup).size(), setup.table.straight_cushions.size()) << "noses below the centre";
    setup = {};
    setup.balls.assign(1, {});
    setup.laws.ball_ball = BallBallModel::mathavan_2014;
    setup.laws.curve.b = 6;
    EXPECT_EQ(faults_of(setup).size(), 1U);
}

}  // namespace
}  // namespace carom::billiards
