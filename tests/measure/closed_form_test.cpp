// Promise: where a measurement has an exact value, it is met up to rounding. Tiny scenes whose every impact
// is known by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <string>

#include "support/measured.hpp"

namespace carom::test {
namespace {

constexpr double kRounding = 1e-12;

// A ball alone in a box: each wall is hit once in 2 (side - 2 r) / |v|, with the momentum 2 m |v|.
TEST(ClosedForm, ABallBetweenWalls) {
    Scene<2> scene;
    scene.world = box<2>(4, Boundary::wall);
    scene.balls = {{"", {1, 2}, {3, -1.5}, 0.5, 2}};  // period 2 * 3 / 3 = 2 in x, 4 in y
    const MeasureResults results = measured(scene, everything(4), 64);
    ASSERT_TRUE(results.pressure && results.temperature);
    EXPECT_EQ(results.measured_time, 64);
    ASSERT_EQ(results.pressure->walls.size(), 4U);
    for (const WallLoad& load : results.pressure->walls) {
        const double force =
            load.wall[0] == 'x' ? 2 * 3 * 3 / 3.0 : 2 * 1.5 * 1.5 / 3.0;  // m v^2 / (side - 2 r)
        EXPECT_NEAR(load.force.value, force, kRounding) << load.wall;
        EXPECT_NEAR(load.pressure->value, force / 4, kRounding) << load.wall;
        EXPECT_NEAR(*load.force.error, 0, kRounding);
    }
    EXPECT_EQ(results.pressure->walls[3].wall, "y upper");
    EXPECT_NEAR(results.temperature->kt.value, 2 * (9 + 2.25) / 2, kRounding);
    EXPECT_NEAR(results.pressure->stress[0].value, 2 * 9 / 16.0, kRounding);
    EXPECT_NEAR(results.pressure->stress[3].value, 2 * 2.25 / 16.0, kRounding);
    // The off-diagonal element changes its sign at each impact, for a quarter of the time with each sign in
    // turn.
    EXPECT_NEAR(results.pressure->stress[1].value, results.pressure->stress[2].value, kRounding);
    EXPECT_FALSE(results.energy_loss);
}

// A ball strikes two in touch, with restitution 0: the three go on together, and two thirds are lost.
TEST(ClosedForm, ImpactsOfSeveralContactsLoseEnergy) {
    Scene<2> scene;
    scene.law.restitution_balls = 0;
    scene.balls = {{"", {2, 4}, {}, 0.5, 1}, {"", {3, 4}, {}, 0.5, 1}, {"", {6, 4}, {-1, 0}, 0.5, 1}};
    MeasurePlan plan;
    plan.quantities = {Quantity::energy_loss};
    plan.interval = 4;
    const MeasureResults results = measured(scene, plan, 4);
    ASSERT_TRUE(results.energy_loss);
    EXPECT_NEAR(results.energy_loss->clusters, 0.5 - 0.5 / 3, kRounding);
    EXPECT_EQ(results.energy_loss->balls, 0);
    EXPECT_NEAR(results.energy_loss->rate.value, (0.5 - 0.5 / 3) / 4, kRounding);
}

// A ball strikes two in touch: an impact of several contacts, which the pressure leaves out and says so.
TEST(ClosedForm, ImpactsOfSeveralContactsAreLeftOutByName) {
    Scene<2> scene;
    scene.world = box<2>(8, Boundary::periodic);
    scene.balls = {{"", {2, 4}, {}, 0.5, 1}, {"", {3, 4}, {}, 0.5, 1}, {"", {6, 4}, {-1, 0}, 0.5, 1}};
    const MeasureResults results = measured(scene, everything(4), 4);
    const auto names = [](const std::string& reason) {
        return reason.find("impacts of several contacts at once, 1:") == 0;
    };
    EXPECT_EQ(std::count_if(results.left_out.begin(), results.left_out.end(), names), 1);
    EXPECT_NEAR(results.temperature->kt.value, (1 - 1.0 / 3) / 4, kRounding);  // less the drift of 1/3
}

/// Two balls of diameter 1 on a ring of length 8 meet head-on each time they have gone 6 relative to each
/// other.
Scene<2> two_on_a_ring(double mass_a, double mass_b, double drift) {
    Scene<2> scene;
    scene.world = box<2>(8, Boundary::periodic);
    // Relative speed 3; the centre of mass drifts.
    const double share = mass_b / (mass_a + mass_b);
    scene.balls = {{"", {2, 4}, {drift + 3 * share, 0}, 0.5, mass_a},
                   {"", {6, 4}, {drift - 3 * (1 - share), 0}, 0.5, mass_b}};
    return scene;
}

TEST(ClosedForm, TwoBallsOnARing) {
    for (const double drift : {0.0, 5.0}) {
        const double ma = 1;
        const double mb = 3;
        const double reduced = 0.75;
        const MeasureResults results = measured(two_on_a_ring(ma, mb, drift), everything(20), 400);
        // An impact every 2: the virial is r * 2 m w = 1 * 2 * 0.75 * 3 = 4.5 for each.
        const double virial = 4.5 / 2;
        const double energy = reduced * 9;  // sum of m v^2 in the frame of the centre of mass
        EXPECT_NEAR(results.temperature->kt.value, energy / 2, 1e-11);  // two degrees of freedom
        EXPECT_NEAR(results.pressure->stress[0].value, (2 * energy + virial) / 64, 1e-11);
        EXPECT_NEAR(results.pressure->stress[1].value, 0, 1e-11);
        EXPECT_NEAR(results.pressure->stress[3].value, 0, 1e-11);
        EXPECT_NEAR(results.pressure->z_virial->value, 1 + virial / (2 * 2 * energy / 2), 1e-11);
        // Two degrees of freedom: velocities on a circle, <|x|> / rms = sqrt(8) / pi.
        const double ratio = std::sqrt(std::numbers::pi / 2) * std::sqrt(8) / std::numbers::pi;
        EXPECT_NEAR(results.pressure->z_rate->value,
                    1 + 0.5 * std::sqrt(2 * std::numbers::pi * reduced / (energy / 2)) / (2 * 2 * ratio),
                    1e-11);
        ASSERT_EQ(results.species.size(), 2U);
        const PairRate& mixed = results.mean_free_time->pairs[1];
        EXPECT_EQ(mixed.impacts, 200U);
        EXPECT_NEAR(mixed.rate.value, 0.5, kRounding);
        EXPECT_NEAR(mixed.first_free_time.value, 2, kRounding);
        EXPECT_NEAR(mixed.second_free_time.value, 2, kRounding);
        EXPECT_EQ(results.mean_free_time->pairs[0].impacts, 0U);
        EXPECT_NEAR(results.mean_free_time->species[0].value, 2, kRounding);
        // All impacts have the approach speed 3.
        double mass_of_bins = 0;
        for (const Estimate& bin : results.impact_speeds[1].bins)
            mass_of_bins += bin.value * results.impact_speeds[1].width;
        EXPECT_NEAR(mass_of_bins + results.impact_speeds[1].outside, 1, kRounding);
        const BinnedCurve& speeds = results.impact_speeds[1];
        const auto bin = static_cast<std::size_t>((3 - 1e-9 - speeds.low) / speeds.width);
        const auto beside = static_cast<std::size_t>((3 + 1e-9 - speeds.low) / speeds.width);
        const double there = speeds.bins[bin].value + (beside == bin ? 0 : speeds.bins[beside].value);
        EXPECT_NEAR(there * speeds.width, 1, kRounding);
    }
}

// Three impacts of two balls with e = 1/2: the relative speed halves, the energy of the relative motion is
// quartered.
TEST(ClosedForm, EnergyLoss) {
    Scene<2> scene = two_on_a_ring(1, 3, 2);
    scene.law.restitution_balls = 0.5;
    MeasurePlan plan = everything(16);
    plan.after = 0;
    // Relative path 3 from the start (surfaces 3 apart), then 6 for each: times 1, 1 + 4 = 5, 5 + 8 = 13.
    const MeasureResults results = measured(scene, plan, 16);
    const double relative = 0.5 * 0.75 * 9;
    EXPECT_NEAR(results.energy_loss->balls, relative * (1 - 1 / 64.0), kRounding);
    EXPECT_EQ(results.energy_loss->walls, 0);
    EXPECT_NEAR(results.energy_loss->rate.value, relative * (1 - 1 / 64.0) / 16, kRounding);
    EXPECT_NEAR(results.temperature->kt.value, relative * (1 + 4 / 4.0 + 8 / 16.0 + 3 / 64.0) / 16,
                kRounding);  // 2 E / 2, averaged over time
    EXPECT_EQ(results.mean_free_time->pairs[1].impacts, 3U);
}

TEST(ClosedForm, EnergyLossAtAWall) {
    Scene<2> scene;
    scene.world = box<2>(4, Boundary::wall);
    scene.law.restitution_walls = 0.5;
    scene.balls = {{"", {1, 2}, {-1, 0}, 0.5, 2}};
    const MeasureResults results = measured(scene, everything(1), 1);
    EXPECT_NEAR(results.energy_loss->walls, 0.5 * 2 * (1 - 0.25), kRounding);
    EXPECT_EQ(results.energy_loss->balls, 0);
}

// Points that never meet: |r(t) - r(0)|^2 = v^2 t^2 in the frame of the centre of mass, and the velocity
// stays.
TEST(ClosedForm, BallisticFlight) {
    Scene<3> scene = gas<3>(50, 1e-9, 4, {{1, 1e-3, 1}, {1, 1e-3, 2}});
    for (SceneBall<3>& ball : scene.balls) ball.velocity[1] += 7;
    const MeasureResults results = measured(scene, everything(2), 16);
    ASSERT_EQ(results.species.size(), 2U);
    std::array<double, 2> square{};
    for (const SceneBall<3>& ball : scene.balls) {
        Vec3d v = ball.velocity;
        v[1] -= 7;
        square[ball.mass == 1 ? 0 : 1] += (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 25;
    }
    ASSERT_EQ(results.diffusion->lags.size(), 9U);
    EXPECT_EQ(results.diffusion->lags.back(), 2);
    for (std::size_t s = 0; s < 2; ++s) {
        const DiffusionCurve& curve = results.diffusion->species[s];
        for (std::size_t k = 0; k < results.diffusion->lags.size(); ++k) {
            const double t = results.diffusion->lags[k];
            EXPECT_EQ(curve.displacement[k].count, 8U);
            EXPECT_NEAR(curve.displacement[k].value, square[s] * t * t, 1e-9 * square[s] * t * t + 1e-8 * t);
            EXPECT_NEAR(curve.correlation[k].value, square[s], 1e-12 * square[s]);
            EXPECT_NEAR(curve.running[k].value, square[s] * t / 3, 1e-8 * square[s]);
        }
        EXPECT_NEAR(curve.from_slope->value, square[s] * (4 - 1) / 6, 1e-8 * square[s]);
    }
}

TEST(ClosedForm, HistogramsAndProfilesAreNormalised) {
    const MeasureResults results = measured(gas<3>(200, 0.3, 5), everything(0.5), 4);
    EXPECT_EQ(results.snapshots, 8U);
    ASSERT_EQ(results.velocities.size(), 4U);
    for (const BinnedCurve& curve : results.velocities) {
        double sum = 0;
        for (const Estimate& bin : curve.bins) sum += bin.value * curve.width;
        EXPECT_NEAR(sum + curve.outside, 1, kRounding) << curve.what;
    }
    const BinnedCurve& density = results.profile[0];
    double balls = 0;
    for (const Estimate& bin : density.bins)
        balls += bin.value * density.width * std::pow(200 / 0.3, 2 / 3.0);
    EXPECT_NEAR(balls, 200, 1e-9);
}

// Two balls at rest at a known distance: one bin holds the pair.
TEST(ClosedForm, RadialDistributionOfAPair) {
    Scene<2> scene;
    scene.world = box<2>(10, Boundary::periodic);
    scene.balls = {{"", {0.5, 0.5}, {1, 0}, 0.5, 1}, {"", {9, 9.5}, {1, 0}, 0.5, 1}};  // (-1.5, -1) apart
    MeasurePlan plan = everything(0.25);
    plan.bins = 4;
    plan.radial_range = 2;  // bins from 1 to 3
    const MeasureResults results = measured(scene, plan, 1);
    const BinnedCurve& g = results.radial_distribution.at(0);
    EXPECT_EQ(g.low, 1);
    EXPECT_EQ(g.width, 0.5);
    const double shell = std::numbers::pi * (2 * 2 - 1.5 * 1.5);
    EXPECT_NEAR(g.bins[1].value, 100 / shell, 1e-9);
    EXPECT_EQ(g.bins[0].value + g.bins[2].value + g.bins[3].value, 0);
}

}  // namespace
}  // namespace carom::test
