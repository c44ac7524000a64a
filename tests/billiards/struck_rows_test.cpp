// Promise: rows of balls that touch, struck with draw and follow, come to rest in few steps: balls that go in
// unison do not press on each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "carom/billiards/shot.hpp"

namespace carom::billiards {
namespace {

/// Asked every so many steps; a shot that needs more is as good as endless.
constexpr int kMostQuestions = 100;

std::vector<BallState> row_of(int count) {
    std::vector<BallState> balls{ball_at(0.71, 0.9)};
    for (int k = 0; k < count; ++k) balls.push_back(ball_at(0.71, 1.4 + k * 0.05715));
    return balls;
}

TEST(StruckRows, ComeToRest) {
    std::size_t most = 0;
    for (int count = 2; count <= 8; ++count) {
        for (const double restitution : {1.0, 0.95, 0.7}) {
            for (const double up : {-0.45, -0.2, 0.0, 0.3}) {
                for (const double speed : {0.8, 1.7, 2.5, 4.0}) {
                    BallProperties ball;
                    ball.ball_restitution = restitution;
                    ShotSetup setup;
                    setup.table = carom_table();
                    const std::vector<BallState> start = row_of(count);
                    setup.balls.assign(start.size(), ball);
                    ShotPlayer player(setup);
                    int questions = 0;
                    ASSERT_TRUE(player.play(start, Shot{0, {.speed = speed, .direction = 90, .up = up}},
                                            Detail::events, [&] { return ++questions < kMostQuestions; }))
                        << count << " balls, e = " << restitution << ", up = " << up << ", " << speed
                        << " m/s";
                    most = std::max(most, player.events().size());
                }
            }
        }
    }
    EXPECT_LT(most, 5000U);
}

}  // namespace
}  // namespace carom::billiards
