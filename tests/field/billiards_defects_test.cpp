// Defects of the reference for billiards, pooltool 0.6 (github.com/ekiefl/pooltool): the shots that were
// wrong there, played here and proved by the checker.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "carom/billiards/rack.hpp"
#include "carom/proof/check_shots.hpp"

namespace carom::test {
namespace {

using billiards::ball_at;
using billiards::BallProperties;
using billiards::Phase;
using billiards::TableScene;

struct Outcome {
    std::size_t events = 0;  ///< without mere changes of acceleration
    std::vector<billiards::BallState> end;
};

/// Plays the only shot; it has to end, and to be proved.
Outcome outcome(const TableScene& scene) {
    EXPECT_TRUE(faults_of(scene).empty());
    billiards::ShotPlayer player(scene.setup);
    player.play(scene.start, scene.shots[0].shot, billiards::Detail::every_motion);
    PlayedShot shot{scene.start, {player.events().begin(), player.events().end()}, {}, player.end_time()};
    shot.end.assign(player.final_states().begin(), player.final_states().end());
    ShotChecker checker(scene);
    checker.take(shot);
    const ShotCheckReport report = checker.report();
    EXPECT_TRUE(report) << (report.faults.empty() ? "" : report.faults[0]);
    EXPECT_LT(report.deepest_overlap, 1e-12);
    const auto counts = [](const billiards::ShotEvent& event) {
        return event.kind != billiards::EventKind::motion;
    };
    return {static_cast<std::size_t>(std::count_if(shot.events.begin(), shot.events.end(), counts)),
            shot.end};
}

TableScene scene_with(const billiards::Table& table, const std::vector<Vec2d>& places,
                      const billiards::Strike& strike, const BallProperties& ball = {}) {
    TableScene scene;
    scene.setup.table = table;
    for (const Vec2d& place : places) {
        scene.setup.balls.push_back(ball);
        scene.start.push_back(ball_at(place[0], place[1], ball));
    }
    scene.ball_names.resize(places.size());
    scene.shots.push_back({{}, {0, strike}});
    return scene;
}

billiards::Table pool_table() {
    return pocket_table(billiards::pool_table_7_foot());
}

/// The cue ball, and a rack around the place where the foot spot of a table of seven feet lies.
std::vector<Vec2d> with_rack(const Vec2d& cue, const std::vector<Vec2d>& rack) {
    std::vector<Vec2d> places{cue};
    places.insert(places.end(), rack.begin(), rack.end());
    return places;
}

/// Pull request 217: the root at 0 was dropped, and the ball left the table.
TEST(FieldBilliards, ABallThatTouchesACushionBouncesOffIt) {
    const double radius = BallProperties{}.radius;
    for (const double gap : {0.0, -1e-13, 1e-12}) {
        const double x = radius + gap;
        for (const double direction : {180.0, 135.0, 100.0}) {
            const Outcome hit = outcome(scene_with(billiards::rectangular_table(1, 2), {{x, .7}},
                                                   {.speed = 2, .direction = direction}));
            EXPECT_GT(hit.end[0].position[0], 0) << gap << ' ' << direction;
        }
        const Outcome pushed = outcome(scene_with(billiards::rectangular_table(1, 2), {{.5, .7}, {x, .7}},
                                                  {.speed = 3, .direction = 180}));
        EXPECT_GT(pushed.end[1].position[0], 0) << gap;
    }
}

/// Issue 263: with equal decelerations the quartic has no leading coefficient, which was an error.
TEST(FieldBilliards, EqualDecelerationsAreNoError) {
    for (const double up : {-.5, -.6, -.25, .25}) {
        const Outcome drawn = outcome(scene_with(pool_table(), {{.4953, .4953}, {.4953, 1.2}},
                                                 {.speed = 2, .direction = 90, .up = up}));
        EXPECT_LT(drawn.events, 60U) << up;
    }
}

/// Issue 257: 404 events within a tenth of a second, and no end, for three balls in touch.
TEST(FieldBilliards, BallsInALineThatTouchEndSoon) {
    const double across = 2 * BallProperties{}.radius;
    for (const double up : {-.5, 0.0, .25}) {
        const Outcome cradle = outcome(scene_with(
            pool_table(), {{.4953, .5}, {.4953, .9}, {.4953, .9 + across}, {.4953, .9 + 2 * across}},
            {.speed = 2, .direction = 90, .up = up}));
        EXPECT_LT(cradle.events, 1000U) << up;
    }
}

/// The number of events grew without bound as the spacer between the balls shrank.
TEST(FieldBilliards, TheEventsOfASnookerBreakDoNotGrowAsTheGapsShrink) {
    const billiards::Table table = pocket_table(billiards::snooker_table_12_foot());
    const BallProperties ball = billiards::snooker_ball();
    for (const double gap : {1e-6, 1e-8, 1e-10, 1e-11, 0.0}) {
        billiards::Rack rack;
        rack.apex = {.889, 2.7};
        rack.radius = ball.radius;
        rack.gap = gap;
        const Outcome broken = outcome(scene_with(table, with_rack({.8, .6}, triangle_rack(rack)),
                                                  {.speed = 6, .direction = 87.5}, ball));
        EXPECT_LT(broken.events, 400U) << gap;
    }
}

/// Issues 154 and 239: overlaps up to 6e-7 m, a break of 1,018 events, and shots that never end.
TEST(FieldBilliards, BreaksEndWithoutOverlap) {
    for (const double gap : {0.0, 1e-5, 1e-3}) {
        for (int k = 0; k < 6; ++k) {
            billiards::Rack rack;
            rack.apex = {.4953, 1.4859};
            rack.gap = gap;
            rack.spread = .4 * gap;
            rack.seed = static_cast<std::uint64_t>(k);
            const billiards::Strike strike{
                .speed = 4.0 + k, .direction = 90 + .3 * k, .left = .1 * (k - 3), .up = .1};
            const Outcome nine =
                outcome(scene_with(pool_table(), with_rack({.4953, .5}, diamond_rack(rack)), strike));
            const Outcome eight =
                outcome(scene_with(pool_table(), with_rack({.4953, .5}, triangle_rack(rack)), strike));
            EXPECT_LT(nine.events, 250U) << gap << k;
            EXPECT_LT(eight.events, 600U) << gap << k;
        }
    }
}

/// Found by `carom aim`, which looks for the limits of directions: two balls that pass each other between the
/// jaws of a pocket were held by each other and by the cushions one after the other, without end.
TEST(FieldBilliards, BallsWedgedBetweenJawsPassEachOther) {
    const billiards::Table table = pocket_table(billiards::pool_table_9_foot());
    billiards::Rack rack;
    rack.apex = billiards::foot_spot(1.27, 2.54);
    for (const double direction : {238.099853515625, 238.0998535156, 238.09985351, 238.099853, 238.0998}) {
        const billiards::Strike strike{.speed = 9, .direction = direction, .up = .1};
        const TableScene scene = scene_with(table, with_rack({.58, .62}, diamond_rack(rack)), strike);
        EXPECT_LT(outcome(scene).events, 3000U) << direction;
    }
}

/// A ball that fell in an earlier shot was met at the centre of its pocket, and came back.
TEST(FieldBilliards, APocketedBallStaysOutOfLaterShots) {
    billiards::Table table = billiards::rectangular_table(1, 1);
    table.pockets.push_back({{.5, .3}, .06, .08});
    const TableScene scene = scene_with(table, {{.2, .5}, {.5, .5}, {.8, .1}}, {.speed = 2, .direction = 0});
    std::vector<billiards::BallState> start = scene.start;
    start[1] = {Phase::pocketed, {.5, .3, -.08}, {}, {}};
    billiards::ShotPlayer player(scene.setup);
    for (const double direction : {-30.0, -33.7, -36.0}) {
        player.play(start, billiards::Shot{0, {.speed = 2, .direction = direction}},
                    billiards::Detail::every_motion);
        for (const billiards::ShotEvent& event : player.events()) {
            EXPECT_NE(event.ball, 1);
            EXPECT_FALSE(event.kind == billiards::EventKind::ball_ball && event.other == 1);
        }
        EXPECT_EQ(player.final_states()[1], start[1]);
    }
}

/// The same seed gave three racks.
TEST(FieldBilliards, ASeedIsARack) {
    billiards::Rack rack;
    rack.gap = 1e-3;
    rack.spread = 4e-4;
    rack.seed = 5;
    const std::vector<Vec2d> places = diamond_rack(rack);
    EXPECT_EQ(places[0], (Vec2d{-0x1.7bf18203ea33ap-14, 0x1.a74d09c4b32dep-13}));
    rack.seed = 6;
    EXPECT_NE(diamond_rack(rack), places);
}

/// Ties were resolved pair by pair, so that a symmetric break ended 0.5 m beside its mirror image.
TEST(FieldBilliards, ASymmetricBreakStaysSymmetric) {
    for (const double gap : {0.0, 1e-6, 1e-4, 1e-3}) {
        billiards::Rack rack;
        rack.apex = {0, 1.4859};
        rack.gap = gap;
        // around x = 0, so that a mirror image has the same digits
        const billiards::Table table{
            {{{-.5, 0}, {.5, 0}}, {{.5, 0}, {.5, 2}}, {{.5, 2}, {-.5, 2}}, {{-.5, 2}, {-.5, 0}}},
            {},
            {},
            9.81};
        const TableScene scene =
            scene_with(table, with_rack({0, .5}, triangle_rack(rack)), {.speed = 7, .direction = 90});
        const Outcome broken = outcome(scene);
        for (const billiards::BallState& state : broken.end) {
            const auto is_mirror = [&](const billiards::BallState& other) {
                return other.position[0] == -state.position[0] && other.position[1] == state.position[1];
            };
            EXPECT_TRUE(std::any_of(broken.end.begin(), broken.end.end(), is_mirror)) << gap;
        }
    }
}

}  // namespace
}  // namespace carom::test
