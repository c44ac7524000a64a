// Promise: the checker of shots proves what the player of shots plays, with all laws of impact, and rejects a
// lie of one part in 10^9 in any number.
#include "carom/proof/check_shots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "billiards/random_breaks.hpp"
#include "proof/played_shots.hpp"

namespace carom {
namespace {

using billiards::CushionModel;
using billiards::ShotEvent;
using billiards::TableScene;
using billiards::testing::all_faults;
using billiards::testing::Break;
using billiards::testing::break_setup;
using billiards::testing::check;
using billiards::testing::Draws;
using billiards::testing::expect_each_lie_rejected;
using billiards::testing::Played;
using billiards::testing::played;

TableScene break_scene(int balls, bool touching, Draws& draws, const billiards::ImpactLaws& laws = {}) {
    TableScene scene;
    scene.setup = break_setup(balls);
    scene.setup.laws = laws;
    const Break shot(balls, touching, draws);
    scene.start = shot.start;
    scene.ball_names.resize(shot.start.size());
    scene.shots.push_back({{}, shot.shot});
    return scene;
}

/// The cue ball meets two others, cushions, and no other two balls at once.
TableScene three_balls(CushionModel cushion) {
    TableScene scene;
    scene.setup = break_setup(2);
    scene.setup.laws.cushion = cushion;
    scene.start = {billiards::ball_at(.5, .5), billiards::ball_at(.53, .9), billiards::ball_at(.3, 1.4)};
    scene.ball_names.resize(3);
    billiards::Strike strike{2.3, 88, 3, .2, .3};
    scene.shots.push_back({{}, {0, strike}});
    return scene;
}

/// A shot of many balls takes long to prove: a stop is heard within it.
TEST(CheckShots, AskedToStopItStopsWithinAShot) {
    Draws draws(3);
    const Played good = played(break_scene(9, false, draws));
    ASSERT_GT(good.shot.events.size(), 80U);
    ShotChecker checker(good.scene);
    int asked = 0;
    checker.take(good.shot, [&asked] { return ++asked == 0; });
    EXPECT_EQ(asked, 1);
    EXPECT_LT(checker.report().events, good.shot.events.size());
    EXPECT_TRUE(checker.report()) << all_faults(checker.report());
}

TEST(CheckShots, ProvesBreaksWithAllLaws) {
    Draws draws(3);
    for (int model = 0; model < 5; ++model) {
        for (const bool touching : {false, true}) {
            for (const auto ball : {billiards::BallBallModel::frictionless_elastic,
                                    billiards::BallBallModel::frictional_inelastic}) {
                billiards::ImpactLaws laws;
                laws.cushion = static_cast<CushionModel>(model);
                laws.ball_ball = ball;
                for (const int balls : {9, 15}) {
                    const ShotCheckReport report = check(played(break_scene(balls, touching, draws, laws)));
                    EXPECT_TRUE(report) << balls << touching << model << '\n' << all_faults(report);
                    EXPECT_LT(report.deepest_overlap, 1e-12);
                }
            }
        }
    }
}

TEST(CheckShots, ProvesABreakWithMathavansLaws) {
    Draws draws(6);
    billiards::ImpactLaws laws;
    laws.cushion = CushionModel::mathavan_2010;
    laws.ball_ball = billiards::BallBallModel::mathavan_2014;
    const ShotCheckReport report = check(played(break_scene(9, true, draws, laws)));
    EXPECT_TRUE(report) << all_faults(report);
}

TEST(CheckShots, ProvesTheMeanFrictionOfTwoBalls) {
    Draws draws(4);
    billiards::ImpactLaws laws;
    laws.ball_friction = billiards::BallFriction::mean_of_balls;
    const ShotCheckReport report = check(played(break_scene(9, false, draws, laws)));
    EXPECT_TRUE(report) << all_faults(report);
}

/// A rack of balls of many sizes, struck hard, on a pool table.
TableScene mixed_scene(Draws& draws) {
    TableScene scene;
    scene.setup.table = pocket_table(billiards::pool_table_7_foot());
    for (int k = 0; k < 12; ++k) {
        billiards::BallProperties ball;
        ball.radius = draws.between(.02, .035);
        ball.mass = draws.between(.05, .3);
        scene.setup.balls.push_back(ball);
        scene.ball_names.push_back("ball" + std::to_string(k));
        const double x = k == 0 ? .5 : .2 + .15 * (k % 5) + draws.between(-.03, .03);
        const double y = k == 0 ? .4 : .9 + .15 * (k / 5) + draws.between(-.03, .03);
        scene.start.push_back(billiards::ball_at(x, y, scene.setup.balls.back()));
    }
    billiards::PlannedShot shot;
    shot.shot.strike.speed = draws.between(2, 9);
    shot.shot.strike.direction = 90 + draws.between(-20, 20);
    shot.shot.strike.left = draws.between(-.3, .3);
    shot.shot.strike.up = draws.between(-.3, .3);
    scene.shots.push_back(shot);
    return scene;
}

TEST(CheckShots, ProvesShotsOfBallsOfAllSizes) {
    Draws draws(7);
    for (int k = 0; k < 40; ++k) {
        const ShotCheckReport report = check(played(mixed_scene(draws)));
        EXPECT_TRUE(report) << k << '\n' << all_faults(report);
        EXPECT_LT(report.deepest_overlap, 1e-12);
    }
}

/// A small ball touches a cushion when a large one comes: one pair closes at an instant of two impacts.
TEST(CheckShots, ProvesASmallBallBetweenALargeOneAndACushion) {
    TableScene scene;
    scene.setup.table = billiards::pocket_table(billiards::pool_table_9_foot());
    billiards::BallProperties small, large;
    small.radius = 0.02208084734561046;
    large.radius = 0.046937137279602324;
    scene.setup.balls = {small, large};
    scene.ball_names.resize(2);
    scene.start = {billiards::ball_at(0.6824802201572906, 0.02208084734561046, small),
                   billiards::ball_at(0.7146735698294024, 0.07784136464353897, large)};
    scene.start[0].velocity = {0.10725172136585236, -0.11238163395870267, 0};
    scene.start[1].velocity = {-1.7097943052786924, 0.577894496883207, 0};
    for (billiards::BallState& state : scene.start) state.phase = billiards::Phase::sliding;
    ASSERT_TRUE(faults_of(scene).empty()) << faults_of(scene).front().message;
    billiards::ShotPlayer player(scene.setup);
    player.play(scene.start, std::nullopt, billiards::Detail::every_motion);
    PlayedShot shot{scene.start, {player.events().begin(), player.events().end()}, {}, player.end_time()};
    shot.end.assign(player.final_states().begin(), player.final_states().end());
    const ShotCheckReport report = check({scene, shot});
    EXPECT_TRUE(report) << all_faults(report);
}

TEST(CheckShots, RejectsEveryLieOfOneBillionth) {
    int lies = 0;
    for (const CushionModel model :
         {CushionModel::mirror_inelastic, CushionModel::han_2005, CushionModel::stronge_compliant}) {
        const Played good = played(three_balls(model));
        const ShotCheckReport report = check(good);
        ASSERT_TRUE(report) << all_faults(report);
        ASSERT_EQ(report.impacts_open + report.motions_open, 0U);
        lies += expect_each_lie_rejected(good, 1);
    }
    EXPECT_GT(lies, 500);
}

TEST(CheckShots, RejectsLiesAboutMathavansLaws) {
    TableScene scene = three_balls(CushionModel::mathavan_2010);
    scene.setup.laws.ball_ball = billiards::BallBallModel::mathavan_2014;
    const Played good = played(scene);
    const ShotCheckReport report = check(good);
    ASSERT_TRUE(report) << all_faults(report);
    EXPECT_GT(expect_each_lie_rejected(good, 31), 5);
}

TEST(CheckShots, RejectsLiesAboutABreak) {
    Draws draws(5);
    const Played good = played(break_scene(9, false, draws));
    const ShotCheckReport report = check(good);
    ASSERT_TRUE(report) << all_faults(report);
    ASSERT_EQ(report.impacts_open + report.motions_open, 0U);
    EXPECT_GT(expect_each_lie_rejected(good, 31), 25);
}

TEST(CheckShots, RejectsEventsLeftOutOrToldTwice) {
    const Played good = played(three_balls(CushionModel::han_2005));
    for (std::size_t k = 0; k < good.shot.events.size(); ++k) {
        const auto at = static_cast<std::ptrdiff_t>(k);
        Played bad = good;
        bad.shot.events.erase(bad.shot.events.begin() + at);
        EXPECT_FALSE(check(bad)) << "left out: " << k;
        bad = good;
        bad.shot.events.insert(bad.shot.events.begin() + at, good.shot.events[k]);
        EXPECT_FALSE(check(bad)) << "twice: " << k;
    }
}

TEST(CheckShots, RejectsAnotherEnd) {
    const Played good = played(three_balls(CushionModel::han_2005));
    Played bad = good;
    bad.shot.end[1].position[0] *= 1 + 1e-9;
    EXPECT_FALSE(check(bad));
    bad = good;
    bad.shot.duration *= 1 + 1e-9;
    EXPECT_FALSE(check(bad));
    bad = good;
    bad.shot.start[2].position[1] *= 1 + 1e-9;
    EXPECT_FALSE(check(bad));
}

/// A ball that the referee wants spotted lies on its spot before the next shot, and nowhere else.
TEST(CheckShots, ABallThatIsPutBackLiesOnItsSpot) {
    TableScene scene;
    scene.setup.table = billiards::pocket_table(billiards::pool_table_9_foot());
    scene.setup.balls.resize(3);
    scene.ball_names = {"cue", "9", "1"};
    scene.start = {billiards::ball_at(.4, .6), billiards::ball_at(.9, 1.8), billiards::ball_at(.3, 2.2)};
    scene.game = billiards::NineBallState{0, false, false, {}};
    scene.shots = {{{}, {0, {1.5, 67.51}}}, {{}, {0, {1, 200}}}};
    const Played first = played(scene);
    ASSERT_TRUE(is_out_of_play(first.shot.end[1].phase)) << "the 9 falls, and it was met first";
    const auto faults_with = [&](const billiards::BallState& nine) {
        TableScene second = scene;
        second.start = first.shot.end;
        second.start[1] = nine;
        second.shots = {scene.shots[1]};
        ShotChecker checker(scene);
        checker.take(first.shot);
        checker.take(played(second).shot);
        return all_faults(checker.report());
    };
    EXPECT_EQ(faults_with(billiards::ball_at(.635, 1.905)), "");
    const std::string fault = "ball 1 (9) was not put back where the rules say";
    EXPECT_NE(faults_with(first.shot.end[1]).find(fault), std::string::npos);
    EXPECT_NE(faults_with(billiards::ball_at(.635, 1.905 * (1 + 1e-9))).find(fault), std::string::npos);
}

/// What a file says of cue, materials and laws is what was played with.
TEST(CheckShots, RejectsAnotherHead) {
    const Played good = played(three_balls(CushionModel::stronge_compliant));
    using Number = std::function<double&(TableScene&)>;
    const std::vector<Number> numbers = {
        [](TableScene& scene) -> double& { return scene.shots[0].shot.strike.speed; },
        [](TableScene& scene) -> double& { return scene.shots[0].shot.strike.direction; },
        [](TableScene& scene) -> double& { return scene.shots[0].shot.strike.elevation; },
        [](TableScene& scene) -> double& { return scene.shots[0].shot.strike.left; },
        [](TableScene& scene) -> double& { return scene.shots[0].shot.strike.up; },
        [](TableScene& scene) -> double& { return scene.setup.cue.mass; },
        [](TableScene& scene) -> double& { return scene.setup.cue.end_mass; },
        [](TableScene& scene) -> double& { return scene.setup.table.gravity; },
        [](TableScene& scene) -> double& { return scene.setup.balls[0].radius; },
        [](TableScene& scene) -> double& { return scene.setup.balls[0].sliding_friction; },
        [](TableScene& scene) -> double& { return scene.setup.balls[0].rolling_friction; },
        [](TableScene& scene) -> double& { return scene.setup.balls[0].spinning_friction; },
        [](TableScene& scene) -> double& { return scene.setup.balls[0].ball_restitution; },
        [](TableScene& scene) -> double& { return scene.setup.balls[0].cushion_restitution; },
        [](TableScene& scene) -> double& { return scene.setup.balls[0].cushion_friction; },
        [](TableScene& scene) -> double& { return scene.setup.laws.curve.a; },
    };
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        Played bad = good;
        numbers[k](bad.scene) *= 1 + 1e-9;
        EXPECT_FALSE(check(bad)) << k;
    }
}

/// Impacts of several balls at once have a law, too, which the player searches to 1e-12 m/s.
TEST(CheckShots, RejectsLiesAboutARackStruckAtOnce) {
    Draws draws(6);
    const Played good = played(break_scene(9, true, draws));
    const ShotCheckReport report = check(good);
    ASSERT_TRUE(report) << all_faults(report);
    ASSERT_EQ(report.impacts_open, 0U);
    int together = 0;
    for (std::size_t k = 0; k < good.shot.events.size(); ++k) {
        if (good.shot.events[k].following == 0) continue;
        ++together;
        for (const int axis : {0, 1}) {
            Played bad = good;
            double& velocity = bad.shot.events[k].other_after.velocity[axis];
            if (std::abs(velocity) < 1e-2) continue;
            velocity *= 1 + 1e-9;
            EXPECT_FALSE(check(bad)) << k << axis;
            bad = good;
            bad.shot.events[k].following += 1;
            EXPECT_FALSE(check(bad)) << k;
        }
    }
    EXPECT_GT(together, 3);
}

/// The same lie in all events of an impact, so that they agree with each other.
TEST(CheckShots, RejectsAnotherImpactOfARackStruckAtOnce) {
    Draws draws(6);
    const Played good = played(break_scene(9, true, draws));
    const auto is_one = [](const ShotEvent& event) { return event.following > 0; };
    const auto first = std::find_if(good.shot.events.begin(), good.shot.events.end(), is_one);
    ASSERT_NE(first, good.shot.events.end());
    for (const auto member : {&billiards::BallState::velocity, &billiards::BallState::spin}) {
        Played bad = good;
        const int ball = first->other;
        for (ShotEvent& event : bad.shot.events) {
            if (event.time != first->time) continue;
            for (billiards::BallState* state : {&event.ball_after, &event.other_after}) {
                const bool is_it = (state == &event.ball_after ? event.ball : event.other) == ball;
                if (is_it && *state == first->other_after) {
                    for (double& number : ((*state).*member).coordinates) number *= 1 + 1e-9;
                }
            }
        }
        EXPECT_FALSE(check(bad));
    }
}

}  // namespace
}  // namespace carom
