// Promise: what a thermostat or a thermal wall heats has its temperature and the velocities of Maxwell,
// within the errors that are given.
#include <gtest/gtest.h>

#include <numbers>

#include "support/measured.hpp"

namespace carom::test {
namespace {

/// Between two warm walls across z, periodic along x and y; no face of the box is a wall.
Scene<3> between_warm_walls(std::size_t balls, double density, double kt, std::uint64_t seed) {
    Scene<3> scene = gas<3>(balls, density, seed);
    const double side = scene.world.box.upper[2];
    scene.world.boundary[2] = Boundary::open;
    scene.world.box.lower[2] -= 0.5;
    scene.world.box.upper[2] += 0.5;
    Wall<3> floor{"floor", {{0, 0, 1}, -0.5}};
    Wall<3> ceiling{"ceiling", {{0, 0, -2}, -2 * (side + 0.5)}};
    floor.temperature = ceiling.temperature = kt;
    scene.world.walls = {floor, ceiling};
    return scene;
}

/// The share of the time that a component of the velocity is in each bin, against a bell curve: the mean
/// square of the deviations in errors where much was counted.
double off_the_bell(const BinnedCurve& curve, double kt) {
    double squares = 0, count = 0;
    for (std::size_t k = 0; k < curve.bins.size(); ++k) {
        const auto below = [&](double v) { return std::erf(v / std::sqrt(2 * kt)) / 2; };
        const double low = curve.low + static_cast<double>(k) * curve.width;
        const double expected = (below(low + curve.width) - below(low)) / curve.width;
        if (expected < 0.02) continue;
        squares += std::pow((curve.bins[k].value - expected) / *curve.bins[k].error, 2);
        ++count;
    }
    EXPECT_GT(count, 10);
    return squares / count;
}

void expect_bath(const Scene<3>& scene, double kt, double length) {
    MeasurePlan plan;
    plan.quantities = {Quantity::temperature, Quantity::velocities};
    plan.after = 20;
    plan.interval = 1;
    plan.snapshot_interval = 2;
    plan.bins = 40;
    const MeasureResults r = measured(scene, plan, 20 + length);
    EXPECT_LT(deviation(r.temperature->kt, kt), 4) << r.temperature->kt.value;
    EXPECT_LT(*r.temperature->kt.error, 0.01 * kt);
    EXPECT_TRUE(r.temperature->kt.converged);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_LT(off_the_bell(r.velocities[k], kt), 2) << k;
}

TEST(Bath, AThermostatSetsTheTemperature) {
    Scene<3> scene = gas<3>(200, 0.3, 31);  // starts at kT = 1
    scene.thermostat = Thermostat{1.5, 2};
    expect_bath(scene, 1.5, 400);
}

TEST(Bath, WarmWallsSetTheTemperature) {
    expect_bath(between_warm_walls(60, 0.1, 0.7, 32), 0.7, 4000);
}

// Under gravity too: all heights have the same velocities.
TEST(Bath, AThermostatSetsTheTemperatureUnderGravity) {
    Scene<3> scene = gas<3>(200, 0.05, 33);
    scene.world.boundary[2] = Boundary::wall;
    scene.world.box.lower[2] -= 0.5;
    scene.world.box.upper[2] += 0.5;
    scene.world.gravity = {0, 0, -0.3};
    scene.thermostat = Thermostat{1, 2};
    expect_bath(scene, 1, 400);
}

// Kicks change no rate of collisions: the mean free time is that of Enskog's theory at the set temperature.
TEST(Bath, AThermostatLeavesTheMeanFreeTime) {
    Scene<3> scene = gas<3>(400, 0.1, 34);
    scene.thermostat = Thermostat{1, 0.5};
    MeasurePlan plan;
    plan.quantities = {Quantity::mean_free_time, Quantity::impact_speeds};
    plan.after = 5;
    const MeasureResults r = measured(scene, plan, 405);
    const double packing = 0.1 * std::numbers::pi / 6;
    const double contact = (1 - packing / 2) / std::pow(1 - packing, 3);
    const double rate = 399 / 4000.0 * 4 * std::numbers::pi * contact / std::sqrt(std::numbers::pi);
    EXPECT_LT(deviation(r.mean_free_time->species[0], 1 / rate), 4);
    EXPECT_NEAR(r.mean_free_time->species[0].value * rate, 1, 0.01);
    EXPECT_LT(deviation(*r.mean_free_time->pairs[0].contact_value, contact), 4);
}

// A thermostat stops balls again and again: at low density D = kT / (m * rate) nearly, as of a random walk.
TEST(Bath, DiffusionUnderAThermostat) {
    Scene<2> scene = gas<2>(400, 1e-6, 35);
    scene.thermostat = Thermostat{2, 4};
    MeasurePlan plan;
    plan.quantities = {Quantity::diffusion};
    plan.window = 8;
    const MeasureResults r = measured(scene, plan, 640);
    const DiffusionCurve& curve = r.diffusion->species[0];
    EXPECT_LT(deviation(*curve.from_slope, 2 / 4.0), 4);
    EXPECT_LT(deviation(*curve.from_running, 2 / 4.0), 4);
    EXPECT_LT(*curve.from_slope->error, 0.02);
    // |r|^2 = 2 d D (t - (1 - exp(-rate t)) / rate)
    for (std::size_t k = 0; k < r.diffusion->lags.size(); ++k) {
        const double t = r.diffusion->lags[k];
        const double expected = 4 * 0.5 * (t - (1 - std::exp(-4 * t)) / 4);
        EXPECT_LT(deviation(curve.displacement[k], expected), 4) << t;
    }
}

}  // namespace
}  // namespace carom::test
