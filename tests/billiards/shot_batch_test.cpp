// Shots in a batch are the shots alone.
#include "carom/billiards/shot_batch.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "billiards/random_breaks.hpp"
#include "carom/billiards/referee.hpp"

namespace carom::billiards::testing {
namespace {

/// Breaks of nine balls from different racks, and columns for them.
struct Batch {
    static constexpr std::size_t kShots = 24;
    static constexpr std::size_t kBalls = 10;

    std::vector<BallState> start;
    std::vector<double> speed, direction, left, up;
    std::vector<double> x = std::vector<double>(kShots * kBalls), y = x, duration = x;
    std::vector<int> pocket = std::vector<int>(kShots * kBalls, 99);
    std::vector<int> events = std::vector<int>(kShots, 99), ball_ball = events, cushions = events,
                     first_hit = events, before = events, second_hit = events, before_second = events,
                     after_hit = events, to_cushion = events;

    Batch() {
        Draws draws(7);
        duration.resize(kShots);
        for (std::size_t k = 0; k < kShots; ++k) {
            const Break one(9, k % 2 == 0, draws);
            start.insert(start.end(), one.start.begin(), one.start.end());
            speed.push_back(one.shot.strike.speed);
            direction.push_back(one.shot.strike.direction);
            left.push_back(one.shot.strike.left);
            up.push_back(one.shot.strike.up);
        }
    }
    StrikeColumns strikes() const { return {speed, direction, {}, left, up, {}}; }
    OutcomeColumns outcomes() {
        return {x,         y,      pocket,     duration,      events,    ball_ball, cushions,
                first_hit, before, second_hit, before_second, after_hit, to_cushion};
    }
};

TEST(ShotBatch, HasTheFactsOfTheReferee) {
    Batch batch;
    const ShotSetup setup = break_setup(9);
    ShotPlayer player(setup);
    play_shots(player, Batch::kBalls, batch.start, batch.strikes(), batch.outcomes());
    for (std::size_t k = 0; k < Batch::kShots; ++k) {
        const auto start = std::span(batch.start).subspan(k * Batch::kBalls, Batch::kBalls);
        player.play(start, Shot{0, {batch.speed[k], batch.direction[k], 0, batch.left[k], batch.up[k]}});
        const ShotFacts facts = facts_of(start, player.events(), 0);
        EXPECT_EQ(batch.first_hit[k], facts.first_hit);
        EXPECT_EQ(batch.before[k], facts.cushions_before_hit);
        EXPECT_EQ(batch.second_hit[k], facts.second_hit);
        EXPECT_EQ(batch.before_second[k], facts.cushions_before_second);
        EXPECT_EQ(batch.after_hit[k] == 1, facts.cushion_after_hit);
        EXPECT_EQ(batch.to_cushion[k], static_cast<int>(facts.to_cushion.size()));
    }
}

TEST(ShotBatch, GivesTheSameAsShotsAlone) {
    Batch batch;
    const ShotSetup setup = break_setup(9);
    ASSERT_TRUE(faults_of(Batch::kBalls, batch.start, batch.strikes(), batch.outcomes()).empty());
    ShotPlayer player(setup);
    EXPECT_EQ(play_shots(player, Batch::kBalls, batch.start, batch.strikes(), batch.outcomes()),
              Batch::kShots);
    int pocketed = 0;
    for (std::size_t k = 0; k < Batch::kShots; ++k) {
        const std::size_t row = k * Batch::kBalls;
        ShotPlayer alone(setup);
        const Strike strike{batch.speed[k], batch.direction[k], 0, batch.left[k], batch.up[k]};
        alone.play(std::span(batch.start).subspan(row, Batch::kBalls), Shot{0, strike});
        EXPECT_EQ(batch.duration[k], alone.end_time());
        EXPECT_EQ(batch.events[k], static_cast<int>(alone.events().size()));
        const auto hits = [](const ShotEvent& event) {
            return event.kind == EventKind::ball_ball && (event.ball == 0 || event.other == 0);
        };
        const auto hit = std::find_if(alone.events().begin(), alone.events().end(), hits);
        ASSERT_NE(hit, alone.events().end());
        EXPECT_EQ(batch.first_hit[k], hit->ball == 0 ? hit->other : hit->ball);
        EXPECT_EQ(batch.before[k], 0);
        EXPECT_GT(batch.ball_ball[k], 4);
        EXPECT_GT(batch.cushions[k], 4);
        for (std::size_t i = 0; i < Batch::kBalls; ++i) {
            const BallState& end = alone.final_states()[i];
            EXPECT_EQ(batch.x[row + i], end.position[0]);
            EXPECT_EQ(batch.y[row + i], end.position[1]);
            EXPECT_EQ(batch.pocket[row + i] >= 0, end.phase == Phase::pocketed);
            pocketed += batch.pocket[row + i] >= 0 ? 1 : 0;
        }
    }
    EXPECT_GT(pocketed, 10);
}

TEST(ShotBatch, ThreadsTakeParts) {
    Batch whole;
    Batch shared;
    const ShotSetup setup = break_setup(9);
    ShotPlayer player(setup);
    play_shots(player, Batch::kBalls, whole.start, whole.strikes(), whole.outcomes());
    std::vector<std::thread> threads;
    constexpr std::size_t kPart = Batch::kShots / 3;
    for (std::size_t first = 0; first < Batch::kShots; first += kPart) {
        threads.emplace_back([&, first] {
            ShotPlayer own(setup);
            play_shots(own, Batch::kBalls,
                       std::span(shared.start).subspan(first * Batch::kBalls, kPart * Batch::kBalls),
                       shared.strikes().part(first, kPart),
                       shared.outcomes().part(first, kPart, Batch::kBalls));
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(shared.x, whole.x);
    EXPECT_EQ(shared.y, whole.y);
    EXPECT_EQ(shared.pocket, whole.pocket);
    EXPECT_EQ(shared.cushions, whole.cushions);
}

TEST(ShotBatch, StopsAndLeavesOutWhatIsNotAsked) {
    Batch batch;
    const ShotSetup setup = break_setup(9);
    ShotPlayer player(setup);
    OutcomeColumns few;
    few.duration = batch.duration;
    int asked = 0;
    const auto go_on = [&] { return ++asked <= 5; };
    EXPECT_EQ(play_shots(player, Batch::kBalls, batch.start, batch.strikes(), few, go_on), 5U);
    EXPECT_GT(batch.duration[4], 0);
    EXPECT_EQ(batch.duration[5], 0);
}

TEST(ShotBatch, NamesWhatIsWrong) {
    Batch batch;
    StrikeColumns strikes = batch.strikes();
    strikes.left = strikes.left.first(3);
    OutcomeColumns outcomes = batch.outcomes();
    outcomes.x = outcomes.x.first(7);
    const auto lengths = faults_of(Batch::kBalls, std::span(batch.start).first(15), strikes, outcomes);
    ASSERT_EQ(lengths.size(), 3U);
    EXPECT_EQ(lengths[0], "the column left has 3 entries, and must have 24");
    EXPECT_EQ(lengths[1], "the column x has 7 entries, and must have 240");
    batch.speed[3] = -1;
    batch.left[4] = 1.5;
    std::vector<int> cue_ball(Batch::kShots, 0);
    cue_ball[6] = 10;
    strikes = batch.strikes();
    strikes.cue_ball = cue_ball;
    const auto numbers = faults_of(Batch::kBalls, batch.start, strikes, batch.outcomes());
    ASSERT_EQ(numbers.size(), 3U);
    EXPECT_EQ(numbers[0], "shot 3: the speed of the cue must be above 0, and at most 1000 m/s");
    EXPECT_EQ(numbers[2], "shot 6: there is no ball 10");
}

TEST(ShotBatch, IsRuledAsEachShotAlone) {
    Batch batch;
    const ShotSetup setup = break_setup(9);
    const RuledGame game{new_game(Rules::nine_ball), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}};
    std::vector<int> fouls(Batch::kShots, 99), continues = fouls, points = fouls, winner = fouls;
    OutcomeColumns outcomes = batch.outcomes();
    outcomes.fouls = fouls;
    const auto faults = faults_of(Batch::kBalls, batch.start, batch.strikes(), outcomes);
    ASSERT_EQ(faults.size(), 1U);
    EXPECT_EQ(faults[0],
              "the column fouls has " + std::to_string(Batch::kShots) + " entries, and must have 0");
    outcomes.game = &game;
    outcomes.continues = continues;
    outcomes.points = points;
    outcomes.winner = winner;
    ASSERT_TRUE(faults_of(Batch::kBalls, batch.start, batch.strikes(), outcomes).empty());
    ASSERT_TRUE(play_shots_on_threads(setup, batch.start, batch.strikes(), outcomes, 2));
    ShotPlayer player(setup);
    int legal = 0;
    for (std::size_t k = 0; k < Batch::kShots; ++k) {
        const auto start = std::span(batch.start).subspan(k * Batch::kBalls, Batch::kBalls);
        player.play(start, Shot{0, {batch.speed[k], batch.direction[k], 0, batch.left[k], batch.up[k]}});
        const NineBallRuling ruling = rule_nine_ball({}, facts_of(start, player.events(), 0), game.numbers);
        int bits = 0;
        for (const Foul foul : ruling.fouls) bits |= 1 << static_cast<int>(foul);
        EXPECT_EQ(fouls[k], bits);
        EXPECT_EQ(continues[k], ruling.continues ? 1 : 0);
        EXPECT_EQ(winner[k], ruling.winner);
        EXPECT_EQ(points[k], 0);
        legal += bits == 0 ? 1 : 0;
    }
    EXPECT_GT(legal, 0);
    const std::vector<int> struck(Batch::kShots, 1);
    StrikeColumns strikes = batch.strikes();
    strikes.cue_ball = struck;
    ASSERT_TRUE(play_shots_on_threads(setup, batch.start, strikes, outcomes));
    EXPECT_EQ(fouls, std::vector<int>(Batch::kShots, kNotRuled));
}

/// The cue ball is in hand behind the head string: one shot meets the 1 there, and one the 2 beyond.
TEST(ShotBatch, KnowsTheLinesOfItsTable) {
    ShotSetup setup;
    setup.table = pocket_table(pool_table_9_foot());
    setup.balls.assign(3, {});
    const std::vector<BallState> start{ball_at(.4, .3), ball_at(.9, .3), ball_at(.4, 1.5)};
    const std::vector<double> speed{2, 2}, direction{0, 90};
    std::vector<int> fouls(2);
    RuledGame game{EightBallState{0, false, {}, true}, {0, 1, 2}, &setup.table};
    OutcomeColumns outcomes;
    outcomes.game = &game;
    outcomes.fouls = fouls;
    const StrikeColumns strikes{speed, direction, {}, {}, {}, {}};
    ASSERT_TRUE(faults_of(3, start, strikes, outcomes).empty());
    ASSERT_TRUE(play_shots_on_threads(setup, start, strikes, outcomes));
    EXPECT_EQ(fouls, (std::vector<int>{1 << static_cast<int>(Foul::head_string_not_crossed), 0}));
    game.table = nullptr;
    ASSERT_TRUE(play_shots_on_threads(setup, start, strikes, outcomes));
    EXPECT_EQ(fouls, (std::vector<int>{0, 0})) << "which nobody named";
}

}  // namespace
}  // namespace carom::billiards::testing
