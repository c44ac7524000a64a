// With every motion told, the events alone give the place of each ball at any time.
#include <gtest/gtest.h>

#include <cmath>

#include "billiards/random_breaks.hpp"

namespace carom::billiards::testing {
namespace {

/// How a ball goes on from its last event.
struct Told {
    double time = 0;
    BallState state;
    Vec2d acceleration;
};

/// Follows every ball from event to event, and returns the largest distance from where the next event has it.
double worst_jump(const ShotSetup& setup, const Break& shot, const ShotPlayer& player) {
    std::vector<Told> balls;
    for (const BallState& state : shot.start) balls.push_back({0, state, {}});
    double worst = 0;
    const auto go_on = [&](int ball, double time, const BallState& state, const Vec2d& acceleration) {
        const auto k = static_cast<std::size_t>(ball);
        Told& told = balls[k];
        const BallState reached =
            moved(setup.balls[k], setup.table.gravity, told.state, told.acceleration, time - told.time);
        if (state.phase != Phase::pocketed) {
            worst = std::max(worst, std::hypot(reached.position[0] - state.position[0],
                                               reached.position[1] - state.position[1]));
        }
        told = {time, state, acceleration};
    };
    for (const ShotEvent& event : player.events()) {
        go_on(event.ball, event.time, event.ball_after, event.ball_acceleration);
        if (event.kind == EventKind::ball_ball)
            go_on(event.other, event.time, event.other_after, event.other_acceleration);
    }
    for (std::size_t k = 0; k < balls.size(); ++k)
        EXPECT_EQ(balls[k].state.position, player.final_states()[k].position) << k;
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
        const Break shot(15, true, draws);
        player.play(shot.start, shot.shot);
        const std::vector<ShotEvent> plain(player.events().begin(), player.events().end());
        player.play(shot.start, shot.shot, Detail::every_motion);
        std::vector<ShotEvent> told(player.events().begin(), player.events().end());
        motions +=
            std::erase_if(told, [](const ShotEvent& event) { return event.kind == EventKind::motion; });
        EXPECT_EQ(plain, told) << k;
    }
    EXPECT_GT(motions, 0U);
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
