// The referee: facts of shots, and rulings as the published rules have them.
#include "carom/billiards/referee.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "billiards/random_breaks.hpp"
#include "carom/billiards/rack.hpp"

namespace carom::billiards {
namespace {

/// A shot with these facts; object balls 1, 2, ... have these numbers.
ShotFacts shot_of(std::vector<int> on_table, int first_hit, bool cushion = true) {
    ShotFacts facts;
    facts.on_table = std::move(on_table);
    facts.first_hit = first_hit;
    facts.cushion_after_hit = cushion;
    return facts;
}

std::vector<int> numbers_up_to(int last) {
    std::vector<int> numbers(static_cast<std::size_t>(last) + 1);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

const std::vector<int> kNine = numbers_up_to(9);
const std::vector<int> kFifteen = numbers_up_to(15);

TEST(Referee, FactsOfAShot) {
    const std::vector<BallState> start{
        ball_at(0, 0), ball_at(1, 0), ball_at(2, 0), {Phase::pocketed, {3, 0, -.08}, {}, {}}};
    const auto event = [](EventKind kind, int ball, int other) {
        ShotEvent one;
        one.kind = kind;
        one.ball = ball;
        one.other = other;
        return one;
    };
    const std::vector<ShotEvent> events{
        event(EventKind::strike, 0, -1),          event(EventKind::straight_cushion, 0, 2),
        event(EventKind::ball_ball, 1, 0),        event(EventKind::straight_cushion, 0, 1),
        event(EventKind::round_cushion, 0, 1),    event(EventKind::ball_ball, 0, 1),
        event(EventKind::straight_cushion, 1, 3), event(EventKind::ball_ball, 0, 2),
        event(EventKind::straight_cushion, 0, 3), event(EventKind::straight_cushion, 1, 0),
        event(EventKind::pocket, 2, 5),           event(EventKind::off_table, 1, -1)};
    const ShotFacts facts = facts_of(start, events, 0);
    EXPECT_EQ(facts.on_table, (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(facts.first_hit, 1);
    EXPECT_EQ(facts.second_hit, 2);
    EXPECT_EQ(facts.cushions_before_hit, 1);
    EXPECT_EQ(facts.cushions_before_second, 3);
    EXPECT_TRUE(facts.cushion_after_hit);
    EXPECT_EQ(facts.to_cushion, (std::vector<int>{1}));
    EXPECT_EQ(facts.pocketed, (std::vector<FallenBall>{{2, 5}}));
    EXPECT_EQ(facts.off_table, (std::vector<int>{1}));
}

TEST(NineBall, TheBreakNeedsAFallingBallOrFourAtCushions) {
    ShotFacts facts = shot_of(kNine, 1);
    facts.to_cushion = {1, 2, 3};
    NineBallRuling ruling = rule_nine_ball({}, facts, kNine);
    EXPECT_EQ(ruling.fouls, (std::vector<Foul>{Foul::illegal_break}));
    EXPECT_TRUE(ruling.ball_in_hand);
    EXPECT_EQ(ruling.next.shooter, 1);
    EXPECT_FALSE(ruling.next.may_push_out);
    facts.to_cushion.push_back(9);
    ruling = rule_nine_ball({}, facts, kNine);
    EXPECT_TRUE(ruling.fouls.empty());
    EXPECT_FALSE(ruling.continues);
    EXPECT_TRUE(ruling.next.may_push_out);
    facts.pocketed = {{4, 0}};
    EXPECT_TRUE(rule_nine_ball({}, facts, kNine).continues);
    facts.pocketed = {{9, 0}};
    EXPECT_EQ(rule_nine_ball({}, facts, kNine).winner, 0);
}

TEST(NineBall, TheLowestBallIsFirstAndSomethingHasToHappen) {
    const NineBallState state{1, false, false, {}};
    EXPECT_EQ(rule_nine_ball(state, shot_of({0, 3, 5, 9}, 5), kNine).fouls,
              (std::vector<Foul>{Foul::wrong_ball_first}));
    EXPECT_EQ(rule_nine_ball(state, shot_of({0, 3, 5, 9}, 3, false), kNine).fouls,
              (std::vector<Foul>{Foul::no_cushion}));
    EXPECT_EQ(rule_nine_ball(state, shot_of({0, 3, 5, 9}, -1), kNine).fouls,
              (std::vector<Foul>{Foul::no_hit}));
    ShotFacts combination = shot_of({0, 3, 5, 9}, 3, false);
    combination.pocketed = {{9, 2}};
    EXPECT_EQ(rule_nine_ball(state, combination, kNine).winner, 1);
    combination.pocketed.push_back({0, 3});
    const NineBallRuling scratch = rule_nine_ball(state, combination, kNine);
    EXPECT_EQ(scratch.fouls, (std::vector<Foul>{Foul::scratch}));
    EXPECT_EQ(scratch.winner, -1);
    EXPECT_EQ(scratch.spotted, (std::vector<int>{9}));
    EXPECT_EQ(scratch.next.shooter, 0);
}

TEST(NineBall, ThreeFoulsInARowLose) {
    NineBallState state{0, false, false, {}};
    for (int k = 1; k <= 3; ++k) {
        state.shooter = 0;
        const NineBallRuling ruling = rule_nine_ball(state, shot_of({0, 2, 9}, 9), kNine);
        EXPECT_EQ(ruling.winner, k == 3 ? 1 : -1);
        state = ruling.next;
    }
}

TEST(NineBall, APushOutNeedsNoBall) {
    const NineBallState state{1, false, true, {}};
    const NineBallRuling ruling = rule_nine_ball(state, shot_of({0, 2, 9}, -1, false), kNine, true);
    EXPECT_TRUE(ruling.fouls.empty());
    EXPECT_TRUE(ruling.may_pass);
    EXPECT_EQ(ruling.next.shooter, 0);
    const NineBallState later{1, false, false, {}};
    EXPECT_FALSE(rule_nine_ball(later, shot_of({0, 2, 9}, -1, false), kNine, true).fouls.empty());
}

TEST(EightBall, NobodyWinsOrLosesByTheBreak) {
    ShotFacts facts = shot_of(kFifteen, 1);
    facts.pocketed = {{8, 1}};
    EightBallRuling ruling = rule_eight_ball({}, facts, kFifteen);
    EXPECT_EQ(ruling.winner, -1);
    EXPECT_EQ(ruling.spotted, (std::vector<int>{8}));
    EXPECT_TRUE(ruling.may_rerack);
    EXPECT_TRUE(ruling.continues);
    facts.pocketed = {{3, 1}, {0, 2}};
    ruling = rule_eight_ball({}, facts, kFifteen);
    EXPECT_EQ(ruling.fouls, (std::vector<Foul>{Foul::scratch}));
    EXPECT_TRUE(ruling.ball_in_hand && ruling.behind_head_string);
    EXPECT_EQ(ruling.next.groups[0], Group::open);
    facts.pocketed.clear();
    ruling = rule_eight_ball({}, facts, kFifteen);
    EXPECT_EQ(ruling.fouls, (std::vector<Foul>{Foul::illegal_break}));
    EXPECT_TRUE(ruling.may_rerack);
    EXPECT_FALSE(ruling.ball_in_hand);
}

TEST(EightBall, TheFirstCalledBallDecidesTheGroups) {
    const EightBallState open{1, false, {}};
    ShotFacts facts = shot_of(kFifteen, 2);
    facts.pocketed = {{12, 3}};
    EightBallRuling ruling = rule_eight_ball(open, facts, kFifteen);
    EXPECT_EQ(ruling.next.groups[1], Group::stripes);
    EXPECT_EQ(ruling.next.groups[0], Group::solids);
    EXPECT_TRUE(ruling.continues);
    ruling = rule_eight_ball(open, facts, kFifteen, {.ball = 12, .pocket = 4});
    EXPECT_EQ(ruling.next.groups[1], Group::open);
    EXPECT_FALSE(ruling.continues);
    ruling = rule_eight_ball(open, facts, kFifteen, {.safety = true});
    EXPECT_FALSE(ruling.continues);
}

/// WPA 2016, 3.4. Where a group is gone, its player would be on the 8 (WPA 2025, 4.4).
TEST(EightBall, OnAnOpenTableTheEightIsNotMetFirst) {
    const EightBallState open{0, false, {}};
    EXPECT_EQ(rule_eight_ball(open, shot_of(kFifteen, 8), kFifteen).fouls,
              (std::vector<Foul>{Foul::wrong_ball_first}));
    EXPECT_TRUE(rule_eight_ball(open, shot_of(kFifteen, 12), kFifteen).fouls.empty());
    EXPECT_FALSE(rule_eight_ball(open, shot_of({0, 3, 8, 9}, 8), kFifteen).fouls.empty());
    EXPECT_TRUE(rule_eight_ball(open, shot_of({0, 3, 8}, 8), kFifteen).fouls.empty());
    EXPECT_TRUE(rule_eight_ball(open, shot_of({0, 8, 9}, 8), kFifteen).fouls.empty());
    EXPECT_TRUE(rule_eight_ball({}, shot_of(kFifteen, 8), kFifteen).fouls.front() == Foul::illegal_break)
        << "in the break any ball may be met first";
}

TEST(EightBall, TheEightIsLastAndAsCalled) {
    const EightBallState state{0, false, {Group::solids, Group::stripes}};
    ShotFacts early = shot_of({0, 4, 8, 9}, 4);
    early.pocketed = {{8, 0}};
    EXPECT_EQ(rule_eight_ball(state, early, kFifteen).winner, 1);
    ShotFacts last = shot_of({0, 8, 9}, 8);
    last.pocketed = {{8, 0}};
    EXPECT_EQ(rule_eight_ball(state, last, kFifteen, {.ball = 8, .pocket = 0}).winner, 0);
    EXPECT_EQ(rule_eight_ball(state, last, kFifteen, {.ball = 8, .pocket = 1}).winner, 1);
    last.pocketed.push_back({0, 1});
    EXPECT_EQ(rule_eight_ball(state, last, kFifteen).winner, 1);
    ShotFacts off = shot_of({0, 4, 8, 9}, 4);
    off.off_table = {8};
    EXPECT_EQ(rule_eight_ball(state, off, kFifteen).winner, 1);
    EXPECT_EQ(rule_eight_ball(state, shot_of({0, 4, 8, 9}, 9), kFifteen).fouls,
              (std::vector<Foul>{Foul::wrong_ball_first}));
}

/// The cue ball, two reds, and the colours from yellow to black: ball k >= 3 is worth k - 1.
const std::vector<int> kFrame{0, 1, 1, 2, 3, 4, 5, 6, 7};

TEST(Snooker, RedsAndColoursInTurn) {
    ShotFacts red = shot_of({0, 1, 2, 3, 4, 5, 6, 7, 8}, 1);
    red.pocketed = {{1, 0}, {2, 0}};
    SnookerRuling ruling = rule_snooker({}, red, kFrame);
    EXPECT_EQ(ruling.points, 2);
    EXPECT_EQ(ruling.next.on, BallOn::colour);
    EXPECT_TRUE(ruling.continues);
    ShotFacts black = shot_of({0, 3, 4, 5, 6, 7, 8}, 8);
    black.pocketed = {{8, 0}};
    ruling = rule_snooker(ruling.next, black, kFrame);
    EXPECT_EQ(ruling.points, 7);
    EXPECT_EQ(ruling.spotted, (std::vector<int>{8}));
    EXPECT_EQ(ruling.next.on, BallOn::clear);
    EXPECT_EQ(ruling.next.points[0], 9);
    ShotFacts yellow = shot_of({0, 3, 4, 5, 6, 7, 8}, 3);
    yellow.pocketed = {{3, 0}};
    ruling = rule_snooker(ruling.next, yellow, kFrame);
    EXPECT_EQ(ruling.points, 2);
    EXPECT_TRUE(ruling.spotted.empty());
}

TEST(Snooker, FoulsAreWorthTheHighestBallAndAtLeastFour) {
    const std::vector<int> all{0, 1, 2, 3, 4, 5, 6, 7, 8};
    EXPECT_EQ(rule_snooker({}, shot_of(all, -1), kFrame).points, 4);
    EXPECT_EQ(rule_snooker({}, shot_of(all, 7), kFrame).points, 6);
    ShotFacts in_off = shot_of(all, 1);
    in_off.pocketed = {{8, 1}, {0, 0}};
    const SnookerRuling ruling = rule_snooker({}, in_off, kFrame);
    EXPECT_EQ(ruling.points, 7);
    EXPECT_EQ(ruling.next.points[1], 7);
    EXPECT_EQ(ruling.spotted, (std::vector<int>{8}));
    EXPECT_TRUE(ruling.ball_in_hand);
    SnookerState colour{0, BallOn::colour, {}};
    EXPECT_EQ(rule_snooker(colour, shot_of(all, 4), kFrame, 5).points, 5);
    EXPECT_EQ(rule_snooker(colour, shot_of(all, 1), kFrame).points, 7);
    EXPECT_TRUE(rule_snooker(colour, shot_of(all, 4), kFrame).fouls.empty());
}

TEST(Snooker, TheBlackEndsTheFrame) {
    ShotFacts black = shot_of({0, 8}, 8);
    black.pocketed = {{8, 0}};
    EXPECT_EQ(rule_snooker({0, BallOn::clear, {20, 21}}, black, kFrame).winner, 0);
    EXPECT_EQ(rule_snooker({0, BallOn::clear, {20, 30}}, black, kFrame).winner, 1);
    const SnookerRuling level = rule_snooker({0, BallOn::clear, {20, 27}}, black, kFrame);
    EXPECT_EQ(level.winner, -1);
    EXPECT_EQ(level.spotted, (std::vector<int>{8}));
    EXPECT_EQ(rule_snooker({0, BallOn::clear, {40, 21}}, shot_of({0, 8}, -1), kFrame).winner, 0);
    const SnookerRuling by_foul = rule_snooker({0, BallOn::clear, {28, 21}}, shot_of({0, 8}, -1), kFrame);
    EXPECT_EQ(by_foul.winner, -1);
    EXPECT_EQ(by_foul.spotted, (std::vector<int>{8}));
}

TEST(ThreeCushion, APointNeedsThreeCushionsBeforeTheSecondBall) {
    ShotFacts facts = shot_of({0, 1, 2}, 1);
    facts.second_hit = 2;
    facts.cushions_before_second = 2;
    EXPECT_EQ(rule_three_cushion({}, facts).next.shooter, 1);
    facts.cushions_before_second = 3;
    const ThreeCushionRuling ruling = rule_three_cushion({}, facts);
    EXPECT_TRUE(ruling.continues);
    EXPECT_EQ(ruling.next.points[0], 1);
    facts.off_table = {2};
    EXPECT_FALSE(rule_three_cushion({}, facts).continues);
}

TEST(Referee, KnowsBallsByTheirNames) {
    const std::vector<std::string> pool{"cue", "15", "1", "yellow"};
    EXPECT_EQ(pool_numbers(pool), (std::vector<int>{0, 15, 1, -1}));
    const std::vector<std::string> snooker{"cue", "red 12", "yellow", "black", "1"};
    EXPECT_EQ(snooker_values(snooker), (std::vector<int>{0, 1, 2, 7, -1}));
}

/// The breaks of a match: facts agree with the events, and each ruling is possible.
TEST(Referee, RulesRandomBreaks) {
    testing::Draws draws(3);
    ShotPlayer player(testing::break_setup(9));
    int legal = 0;
    for (int k = 0; k < 200; ++k) {
        const testing::Break one(9, false, draws);
        player.play(one.start, one.shot);
        const ShotFacts facts = facts_of(one.start, player.events(), 0);
        for (const FallenBall& fallen : facts.pocketed)
            EXPECT_EQ(player.final_states()[static_cast<std::size_t>(fallen.ball)].phase, Phase::pocketed);
        const NineBallRuling ruling = rule_nine_ball({}, facts, kNine);
        const bool scratched =
            std::find(ruling.fouls.begin(), ruling.fouls.end(), Foul::scratch) != ruling.fouls.end();
        EXPECT_EQ(scratched, player.final_states()[0].phase == Phase::pocketed);
        EXPECT_EQ(ruling.next.shooter == 0, ruling.continues);
        if (ruling.fouls.empty()) ++legal;
    }
    EXPECT_GT(legal, 20);
}

/// The second shot of ten-ball and later ones.
constexpr TenBallState kTenInPlay{0, false, false, {}};
const std::vector<int> kTen = numbers_up_to(10);

ShotFacts ten_ball_shot(std::vector<FallenBall> pocketed) {
    ShotFacts facts = shot_of({0, 2, 5, 10}, 2);
    facts.pocketed = std::move(pocketed);
    return facts;
}

TEST(TenBall, OnlyTheCalledBallInTheCalledPocketCounts) {
    const ShotFacts facts = ten_ball_shot({{2, 3}, {5, 1}});
    const TenBallRuling as_called = rule_ten_ball(kTenInPlay, facts, kTen, {2, 3});
    EXPECT_TRUE(as_called.fouls.empty());
    EXPECT_EQ(as_called.made, (std::vector<int>{2}));
    EXPECT_TRUE(as_called.continues);
    EXPECT_FALSE(as_called.may_pass);
    for (const Call& call : {Call{2, 1, false}, Call{10, -1, false}, Call{-1, 0, false}}) {
        const TenBallRuling missed = rule_ten_ball(kTenInPlay, facts, kTen, call);
        EXPECT_TRUE(missed.fouls.empty());
        EXPECT_TRUE(missed.made.empty());
        EXPECT_FALSE(missed.continues);
        EXPECT_TRUE(missed.may_pass) << "a ball fell that was not called: the shot may be given back";
        EXPECT_EQ(missed.next.shooter, 1);
    }
    const TenBallRuling obvious = rule_ten_ball(kTenInPlay, facts, kTen);
    EXPECT_EQ(obvious.made, (std::vector<int>{2, 5})) << "without a call whatever falls counts";
    const TenBallRuling nothing = rule_ten_ball(kTenInPlay, ten_ball_shot({}), kTen, {2, 3});
    EXPECT_FALSE(nothing.may_pass);
    EXPECT_EQ(nothing.next.shooter, 1);
    const TenBallRuling safe = rule_ten_ball(kTenInPlay, facts, kTen, {-1, -1, true});
    EXPECT_TRUE(safe.fouls.empty());
    EXPECT_FALSE(safe.continues);
    EXPECT_TRUE(safe.may_pass);
}

TEST(TenBall, TheTenWinsOnlyAsCalledAndNotByTheBreak) {
    EXPECT_EQ(rule_ten_ball(kTenInPlay, ten_ball_shot({{10, 4}}), kTen, {10, 4}).winner, 0);
    EXPECT_EQ(rule_ten_ball(kTenInPlay, ten_ball_shot({{10, 4}}), kTen).winner, 0);
    const TenBallRuling beside = rule_ten_ball(kTenInPlay, ten_ball_shot({{2, 1}, {10, 4}}), kTen, {2, 1});
    EXPECT_EQ(beside.winner, -1);
    EXPECT_EQ(beside.spotted, (std::vector<int>{10}));
    EXPECT_TRUE(beside.continues);
    const TenBallRuling foul = rule_ten_ball(kTenInPlay, ten_ball_shot({{10, 4}, {0, 1}}), kTen, {10, 4});
    EXPECT_EQ(foul.winner, -1);
    EXPECT_EQ(foul.fouls, (std::vector<Foul>{Foul::scratch}));
    EXPECT_EQ(foul.spotted, (std::vector<int>{10}));
    EXPECT_TRUE(foul.ball_in_hand);
    ShotFacts facts = shot_of(kTen, 1);
    facts.pocketed = {{10, 2}};
    const TenBallRuling opening = rule_ten_ball({}, facts, kTen);
    EXPECT_EQ(opening.winner, -1);
    EXPECT_EQ(opening.spotted, (std::vector<int>{10}));
    EXPECT_TRUE(opening.continues);
    EXPECT_TRUE(opening.next.may_push_out);
}

TEST(TenBall, HasTheFoulsOfNineBall) {
    EXPECT_EQ(rule_ten_ball(kTenInPlay, shot_of({0, 2, 5, 10}, 5), kTen).fouls,
              (std::vector<Foul>{Foul::wrong_ball_first}));
    EXPECT_EQ(rule_ten_ball({}, shot_of(kTen, 1), kTen).fouls, (std::vector<Foul>{Foul::illegal_break}));
    EXPECT_EQ(rule_ten_ball({1, false, false, {0, 2}}, shot_of({0, 2, 10}, -1), kTen).winner, 0);
    const TenBallRuling push =
        rule_ten_ball({0, false, true, {}}, ten_ball_shot({{10, 1}}), kTen, {10, 1}, true);
    EXPECT_EQ(push.winner, -1);
    EXPECT_EQ(push.spotted, (std::vector<int>{10}));
    EXPECT_TRUE(push.may_pass);
    EXPECT_EQ(push.next.shooter, 1);
}

}  // namespace
}  // namespace carom::billiards
