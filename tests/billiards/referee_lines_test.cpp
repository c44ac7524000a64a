// Promise: the referee knows exactly whether a cue ball crosses the head string before it meets a ball.
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

}  // namespace
}  // namespace carom::billiards
