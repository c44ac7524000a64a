// Promise: windows of cue angles and speeds are those of the closed form, and their limits hold when they are
// played again.
#include "carom/billiards/aim.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace carom::billiards {
namespace {

constexpr double kDegrees = 57.295779513082320877;

bool one_falls(const ShotFacts& facts) {
    return facts.is_pocketed(1) && !facts.is_pocketed(0);
}

/// A bed without cushions: a ball in front of a pocket, and the cue ball in line with both. No friction
/// between the balls.
struct StraightShot {
    static constexpr double kBall = 0.8, kPocket = 1.5, kRadius = 0.06;
    ShotSetup setup;
    std::vector<BallState> start{ball_at(0, 0), ball_at(kBall, 0)};
    Shot shot{0, {.speed = 0.7, .direction = 0}};

    StraightShot() {
        setup.table.pockets = {{{kPocket, 0}, kRadius}};
        setup.balls.assign(2, BallProperties{});
        setup.laws.ball_ball = BallBallModel::frictionless_elastic;
    }
};

TEST(Aim, WindowOfAStraightShotIsTheClosedForm) {
    const StraightShot straight;
    AimSearch search(straight.setup, straight.start, one_falls);
    const auto aim = search.around(straight.shot, 0.02);
    ASSERT_TRUE(aim);
    // The ball leaves along the line of centres, at the angle asin(D sin a / 2R) - a for a cue ball at the
    // angle a. Its way meets the circle of the pocket up to the angle asin(r / L).
    const double reach = 2 * straight.setup.balls[0].radius;
    const double limit = std::asin(straight.kRadius / (straight.kPocket - straight.kBall));
    double low = 0, high = 0.05;
    for (int k = 0; k < 100; ++k) {
        const double a = 0.5 * (low + high);
        (std::asin(straight.kBall * std::sin(a) / reach) - a < limit ? low : high) = a;
    }
    EXPECT_NEAR(aim->direction.upper.inside, low * kDegrees, 2e-9);
    EXPECT_NEAR(aim->direction.lower.inside, -low * kDegrees, 2e-9);
    EXPECT_LE(aim->direction.upper.outside - aim->direction.upper.inside, kWindowPrecision);
    EXPECT_GT(aim->direction.upper.outside, aim->direction.upper.inside);
    EXPECT_NEAR(aim->shot.strike.direction, 0, 2e-9);
}

/// How far a ball that slides from this speed without spin goes until it rests.
double way_of(double speed, const BallProperties& ball, double gravity) {
    const double slides = 12 * speed * speed / (49 * ball.sliding_friction * gravity);
    const double rolls = 5.0 / 7 * speed;
    return slides + rolls * rolls / (2 * ball.rolling_friction * gravity);
}

TEST(Aim, SlowestSpeedOfAStraightShotIsTheClosedForm) {
    const StraightShot straight;
    AimSearch search(straight.setup, straight.start, one_falls);
    const auto aim = search.around(straight.shot, 0.02);
    ASSERT_TRUE(aim);
    // The ball has to come from kBall to the edge of the pocket. The cue ball is struck at its centre, and
    // slows down while it slides and while it rolls.
    const BallProperties& ball = straight.setup.balls[0];
    const double g = straight.setup.table.gravity;
    const double wanted = straight.kPocket - straight.kRadius - straight.kBall;
    const double before = straight.kBall - 2 * ball.radius;
    double low = 0.05, high = 2;
    for (int k = 0; k < 100; ++k) {
        const double cue = 0.5 * (low + high);
        const double v = 2 * cue / (1 + ball.mass / Cue{}.mass);
        const double slides = 12 * v * v / (49 * ball.sliding_friction * g);
        const double square = before <= slides
                                  ? v * v - 2 * ball.sliding_friction * g * before
                                  : 25.0 / 49 * v * v - 2 * ball.rolling_friction * g * (before - slides);
        (square > 0 && way_of(std::sqrt(square), ball, g) >= wanted ? high : low) = cue;
    }
    EXPECT_NEAR(aim->speed.lower.inside, high, 2e-9);
}

/// A second pocket of 0.1 mm lies before the first, beside its middle. So the window has a gap of about
/// 0.0022 degrees, in which the ball falls elsewhere.
struct ShotWithAGap : StraightShot {
    ShotWithAGap() { setup.table.pockets.push_back({{1.2, 0.01}, 1e-4}); }

    /// The direction of the middle of the gap.
    double gap() const {
        const double reach = 2 * setup.balls[0].radius;
        double low = 0, high = 0.05;
        for (int k = 0; k < 100; ++k) {
            const double a = 0.5 * (low + high);
            // The ball starts where the cue ball leaves it, and goes along the line of centres.
            const double way = std::asin(kBall * std::sin(a) / reach) - a;
            (way < std::atan(0.01 / (1.2 - kBall)) ? low : high) = a;
        }
        return -low * kDegrees;
    }
};

void expect_certified(AimSearch& search, const Aim& aim, double Strike::*number, const Window& window) {
    for (const WindowLimit& limit : {window.lower, window.upper}) {
        Shot shot = aim.shot;
        shot.strike.*number = limit.inside;
        EXPECT_TRUE(search.does_it(shot) && search.facts().pocketed == aim.pocketed);
        if (limit.inside == limit.outside) continue;
        shot.strike.*number = limit.outside;
        EXPECT_FALSE(search.does_it(shot) && search.facts().pocketed == aim.pocketed);
        EXPECT_LE(std::fabs(limit.outside - limit.inside), kWindowPrecision);
    }
}

TEST(Aim, AGapBetweenStepsIsFoundByTheCheck) {
    const ShotWithAGap one;
    const double gap = one.gap();
    AimSearch search(one.setup, one.start, one_falls);
    const auto found = search.around(one.shot, 0.02);
    ASSERT_TRUE(found);
    ASSERT_TRUE(found->direction.lower.inside < gap && gap < found->direction.upper.inside)
        << "the steps jump over it: " << gap;
    EXPECT_EQ(found->direction.checked, 0U);
    Aim aim = *found;
    ASSERT_TRUE(search.check(aim, 999, AimKeeps::window));
    EXPECT_EQ(aim.direction.checked, 999U);
    EXPECT_EQ(aim.speed.checked, 999U);
    EXPECT_NEAR(aim.direction.lower.inside, gap, 0.002) << "the wider piece is left";
    EXPECT_GT(aim.direction.lower.inside, gap);
    EXPECT_EQ(aim.direction.upper.inside, found->direction.upper.inside);
    EXPECT_NEAR(aim.shot.strike.direction, 0.5 * (aim.direction.lower.inside + aim.direction.upper.inside),
                1e-12);
    expect_certified(search, aim, &Strike::direction, aim.direction);
    expect_certified(search, aim, &Strike::speed, aim.speed);
}

TEST(Aim, OfAWindowWithAGapThePieceAroundTheShotIsKept) {
    const ShotWithAGap one;
    const double gap = one.gap();
    AimSearch search(one.setup, one.start, one_falls);
    Shot shot = one.shot;
    shot.strike.direction = gap - 0.05;
    auto aim = search.around(shot, 0.02, AimKeeps::shot);
    ASSERT_TRUE(aim);
    EXPECT_EQ(aim->shot.strike.direction, shot.strike.direction);
    ASSERT_GT(aim->direction.upper.inside, gap);
    ASSERT_TRUE(search.check(*aim, 999, AimKeeps::shot));
    EXPECT_EQ(aim->shot.strike.direction, shot.strike.direction);
    EXPECT_LT(aim->direction.upper.inside, gap);
    EXPECT_GT(aim->direction.upper.inside, shot.strike.direction);
    expect_certified(search, *aim, &Strike::direction, aim->direction);
    expect_certified(search, *aim, &Strike::speed, aim->speed);
}

/// The stop is heard within one direction: no shot is played after it.
TEST(Aim, AskedToStopItStops) {
    const StraightShot straight;
    AimSearch search(straight.setup, straight.start, one_falls);
    int left = 10;
    const auto go_on = [&left] { return left-- > 0; };
    EXPECT_FALSE(search.around(straight.shot, 0.02, AimKeeps::window, go_on));
    EXPECT_EQ(search.played(), 10U);
    left = 25;
    EXPECT_TRUE(search.scan(straight.shot, -1, 1, 0.02, go_on).empty());
    EXPECT_LE(search.played(), 35U);
    auto aim = search.around(straight.shot, 0.02);
    ASSERT_TRUE(aim);
    const Window before = aim->direction;
    const std::uint64_t played = search.played();
    left = 40;
    EXPECT_FALSE(search.check(*aim, 999, AimKeeps::window, go_on));
    EXPECT_EQ(search.played(), played + 40);
    EXPECT_EQ(aim->direction.checked, before.checked);
}

TEST(Aim, ALimitThatIsNotFoundIsTheEndOfTheSearch) {
    const StraightShot straight;
    AimSearch search(straight.setup, straight.start,
                     [](const ShotFacts& facts) { return facts.first_hit == 1; });
    const auto aim = search.around({0, {.speed = 14}}, 0.5);
    ASSERT_TRUE(aim);
    EXPECT_EQ(aim->speed.upper.inside, kFastestCue);
    EXPECT_EQ(aim->speed.upper.outside, kFastestCue);
}

TEST(Aim, GhostBallOfAStraightShot) {
    const StraightShot straight;
    const GhostBall ghost = ghost_ball(straight.setup, straight.start, 0, 1, 0);
    EXPECT_TRUE(ghost.open);
    EXPECT_NEAR(ghost.direction, 0, 1e-12);
    EXPECT_NEAR(ghost.cut, 0, 1e-12);
    EXPECT_NEAR(ghost.place[0], straight.kBall - 2 * 0.028575, 1e-15);
    AimSearch search(straight.setup, straight.start, one_falls);
    const auto aim = search.around(straight.shot, 0.02);
    ASSERT_TRUE(aim);
    EXPECT_NEAR(ghost.window, aim->direction.width(), 0.1 * ghost.window);
    EXPECT_EQ(widest_direct_shot(straight.setup, straight.start, 0, std::vector<int>{1}), ghost.window);
}

TEST(Aim, AGhostBallBehindOthersIsNotOpen) {
    StraightShot straight;
    straight.setup.balls.push_back({});
    straight.start.push_back(ball_at(0.4, 0.05));
    EXPECT_FALSE(ghost_ball(straight.setup, straight.start, 0, 1, 0).open) << "in the way of the cue ball";
    straight.start[2] = ball_at(1.1, -0.05);
    EXPECT_FALSE(ghost_ball(straight.setup, straight.start, 0, 1, 0).open) << "in the way of the ball";
    straight.start[2] = ball_at(1.1, -0.06);
    EXPECT_TRUE(ghost_ball(straight.setup, straight.start, 0, 1, 0).open);
    straight.start[0] = ball_at(1.0, 0.1);
    EXPECT_FALSE(ghost_ball(straight.setup, straight.start, 0, 1, 0).open) << "the cut is above 90 degrees";
}

/// A pool table with three balls.
struct PoolTable {
    ShotSetup setup;
    std::vector<BallState> start{ball_at(0.4, 0.6), ball_at(0.9, 1.8), ball_at(0.6, 1.2)};

    PoolTable() {
        setup.table = pocket_table(pool_table_9_foot());
        setup.balls.assign(start.size(), BallProperties{});
    }
};

TEST(Aim, LimitsHoldWhenPlayedAgain) {
    const PoolTable pool;
    AimSearch search(pool.setup, pool.start, one_falls);
    std::vector<Aim> aims = search.scan({0, {.speed = 3}}, 0, 360, 0.1);
    ASSERT_GT(aims.size(), 10U);
    AimSearch again(pool.setup, pool.start, one_falls);
    for (const Aim& aim : aims) {
        const auto does_it = [&](double Strike::*number, double value) {
            Shot shot = aim.shot;
            shot.strike.*number = value;
            if (!again.does_it(shot)) return false;
            std::vector<FallenBall> fallen = again.facts().pocketed;
            std::sort(fallen.begin(), fallen.end(), [](auto& a, auto& b) { return a.ball < b.ball; });
            return fallen == aim.pocketed;
        };
        EXPECT_TRUE(does_it(&Strike::direction, aim.shot.strike.direction));
        for (const WindowLimit& limit : {aim.direction.lower, aim.direction.upper}) {
            EXPECT_TRUE(does_it(&Strike::direction, limit.inside));
            EXPECT_FALSE(does_it(&Strike::direction, limit.outside));
            EXPECT_LE(std::fabs(limit.inside - limit.outside), kWindowPrecision);
        }
        for (const WindowLimit& limit : {aim.speed.lower, aim.speed.upper}) {
            EXPECT_TRUE(does_it(&Strike::speed, limit.inside));
            EXPECT_EQ(does_it(&Strike::speed, limit.outside), limit.inside == limit.outside);
            EXPECT_LE(std::fabs(limit.inside - limit.outside), kWindowPrecision);
        }
    }
}

/// What a scan in parts finds is what it finds at once: a window on a border comes once.
TEST(Aim, PartsOfTheCircleMakeTheWhole) {
    const PoolTable pool;
    AimSearch search(pool.setup, pool.start, one_falls);
    const Shot like{0, {.speed = 3}};
    std::vector<Aim> whole = search.scan(like, 0, 360, 0.1), parts;
    for (int k = 0; k < 12; ++k) {
        for (Aim& aim : search.scan(like, 30 * k, 30 * (k + 1), 0.1)) parts.push_back(std::move(aim));
    }
    rank(whole, {});
    rank(parts, {});
    ASSERT_EQ(parts.size(), whole.size());
    for (std::size_t k = 0; k < whole.size(); ++k) {
        EXPECT_EQ(parts[k].pocketed, whole[k].pocketed);
        EXPECT_NEAR(parts[k].direction.width(), whole[k].direction.width(), 4e-9);
    }
}

TEST(Aim, EstimatedChanceIsNearThePlayedOne) {
    PoolTable pool;
    pool.start[2] = ball_at(0.2, 1.6);
    AimSearch search(pool.setup, pool.start, one_falls);
    std::vector<Aim> aims = search.scan({0, {.speed = 1.5}}, 60, 75, 0.05);
    const ShotErrors errors{.speed = 0.02, .direction = 0.1, .tip = 0};
    rank(aims, errors);
    ASSERT_FALSE(aims.empty());
    constexpr std::uint64_t kTrials = 4000;
    const double played =
        static_cast<double>(*search.hits(aims[0], errors, kTrials, 1)) / static_cast<double>(kTrials);
    EXPECT_GT(played, 0.5);
    EXPECT_NEAR(estimated_chance(aims[0], errors), played, 0.05);
    EXPECT_EQ(*search.hits(aims[0], {0, 0, 0}, 10, 1), 10U) << "without errors it always does it";
    EXPECT_FALSE(search.hits(aims[0], errors, 10, 1, [] { return false; }));
}

/// Another pocket is luck.
TEST(Aim, OnlyShotsIntoThePocketThatIsToldAreHits) {
    const PoolTable pool;
    AimSearch search(pool.setup, pool.start, one_falls);
    std::vector<Aim> aims = search.scan({0, {.speed = 4}}, 0, 360, 0.2);
    rank(aims, {});
    ASSERT_FALSE(aims.empty());
    const Aim& aim = aims[0];
    const ShotErrors wild{.speed = 0.3, .direction = 40, .tip = 0};
    constexpr std::uint64_t kTrials = 3000;
    std::uint64_t into_this = 0, into_any = 0;
    for (std::uint64_t k = 0; k < kTrials; ++k) {
        if (!search.does_it({aim.shot.cue_ball, disturbed(aim.shot.strike, wild, 1, k)})) continue;
        ++into_any;
        for (const FallenBall& fallen : search.facts().pocketed)
            into_this += fallen.ball == 1 && fallen.pocket == aim.route.back().other ? 1 : 0;
    }
    EXPECT_GT(into_this, 0U);
    EXPECT_LT(into_this, into_any);
    EXPECT_EQ(*search.hits(aim, wild, kTrials, 1), into_this);
}

std::string route_words(const std::vector<RouteStep>& route) {
    std::string words;
    for (const RouteStep& step : route)
        words +=
            std::to_string(step.ball) + " " + name_of(step.kind) + " " + std::to_string(step.other) + ", ";
    return words;
}

TEST(Aim, RoutesAreToldAsPlayersDo) {
    const PoolTable pool;
    using K = EventKind;
    const auto kind = [&](const std::vector<RouteStep>& route) { return kind_of(route, pool.setup); };
    // Cushion 3 is a rail.
    EXPECT_TRUE(kind({{0, K::ball_ball, 1}, {1, K::pocket, 2}}).direct());
    const RouteKind kick = kind({{0, K::straight_cushion, 3}, {0, K::ball_ball, 1}, {1, K::pocket, 2}});
    EXPECT_EQ(kick.cushions_first, 1);
    EXPECT_EQ(kick.cushions_last, 0);
    const RouteKind bank = kind({{0, K::ball_ball, 1}, {1, K::straight_cushion, 3}, {1, K::pocket, 2}});
    EXPECT_EQ(bank.cushions_last, 1);
    const RouteKind combination = kind({{0, K::ball_ball, 2}, {2, K::ball_ball, 1}, {1, K::pocket, 2}});
    EXPECT_TRUE(combination.combination);
    EXPECT_FALSE(combination.carom);
    const RouteKind carom = kind({{0, K::ball_ball, 2}, {0, K::ball_ball, 1}, {1, K::pocket, 2}});
    EXPECT_TRUE(carom.carom);
    EXPECT_FALSE(carom.combination);
    EXPECT_TRUE(kind({{0, K::ball_ball, 1}, {1, K::round_cushion, 0}, {1, K::pocket, 2}}).direct());
}

/// A ball in between passes the motion on: the route goes back over it to the cue ball.
TEST(Aim, ARouteGoesBackToTheStrike) {
    StraightShot line;
    line.setup.balls.push_back({});
    line.start.push_back(ball_at(0.4, 0));
    ShotPlayer player(line.setup);
    player.play(line.start, Shot{0, {.speed = 1.5}});
    const auto events = player.events();
    for (std::size_t k = 0; k < events.size(); ++k) {
        if (events[k].kind != EventKind::pocket) continue;
        EXPECT_EQ(route_words(route_to(events, k, events[k].ball)),
                  "0 ball_ball 2, 2 ball_ball 1, 1 pocket 0, ");
        return;
    }
    FAIL() << "no ball fell";
}

}  // namespace
}  // namespace carom::billiards
