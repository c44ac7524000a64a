// Promise: the referee knows exactly whether a cue ball crosses the head string before it meets a ball, and
// rules on cue balls that are in hand behind it, or in the D (WPA 2016, 6.10 and 6.11; WPBSA, section 3).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "billiards/random_breaks.hpp"
#include "carom/billiards/game.hpp"
#include "carom/billiards/shot_playback.hpp"

namespace carom::billiards {
namespace {

/// A bed of 2 m x 4 m, whose head string is at y = 1.
const Table kBed = rectangular_table(2, 4);

ShotEvent of_cue_ball(EventKind kind, double time, double y, double vy = 0, double ay = 0) {
    ShotEvent event;
    event.kind = kind;
    event.time = time;
    event.ball_after = ball_at(1, y);
    event.ball_after.velocity[1] = vy;
    event.ball_acceleration[1] = ay;
    return event;
}

/// The cue ball moves from y to `end` in `duration`, and there meets a ball at `other`.
LineFacts lines_of(double y, double vy, double ay, double duration, double end, double other) {
    ShotEvent hit = of_cue_ball(EventKind::ball_ball, duration, end);
    hit.other = 1;
    hit.other_after = ball_at(1, other);
    const std::vector<ShotEvent> events{of_cue_ball(EventKind::strike, 0, y, vy, ay), hit,
                                        of_cue_ball(EventKind::straight_cushion, duration + 1, 3)};
    return *facts_of(std::vector{ball_at(1, y), ball_at(1, other)}, events, 0, kBed).lines;
}

TEST(LineFacts, ABallOnTheHeadStringIsNotBehindIt) {
    const double below = std::nextafter(1, 0);
    EXPECT_TRUE(lines_of(below, 0, 0, 1, .5, .4).starts_behind);
    EXPECT_FALSE(lines_of(1, 0, 0, 1, .5, .4).starts_behind);
    EXPECT_TRUE(lines_of(.5, 0, 0, 1, .5, below).hit_behind);
    EXPECT_FALSE(lines_of(.5, 0, 0, 1, .5, 1).hit_behind);
    EXPECT_TRUE(lines_of(.5, 1, 0, .5, 1, .4).crosses) << "where it meets the ball it is on the line";
    EXPECT_FALSE(lines_of(.5, 1, 0, .5, below, .4).crosses) << "and what comes after that does not count";
}

/// Decided for the numbers given: half a unit in the last place decides.
TEST(LineFacts, ACueBallThatTurnsOnTheLineCrossesIt) {
    EXPECT_TRUE(lines_of(.5, 1, -1, 2, .5, .4).crosses) << "it comes to y = 1 after a second";
    EXPECT_FALSE(lines_of(.5, 1, std::nextafter(-1, -2), 2, .5, .4).crosses);
    EXPECT_FALSE(lines_of(.5, std::nextafter(1, 0), -1, 2, .5, .4).crosses);
    EXPECT_FALSE(lines_of(std::nextafter(.5, 0), 1, -1, 2, .5, .4).crosses);
    EXPECT_FALSE(lines_of(.5, 1, -1, .75, .96875, .4).crosses) << "it meets the ball before";
    EXPECT_FALSE(lines_of(.5, -1, 1, 2, .5, .4).crosses) << "it turns the other way";
}

TEST(LineFacts, AreThoseOfTheTable) {
    const std::vector<BallState> start{ball_at(.5, .5)};
    EXPECT_FALSE(facts_of(start, {}, 0).lines) << "nobody said which table it is";
    EXPECT_FALSE(facts_of(start, {}, 0, Table{}).lines) << "it has no cushions";
    EXPECT_FALSE(facts_of(start, {}, -1, kBed).lines) << "no ball was struck";
    const Table snooker = pocket_table(snooker_table_12_foot());
    const auto in_the_d = [&](double x, double y) {
        return facts_of(std::vector{ball_at(x, y)}, {}, 0, snooker).lines->starts_in_d;
    };
    EXPECT_TRUE(in_the_d(.889, .737)) << "on the spot of the brown";
    EXPECT_TRUE(in_the_d(.889 + .292, .737)) << "on that of the yellow";
    EXPECT_TRUE(in_the_d(.889, .737 - .292));
    const Table smaller = rectangular_table(1.3335, 2.67675);
    EXPECT_TRUE(facts_of(std::vector{ball_at(.66675, .33375)}, {}, 0, smaller).lines->starts_in_d)
        << "on the arc, which no decimal hits exactly";
    EXPECT_FALSE(in_the_d(.889, .7371));
    EXPECT_FALSE(in_the_d(.889, .737 - .2921));
    EXPECT_FALSE(in_the_d(.889 + .25, .737 - .25));
}

/// Where the cue ball is farthest up the table before it meets a ball, by looking at it very often.
double farthest(const ShotSetup& setup, const std::vector<BallState>& start,
                std::span<const ShotEvent> events) {
    ShotPlayback balls(setup, start);
    double y = start[0].position[1], time = 0;
    for (const ShotEvent& event : events) {
        constexpr int kLooks = 500;
        for (int k = 0; k <= kLooks; ++k)
            y = std::max(y, balls.state(0, time + (event.time - time) * k / kLooks).position[1]);
        const bool is_pair = event.kind == EventKind::ball_ball;
        if (is_pair && (event.ball == 0 || event.other == 0)) break;
        balls.take(event);
        time = event.time;
    }
    return y;
}

/// Steep strokes with much draw, so that many a cue ball turns round on the cloth.
TEST(LineFacts, AgreeWithLookingVeryOften) {
    testing::Draws draws(11);
    ShotSetup setup;
    setup.table = pocket_table(pool_table_9_foot());
    setup.balls.assign(2, {});
    ShotPlayer player(setup);
    const double line = .25 * 2.54;
    int crossed = 0, turned = 0, stayed = 0;
    for (int k = 0; k < 2000; ++k) {
        const std::vector<BallState> start{ball_at(draws.between(.3, .97), draws.between(.5, .63)),
                                           ball_at(draws.between(.1, 1.17), draws.between(.1, .3))};
        const Strike strike{draws.between(.3, 3), draws.between(20, 160), draws.between(50, 80),
                            draws.between(-.2, .2), draws.between(-.4, -.1)};
        player.play(start, Shot{0, strike});
        const ShotFacts facts = facts_of(start, player.events(), 0, setup.table);
        const double seen = farthest(setup, start, player.events());
        if (std::fabs(seen - line) > 1e-5) {
            EXPECT_EQ(facts.lines->crosses, seen > line) << k << " " << seen;
        }
        bool at_an_event = false;
        for (const ShotEvent& event : player.events()) {
            if (event.ball == 0 && event.ball_after.position[1] >= line) at_an_event = true;
            if (event.kind == EventKind::ball_ball) break;
        }
        ++(!facts.lines->crosses ? stayed : at_an_event ? crossed : turned);
    }
    EXPECT_GT(crossed, 100);
    EXPECT_GT(turned, 5) << "only its motion between events shows that these crossed";
    EXPECT_GT(stayed, 100);
}

/// The cue ball and fifteen balls.
const std::vector<int> kAllBalls{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

ShotFacts shot_from(const LineFacts& lines, int first_hit) {
    ShotFacts facts;
    facts.on_table = kAllBalls;
    facts.first_hit = first_hit;
    facts.cushion_after_hit = true;
    facts.lines = lines;
    return facts;
}

/// WPA 2016, 3.3: the cue ball is in hand behind the head string where it fell or left the table in the
/// break, and where the 8 fell in a foul. After another foul it may also be played where it lies.
TEST(BehindTheHeadString, FollowsAFoulInTheBreak) {
    ShotFacts facts = shot_from({.starts_behind = true}, 1);
    facts.pocketed = {{3, 1}};
    EXPECT_FALSE(rule_eight_ball({}, facts, kAllBalls).next.behind_line);
    facts.off_table = {5};
    const EightBallRuling in_position = rule_eight_ball({}, facts, kAllBalls);
    EXPECT_TRUE(in_position.behind_head_string);
    EXPECT_FALSE(in_position.next.behind_line);
    facts.pocketed.push_back({8, 0});
    EXPECT_TRUE(rule_eight_ball({}, facts, kAllBalls).next.behind_line);
    facts = shot_from({.starts_behind = true}, 1);
    facts.pocketed = {{0, 1}};
    EXPECT_TRUE(rule_eight_ball({}, facts, kAllBalls).next.behind_line);
    EXPECT_TRUE(is_behind_line(rule(EightBallState{}, facts, kAllBalls).next));
    EXPECT_FALSE(rule_eight_ball({0, false, {}}, facts, kAllBalls).next.behind_line)
        << "later it is in hand anywhere";
}

/// WPA 2016, 6.10 and 6.11.
TEST(BehindTheHeadString, ACueBallInHandHasToCrossItOrToMeetABallBeyond) {
    const EightBallState in_hand{0, false, {}, true};
    const auto fouls = [&](const LineFacts& lines, int first_hit = 1) {
        return rule_eight_ball(in_hand, shot_from(lines, first_hit), kAllBalls).fouls;
    };
    EXPECT_EQ(fouls({.starts_behind = true}), (std::vector<Foul>{}));
    EXPECT_EQ(fouls({.starts_behind = true, .crosses = true, .hit_behind = true}), (std::vector<Foul>{}));
    EXPECT_EQ(fouls({.starts_behind = true, .hit_behind = true}),
              (std::vector<Foul>{Foul::head_string_not_crossed}));
    EXPECT_EQ(fouls({.crosses = true}), (std::vector<Foul>{Foul::bad_placement}));
    EXPECT_EQ(fouls({.starts_behind = true}, -1), (std::vector<Foul>{Foul::no_hit}));
    const ShotFacts bad = shot_from({.starts_behind = true, .hit_behind = true}, 1);
    const EightBallRuling ruling = rule_eight_ball(in_hand, bad, kAllBalls);
    EXPECT_TRUE(ruling.ball_in_hand);
    EXPECT_FALSE(ruling.behind_head_string) << "the next player has it in hand anywhere";
    EXPECT_FALSE(ruling.next.behind_line);
    EXPECT_EQ(ruling.next.shooter, 1);
    EXPECT_TRUE(rule_eight_ball({0, false, {}}, bad, kAllBalls).fouls.empty())
        << "in hand anywhere, or not at all";
    ShotFacts anywhere = bad;
    anywhere.lines.reset();
    EXPECT_TRUE(rule_eight_ball(in_hand, anywhere, kAllBalls).fouls.empty()) << "nobody knows the table";
}

/// WPBSA, section 3: playing improperly from in-hand is worth the ball on, and at least 4.
TEST(TheD, IsWhereACueBallInHandIsPlayedFrom) {
    const std::vector<int> values{0, 1, 6, 7};
    ShotFacts facts;
    facts.on_table = {0, 1, 2, 3};
    facts.first_hit = 1;
    facts.lines = LineFacts{.starts_in_d = true};
    facts.pocketed = {{0, 2}};
    EXPECT_TRUE(rule_snooker({}, facts, values).next.behind_line);
    facts.pocketed.clear();
    const SnookerState in_hand{0, BallOn::red, {}, true};
    EXPECT_TRUE(rule_snooker(in_hand, facts, values).fouls.empty());
    EXPECT_FALSE(rule_snooker(in_hand, facts, values).next.behind_line);
    facts.lines->starts_in_d = false;
    EXPECT_TRUE(rule_snooker({}, facts, values).fouls.empty()) << "it is not in hand";
    const SnookerRuling bad = rule_snooker(in_hand, facts, values);
    EXPECT_EQ(bad.fouls, (std::vector<Foul>{Foul::bad_placement}));
    EXPECT_EQ(bad.points, 4);
    facts.first_hit = 2;
    facts.on_table = {0, 2, 3};
    EXPECT_EQ(rule_snooker({0, BallOn::clear, {}, true}, facts, values).points, 6);
    facts.first_hit = 3;
    facts.on_table = {0, 3};
    facts.pocketed = {{3, 0}};
    facts.lines->starts_in_d = true;
    const SnookerRuling level = rule_snooker({0, BallOn::clear, {20, 27}}, facts, values);
    EXPECT_EQ(level.spotted, (std::vector<int>{3}));
    EXPECT_TRUE(level.next.behind_line) << "the black is put back, and played from the D";
}

}  // namespace
}  // namespace carom::billiards
