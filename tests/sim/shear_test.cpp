// Promise: with Lees-Edwards boundaries a trajectory has the same bits whatever the neighbour search and its
// tuning, images stand where closed forms say however long a run is, and a gas has the viscosity of a gas.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>

#include "carom/sim/simulation.hpp"
#include "motion/images.hpp"
#include "support/hard_ball_theory.hpp"
#include "support/lockstep.hpp"
#include "support/share.hpp"
#include "support/sheared_gas.hpp"
#include "support/sheared_scene.hpp"

namespace carom {
namespace {

constexpr std::uint64_t kShearedScenes = test::share_of(100);

/// Returns how many impacts were compared.
template <int N>
int expect_sheared_trajectory(std::uint64_t seed, double thickness) {
    const Scene<N> scene = test::sheared_scene<N>(seed);
    auto simulation = Simulation<N>::create(scene, Tuning{thickness});
    EXPECT_TRUE(simulation) << N << "D, seed " << seed;
    if (!simulation) return 0;
    test::Lockstep<N> both(scene, *simulation);
    for (int i = 0; i < 100; ++i) {
        const auto [event, same] = both.next(5, 0.5);
        EXPECT_TRUE(same) << N << "D, seed " << seed << ", event " << i;
        if (!same || !event) return i;
    }
    return 100;
}

TEST(Shear, EqualsThePlainEngine) {
    constexpr double kThicknesses[] = {1, 0.1, 0.4, 6};
    std::uint64_t compared = 0;
    for (std::uint64_t seed = 0; seed < kShearedScenes; ++seed) {
        compared += static_cast<std::uint64_t>(expect_sheared_trajectory<2>(seed, kThicknesses[seed % 4]));
        compared += static_cast<std::uint64_t>(expect_sheared_trajectory<3>(seed, kThicknesses[seed % 4]));
    }
    EXPECT_GT(compared, 50 * kShearedScenes);
}

Scene<2> sheared_box(double rate) {
    Scene<2> scene;
    scene.world.box = {{0, 0}, {8, 4}};
    scene.world.boundary.fill(Boundary::periodic);
    scene.world.shear = Shear{0, 1, rate};
    return scene;
}

/// A ball that flies up through the face comes out below, where images have come to, with the flow's speed
/// there, and meets what waits.
TEST(Shear, ABallThatCrossesTheFaceMeetsWhatItsImageMeets) {
    constexpr double kRate = 0.25;  // images one box up move by 1 in 1
    Scene<2> scene = sheared_box(kRate);
    // Crosses y = 4 at t = 1 and x = 2, and comes out at x = 1 with a velocity of (-1, 1).
    scene.balls = {{"flies", {2, 3}, {0, 1}, 0.25, 1}, {"waits", {0.25, 1}, {}, 0.25, 1}};
    auto simulation = Simulation<2>::create(scene);
    ASSERT_TRUE(simulation);
    const auto event = simulation->next_event(10);
    ASSERT_TRUE(event);
    // On the line x + y = 1: nearest to (0.25, 1) in (0.125, 0.875), at a distance of sqrt(1 / 32).
    const double before = std::sqrt(0.25 - 1.0 / 32) / std::sqrt(2.0);
    EXPECT_NEAR(simulation->seconds(event->time), 1.875 - before, 1e-15);
    EXPECT_EQ(event->ball_after.image, (Image<2>{0, 1}));
    EXPECT_NEAR(event->ball_after.position[0], 0.125 + before, 1e-15);
    EXPECT_NEAR(event->ball_after.position[1], 0.875 - before, 1e-15);
    for (int k = 0; k < 2; ++k) {
        EXPECT_NEAR(event->ball_after.velocity[k] + event->other_after.velocity[k], k == 0 ? -1 : 1, 1e-15);
    }
}

/// In another box, and seen from its middle, the same happens: where a box begins on the gradient is anyone's
/// choice.
TEST(Shear, TheFaceIsNowhereInParticular) {
    const Scene<3> scene = [] {
        Scene<3> made = test::sheared_scene<3>(11);
        made.law.restitution_balls = 1;
        return made;
    }();
    const Shear shear = *scene.world.shear;
    const double height = scene.world.box.upper[shear.gradient] - scene.world.box.lower[shear.gradient];
    Scene<3> moved = scene;
    moved.world.box.lower[shear.gradient] += height / 2;
    moved.world.box.upper[shear.gradient] += height / 2;
    for (SceneBall<3>& ball : moved.balls) {
        ball.velocity[shear.flow] -= drift_speed(scene.world) / 2;  // of the flow in the new middle
        if (ball.position[shear.gradient] >= moved.world.box.lower[shear.gradient]) continue;
        ball.position[shear.gradient] += height;
        ball.velocity[shear.flow] += drift_speed(scene.world);
    }
    auto one = Simulation<3>::create(scene);
    auto other = Simulation<3>::create(moved);
    ASSERT_TRUE(one && other);
    for (int i = 0; i < 12; ++i) {
        const auto a = one->next_event(100);
        const auto b = other->next_event(100);
        ASSERT_TRUE(a && b);
        EXPECT_EQ(a->kind, b->kind);
        EXPECT_EQ(a->ball, b->ball);
        EXPECT_EQ(a->other, b->other);
        EXPECT_NEAR(one->seconds(a->time), other->seconds(b->time), 1e-9);
    }
    EXPECT_NEAR(one->kinetic_energy(), other->kinetic_energy(), 1e-9 * one->kinetic_energy());
}

/// After a million million crossings the images stand where exact numbers say, to the last bits of the box.
TEST(Shear, ImagesKeepTheirPlaceInAnEndlessRun) {
    std::mt19937_64 random(5);
    for (int i = 0; i < 2000; ++i) {
        const Scene<2> scene = sheared_box(test::uniform(random, 0.1, 3));
        const auto domain = detail::make_domain(scene.world);
        const detail::Clock clock(0x1p-18);
        const int most = static_cast<int>(random() % 60);
        const Time time{static_cast<std::int64_t>(random() >> (63 - most)),
                        test::uniform(random, 0, 0x1p-18)};
        Image<2> image{0, static_cast<std::int64_t>(random() % 7) - 3};
        const double x = test::uniform(random, 0, 8);
        detail::choose_along_flow(clock, domain, x, 4, time, image);
        const double at = detail::shifted(clock, domain, {x, 0}, image, time)[0];
        EXPECT_GE(at, 0);
        EXPECT_LE(at, 8);
        const mpq_class seconds = mpq_class(mpz_class(time.epoch)) * 0x1p-18 + mpq_class(time.offset);
        const mpq_class exact = mpq_class(x) + mpq_class(mpz_class(image[0])) * 8 +
                                mpq_class(mpz_class(image[1])) * mpq_class(domain.drift.speed) * seconds;
        EXPECT_LE(std::fabs(mpq_class(exact - mpq_class(at)).get_d()), 0x1p-50) << i;
        // The other way round, all signs change and nothing else.
        const Image<2> back{-image[0], -image[1]};
        EXPECT_EQ(detail::shifted(clock, domain, {-x, 0}, back, time)[0], -at);
    }
}

/// Elastic spheres in shear heat up at the rate viscosity * rate^2: Enskog's, which simulations at this
/// density find right within 2 %.
TEST(Shear, AGasHasTheViscosityOfEnskog) {
    constexpr double kDensity = 0.3;
    const bool fits_one_line = test::kShare > 1;
    const Scene<3> scene = test::sheared_gas(fits_one_line ? 4 : 7, kDensity, 0.3, 1);
    const double viscosity = test::shown_viscosity(scene, 8, fits_one_line ? 20 : 40);
    const double enskog = test::enskog_viscosity(kDensity);
    EXPECT_NEAR(viscosity, enskog, (fits_one_line ? 0.15 : 0.06) * enskog);
}

}  // namespace
}  // namespace carom
