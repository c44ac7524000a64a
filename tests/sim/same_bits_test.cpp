// Promise: the same bits whatever the neighbour search, its tuning, and how a run is cut into calls.
#include <gtest/gtest.h>

#include <string>

#include "carom/sim/simulation.hpp"
#include "support/event_bits.hpp"
#include "support/hard_scenes.hpp"
#include "support/random_scene.hpp"
#include "support/same_trajectories.hpp"
#include "support/share.hpp"

namespace carom::test {
namespace {

using test::expect_reference_trajectory;
using test::expect_same_whatever_the_tuning;

constexpr double kUntil = 6;
constexpr int kMostEvents = 150;

template <int N>
void expect_reference_trajectory(std::uint64_t seed, const Tuning& tuning) {
    SCOPED_TRACE(std::to_string(N) + "D, seed " + std::to_string(seed));
    expect_reference_trajectory(random_scene<N>(seed), tuning, kUntil, kUntil, kMostEvents);
}

/// How many balls, how long in crossings of the fastest, and how many events.
struct Length {
    std::size_t balls = 0;
    double crossings = 0;
    int events = 0;
};

template <int N>
void expect_reference_trajectory(Hardship hardship, std::uint64_t seed, const Length& length) {
    SCOPED_TRACE(std::to_string(N) + "D, hardship " + std::to_string(static_cast<int>(hardship)) + ", seed " +
                 std::to_string(seed));
    const HardScene<N> hard = hard_scene<N>(hardship, seed, length.balls);
    constexpr double kThickness[] = {1, 0.05, 8, 0.3};
    expect_reference_trajectory(hard.scene, {kThickness[seed % 4]}, length.crossings * hard.crossing,
                                hard.crossing / 2, length.events);
}

void expect_reference_trajectories(Hardship hardship, std::uint64_t seed, const Length& length) {
    expect_reference_trajectory<2>(hardship, seed, length);
    expect_reference_trajectory<3>(hardship, seed, length);
}

TEST(SameBits, ThePlainReferenceEngineGivesTheSameTrajectories) {
    for (std::uint64_t seed = 0; seed < share_of(300); ++seed) {
        expect_reference_trajectory<2>(seed, {});
        expect_reference_trajectory<3>(seed, {});
        if (HasFatalFailure()) return;
    }
}

TEST(SameBits, TuningChangesNothing) {
    for (std::uint64_t seed = 300; seed < 300 + share_of(100); ++seed) {
        for (const double thickness : {0.05, 0.3, 8.0}) {
            expect_reference_trajectory<2>(seed, {thickness});
            expect_reference_trajectory<3>(seed, {thickness});
            if (HasFatalFailure()) return;
        }
        expect_reference_trajectory<2>(seed, {1, NeighbourSearch::cells});
        expect_reference_trajectory<3>(seed, {1, NeighbourSearch::cells});
        if (HasFatalFailure()) return;
    }
}

TEST(SameBits, HardScenesToo) {
    for (const Hardship hardship : every_hardship) {
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            expect_reference_trajectories(hardship, seed, {1 + 5 * seed, 8, 120 / kShare});
            if (HasFatalFailure()) return;
        }
    }
}

/// So many balls that they are stored along a curve and wait in a calendar.
TEST(SameBits, ManyBallsToo) {
    for (const Hardship hardship : every_hardship) {
        const bool many = hardship == Hardship::crowd || hardship == Hardship::mixed_sizes;
        expect_reference_trajectories(hardship, 1, {many ? 600U : 280U, 0.5, 40 / kShare});
        if (HasFatalFailure()) return;
    }
}

/// So many impacts of each ball that all is put in order again, several times.
TEST(SameBits, LongRunsToo) {
    for (const Hardship hardship : every_hardship) {
        for (const std::uint64_t seed : {20U, 23U}) {
            expect_reference_trajectories(hardship, seed, {2 + seed % 4, 300.0 / kShare, 1000 / kShare});
            if (HasFatalFailure()) return;
        }
    }
    expect_reference_trajectory<2>(Hardship::crowd, 6, {64, 8, 3000 / kShare});
}

template <int N>
void expect_same_whatever_the_tuning(Hardship hardship, std::size_t balls, int events) {
    SCOPED_TRACE(std::to_string(N) + "D, hardship " + std::to_string(static_cast<int>(hardship)));
    const HardScene<N> hard = hard_scene<N>(hardship, 1, balls);
    expect_same_whatever_the_tuning(hard.scene, 100 * hard.crossing, events);
}

TEST(SameBits, TuningChangesNothingForManyBallsAndEvents) {
    constexpr int kMany = kShare > 1 ? 500 : 20'000;
    for (const Hardship hardship : every_hardship) {
        expect_same_whatever_the_tuning<2>(hardship, 600, kMany);
        expect_same_whatever_the_tuning<3>(hardship, 600, kMany);
        if (HasFatalFailure()) return;
    }
}

/// A gas so thin that balls cross many cells between two impacts; one ball is much faster than the others.
template <int N>
Scene<N> thin_gas(Boundary boundary, std::uint64_t seed, double side) {
    std::mt19937_64 random(seed);
    Scene<N> scene;
    scene.world.boundary.fill(boundary);
    for (int k = 0; k < N; ++k) {
        scene.world.box.lower[k] = -3.0 * k;
        scene.world.box.upper[k] = side * (1 + 0.3 * k);
    }
    for (int i = 0; i < 120; ++i) {
        const double speed = i == 7 ? 8 : 1;
        const double radius = i % 10 == 0 ? 1.5 : 0.5;
        test::put_at_random<N>(random, scene, {"", {}, random_vec<N>(random, -speed, speed), radius, radius});
    }
    if (seed % 2 == 1) scene.law.restitution_balls = 0.9;
    if (seed % 4 == 2) scene.thermostat = Thermostat{0.5, 0.02};
    return scene;
}

TEST(SameBits, ThinGasesInCellsAndInShells) {
    const auto thin = Simulation<3>::create(thin_gas<3>(Boundary::periodic, 0, 30));
    ASSERT_TRUE(thin);
    EXPECT_EQ(thin->settings().search, NeighbourSearch::cells);
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        for (const Boundary boundary : {Boundary::periodic, Boundary::wall}) {
            expect_same_whatever_the_tuning(thin_gas<2>(boundary, seed, 80), 1e6, 6'000 / kShare);
            expect_same_whatever_the_tuning(thin_gas<3>(boundary, seed, 30), 1e6, 6'000 / kShare);
            if (HasFatalFailure()) return;
        }
    }
}

/// All balls drift much faster than they move about, so that shells go along.
template <int N>
void expect_reference_of_drifting(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Scene<N> scene = thin_gas<N>(Boundary::periodic, 4 * seed, N == 2 ? 30 : 14);
    const Vec<double, N> drift = random_vec<N>(random, -200, 200);
    for (SceneBall<N>& ball : scene.balls)
        for (int k = 0; k < N; ++k) ball.velocity[k] += drift[k];
    expect_reference_trajectory(scene, {1, NeighbourSearch::shells}, 1e6, 1, 200 / kShare);
}

/// So few that a look at all others would do, if they were not too wide for it.
template <int N>
void expect_reference_of_few_that_drift(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Scene<N> scene;
    scene.world.boundary.fill(Boundary::periodic);
    for (int k = 0; k < N; ++k) scene.world.box.upper[k] = 1;
    const Vec<double, N> drift = random_vec<N>(random, -50, 50);
    for (std::uint64_t i = 0; i < 1 + seed % 7; ++i) {
        SceneBall<N> ball{"", random_vec<N>(random, 0.1, 0.3), random_vec<N>(random, -1, 1), 0.05, 1};
        for (int k = 0; k < N; ++k) ball.velocity[k] += drift[k];
        ball.position[0] += 0.3 * static_cast<double>(i % 3);
        ball.position[1] += 0.3 * static_cast<double>(i / 3);
        scene.balls.push_back(ball);
    }
    expect_reference_trajectory(scene, {}, 20, 1, 40);
}

/// A few inelastic balls in a box or a channel that is narrow for them, which soon do no more than drift
/// together.
template <int N>
void expect_reference_of_few_that_cool(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Scene<N> scene;
    scene.law.restitution_balls = uniform(random, 0.2, 0.8);
    scene.world.boundary.fill(Boundary::periodic);
    if (seed % 2 == 0) scene.world.boundary.back() = Boundary::wall;
    for (int k = 0; k < N; ++k) scene.world.box.upper[k] = uniform(random, 3.5, 6);
    const Vec<double, N> drift = random_vec<N>(random, -3, 3);
    for (int i = 0; i < (N == 2 ? 9 : 27); ++i) {
        SceneBall<N> ball{"", {}, {}, uniform(random, 0.3, 0.5), 1};
        for (int k = 0, rest = i; k < N; ++k, rest /= 3) {
            ball.position[k] = scene.world.box.upper[k] * (rest % 3 + 0.5) / 3;
            ball.velocity[k] = drift[k] + uniform(random, -1, 1);
        }
        scene.balls.push_back(ball);
    }
    expect_reference_trajectory(scene, {}, 1e4, 10, 400 / kShare);
}

TEST(SameBits, DriftingGasesToo) {
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
        expect_reference_of_drifting<2>(seed);
        expect_reference_of_drifting<3>(seed);
        if (HasFatalFailure()) return;
    }
}

TEST(SameBits, FewBallsThatDriftToo) {
    for (std::uint64_t seed = 1; seed < 8; ++seed) {
        expect_reference_of_few_that_drift<2>(seed);
        expect_reference_of_few_that_drift<3>(seed);
        if (HasFatalFailure()) return;
    }
}

TEST(SameBits, FewBallsThatCoolAndDriftToo) {
    for (std::uint64_t seed = 1; seed < 1 + share_of(12); ++seed) {
        expect_reference_of_few_that_cool<2>(seed);
        expect_reference_of_few_that_cool<3>(seed);
        if (HasFatalFailure()) return;
    }
}

/// 512 balls of a lattice in a periodic box, with random velocities, in these units.
Scene<3> gas_in_units(double length, double speed) {
    std::mt19937_64 random(5);
    Scene<3> scene;
    scene.world.boundary.fill(Boundary::periodic);
    for (int k = 0; k < 3; ++k) scene.world.box.upper[k] = 8 * length;
    for (int i = 0; i < 512; ++i) {
        const Vec3d at{length * (i % 8 + 0.5), length * (i / 8 % 8 + 0.5), length * (i / 64 + 0.5)};
        scene.balls.push_back({"", at, random_vec<3>(random, -speed, speed), 0.375 * length, 1});
    }
    return scene;
}

/// Powers of two, of lengths and speeds: units of time are from 2^-600 to 2^600.
TEST(SameBits, UnitsChangeNothing) {
    for (const auto& [length, speed] :
         {std::pair{0, -150}, {0, 300}, {300, 0}, {-300, 0}, {300, -300}, {-300, 300}, {130, 0}, {0, -130}}) {
        SCOPED_TRACE(std::to_string(length) + " " + std::to_string(speed));
        auto plain = Simulation<3>::create(gas_in_units(1, 1));
        auto scaled = Simulation<3>::create(gas_in_units(std::ldexp(1.0, length), std::ldexp(1.0, speed)));
        ASSERT_TRUE(plain && scaled);
        for (int i = 0; i < 20'000 / kShare; ++i) {
            const auto event = plain->next_event();
            const auto same = scaled->next_event();
            ASSERT_TRUE(event && same) << i;
            ASSERT_EQ(event->ball, same->ball) << i;
            ASSERT_EQ(event->other, same->other) << i;
            ASSERT_EQ(event->time.epoch, same->time.epoch) << i;
            ASSERT_EQ(std::ldexp(event->time.offset, length - speed), same->time.offset) << i;
            ASSERT_EQ(std::ldexp(event->ball_after.velocity[0], speed), same->ball_after.velocity[0]) << i;
        }
        const EngineSettings one = plain->settings();
        const EngineSettings other = scaled->settings();
        // In powers of other numbers than two, which round.
        EXPECT_NEAR(std::ldexp(other.shell_thickness, -length) / one.shell_thickness, 1, 1e-12);
        EXPECT_NEAR(std::ldexp(other.cell_width, -length) / one.cell_width, 1, 1e-6);
        EXPECT_EQ(std::ldexp(one.bucket, length - speed), other.bucket);
    }
}

/// A periodic axis, or two, of width 1 beside one of a million, where floats cannot tell shells as thin as
/// the narrow axis asks for.
template <int N>
Scene<N> needle(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Scene<N> scene;
    scene.world.boundary.fill(Boundary::periodic);
    scene.world.boundary[N - 1] = static_cast<Boundary>(random() % 3);
    for (int k = 0; k < N; ++k) scene.world.box.upper[k] = k == N - 1 ? 0x1p20 : 1;
    for (int i = 0; i < 14; ++i) {
        SceneBall<N> ball;
        ball.radius = uniform(random, 0.05, 0.2);
        ball.velocity = random_vec<N>(random, -1, 1);
        ball.position = random_vec<N>(random, 0.2, 0.8);
        ball.position[N - 1] = i == 0 ? 0xFp16 : uniform(random, 10, 13);
        if (is_free(scene, ball)) scene.balls.push_back(ball);
    }
    if (seed % 2 == 0) scene.world.gravity[0] = 0.3;
    return scene;
}

/// Two dense clusters, one of them across the border, and a row of balls, in a box 3 to 25,000 times as
/// wide as a cluster.
template <int N>
Scene<N> clusters(std::uint64_t seed, int balls) {
    std::mt19937_64 random(seed);
    const double side = std::ldexp(1.0, 4 + static_cast<int>(random() % 14));
    Scene<N> scene;
    for (int k = 0; k < N; ++k) {
        scene.world.box.upper[k] = side * uniform(random, 1, 2);
        scene.world.boundary[static_cast<std::size_t>(k)] = static_cast<Boundary>(random() % 3);
    }
    for (int i = 0; i < balls; ++i) {
        SceneBall<N> ball;
        ball.radius = uniform(random, 0.2, 0.3);
        ball.velocity = random_vec<N>(random, -1, 1);
        for (int k = 0; k < N; ++k) {
            const bool periodic = scene.world.boundary[static_cast<std::size_t>(k)] == Boundary::periodic;
            const double corner = i % 3 == 0 ? side / 2 : (periodic ? -2 : 0.4);
            const double width = i % 3 == 2 ? (k == 0 ? side - 1 : 0) : 5;
            const double at = corner + uniform(random, 0, width);
            ball.position[k] = at < 0 ? at + scene.world.box.upper[k] : at;
        }
        if (is_free(scene, ball)) scene.balls.push_back(ball);
    }
    return scene;
}

TEST(SameBits, ScenesOfUnevenDensityToo) {
    for (std::uint64_t seed = 0; seed < 8 / kShare; ++seed) {
        expect_reference_trajectory<2>(clusters<2>(seed, 300), {}, 8, 0.5, 60);
        expect_reference_trajectory<3>(clusters<3>(seed, 300), {}, 8, 0.5, 60);
        expect_same_whatever_the_tuning(clusters<2>(seed, 1000), 50, 20'000 / kShare);
        expect_same_whatever_the_tuning(clusters<3>(seed, 1000), 50, 20'000 / kShare);
        if (HasFatalFailure()) return;
    }
}

TEST(SameBits, ABoxAMillionTimesLongerThanWide) {
    for (std::uint64_t seed = 0; seed < 40 / kShare; ++seed) {
        expect_reference_trajectory<2>(needle<2>(seed), {seed % 3 == 0 ? 0.1 : 1}, 3, 0.5, 60);
        expect_reference_trajectory<3>(needle<3>(seed), {seed % 3 == 0 ? 0.1 : 1}, 3, 0.5, 60);
        if (HasFatalFailure()) return;
    }
}

/// A run that is over stays over.
TEST(SameBits, TheEndIsTheEnd) {
    for (const Hardship hardship : {Hardship::lattice, Hardship::touching, Hardship::one_moves}) {
        for (std::uint64_t seed = 0; seed < 6; seed += 1 + kShare / 3) {
            Scene<2> scene = hard_scene<2>(hardship, seed, 150).scene;
            scene.world.boundary = {};
            auto simulation = Simulation<2>::create(scene);
            ASSERT_TRUE(simulation);
            while (simulation->next_event()) {
            }
            EXPECT_EQ(simulation->stop_reason(), StopReason::no_more_events);
            EXPECT_FALSE(simulation->next_event());
            EXPECT_FALSE(simulation->next_event(1e9));
            EXPECT_EQ(simulation->stop_reason(), StopReason::no_more_events);
        }
    }
}

TEST(SameBits, CuttingARunChangesNothing) {
    for (std::uint64_t seed = 400; seed < 460; ++seed) {
        const Scene<2> scene = random_scene<2>(seed);
        auto whole = Simulation<2>::create(scene);
        auto cut = Simulation<2>::create(scene);
        ASSERT_TRUE(whole && cut);
        double until = 0.01;
        for (int i = 0; i < kMostEvents; ++i) {
            const auto expected = whole->next_event(kUntil);
            auto event = cut->next_event(until);
            while (!event && until < kUntil) {
                until = std::min(kUntil, until + 0.013);
                (void)cut->position_now(0);
                (void)cut->kinetic_energy();
                event = cut->next_event(until);
            }
            ASSERT_EQ(expected.has_value(), event.has_value());
            if (!event) break;
            ASSERT_TRUE(same_bits(*expected, *event)) << "seed " << seed << ", event " << i;
        }
    }
}

// Two balls in a periodic box stand half a box apart, so that two images are equally near; over 10^9 epochs.
TEST(SameBits, ImagesHalfABoxApartAcrossEpochs) {
    Scene<2> scene;
    scene.world.box = {{0, 0}, {4, 2}};
    scene.world.boundary = {Boundary::periodic, Boundary::periodic};
    scene.balls = {{"a", {0.5, 1}, {1, 0}, 0.25, 1},
                   {"b", {2.5, 1}, {-1, 0}, 0.25, 2},
                   {"c", {1.5, 0.25}, {0.125, 0.5}, 0.125, 1}};
    std::vector<Simulation<2>> runs;
    for (const double thickness : {0.05, 0.5, 5.0}) {
        auto simulation = Simulation<2>::create(scene, {thickness});
        ASSERT_TRUE(simulation);
        runs.push_back(std::move(*simulation));
    }
    for (int i = 0; i < 5000; ++i) {
        const auto first = runs[0].next_event();
        ASSERT_TRUE(first);
        for (std::size_t r = 1; r < runs.size(); ++r) {
            const auto event = runs[r].next_event();
            ASSERT_TRUE(event && same_bits(*first, *event)) << "event " << i;
        }
    }
    EXPECT_GT(runs[0].now().epoch, 1'000'000'000);
}

}  // namespace
}  // namespace carom::test
