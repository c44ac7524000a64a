// Whole breaks: they end, nothing overlaps, energy never rises, and a mirrored break is the mirror image.
#include <gtest/gtest.h>

#include <cstdlib>

#include "billiards/random_breaks.hpp"
#include "billiards/shot_loop.hpp"

namespace carom::billiards::testing {
namespace {

/// Of the energy, in an instant. Where contact begins, a rolling ball is given at once what rolling
/// resistance will spare it in the next 1e-9 s (docs/math/lasting_contact.md): it showed in 9 of 60,000
/// eight-ball breaks, with at most 5e-12, and in one of the next 6,000 with 2.3e-11.
constexpr double kEnergyRise = 3e-11;

void expect_sound(int balls, bool touching, int count, std::uint64_t seed, const ImpactLaws& laws = {}) {
    ShotSetup setup = break_setup(balls);
    setup.laws = laws;
    ASSERT_TRUE(faults_of(setup).empty());
    detail::ShotLoop loop(setup);
    const double radius = setup.balls[0].radius;
    Draws draws(seed);
    std::vector<BallState> states(setup.balls.size());
    for (int k = 0; k < count; ++k) {
        const Break shot(balls, touching, draws);
        loop.begin(shot.start, shot.shot);
        double energy = 1e300;
        std::size_t seen = 0;
        int steps = 0;
        while (loop.step()) {
            ASSERT_LT(++steps, 100000) << "break " << k;
            if (loop.events().size() == seen) continue;
            seen = loop.events().size();
            for (std::size_t i = 0; i < states.size(); ++i) states[i] = loop.state_now(static_cast<int>(i));
            ASSERT_LE(worst_overlap(states, radius), 1e-12) << "break " << k << " at " << loop.end_time();
            const double now = energy_of(states, radius);
            ASSERT_LE((now - energy) / energy, kEnergyRise) << "break " << k << " at " << loop.end_time();
            energy = now;
        }
        for (std::size_t i = 0; i < states.size(); ++i) {
            const Phase phase = loop.state_now(static_cast<int>(i)).phase;
            ASSERT_TRUE(phase == Phase::resting || phase == Phase::pocketed)
                << "break " << k << " ball " << i;
        }
    }
}

/// CAROM_BREAKS multiplies the number of breaks, for a long campaign.
int breaks(int count) {
    const char* factor = std::getenv("CAROM_BREAKS");
    return factor != nullptr ? count * std::max(1, std::atoi(factor)) : count;
}

TEST(Breaks, NineBallsApart) {
    expect_sound(9, false, breaks(200), 1);
}
TEST(Breaks, NineBallsThatTouch) {
    expect_sound(9, true, breaks(200), 2);
}
TEST(Breaks, FifteenBallsApart) {
    expect_sound(15, false, breaks(60), 3);
}
TEST(Breaks, FifteenBallsThatTouch) {
    expect_sound(15, true, breaks(60), 4);
}

TEST(Breaks, WithMathavansLaws) {
    ImpactLaws laws;
    laws.ball_ball = BallBallModel::mathavan_2014;
    laws.cushion = CushionModel::mathavan_2010;
    for (const bool touching : {false, true}) expect_sound(9, touching, breaks(20), 6, laws);
    expect_sound(15, true, breaks(10), 7, laws);
}

/// The table with x = 0 in its middle, so that mirroring is exact.
ShotSetup centred_setup() {
    ShotSetup setup = break_setup(9);
    const double half = 0.5 * pool_table_7_foot().width;
    for (StraightCushion& cushion : setup.table.straight_cushions)
        cushion.from[0] -= half, cushion.to[0] -= half;
    for (RoundCushion& cushion : setup.table.round_cushions) cushion.centre[0] -= half;
    for (Pocket& pocket : setup.table.pockets) pocket.centre[0] -= half;
    return setup;
}

ShotSetup mirrored(ShotSetup setup) {
    for (StraightCushion& cushion : setup.table.straight_cushions) {
        std::swap(cushion.from, cushion.to);
        cushion.from[0] = -cushion.from[0];
        cushion.to[0] = -cushion.to[0];
    }
    for (RoundCushion& cushion : setup.table.round_cushions) cushion.centre[0] = -cushion.centre[0];
    for (Pocket& pocket : setup.table.pockets) pocket.centre[0] = -pocket.centre[0];
    return setup;
}

TEST(Breaks, TheMirroredBreakIsTheMirrorImageToTheLastBit) {
    const ShotSetup setup = centred_setup();
    ShotPlayer player(setup);
    ShotPlayer mirror(mirrored(setup));
    Draws draws(5);
    for (int k = 0; k < breaks(100); ++k) {
        Break shot(9, k % 2 == 0, draws);
        for (BallState& state : shot.start) state.position[0] -= .4953;
        // so that 180 degrees less this is exact
        shot.shot.strike.direction = std::floor(shot.shot.strike.direction * 1024) / 1024;
        player.play(shot.start, shot.shot);
        for (BallState& state : shot.start) state.position[0] = -state.position[0];
        shot.shot.strike.direction = 180 - shot.shot.strike.direction;
        shot.shot.strike.left = -shot.shot.strike.left;
        mirror.play(shot.start, shot.shot);
        ASSERT_EQ(player.events().size(), mirror.events().size()) << k;
        for (std::size_t e = 0; e < player.events().size(); ++e) {
            ASSERT_EQ(player.events()[e].time, mirror.events()[e].time)
                << k << " " << name_of(player.events()[e].kind);
        }
        EXPECT_EQ(player.end_time(), mirror.end_time()) << k;
        for (std::size_t i = 0; i < shot.start.size(); ++i) {
            EXPECT_EQ(player.final_states()[i].phase, mirror.final_states()[i].phase);
            EXPECT_EQ(player.final_states()[i].position[0], -mirror.final_states()[i].position[0])
                << k << " " << i;
            EXPECT_EQ(player.final_states()[i].position[1], mirror.final_states()[i].position[1])
                << k << " " << i;
        }
    }
}

TEST(Breaks, ASymmetricBreakStaysSymmetric) {
    const ShotSetup setup = centred_setup();
    ShotPlayer player(setup);
    const double height = 0.86602540378443864676 * 2 * setup.balls[0].radius;
    const double radius = setup.balls[0].radius;
    std::vector<BallState> start{ball_at(0, .5)};
    const int counts[] = {1, 2, 3, 2, 1};
    for (int row = 0; row < 5; ++row) {
        for (int k = 0; k < counts[row]; ++k)
            start.push_back(ball_at((2 * k - counts[row] + 1) * radius, 1.4859 + row * height));
    }
    player.play(start, Shot{0, {.speed = 8, .direction = 90}});
    const std::pair<int, int> twins[] = {{2, 3}, {4, 6}, {7, 8}};
    for (const auto& [left, right] : twins) {
        const BallState& a = player.final_states()[static_cast<std::size_t>(left)];
        const BallState& b = player.final_states()[static_cast<std::size_t>(right)];
        EXPECT_EQ(a.position[0], -b.position[0]) << left;
        EXPECT_EQ(a.position[1], b.position[1]) << left;
    }
    for (const std::size_t middle : {0U, 1U, 5U, 9U})
        EXPECT_EQ(player.final_states()[middle].position[0], 0) << middle;
}

TEST(Breaks, TheSamePlayerGivesTheSameShotAgain) {
    const ShotSetup setup = break_setup(9);
    ShotPlayer player(setup);
    Draws draws(6);
    const Break shot(9, true, draws);
    player.play(shot.start, shot.shot);
    const std::vector<BallState> first(player.final_states().begin(), player.final_states().end());
    const Break other(9, false, draws);
    player.play(other.start, other.shot);
    player.play(shot.start, shot.shot);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), player.final_states().begin()));
}

}  // namespace
}  // namespace carom::billiards::testing
