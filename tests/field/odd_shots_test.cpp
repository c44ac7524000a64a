// Shots with odd balls, laws and tables: found by trying what a user may write into a scene. Each has to end,
// and the checker has to prove it. Once, balls in corners of cushions with low restitution never came to
// rest, some fell short of a phase, and a ball in touch passed through another.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "billiards/random_breaks.hpp"
#include "carom/proof/check_shots.hpp"

namespace carom::test {
namespace {

using billiards::BallBallModel;
using billiards::BallProperties;
using billiards::BallState;
using billiards::CushionModel;
using billiards::TableScene;

constexpr double kTurn = 6.28318530717958648;

/// Draws scenes: the same from the same seed everywhere.
class OddScenes {
public:
    explicit OddScenes(std::uint64_t seed) : draws_(seed) {}

    TableScene scene() {
        TableScene scene;
        const BallProperties ball = odd_ball();
        scene.setup.laws = odd_laws();
        if (chance(.2)) scene.setup.contact_speed = by_size(1e-7, 1e-3);
        scene.setup.table = odd_table();
        if (chance(.2)) scene.setup.table.gravity = by_size(.05, 50);
        const int balls = whole(1, 7);
        for (int tries = 0; tries < 3000 && std::ssize(scene.start) < balls; ++tries) add_ball(scene, ball);
        if (!scene.start.empty()) scene.shots.push_back({{}, {0, odd_strike()}});
        return scene;
    }

private:
    double between(double low, double high) { return draws_.between(low, high); }
    double by_size(double low, double high) { return std::exp(between(std::log(low), std::log(high))); }
    bool chance(double share) { return between(0, 1) < share; }
    int whole(int low, int high) { return static_cast<int>(between(low, high)); }

    BallProperties odd_ball() {
        BallProperties ball;
        if (chance(.5)) ball.cushion_restitution = by_size(.01, 1);
        if (chance(.5)) ball.ball_restitution = by_size(.01, 1);
        if (chance(.3)) ball.sliding_friction = by_size(.01, 2);
        ball.rolling_friction = ball.sliding_friction * (chance(.3) ? by_size(1e-4, .9) : .05);
        if (chance(.3)) ball.spinning_friction = by_size(1e-3, 1);
        if (chance(.3)) ball.cushion_friction = by_size(1e-3, 2);
        if (chance(.3)) ball.ball_friction = by_size(1e-3, 2);
        if (chance(.1)) ball.cushion_friction = 0;
        return ball;
    }

    billiards::ImpactLaws odd_laws() {
        billiards::ImpactLaws laws;
        constexpr CushionModel kModels[] = {CushionModel::mirror, CushionModel::mirror_inelastic,
                                            CushionModel::han_2005, CushionModel::impulse,
                                            CushionModel::stronge_compliant};
        if (chance(.5)) laws.cushion = kModels[whole(0, 5)];
        if (chance(.2)) laws.ball_ball = BallBallModel::frictionless_elastic;
        if (chance(.2)) laws.ball_friction = billiards::BallFriction::mean_of_balls;
        if (chance(.2)) laws.omega_ratio = between(1.01, 6);
        return laws;
    }

    billiards::Table odd_table() {
        size_ = {.8, .8};
        switch (whole(0, 4)) {
            case 0:
                size_ = {.99, 1.98};
                return pocket_table(billiards::pool_table_7_foot());
            case 1:
                size_ = {1.41, 2.83};
                return billiards::carom_table();
            case 2:
                return polygon(whole(3, 9));
            default:
                return with_posts();
        }
    }
    static billiards::Table polygon(int corners) {
        std::vector<Vec2d> places;
        for (int k = 0; k < corners; ++k) {
            const double angle = kTurn * k / corners;
            places.push_back({.4 + .4 * std::cos(angle), .4 + .4 * std::sin(angle)});
        }
        return billiards::polygonal_table(places);
    }
    billiards::Table with_posts() {
        billiards::Table table = billiards::rectangular_table(.8, .8);
        const auto place = [&] {
            const double x = between(.1, .7);
            return Vec2d{x, between(.1, .7)};
        };
        for (int posts = whole(1, 4); posts > 0; --posts) {
            const double radius = chance(.3) ? 0 : by_size(.001, .2);
            table.round_cushions.push_back({place(), radius});
        }
        if (chance(.5)) table.pockets.push_back({place(), .03});
        return table;
    }

    /// Often in touch with another ball or frozen to a cushion. It may be refused.
    void add_ball(TableScene& scene, BallProperties ball) {
        const double radius = ball.radius;
        double x = between(radius, size_[0] - radius);
        double y = between(radius, size_[1] - radius);
        if (!scene.start.empty() && chance(.6)) {
            const Vec3d& other = scene.start[scene.start.size() - 1].position;
            const double angle = chance(.5) ? kTurn / 12 * whole(0, 12) : between(0, kTurn);
            x = other[0] + 2 * radius * std::cos(angle);
            y = other[1] + 2 * radius * std::sin(angle);
        }
        if (chance(.15)) x = size_[0] - radius;
        if (chance(.15)) y = radius;
        if (chance(.15)) ball.mass *= by_size(.1, 10);
        scene.setup.balls.push_back(ball);
        scene.start.push_back(billiards::ball_at(x, y, ball));
        scene.ball_names.emplace_back();
        if (faults_of(scene).empty()) return;
        scene.setup.balls.pop_back();
        scene.start.pop_back();
        scene.ball_names.pop_back();
    }

    billiards::Strike odd_strike() {
        billiards::Strike strike;
        strike.direction = chance(.3) ? 30 * whole(0, 12) : between(0, 360);
        strike.speed = chance(.3) ? by_size(1e-4, 1) : between(.5, 10);
        strike.left = chance(.3) ? 0 : between(-.4, .4);
        strike.up = between(-.4, .4);
        if (chance(.2)) strike.elevation = between(0, 80);
        return strike;
    }

    billiards::testing::Draws draws_;
    Vec2d size_{};
};

/// It ends after at most so many thousand steps.
void expect_ends_proved(const TableScene& scene) {
    constexpr int kMostThousands = 300;
    billiards::ShotPlayer player(scene.setup);
    int thousands = 0;
    const bool ended = player.play(scene.start, scene.shots[0].shot, billiards::Detail::every_motion,
                                   [&] { return ++thousands < kMostThousands; });
    ASSERT_TRUE(ended) << "at t = " << player.end_time();
    PlayedShot shot{scene.start, {player.events().begin(), player.events().end()}, {}, player.end_time()};
    shot.end.assign(player.final_states().begin(), player.final_states().end());
    ShotChecker checker(scene);
    checker.take(shot);
    const ShotCheckReport report = checker.report();
    EXPECT_TRUE(report) << report.faults[0];
    player.play(scene.start, scene.shots[0].shot);
    EXPECT_EQ(player.end_time(), shot.duration);
}

/// The number that a variable of the environment has.
std::uint64_t asked_for(const char* variable, std::uint64_t otherwise) {
    const char* asked = std::getenv(variable);
    return asked != nullptr ? std::strtoull(asked, nullptr, 10) : otherwise;
}

/// CAROM_ODD_SHOTS=N tries those up to N, CAROM_ODD_FIRST=K leaves out those below K.
TEST(FieldOddShots, EndAndAreProved) {
    const std::uint64_t last = asked_for("CAROM_ODD_SHOTS", 300);
    for (std::uint64_t seed = asked_for("CAROM_ODD_FIRST", 1); seed <= last; ++seed) {
        const TableScene scene = OddScenes(seed).scene();
        if (scene.shots.empty()) continue;
        SCOPED_TRACE("seed " + std::to_string(seed));
        expect_ends_proved(scene);
    }
}

/// A ball that spins on the spot presses another against a cushion, hardly more than holds it. The one
/// pressed could only move along the cushion. It began to move and stood still again a million times.
TEST(FieldOddShots, ABallPressedAgainstACushionStaysThere) {
    expect_ends_proved(OddScenes(3094).scene());
}

/// Where balls that close slowly come to press, a slip on the cloth vanishes too, and friction takes its
/// part.
TEST(FieldOddShots, WhatVanishesWhereBallsComeToPressIsProved) {
    for (const std::uint64_t seed : {1547U, 3063U, 4854U}) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        expect_ends_proved(OddScenes(seed).scene());
    }
}

/// Spin holds the ball in the corner of two cushions, each of which pushes it to the other.
TEST(FieldOddShots, ABallThatSpinsInACornerComesToRest) {
    TableScene scene;
    scene.setup.table = billiards::carom_table();
    BallProperties ball = billiards::carom_ball();
    ball.cushion_restitution = .1;
    scene.setup.balls = {ball};
    scene.start = {billiards::ball_at(.3, .62, ball)};
    scene.ball_names.resize(1);
    scene.shots.push_back({{}, {0, {.speed = 5, .direction = 70, .left = .3, .up = .1}}});
    expect_ends_proved(scene);
}

}  // namespace
}  // namespace carom::test
