// Promise: balls are put back where the published rules say: on the spot, or as near to it as the rules ask,
// exactly in touch where they may touch, never overlapping, and with no free place that is nearer.
#include "carom/billiards/spotting.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "carom/billiards/rack.hpp"
#include "carom/billiards/table_scene.hpp"

namespace carom::billiards {
namespace {

__extension__ typedef __float128 Wide;  // NOLINT(modernize-use-using): only a typedef takes the mark

constexpr double kRadius = 0.028575;

ShotSetup pool(std::size_t balls) {
    ShotSetup setup;
    setup.table = pocket_table(pool_table_9_foot());
    setup.balls.resize(balls);
    return setup;
}

ShotSetup snooker(std::size_t balls) {
    ShotSetup setup;
    setup.table = pocket_table(snooker_table_12_foot());
    setup.balls.assign(balls, {.radius = 0.02625});
    return setup;
}

/// The distance squared of two places, less the square of `reach`, of which no rounding can change the sign.
Wide beyond(const Vec2d& a, const BallState& b, double reach) {
    const Wide x = Wide(a[0]) - b.position[0], y = Wide(a[1]) - b.position[1];
    return x * x + y * y - Wide(reach) * reach;
}

double gap(const Vec2d& place, const BallState& ball, double radius) {
    return std::hypot(place[0] - ball.position[0], place[1] - ball.position[1]) - 2 * radius;
}

BallState pocketed() {
    BallState state;
    state.phase = Phase::pocketed;
    return state;
}

TEST(Spotting, AtPoolABallGoesToTheFootSpot) {
    const std::vector<int> numbers{0, 9};
    const std::vector<BallState> states{ball_at(0.3, 0.3), pocketed()};
    for (const Rules rules : {Rules::eight_ball, Rules::nine_ball, Rules::ten_ball})
        EXPECT_EQ(free_spot(rules, pool(2), numbers, states, 1), (Vec2d{0.635, 1.905}));
    EXPECT_FALSE(free_spot(Rules::three_cushion, pool(2), numbers, states, 1));
    EXPECT_FALSE(free_spot(Rules::none, pool(2), numbers, states, 1));
    ShotSetup open = pool(2);
    open.table = {};
    EXPECT_FALSE(free_spot(Rules::nine_ball, open, numbers, states, 1)) << "it has no spots";
}

TEST(Spotting, ABallInTheWayIsTouchedAndTheCueBallIsNot) {
    const std::vector<int> numbers{0, 9, 1};
    for (const double aside : {0.0, 0.01, -0.037, 0.05}) {
        const BallState other = ball_at(0.635 + aside, 1.905 + aside / 3);
        const auto touching = free_spot(Rules::nine_ball, pool(3), numbers,
                                        std::vector{ball_at(0.3, 0.3), pocketed(), other}, 1);
        ASSERT_TRUE(touching);
        EXPECT_EQ((*touching)[0], 0.635);
        EXPECT_GT((*touching)[1], 1.905);
        EXPECT_GE(beyond(*touching, other, 2 * kRadius), 0) << aside;
        EXPECT_LT(gap(*touching, other, kRadius), 1e-15) << aside;
        const auto apart = free_spot(Rules::nine_ball, pool(3), numbers,
                                     std::vector{other, pocketed(), ball_at(0.3, 0.3)}, 1);
        ASSERT_TRUE(apart);
        EXPECT_NEAR(gap(*apart, other, kRadius), kAlmostTouching, 1e-15) << aside;
    }
}

TEST(Spotting, NoFreePlaceOnTheLongStringIsNearer) {
    std::mt19937_64 random(5);
    const auto draw = [&](double from, double to) {
        return from + (to - from) * static_cast<double>(random() >> 11) * 0x1p-53;
    };
    std::vector<int> numbers(16);
    for (int k = 0; k < 16; ++k) numbers[static_cast<std::size_t>(k)] = k;
    int behind = 0, before = 0;
    for (int trial = 0; trial < 500; ++trial) {
        std::vector<BallState> states{ball_at(0.1, 0.1)};
        for (int k = 1; k < 16; ++k) {
            // By chance, where balls may overlap; every other time in a row that often fills the long string.
            const double along = trial % 2 == 0 ? draw(1.7, 2.51) : 1.85 + 0.045 * k + draw(-0.01, 0.01);
            states.push_back(ball_at(0.635 + draw(-0.06, 0.06), along));
        }
        states[9] = pocketed();
        const auto place = free_spot(Rules::nine_ball, pool(16), numbers, states, 9);
        ASSERT_TRUE(place);
        EXPECT_EQ((*place)[0], 0.635);
        double nearest = 1;
        const auto is_free = [&](const Vec2d& at) {
            bool free = true;
            for (std::size_t k = 0; k < 16; ++k)
                free = free && (k == 9 || beyond(at, states[k], 2 * kRadius) >= 0);
            return free;
        };
        EXPECT_TRUE(is_free(*place));
        for (std::size_t k = 0; k < 16; ++k) {
            if (k != 9) nearest = std::min(nearest, gap(*place, states[k], kRadius));
        }
        const bool is_behind = (*place)[1] >= 1.905;
        behind += is_behind ? 1 : 0;
        before += is_behind ? 0 : 1;
        EXPECT_TRUE((*place)[1] == 1.905 || nearest < 1e-15) << nearest;
        for (double y = 1.905; y < (is_behind ? (*place)[1] - 1e-12 : 2.54 - kRadius); y += 1e-4)
            EXPECT_FALSE(is_free({0.635, y})) << trial << " " << y;
        for (double y = 1.905; !is_behind && y > (*place)[1] + 1e-12; y -= 1e-4)
            EXPECT_FALSE(is_free({0.635, y})) << trial << " " << y;
    }
    EXPECT_GT(behind, 50);
    EXPECT_GT(before, 50);
}

/// The six colours on their spots; ball k has the value k + 1.
class SnookerTable {
public:
    SnookerTable() {
        for (const RackedBall& ball : spotted_balls(Game::snooker, 1.778, 3.569))
            spots_.push_back(ball.place);
    }
    const Vec2d& spot(int value) const { return spots_[static_cast<std::size_t>(value - 2)]; }
    /// A ball on the spot of this value.
    BallState on(int value) const { return ball_at(spot(value)[0], spot(value)[1], {.radius = 0.02625}); }

private:
    std::vector<Vec2d> spots_;
};

TEST(Spotting, AColourGoesToItsOwnSpotOrTheHighestThatIsFree) {
    const SnookerTable table;
    const std::vector<int> values{0, 5, 1, 1, 1};
    const BallState away = ball_at(0.2, 0.2, {.radius = 0.02625});
    const auto put = [&](const BallState& a, const BallState& b, const BallState& c) {
        return *free_spot(Rules::snooker, snooker(5), values, std::vector{away, pocketed(), a, b, c}, 1);
    };
    EXPECT_EQ(put(away, away, away), table.spot(5));
    EXPECT_EQ(put(table.on(5), away, away), table.spot(7));
    EXPECT_EQ(put(table.on(5), table.on(7), away), table.spot(6));
    EXPECT_EQ(put(table.on(5), table.on(7), table.on(6)), table.spot(4));
    BallState touches = table.on(5);
    touches.position[0] += 2 * 0.02625;
    EXPECT_EQ(put(touches, away, away), table.spot(7)) << "a spot where it would touch is taken";
    touches.position[0] += 1e-9;
    EXPECT_EQ(put(touches, away, away), table.spot(5));
    EXPECT_FALSE(free_spot(Rules::snooker, snooker(5), values, std::vector(5, away), 2)) << "reds stay down";
}

TEST(Spotting, WithAllSpotsTakenAColourGoesTowardsTheTopCushion) {
    const SnookerTable table;
    std::vector<int> values{0, 4};
    std::vector<BallState> states{table.on(4), pocketed()};
    for (const int value : {2, 3, 5, 6, 7}) {
        states.push_back(table.on(value));
        values.push_back(1);
    }
    const auto brown = free_spot(Rules::snooker, snooker(7), values, states, 1);
    ASSERT_TRUE(brown);
    EXPECT_EQ((*brown)[0], table.spot(4)[0]);
    EXPECT_NEAR((*brown)[1] - table.spot(4)[1], 2 * 0.02625 + kAlmostTouching, 1e-12);
    // Between the black's spot and the top cushion there is room for five balls: then it goes below.
    values = {0, 7};
    states[0] = table.on(4);
    for (int k = 1; k <= 5; ++k) {
        states.push_back(ball_at(table.spot(7)[0], table.spot(7)[1] + 0.054 * k, {.radius = 0.02625}));
        values.push_back(1);
    }
    values.resize(states.size(), 1);
    const auto black = free_spot(Rules::snooker, snooker(states.size()), values, states, 1);
    ASSERT_TRUE(black);
    EXPECT_NEAR(table.spot(7)[1] - (*black)[1], 2 * 0.02625 + kAlmostTouching, 1e-12);
}

TEST(Spotting, SeveralColoursGoBackOneAfterTheOther) {
    const SnookerTable table;
    const std::vector<int> values{0, 5, 6, 7, 1, 1};
    const BallState away = ball_at(0.2, 0.2, {.radius = 0.02625});
    // The spots of pink and black are taken. The blue has its own; then the black comes before the pink.
    std::vector<BallState> states{away, pocketed(), pocketed(), pocketed(), table.on(6), table.on(7)};
    const std::vector<int> spotted{2, 1, 3};
    EXPECT_TRUE(spot_balls(Rules::snooker, snooker(6), values, spotted, states).empty());
    EXPECT_EQ(states[1], table.on(5));
    EXPECT_EQ(states[3], table.on(4)) << "brown is the highest free spot";
    EXPECT_EQ(states[2], table.on(3));
    // A ball that still lies on the table is lifted first.
    states = {away, away, away, ball_at(0.7, 3.2, {.radius = 0.02625}), away, away};
    EXPECT_TRUE(spot_balls(Rules::snooker, snooker(6), values, std::vector{3}, states).empty());
    EXPECT_EQ(states[3], table.on(7));
}

TEST(Spotting, AtPoolSeveralBallsTouchOneAnother) {
    const std::vector<int> numbers{0, 9, 8, 7};
    std::vector<BallState> states{ball_at(0.3, 0.3), pocketed(), pocketed(), pocketed()};
    EXPECT_TRUE(spot_balls(Rules::nine_ball, pool(4), numbers, std::vector{3, 2, 1}, states).empty());
    EXPECT_EQ(states[1], ball_at(0.635, 1.905));
    for (const std::size_t k : {2U, 3U}) {
        const Vec2d place{states[k].position[0], states[k].position[1]};
        EXPECT_GE(beyond(place, states[k - 1], 2 * kRadius), 0);
        EXPECT_LT(gap(place, states[k - 1], kRadius), 1e-15);
    }
}

TEST(Spotting, WithoutRoomABallStaysOut) {
    ShotSetup narrow = pool(2);
    narrow.table = rectangular_table(0.2, 0.08);
    const std::vector<int> numbers{0, 9};
    std::vector<BallState> states{ball_at(0.1, 0.04), pocketed()};
    EXPECT_EQ(spot_balls(Rules::nine_ball, narrow, numbers, std::vector{1}, states), std::vector{1});
    EXPECT_TRUE(is_out_of_play(states[1].phase));
}

TEST(Spotting, AShotStartsWithTheBallsThatAreSpotted) {
    TableScene scene;
    scene.setup = pool(3);
    scene.ball_names = {"cue", "9", "1"};
    scene.start = {ball_at(0.635, 1.905), pocketed(), ball_at(0.3, 0.3)};
    scene.game = new_game(Rules::nine_ball);
    const std::vector<int> spotted{1};
    PlannedShot planned;
    std::vector<BallState> states = scene.start;
    EXPECT_EQ(set_up_shot(scene, states, planned, spotted), "");
    EXPECT_GT(states[1].position[1], 1.905 + 2 * kRadius) << "beside the cue ball";
    planned.place = Vec2d{0.5, 0.5};
    states = scene.start;
    EXPECT_EQ(set_up_shot(scene, states, planned, spotted), "");
    EXPECT_EQ(states[1], ball_at(0.635, 1.905)) << "the cue ball is in hand";
    EXPECT_EQ(states[0], ball_at(0.5, 0.5));
    planned.place = Vec2d{0.635, 1.9};
    states = scene.start;
    EXPECT_EQ(set_up_shot(scene, states, planned, spotted),
              "the cue ball cannot be placed there: it would overlap ball 1 (9)");
    EXPECT_EQ(states, scene.start) << "nothing has moved";
    scene.setup.table = {};
    EXPECT_EQ(set_up_shot(scene, states, planned, spotted),
              "ball 1 (9) cannot be put back: there is no free spot for it");
    scene.setup.table = rectangular_table(1.27, 2.54);
    scene.setup.table.round_cushions.push_back({{0.635, 1.9}, 0.01});
    planned.place = Vec2d{0.5, 0.5};
    EXPECT_EQ(set_up_shot(scene, states, planned, spotted),
              "ball 1 (9) cannot be put back: it would overlap round cushion 0");
}

}  // namespace
}  // namespace carom::billiards
