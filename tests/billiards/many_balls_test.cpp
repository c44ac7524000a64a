// More balls than full rows have: cells find every pair that meets, and the rules of a few balls hold.
#include <gtest/gtest.h>

#include "billiards/path_grid.hpp"
#include "billiards/random_breaks.hpp"
#include "billiards/shot_loop.hpp"

namespace carom::billiards::testing {
namespace {

/// So many balls a side on a lattice whose middle is the origin, in a frame of cushions around it.
struct Lattice {
    ShotSetup setup;
    std::vector<BallState> start;

    Lattice(int side, double pitch) {
        const double half = 0.5 * pitch * side + 0.2;
        setup.table = polygonal_table({{-half, -half}, {half, -half}, {half, half}, {-half, half}});
        for (int row = 0; row < side; ++row) {
            for (int column = 0; column < side; ++column) {
                start.push_back(
                    ball_at((column - 0.5 * (side - 1)) * pitch, (row - 0.5 * (side - 1)) * pitch));
            }
        }
        setup.balls.assign(start.size(), {});
    }
};

Shot a_shot(std::size_t balls, Draws& draws) {
    Shot shot;
    shot.cue_ball = static_cast<int>(draws.between(0, static_cast<double>(balls)));
    shot.strike.speed = draws.between(1, 9);
    shot.strike.direction = std::floor(draws.between(0, 360) * 1024) / 1024;
    return shot;
}

void expect_sound(const Lattice& lattice, int shots, std::uint64_t seed) {
    detail::ShotLoop loop(lattice.setup);
    const double radius = lattice.setup.balls[0].radius;
    Draws draws(seed);
    std::vector<BallState> states(lattice.start.size());
    for (int k = 0; k < shots; ++k) {
        loop.begin(lattice.start, a_shot(states.size(), draws));
        double energy = 1e300;
        std::size_t seen = 0;
        while (loop.step()) {
            if (loop.events().size() == seen) continue;
            seen = loop.events().size();
            for (std::size_t i = 0; i < states.size(); ++i) states[i] = loop.state_now(static_cast<int>(i));
            ASSERT_LE(worst_overlap(states, radius), 1e-12) << "shot " << k << " at " << loop.end_time();
            const double now = energy_of(states, radius);
            ASSERT_LE(now - energy, 1e-12 * energy) << "shot " << k << " at " << loop.end_time();
            energy = now;
        }
        EXPECT_EQ(energy, 0) << "shot " << k;
        EXPECT_GT(seen, 20U) << "shot " << k;
    }
}

TEST(ManyBalls, NothingIsMissed) {
    expect_sound(Lattice(10, 0.1), 12, 1);
    expect_sound(Lattice(9, 0.3), 12, 2);
    // among dozens of held balls
    expect_sound(Lattice(12, 2 * 0.028575 * (1 + 1e-3)), 3, 3);
}

/// Once each ball had a row with all others: 800 MB.
TEST(ManyBalls, TenThousandHaveNoRowsOfAll) {
    EXPECT_TRUE(detail::PartnerRows(10'000).keys.empty());
    const Lattice lattice(100, 0.12);
    ShotPlayer player(lattice.setup);
    Draws draws(7);
    ASSERT_TRUE(player.play(lattice.start, a_shot(lattice.start.size(), draws)));
    EXPECT_GT(player.events().size(), 20U);
}

/// A shot that was stopped leaves balls that would soon have been looked at again.
TEST(ManyBalls, AShotAfterOneThatWasStoppedIsAsAlone) {
    const Lattice lattice(16, 0.125);
    ShotPlayer player(lattice.setup), alone(lattice.setup);
    Draws draws(6);
    int stopped = 0;
    for (int k = 0; k < 12; ++k) {
        const Shot first = a_shot(lattice.start.size(), draws), second = a_shot(lattice.start.size(), draws);
        if (!player.play(lattice.start, first, Detail::events, [] { return false; })) ++stopped;
        player.play(lattice.start, second);
        alone.play(lattice.start, second);
        ASSERT_EQ(player.events().size(), alone.events().size()) << k;
        EXPECT_EQ(player.end_time(), alone.end_time()) << k;
    }
    EXPECT_GT(stopped, 3);
}

/// Cells are not symmetric: what they find must not depend on where they are.
TEST(ManyBalls, TheMirroredShotIsTheMirrorImageToTheLastBit) {
    const Lattice lattice(10, 0.125);
    ShotPlayer player(lattice.setup), mirror(lattice.setup);
    std::vector<BallState> mirrored = lattice.start;
    for (BallState& state : mirrored) state.position[0] = -state.position[0];
    Draws draws(4);
    for (int k = 0; k < 20; ++k) {
        Shot shot = a_shot(lattice.start.size(), draws);
        player.play(lattice.start, shot);
        shot.strike.direction = 180 - shot.strike.direction;
        mirror.play(mirrored, shot);
        ASSERT_EQ(player.events().size(), mirror.events().size()) << k;
        for (std::size_t i = 0; i < lattice.start.size(); ++i) {
            ASSERT_EQ(player.final_states()[i].position[0], -mirror.final_states()[i].position[0]) << k;
            ASSERT_EQ(player.final_states()[i].position[1], mirror.final_states()[i].position[1]) << k;
        }
    }
}

detail::MovingBall a_motion(Draws& draws) {
    detail::MovingBall motion;
    motion.x = draws.between(-1.2, 1.2);
    motion.y = draws.between(-1.2, 1.2);
    motion.phase = draws.between(0, 1) < 0.3 ? Phase::resting : Phase::sliding;
    if (motion.phase == Phase::resting) return motion;
    const double speed = std::pow(10, draws.between(-3, 1.5));
    motion.u = draws.between(-speed, speed);
    motion.v = draws.between(-speed, speed);
    motion.hx = draws.between(-2, 2);
    motion.hy = draws.between(-2, 2);
    motion.start = draws.between(0, 1);
    motion.until = motion.start + draws.between(0, 2);
    return motion;
}

/// Paths that leave the rectangle, turn round, and are long or short.
TEST(PathGrid, BallsThatMeetShareACell) {
    constexpr int kBalls = 40;
    constexpr double kRadius = 0.05;
    Draws draws(5);
    int meetings = 0;
    for (int round = 0; round < 60; ++round) {
        detail::PathGrid grid;
        grid.cover(kBalls, {-1, -1}, {1, 1}, kRadius);
        std::vector<detail::MovingBall> motions;
        for (int i = 0; i < kBalls; ++i) {
            motions.push_back(a_motion(draws));
            grid.place(i, motions.back(), kRadius, motions.back().start, motions.back().until);
        }
        for (int i = 0; i < kBalls; ++i) {
            const auto near = grid.near(i);
            const std::vector<int> found(near.begin(), near.end());
            for (int j = 0; j < kBalls; ++j) {
                const detail::MovingBall &a = motions[static_cast<std::size_t>(i)],
                                         &b = motions[static_cast<std::size_t>(j)];
                bool meet = false;
                for (double t = 0; t < 3 && j != i; t += 0.01) {
                    if (t < std::max(a.start, b.start) || t > std::min(a.until, b.until)) continue;
                    const auto place = [&](const detail::MovingBall& m) {
                        const double q = t - m.start;
                        return Vec2d{m.x + q * (m.u + q * m.hx), m.y + q * (m.v + q * m.hy)};
                    };
                    meet = meet ||
                           std::hypot(place(a)[0] - place(b)[0], place(a)[1] - place(b)[1]) < 2 * kRadius;
                }
                meetings += meet ? 1 : 0;
                ASSERT_TRUE(!meet || std::find(found.begin(), found.end(), j) != found.end())
                    << i << " " << j;
            }
        }
    }
    EXPECT_GT(meetings, 1000);
}

}  // namespace
}  // namespace carom::billiards::testing
