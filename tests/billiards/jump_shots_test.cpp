// Balls in the air: bounces against closed forms, cushions and rails in space, and that all of it ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "billiards/random_flights.hpp"
#include "billiards/shot_loop.hpp"
#include "carom/billiards/shot.hpp"
#include "carom/billiards/shot_batch.hpp"

namespace carom::billiards {
namespace {

using testing::RandomFlight;

constexpr double kGravity = 9.81;

ShotSetup jumping(const Table& table, std::size_t balls = 1) {
    ShotSetup setup;
    setup.table = table;
    setup.balls.assign(balls, {});
    setup.laws.jumps = true;
    return setup;
}

BallState in_the_air(const Vec3d& place, const Vec3d& velocity = {}) {
    return {Phase::airborne, place, velocity, {}};
}

std::vector<ShotEvent> events_of(const ShotSetup& setup, const std::vector<BallState>& start,
                                 const std::optional<Shot>& shot = {}) {
    ShotPlayer player(setup);
    player.play(start, shot);
    return {player.events().begin(), player.events().end()};
}

BallState end_of(const ShotSetup& setup, const std::vector<BallState>& start, std::size_t ball = 0) {
    ShotPlayer player(setup);
    player.play(start, {});
    return player.final_states()[ball];
}

int count(const std::vector<ShotEvent>& events, EventKind kind) {
    return static_cast<int>(
        std::count_if(events.begin(), events.end(), [&](const ShotEvent& e) { return e.kind == kind; }));
}

TEST(JumpShots, TheBedGivesBackWhatAnElevatedCueDrivesDown) {
    const ShotSetup setup = jumping({});
    const Shot shot{0, {.speed = 3, .direction = 90, .elevation = 30, .up = -.1}};
    const auto events = events_of(setup, {ball_at(0, 0)}, shot);
    ShotSetup flat = setup;
    flat.laws.jumps = false;
    const auto level = events_of(flat, {ball_at(0, 0)}, shot);
    EXPECT_EQ(count(level, EventKind::bed), 0);
    ASSERT_GE(events.size(), 3U);
    const double forward = level[0].ball_after.velocity[1];
    EXPECT_EQ(events[0].ball_after.velocity[1], forward);
    EXPECT_NEAR(events[0].ball_after.velocity[2], -forward * std::tan(3.14159265358979323846 / 6), 1e-14);
    ASSERT_EQ(events[1].kind, EventKind::bed);
    EXPECT_EQ(events[1].time, 0);
    const double rise = events[1].ball_after.velocity[2];
    EXPECT_NEAR(rise, -.5 * events[0].ball_after.velocity[2], 1e-15);
    ASSERT_EQ(events[2].kind, EventKind::bed);
    EXPECT_NEAR(events[2].time, 2 * rise / kGravity, 1e-15);
}

TEST(JumpShots, ADroppedBallBouncesUntilItWouldRiseTooLittle) {
    const double height = .1;
    const auto events = events_of(jumping({}), {in_the_air({0, 0, .028575 + height})});
    ASSERT_EQ(count(events, EventKind::bed), 3);  // 100 mm, 25 mm, 6.25 mm, and no 1.6 mm
    const double fall = std::sqrt(2 * height / kGravity);
    EXPECT_NEAR(events[0].time, fall, 1e-15);
    EXPECT_NEAR(events[1].time, 2 * fall, 1e-15);
    EXPECT_NEAR(events[2].time, 2.5 * fall, 1e-15);
    EXPECT_EQ(events[2].ball_after.position[2], .028575);
}

TEST(JumpShots, TheBedRubsUpToMuOrUntilSlipStops) {
    BallState fast = in_the_air({0, 0, .028575 + .2}, {3, 0, 0});
    const double down = std::sqrt(2 * kGravity * .2);
    const auto slips = events_of(jumping({}), {fast});
    EXPECT_NEAR(slips[0].ball_after.velocity[0], 3 - .2 * 1.5 * down, 1e-14);
    EXPECT_NEAR(slips[0].ball_after.spin[1], 2.5 / .028575 * .2 * 1.5 * down, 1e-11);
    fast.velocity[0] = .5;
    const auto grips = events_of(jumping({}), {fast});
    EXPECT_NEAR(grips[0].ball_after.velocity[0], .5 * 5 / 7, 1e-15);
    EXPECT_NEAR(grips[0].ball_after.spin[1], .5 * 5 / 7 / .028575, 1e-12);
}

TEST(JumpShots, AFlyingBallMeetsTheFaceTheEdgeOrTheTop) {
    ShotSetup setup = jumping(carom_table());
    setup.laws.cushion = CushionModel::mirror;
    const double radius = .028575, nose = .037;
    // low: the face, which is upright
    const auto face = events_of(setup, {in_the_air({.1, 1, .034}, {-4, 0, 0})});
    ASSERT_EQ(face[0].kind, EventKind::straight_cushion);
    EXPECT_NEAR(face[0].ball_after.position[0], radius, 1e-15);
    EXPECT_NEAR(face[0].ball_after.velocity[0], 4, 1e-14);
    // higher than the nose by some millimetres: its edge
    const auto edge = events_of(setup, {in_the_air({.1, 1, .055}, {-4, 0, 0})});
    ASSERT_EQ(edge[0].kind, EventKind::straight_cushion);
    const Vec3d& at = edge[0].ball_after.position;
    EXPECT_NEAR(std::hypot(at[0], at[2] - nose), radius, 1e-14);
    const double w = -kGravity * edge[0].time, n_x = at[0] / radius, n_z = (at[2] - nose) / radius;
    const double closing = -4 * n_x + w * n_z;
    EXPECT_NEAR(edge[0].ball_after.velocity[0], -4 - 2 * closing * n_x, 1e-11);
    EXPECT_NEAR(edge[0].ball_after.velocity[2], w - 2 * closing * n_z, 1e-11);
    // over it
    const auto top = events_of(setup, {in_the_air({.02, 1, .09}, {-1, 0, 0})});
    ASSERT_EQ(top[0].kind, EventKind::bed);
    EXPECT_EQ(top[0].ball_after.position[2], nose + radius);
    EXPECT_LT(top[0].ball_after.position[0], 0);
}

TEST(JumpShots, OnARailABallRollsBackOffOrStays) {
    const ShotSetup setup = jumping(carom_table());
    const double high = .037 + .028575 + .001;
    const BallState back = end_of(setup, {in_the_air({-.05, 1, high}, {.8, .1, 0})});
    EXPECT_EQ(back.phase, Phase::resting);
    EXPECT_EQ(back.position[2], .028575);
    EXPECT_GT(back.position[0], .028574);
    const BallState off = end_of(setup, {in_the_air({-.05, 1, high}, {-.8, .1, 0})});
    EXPECT_EQ(off.phase, Phase::off_table);
    EXPECT_NEAR(off.position[0], -.1, 1e-15);
    const BallState stays = end_of(setup, {in_the_air({-.05, 1, high}, {.02, 0, 0})});
    EXPECT_EQ(stays.phase, Phase::resting);
    EXPECT_EQ(stays.position[2], .037 + .028575);
    EXPECT_LT(stays.position[0], 0);
    // It comes to the edge at less than 0.05 m/s: it stops there.
    const auto edge = events_of(setup, {in_the_air({-.004, 1, high}, {.06, 0, 0})});
    ASSERT_EQ(count(edge, EventKind::rail_edge), 1);
    EXPECT_EQ(edge.back().ball_after.phase, Phase::resting);
}

TEST(JumpShots, ABallThatTipsOverAnEdgeFollowsItWithoutAnEnd) {
    const ShotSetup setup = jumping(carom_table());
    const auto events = events_of(setup, {in_the_air({-.05, 1, .0657}, {.3, 0, 0})});
    ASSERT_EQ(count(events, EventKind::rail_edge), 1);
    const int hops = count(events, EventKind::straight_cushion);
    EXPECT_GT(hops, 3);
    EXPECT_LT(hops, 100);
    double energy = 1e300;
    for (const ShotEvent& event : events) {
        const double now = testing::energy_in_air(setup, 0, event.ball_after);
        EXPECT_LE(now, energy * (1 + 1e-12)) << event.time;
        energy = now;
    }
}

TEST(JumpShots, ABallOnTopOfAnotherFallsToOneSide) {
    const std::vector<BallState> start{ball_at(.5, .5), in_the_air({.5, .5, .3})};
    const ShotSetup setup = jumping(carom_table(), 2);
    const auto events = events_of(setup, start);
    EXPECT_LT(events.size(), 3000U);
    EXPECT_GT(end_of(setup, start, 1).position[0], .5);
}

TEST(JumpShots, AFlyingBallIsPocketedWhereItComesDown) {
    const Table table = pocket_table(pool_table_7_foot());
    const Vec2d pocket = table.pockets[0].centre;
    const auto events = events_of(jumping(table), {in_the_air({pocket[0] + .02, pocket[1] + .02, .2})});
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].kind, EventKind::pocket);
    // Over the back of it: the rail.
    const auto over = events_of(jumping(table), {in_the_air({.1, .1, .2}, {-1, -1, .5})});
    EXPECT_EQ(over[0].kind, EventKind::bed);
    EXPECT_GT(over[0].ball_after.position[2], .05);
}

TEST(JumpShots, ATableWithAGapHasNoRailsToFlyOver) {
    Table table;
    table.straight_cushions.push_back({{0, 1}, {0, 0}});
    const auto events = events_of(jumping(table), {in_the_air({.2, .5, 1}, {-2, 0, 0})});
    ASSERT_EQ(events[0].kind, EventKind::straight_cushion);
    EXPECT_NEAR(events[0].ball_after.position[0], .028575, 1e-14);
}

TEST(JumpShots, AMirroredJumpIsTheMirrorImage) {
    const ShotSetup setup = jumping({}, 3);
    const auto start = [](double side) {
        return std::vector<BallState>{ball_at(side * .1, 0), ball_at(side * .1, .8),
                                      in_the_air({side * .11, .82, .15}, {side * .02, -.1, .3})};
    };
    const auto played = [&](double side) {
        return events_of(
            setup, start(side),
            Shot{0, {.speed = 3, .direction = 90 - side * 4, .elevation = 40, .left = side * .2}});
    };
    const auto one = played(1), other = played(-1);
    ASSERT_EQ(one.size(), other.size());
    EXPECT_GT(count(one, EventKind::ball_ball), 0);
    for (std::size_t k = 0; k < one.size(); ++k) {
        EXPECT_EQ(one[k].time, other[k].time);
        EXPECT_EQ(one[k].ball_after.position[0], -other[k].ball_after.position[0]);
        EXPECT_EQ(one[k].ball_after.position[2], other[k].ball_after.position[2]);
    }
}

TEST(JumpShots, ABatchTellsBallsThatLeaveTheTable) {
    const ShotSetup setup = jumping(pocket_table(pool_table_7_foot()));
    const std::vector<BallState> start{ball_at(.5, 1)};
    const double speed[] = {6, 1}, direction[] = {90, 90}, elevation[] = {45, 0};
    int where[2] = {};
    StrikeColumns strikes;
    strikes.speed = speed;
    strikes.direction = direction;
    strikes.elevation = elevation;
    OutcomeColumns outcomes;
    outcomes.pocket = where;
    ShotPlayer player(setup);
    ASSERT_EQ(play_shots(player, 1, start, strikes, outcomes), 2U);
    EXPECT_EQ(where[0], kOffTheTable);
    EXPECT_EQ(where[1], kOnTheTable);
}

/// Largest overlap of two balls now [m].
double overlap_now(const ShotSetup& setup, const std::vector<BallState>& states) {
    double deepest = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (is_out_of_play(states[i].phase) || is_out_of_play(states[j].phase)) continue;
            double squared = 0;
            for (int axis = 0; axis < 3; ++axis)
                squared += std::pow(states[i].position[axis] - states[j].position[axis], 2);
            deepest = std::max(deepest, setup.balls[i].radius + setup.balls[j].radius - std::sqrt(squared));
        }
    }
    return deepest;
}

TEST(JumpShots, RandomFlightsEndLoseEnergyAndDoNotOverlap) {
    constexpr int kMostSteps = 100'000;
    const char* wanted = std::getenv("CAROM_FLIGHTS");
    const int flights = wanted ? std::atoi(wanted) : 1500;
    for (int seed = 1; seed <= flights; ++seed) {
        const RandomFlight flight(static_cast<std::uint64_t>(seed));
        const TableScene& scene = flight.scene();
        detail::ShotLoop loop(scene.setup);
        loop.begin(scene.start, scene.shots[0].shot);
        double before = 1e300;
        std::size_t seen = 0;
        int steps = 0;
        while (loop.step()) {
            ASSERT_LT(++steps, kMostSteps) << "seed " << seed;
            if (loop.events().size() == seen || loop.events().back().following != 0) continue;
            seen = loop.events().size();
            std::vector<BallState> states;
            double energy = 0;
            for (std::size_t k = 0; k < scene.start.size(); ++k) {
                states.push_back(loop.state_now(static_cast<int>(k)));
                energy += testing::energy_in_air(scene.setup, k, states.back());
            }
            EXPECT_LE(energy, before * (1 + 1e-11) + 1e-12) << "seed " << seed;
            EXPECT_LE(overlap_now(scene.setup, states), 1e-12) << "seed " << seed;
            before = energy;
        }
    }
}

}  // namespace
}  // namespace carom::billiards
