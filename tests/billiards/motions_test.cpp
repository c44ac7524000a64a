// With every motion told, the events alone give the place of each ball at any time.
#include <gtest/gtest.h>

#include <cmath>

#include "billiards/random_breaks.hpp"
#include "carom/billiards/shot_playback.hpp"

namespace carom::billiards::testing {
namespace {

/// Follows every ball from event to event, and returns the largest distance from where the next event has it.
double worst_jump(const ShotSetup& setup, const Break& shot, const ShotPlayer& player) {
    ShotPlayback balls(setup, shot.start);
    double worst = 0;
    const auto look = [&](int ball, double time, const BallState& state) {
        if (state.phase == Phase::pocketed) return;
        const BallState reached = balls.state(ball, time);
        worst = std::max(worst, std::hypot(reached.position[0] - state.position[0],
                                           reached.position[1] - state.position[1]));
    };
    for (const ShotEvent& event : player.events()) {
        look(event.ball, event.time, event.ball_after);
        if (event.kind == EventKind::ball_ball) look(event.other, event.time, event.other_after);
        balls.take(event);
    }
    for (std::size_t k = 0; k < shot.start.size(); ++k) {
        EXPECT_EQ(balls.state(static_cast<int>(k), player.end_time()).position,
                  player.final_states()[k].position)
            << k;
    }
    return worst;
}

class Motions : public ::testing::TestWithParam<std::pair<int, bool>> {};

TEST_P(Motions, LeadFromEventToEvent) {
    const auto [balls, touching] = GetParam();
    const ShotSetup setup = break_setup(balls);
    ShotPlayer player(setup);
    Draws draws(21);
    for (int k = 0; k < 40; ++k) {
        const Break shot(balls, touching, draws);
        player.play(shot.start, shot.shot, Detail::every_motion);
        EXPECT_LE(worst_jump(setup, shot, player), 1e-12) << k;
    }
}

INSTANTIATE_TEST_SUITE_P(Breaks, Motions,
                         ::testing::Values(std::pair(9, false), std::pair(9, true), std::pair(15, true)));

TEST(Motions, AddNothingElseToTheEvents) {
    const ShotSetup setup = break_setup(15);
    ShotPlayer player(setup);
    Draws draws(22);
    std::size_t motions = 0;
    for (int k = 0; k < 20; ++k) {
        const Break shot(15, false, draws);
        player.play(shot.start, shot.shot);
        const std::vector<ShotEvent> plain(player.events().begin(), player.events().end());
        player.play(shot.start, shot.shot, Detail::every_motion);
        std::vector<ShotEvent> told(player.events().begin(), player.events().end());
        motions +=
            std::erase_if(told, [](const ShotEvent& event) { return event.kind == EventKind::motion; });
        EXPECT_EQ(plain, told) << k;
    }
    EXPECT_GT(motions, 20U) << "balls apart come to lie against each other in many breaks";
}

TEST(Motions, BallsThatStartInMotionAreTold) {
    const ShotSetup setup = break_setup(1);
    ShotPlayer player(setup);
    BallState rolling = ball_at(.4, .5);
    rolling.velocity = {0, 1, 0};
    rolling.spin = {-1 / .028575, 0, 0};
    rolling.phase = Phase::rolling;
    const std::vector<BallState> start{rolling, ball_at(.5, 1.5)};
    player.play(start, std::nullopt, Detail::every_motion);
    const ShotEvent& first = player.events().front();
    EXPECT_EQ(first.kind, EventKind::motion);
    EXPECT_EQ(first.time, 0);
    EXPECT_EQ(first.ball_after, rolling);
    EXPECT_NEAR(first.ball_acceleration[1], -.01 * 9.81, 1e-15);
}

}  // namespace
}  // namespace carom::billiards::testing
