// Promise: balls that the cue ball meets at the same instant are told, whatever their order, and ruled.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "carom/billiards/referee.hpp"

namespace carom::billiards {
namespace {

/// The cue ball runs straight between two balls that lie as mirror images.
ShotFacts facts_of_a_tie(bool mirrored) {
    ShotSetup setup;
    setup.table = rectangular_table(2, 4);
    setup.balls.assign(3, {});
    const double left = mirrored ? 1.03 : .97;
    const std::vector<BallState> start{ball_at(1, 1), ball_at(left, 2), ball_at(2 - left, 2)};
    ShotPlayer player(setup);
    player.play(start, Shot{0, {2, 90}});
    return facts_of(start, player.events(), 0, setup.table);
}

TEST(Referee, KnowsWhichBallsAreMetAtTheSameInstant) {
    for (const bool mirrored : {false, true}) {
        const ShotFacts facts = facts_of_a_tie(mirrored);
        ASSERT_EQ(facts.tied_hits.size(), 1U);
        EXPECT_EQ(facts.first_hit + facts.tied_hits[0], 3);
        EXPECT_EQ(facts.second_hit, facts.tied_hits[0]);
    }
    ShotEvent again;
    again.kind = EventKind::ball_ball;
    again.other = 1;
    EXPECT_TRUE(facts_of(std::vector(3, BallState{}), std::vector{again, again}, 0).tied_hits.empty());
    ShotEvent later = again;
    later.time = 1;
    later.other = 2;
    EXPECT_TRUE(facts_of(std::vector(3, BallState{}), std::vector{again, later}, 0).tied_hits.empty());
}

/// The cue ball meets a ball behind the head string at y = 1, and another one beyond it.
TEST(Referee, ATieWithABallBeyondTheHeadStringIsNotBehindIt) {
    const auto tie = [](double first, double second) {
        std::vector<ShotEvent> events(2);
        const std::vector<BallState> start{ball_at(1, .95), ball_at(.97, first), ball_at(1.03, second)};
        for (std::size_t k = 0; k < 2; ++k) {
            events[k].kind = EventKind::ball_ball;
            events[k].other = static_cast<int>(k) + 1;
            events[k].ball_after = start[0];
            events[k].other_after = start[k + 1];
        }
        return facts_of(start, events, 0, rectangular_table(2, 4)).lines->hit_behind;
    };
    EXPECT_TRUE(tie(.99, .99));
    EXPECT_FALSE(tie(.99, 1.01));
    EXPECT_FALSE(tie(1.01, .99));
}

/// A shot in which the cue ball meets this ball first.
ShotFacts meeting(std::vector<int> on_table, int first) {
    ShotFacts facts;
    facts.on_table = std::move(on_table);
    facts.first_hit = first;
    facts.cushion_after_hit = true;
    return facts;
}

/// Numbers at nine-ball, and values at snooker: two reds, then the colours.
const std::vector<int> kPoolBalls{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
const std::vector<int> kSnookerBalls{0, 1, 1, 2, 3, 4, 5, 6, 7};

/// WPA, split hits: of a ball that is on and another one at the same instant the first is met first.
TEST(Pool, ABallThatIsOnIsMetBeforeOthersOfTheSameInstant) {
    ShotFacts facts = meeting({0, 3, 5, 9}, 5);
    const NineBallState state{0, false, false, {}};
    EXPECT_FALSE(rule_nine_ball(state, facts, kPoolBalls).fouls.empty());
    facts.tied_hits = {3};
    EXPECT_TRUE(rule_nine_ball(state, facts, kPoolBalls).fouls.empty());
    facts.tied_hits = {9};
    EXPECT_EQ(rule_nine_ball(state, facts, kPoolBalls).fouls, (std::vector<Foul>{Foul::wrong_ball_first}));
}

/// WPBSA, section 3, 6: no two balls but two reds are met first at the same instant.
TEST(Snooker, NoTwoBallsButRedsAreMetAtTheSameInstant) {
    ShotFacts facts = meeting({0, 1, 2, 3, 4, 5, 6, 7, 8}, 1);
    facts.tied_hits = {2};
    EXPECT_TRUE(rule_snooker({}, facts, kSnookerBalls).fouls.empty());
    facts.tied_hits = {7};
    const SnookerRuling ruling = rule_snooker({}, facts, kSnookerBalls);
    EXPECT_EQ(ruling.fouls, (std::vector<Foul>{Foul::wrong_ball_first}));
    EXPECT_EQ(ruling.points, 6);
    facts.first_hit = 3;
    EXPECT_EQ(rule_snooker({0, BallOn::colour, {}}, facts, kSnookerBalls).points, 6)
        << "the yellow, and the pink with it";
}

}  // namespace
}  // namespace carom::billiards
