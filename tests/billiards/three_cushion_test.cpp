// Promise: three-cushion is ruled as the UMB has it: opening shot, the players' own balls, the distance.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "carom/billiards/game.hpp"

namespace carom::billiards {
namespace {

const std::vector<int> kCaromBalls{0, kRedBall, kYellowBall};

ShotFacts shot_at(int first_hit) {
    ShotFacts facts;
    facts.on_table = {0, 1, 2};
    facts.first_hit = first_hit;
    return facts;
}

/// A point of the white ball, over the red and three cushions.
ShotFacts carom_point() {
    ShotFacts facts = shot_at(1);
    facts.second_hit = 2;
    facts.cushions_before_second = 3;
    return facts;
}

/// UMB: the opening shot has to meet the red ball first and directly.
TEST(ThreeCushion, TheOpeningShotMeetsTheRedFirst) {
    const ThreeCushionState opening{.is_break = true};
    const ThreeCushionRuling good = rule_three_cushion(opening, carom_point(), kCaromBalls);
    EXPECT_TRUE(good.fouls.empty() && good.continues);
    EXPECT_FALSE(good.next.is_break);
    ShotFacts over_cushion = carom_point();
    over_cushion.cushions_before_hit = 1;
    ShotFacts yellow_first = carom_point();
    std::swap(yellow_first.first_hit, yellow_first.second_hit);
    for (const ShotFacts& facts : {over_cushion, yellow_first}) {
        const ThreeCushionRuling bad = rule_three_cushion(opening, facts, kCaromBalls);
        EXPECT_EQ(bad.fouls, std::vector<Foul>{Foul::wrong_ball_first});
        EXPECT_EQ(bad.next.points[0], 0);
        EXPECT_EQ(bad.next.shooter, 1);
        EXPECT_FALSE(bad.next.is_break);
        EXPECT_TRUE(rule_three_cushion({}, facts, kCaromBalls).continues) << "as any later shot";
        EXPECT_TRUE(rule_three_cushion(opening, facts).continues) << "no ball is known to be red";
    }
    yellow_first.tied_hits = {1};
    EXPECT_TRUE(rule_three_cushion(opening, yellow_first, kCaromBalls).continues) << "both at once";
    EXPECT_EQ(rule_three_cushion(opening, shot_at(-1), kCaromBalls).fouls, std::vector<Foul>{Foul::no_hit});
}

TEST(ThreeCushion, EachPlayerHasACueBall) {
    ShotFacts facts = carom_point();
    EXPECT_EQ(rule_three_cushion({.shooter = 1}, facts, kCaromBalls).fouls,
              std::vector<Foul>{Foul::wrong_cue_ball});
    EXPECT_TRUE(rule_three_cushion({.shooter = 1}, facts).continues) << "any ball where none is yellow";
    facts.cue_ball = 2;
    facts.second_hit = 0;
    EXPECT_TRUE(rule_three_cushion({.shooter = 1}, facts, kCaromBalls).continues);
    EXPECT_FALSE(rule_three_cushion({.shooter = 0}, facts, kCaromBalls).continues);
    const std::vector<std::string> names{"white", "red", "yellow"};
    EXPECT_EQ(three_cushion_numbers(names), kCaromBalls);
    EXPECT_EQ(cue_ball_of(ThreeCushionState{}, kCaromBalls), 0);
    EXPECT_EQ(cue_ball_of(ThreeCushionState{.shooter = 1}, kCaromBalls), 2);
    EXPECT_EQ(cue_ball_of(ThreeCushionState{.shooter = 1}, std::vector<int>{0, 0, 0}), 0);
    EXPECT_EQ(cue_ball_of(NineBallState{.shooter = 1}, std::vector<int>{3, 0, 1}), 1);
}

TEST(ThreeCushion, TheDistanceEndsTheGame) {
    const ThreeCushionState last{.shooter = 0, .points = {39, 12}, .distance = 40};
    const ThreeCushionRuling won = rule_three_cushion(last, carom_point(), kCaromBalls);
    EXPECT_EQ(won.winner, 0);
    EXPECT_EQ(won.next.points[0], 40);
    EXPECT_FALSE(won.continues);
    EXPECT_EQ(rule(last, carom_point(), kCaromBalls).points, 1) << "the last point counts";
    ThreeCushionState before = last;
    before.points[0] = 38;
    EXPECT_EQ(rule_three_cushion(before, carom_point(), kCaromBalls).winner, -1);
    EXPECT_TRUE(rule_three_cushion(before, carom_point(), kCaromBalls).continues);
}

}  // namespace
}  // namespace carom::billiards
