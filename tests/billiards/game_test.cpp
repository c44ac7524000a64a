// Promise: a game of any kind is ruled as its own rules say, is carried over the shots of a scene, and ends.
#include "carom/billiards/game.hpp"

#include <gtest/gtest.h>

#include "carom/billiards/scene_referee.hpp"

namespace carom::billiards {
namespace {

const std::vector<std::string> kPool{"cue", "1", "2", "9"};

ShotFacts hit_of(int first, std::vector<FallenBall> pocketed) {
    ShotFacts facts;
    facts.on_table = {0, 1, 2, 3};
    facts.first_hit = first;
    facts.cushion_after_hit = true;
    facts.pocketed = std::move(pocketed);
    return facts;
}

TEST(Game, NamesOfBallsSayWhetherTheyAreOfAGame) {
    EXPECT_EQ(numbers_in(Rules::nine_ball, kPool), (std::vector<int>{0, 1, 2, 9}));
    EXPECT_EQ(why_no_game(Rules::nine_ball, kPool), "");
    EXPECT_EQ(why_no_game(Rules::nine_ball, std::vector<std::string>{"cue", "10"}),
              "the ball \"10\" is none of this game");
    EXPECT_EQ(why_no_game(Rules::ten_ball, std::vector<std::string>{"cue", "10"}), "");
    EXPECT_EQ(why_no_game(Rules::ten_ball, std::vector<std::string>{"cue", "11"}),
              "the ball \"11\" is none of this game");
    EXPECT_EQ(why_no_game(Rules::eight_ball, std::vector<std::string>{"cue", "10"}), "");
    EXPECT_EQ(why_no_game(Rules::snooker, std::vector<std::string>{"cue", ""}),
              "ball 1 has no name, and this game knows its balls by name, such as \"cue\"");
    EXPECT_EQ(why_no_game(Rules::snooker, std::vector<std::string>{"cue", "red 1", "pink"}), "");
    EXPECT_EQ(why_no_game(Rules::three_cushion, kPool), "three-cushion needs three balls");
    EXPECT_EQ(why_no_game(Rules::none, kPool), "");
}

TEST(Game, EachKindKnowsItsRulesAndItsRack) {
    for (const Rules rules : {Rules::none, Rules::eight_ball, Rules::nine_ball, Rules::ten_ball,
                              Rules::snooker, Rules::three_cushion})
        EXPECT_EQ(rules_of(new_game(rules)), rules) << name_of(rules);
    EXPECT_EQ(rules_of(Game::snooker), Rules::snooker);
    EXPECT_EQ(rules_of(Game::ten_ball), Rules::ten_ball);
    EXPECT_EQ(rules_of(Game::snooker_reds), Rules::none);
    EXPECT_TRUE(is_break(new_game(Rules::nine_ball)));
    EXPECT_FALSE(is_break(new_game(Rules::snooker)));
    EXPECT_FALSE(is_proper(SnookerState{2, BallOn::red, {}}));
    EXPECT_FALSE(is_proper(SnookerState{0, BallOn::red, {0, -1}}));
    EXPECT_TRUE(is_proper(SnookerState{1, BallOn::clear, {3, 4}}));
}

TEST(Game, IsRuledAsItsOwnRulesSay) {
    const std::vector<int> numbers = numbers_in(Rules::nine_ball, kPool);
    const NineBallState state{1, false, true, {0, 1}};
    const ShotFacts facts = hit_of(1, {{1, 2}, {2, 3}});
    const NineBallRuling own = rule_nine_ball(state, facts, numbers);
    const GameRuling ruling = rule(state, facts, numbers);
    EXPECT_EQ(ruling.made, (std::vector<int>{1, 2}));
    EXPECT_EQ(ruling.fouls, own.fouls);
    EXPECT_EQ(ruling.continues, own.continues);
    EXPECT_EQ(shooter_of(ruling.before), 1);
    EXPECT_EQ(shooter_of(ruling.next), own.next.shooter);
    Announcement pushes;
    pushes.push_out = true;
    const GameRuling push_out = rule(state, hit_of(2, {}), numbers, pushes);
    EXPECT_TRUE(push_out.may_pass);
    EXPECT_EQ(shooter_of(push_out.next), 0);
    EXPECT_EQ(shooter_of(passed(push_out.next)), 1) << "who pushed out has to shoot";
    EXPECT_EQ(shooter_of(passed(GameState{})), 0) << "without a game nobody";
}

TEST(Game, AtSnookerABallOrAValueNamesTheColour) {
    const std::vector<int> values{0, 1, 6, 7};
    const SnookerState state{0, BallOn::colour, {}};
    const ShotFacts black = hit_of(3, {{3, 0}});
    Announcement named;
    named.call.ball = 3;
    EXPECT_EQ(rule(state, black, values, named).points, 7);
    EXPECT_TRUE(rule(state, black, values, named).fouls.empty());
    named.call.ball = 2;
    EXPECT_FALSE(rule(state, black, values, named).fouls.empty());
    named.colour = 7;
    EXPECT_TRUE(rule(state, black, values, named).fouls.empty());
}

TEST(Game, ASceneIsRuledShotByShotUntilItsGameEnds) {
    TableScene scene;
    scene.ball_names = kPool;
    scene.game = new_game(Rules::nine_ball);
    scene.shots.resize(4);
    SceneReferee referee(scene);
    const auto first = referee.rule(hit_of(1, {{1, 0}}));
    ASSERT_TRUE(first);
    EXPECT_TRUE(is_break(first->before));
    EXPECT_TRUE(first->continues);
    const auto second = referee.rule(hit_of(3, {}));
    ASSERT_TRUE(second);
    EXPECT_FALSE(is_break(second->before));
    EXPECT_EQ(second->fouls, (std::vector<Foul>{Foul::wrong_ball_first}));
    ShotFacts wins = hit_of(2, {{3, 1}});
    wins.on_table = {0, 2, 3};
    const auto third = referee.rule(wins);
    ASSERT_TRUE(third);
    EXPECT_EQ(third->winner, 1);
    EXPECT_FALSE(referee.rule(wins)) << "the game is over";
}

TEST(Game, AShotOfASceneIsGivenBackWhereTheRulesAllowIt) {
    TableScene scene;
    scene.ball_names = kPool;
    scene.game = new_game(Rules::nine_ball);
    scene.shots.resize(4);
    scene.shots[1].announced.push_out = true;
    scene.shots[2].announced.pass = scene.shots[3].announced.pass = true;
    SceneReferee referee(scene);
    EXPECT_TRUE(referee.rule(hit_of(1, {{1, 0}}))->continues) << "the first player may push out";
    EXPECT_TRUE(referee.rule(hit_of(3, {}))->may_pass);
    const auto given_back = referee.rule(hit_of(2, {}));
    EXPECT_EQ(shooter_of(given_back->before), 0) << "who pushed out";
    EXPECT_EQ(shooter_of(given_back->next), 1);
    EXPECT_EQ(shooter_of(referee.rule(hit_of(2, {}))->before), 1)
        << "after no push out nothing is given back";
}

TEST(Game, NothingIsGivenBackWhereAGameHasNoPushOut) {
    for (const Rules rules : {Rules::three_cushion, Rules::eight_ball, Rules::snooker}) {
        TableScene scene;
        scene.ball_names = kPool;
        scene.game = new_game(rules);
        scene.shots.resize(1);
        scene.shots[0].announced.pass = true;
        EXPECT_EQ(shooter_of(SceneReferee(scene).rule(hit_of(1, {}))->before), 0);
    }
}

TEST(Game, AnImproperGameOrCallIsAFaultOfTheScene) {
    TableScene scene;
    scene.setup.table = pocket_table(pool_table_9_foot());
    scene.setup.balls.resize(2);
    scene.ball_names = {"cue", "3"};
    scene.start = {ball_at(0.5, 0.5), ball_at(0.7, 1.5)};
    scene.game = new_game(Rules::nine_ball);
    scene.shots.resize(1);
    scene.shots[0].shot.strike = {2, 90};
    EXPECT_TRUE(faults_of(scene).empty());
    const auto fault = [&](const auto& change) {
        TableScene changed = scene;
        change(changed);
        const auto faults = faults_of(changed);
        return faults.empty() ? "none" : faults[0].message;
    };
    EXPECT_EQ(fault([](TableScene& one) { one.ball_names[1] = "red"; }),
              "the ball \"red\" is none of this game");
    EXPECT_EQ(fault([](TableScene& one) { one.shots[0].shot.cue_ball = 1; }),
              "shot 1 strikes ball 1 (3), and only the cue ball is struck in this game");
    EXPECT_EQ(fault([](TableScene& one) { one.shots[0].announced.call.pocket = 6; }),
              "pocket 6 was called, and the table has 6");
    EXPECT_EQ(fault([](TableScene& one) { one.shots[0].announced.call.ball = 2; }),
              "there is no such ball to be called");
    EXPECT_EQ(fault([](TableScene& one) { one.shots[0].announced.call.ball = 0; }),
              "this ball cannot be called in this game");
    EXPECT_EQ(fault([](TableScene& one) {
                  one.game = NineBallState{5, false, false, {}};
              }),
              "the state of the game is not proper");
}

}  // namespace
}  // namespace carom::billiards
