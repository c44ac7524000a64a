// Promise: in vessels, between warm and moving walls, under a thermostat and in sheared boxes, pressures,
// profiles and radial distributions are those that closed forms, energy and plain counting say.
#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "measure/kinetic.hpp"
#include "measure/motion.hpp"
#include "measure/radial.hpp"
#include "measure/region.hpp"
#include "support/hard_ball_theory.hpp"
#include "support/measured.hpp"
#include "support/random_scene.hpp"
#include "support/sheared_gas.hpp"

namespace carom::test {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

/// A cylinder along z from 0 to `length`, closed by walls across it.
World<3> closed_cylinder(double radius, double length) {
    World<3> world;
    world.containers = {{"pipe", {1, 2, 0}, {0, 0, 3}, radius}};
    world.walls = {{"floor", {{0, 0, 2}, 0}}, {"lid", {{0, 0, -1}, -length}}};
    return world;
}

template <int N>
World<N> round_vessel(double radius) {
    World<N> world;
    world.containers = {{"vessel", {}, {}, radius}};
    return world;
}

TEST(Places, VolumesOfVessels) {
    const detail::Region<2> disc(round_vessel<2>(2));
    EXPECT_NEAR(disc.volume(), kTurn * 2, 1e-14);
    EXPECT_NEAR(disc.wall_area(4), kTurn * 2, 1e-14);
    EXPECT_NEAR(disc.volume_between(1, 0, 2), kTurn, 1e-14);
    EXPECT_NEAR(disc.volume_between(0, 1, 2), 4 * (std::numbers::pi / 3 - std::sqrt(3.0) / 4), 1e-14);
    const detail::Region<3> sphere(round_vessel<3>(3));
    EXPECT_NEAR(sphere.volume(), 2 * kTurn / 3 * 27, 1e-12);
    EXPECT_NEAR(sphere.wall_area(6), 2 * kTurn * 9, 1e-12);
    EXPECT_NEAR(sphere.volume_between(2, 2, 3), std::numbers::pi / 3 * (9 - 1),
                1e-12);  // h^2 (3 R - h) pi / 3
    const detail::Region<3> pipe(closed_cylinder(2, 5));
    EXPECT_NEAR(pipe.volume(), kTurn * 2 * 5, 1e-12);
    EXPECT_NEAR(pipe.wall_area(8), kTurn * 2 * 5, 1e-12);
    EXPECT_NEAR(pipe.wall_area(7), kTurn * 2, 1e-12);
    EXPECT_NEAR(pipe.volume_between(2, 1, 2), kTurn * 2, 1e-12);
    EXPECT_NEAR(pipe.volume_between(0, -1, 1), kTurn * 5, 1e-12);
    EXPECT_EQ(pipe.lower(1), 0);
    EXPECT_EQ(pipe.upper(0), 3);
}

TEST(Places, VolumesBetweenMovingWalls) {
    World<2> world = box<2>(4, Boundary::wall);
    world.walls = {{"piston", {{-1, 0}, -3}, 0.5}, {"other", {{0, 2}, 2}, -0.25}};
    const detail::Region<2> region(world);
    EXPECT_FALSE(region.is_still());
    EXPECT_EQ(region.volume(2), 2 * 3.5);
    // (3 - t / 2) (3 + t / 4) from 0 to 2
    EXPECT_NEAR(region.mean_volume(0, 2), (18 - 0.75 * 4 / 2 - 8 / 24.0) / 2, 1e-14);
    EXPECT_EQ(region.wall_area(4), 0);
    world.walls.pop_back();
    EXPECT_EQ(detail::Region<2>(world).wall_area(4), 4);
    EXPECT_EQ(detail::Region<2>(world).wall_area(3), 0);
    EXPECT_EQ(detail::Region<2>(world).wall_area(1), 0);  // behind the piston
}

template <int N>
std::string refusal(const World<N>& world, Quantity quantity) {
    Scene<N> scene;
    scene.world = world;
    scene.balls = {{"", {}, {}, 0.1, 1}};
    return why_not(quantity, scene, settled({}, scene)).value_or("");
}

TEST(Places, WhatHasNoMeaningIsRefused) {
    World<3> world = box<3>(8, Boundary::wall);
    world.gravity = {0, 0, -1};
    EXPECT_EQ(refusal(world, Quantity::pressure), "pressure is not the same at all heights under gravity");
    EXPECT_EQ(refusal(world, Quantity::profile), "");
    world.gravity = {};
    world.containers = {{"", {4, 4, 4}, {}, 4.5}};
    const std::string vessel =
        " needs a known volume: of one container alone, a sphere that no wall cuts, or a cylinder along an "
        "axis that is closed at both ends";
    EXPECT_EQ(refusal(world, Quantity::pressure), "pressure" + vessel);
    world.containers[0].radius = 4;
    EXPECT_EQ(refusal(world, Quantity::pressure), "");
    world.containers = {{"", {}, {0, 1, 0}, 4}};
    world.boundary.fill(Boundary::open);
    EXPECT_EQ(refusal(world, Quantity::profile), "profile" + vessel);
    world.containers.clear();
    EXPECT_EQ(refusal(world, Quantity::profile),
              "profile needs a box without open axes, or walls across those that are open");
    World<2> piston = box<2>(8, Boundary::wall);
    piston.walls = {{"piston", {{1, 0}, 0}, 0.5}};
    EXPECT_EQ(refusal(piston, Quantity::pressure), "");
    EXPECT_EQ(refusal(piston, Quantity::profile),
              "profile needs walls that stand still: others change the volume of its slices");
    EXPECT_EQ(refusal(box<2>(8, Boundary::wall), Quantity::temperature), "");
    EXPECT_EQ(refusal(box<2>(8, Boundary::periodic), Quantity::temperature),
              "temperature needs motion besides that of the centre of mass: a single ball has none here");
    World<2> sheared = box<2>(8, Boundary::periodic);
    sheared.shear = Shear{0, 1, 1};
    EXPECT_EQ(refusal(sheared, Quantity::diffusion),
              "diffusion has no meaning where the flow of a sheared box carries balls along");
    for (const Quantity quantity : {Quantity::pressure, Quantity::radial_distribution, Quantity::profile})
        EXPECT_EQ(refusal(sheared, quantity), "");
}

// Along a chord 2 R' cos a, with R' between the centres, |J| = 2 m v cos a: the force is m v^2 / R' for any
// a.
TEST(Places, ABallInRoundVessels) {
    MeasurePlan plan;
    plan.quantities = {Quantity::pressure};
    Scene<2> scene;
    scene.world = round_vessel<2>(2.5);
    scene.balls = {{"", {2, 0}, {-1.5, 1.5}, 0.5, 2}};  // a quarter turn at each impact, every 2 sqrt(2) / v
    plan.interval = 16.0 / 3;                           // four impacts
    const MeasureResults r = measured(scene, plan, 64);
    EXPECT_EQ(r.pressure->walls[0].wall, "vessel");
    EXPECT_NEAR(r.pressure->walls[0].force.value, 2 * 4.5 / 2, 1e-11);
    EXPECT_NEAR(r.pressure->walls[0].pressure->value, 4.5 / (kTurn * 2.5), 1e-11);
    EXPECT_NEAR(r.pressure->pressure.value, 2 * 4.5 / 2 / (kTurn * 2.5 * 2.5 / 2), 1e-11);
}

// Force * R' = sum of m v^2 + virial over any long time: whatever balls do, a gas in a sphere bears on it as
// the mean of its stress says.
TEST(Places, AGasInASphere) {
    Scene<3> scene = gas<3>(300, 0.05, 41);
    const double side = scene.world.box.upper[0];
    scene.world = round_vessel<3>(std::sqrt(3.0) * (side / 2 + 0.5));
    for (SceneBall<3>& ball : scene.balls)
        for (double& x : ball.position.coordinates) x -= side / 2;
    MeasurePlan plan;
    plan.quantities = {Quantity::temperature, Quantity::pressure, Quantity::profile};
    plan.after = 20;
    plan.snapshot_interval = 20;
    const MeasureResults r = measured(scene, plan, 420);
    const double reach = scene.world.containers[0].radius - 0.5;
    const double volume = detail::Region<3>(scene.world).volume();
    const double borne = r.pressure->walls[0].force.value * reach;
    const double stress = 3 * r.pressure->pressure.value * volume;
    EXPECT_NEAR(borne, stress, 0.01 * stress);
    // Nearly an ideal gas in the sphere that centres can be in.
    const double kt = r.temperature->kt.value;
    const double free = volume * std::pow(reach / (reach + 0.5), 3);
    const double packing = 300 * std::numbers::pi / 6 / free;
    EXPECT_NEAR(stress / (3 * 300 * kt), 1 + 4 * packing, 0.01);
    double balls = 0;
    const detail::Region<3> region(scene.world);
    const BinnedCurve& density = r.profile[0];
    for (std::size_t k = 0; k < density.bins.size(); ++k) {
        const double from = density.low + static_cast<double>(k) * density.width;
        balls += density.bins[k].value * region.volume_between(0, from, from + density.width);
    }
    EXPECT_NEAR(balls, 300, 1e-6);
}

TEST(Places, PressureUnderAThermostat) {
    const KnownFluid& fluid = known_fluids[1];
    Scene<3> scene = gas<3>(500, fluid.density, 42);
    scene.thermostat = Thermostat{1.5, 0.5};
    MeasurePlan plan;
    plan.quantities = {Quantity::pressure, Quantity::radial_distribution, Quantity::mean_free_time};
    plan.after = 10;
    plan.bins = 100;
    plan.snapshot_interval = 0.5;
    const MeasureResults r = measured(scene, plan, 310);
    const double few = finite_size_z(sphere_z, fluid.density * std::numbers::pi / 6, 500);
    for (const Estimate& z : {*r.pressure->z_virial, *r.pressure->z_rate}) {
        EXPECT_LT(deviation(z, fluid.z + few), 4) << z.value;
        EXPECT_LT(*z.error, 0.005 * fluid.z);
    }
    EXPECT_LT(deviation(r.pressure->pressure, 1.5 * fluid.density * (fluid.z + few)), 4);
    // Near contact g(r) is what the rate of impacts says.
    const BinnedCurve& g = r.radial_distribution.at(0);
    EXPECT_NEAR(1.5 * g.bins[0].value - 0.5 * g.bins[1].value,
                r.mean_free_time->pairs[0].contact_value->value, 0.03);
}

// The force that a piston bears does work on the gas, force * speed: all that the gas gains. With points the
// stress times the volume is N kT.
TEST(Places, APistonDoesWhatItsForceSays) {
    Scene<3> scene = gas<3>(200, 1, 43, {{1, 1e-4, 1}});
    for (auto& boundary : scene.world.boundary) boundary = Boundary::wall;
    const double side = scene.world.box.upper[0];
    for (int k = 0; k < 3; ++k) {
        scene.world.box.lower[k] = -0.01;
        scene.world.box.upper[k] = side + 0.01;
    }
    scene.world.walls = {{"piston", {{0, 1, 0}, -0.01}, 0.05}};
    auto simulation = Simulation<3>::create(scene);
    ASSERT_TRUE(simulation);
    const double before = simulation->kinetic_energy();
    MeasurePlan plan;
    plan.quantities = {Quantity::temperature, Quantity::pressure};
    plan.interval = 2;
    Measurements<3> measurements(scene, plan);
    advance(*simulation, measurements, 40);
    const MeasureResults r = measurements.results();
    const WallLoad& piston = r.pressure->walls.back();
    EXPECT_EQ(piston.wall, "piston");
    const double gained = simulation->kinetic_energy() - before;
    EXPECT_GT(gained, 0.2 * before);
    EXPECT_NEAR(piston.force.value * 0.05 * 40, gained, 1e-10 * gained);
    ASSERT_EQ(r.series.rows.size(), 20U);
    const double area = (side + 0.02) * (side + 0.02);
    for (const std::vector<double>& row : r.series.rows) {
        const double volume = area * (side + 0.02 - 0.05 * (row[0] + row[1]) / 2);
        EXPECT_NEAR(row[3] * volume, 200 * row[2], 0.01 * 200 * row[2]);
    }
}

// Between warm walls: force * free width = sum of m v^2 + virial along z, up to what is left at the ends.
TEST(Places, WarmWallsBearWhatTheGasSays) {
    Scene<2> scene = gas<2>(100, 0.2, 44);
    const double side = scene.world.box.upper[0];
    scene.world.boundary[1] = Boundary::open;
    Wall<2> floor{"floor", {{0, 1}, -0.5}};
    Wall<2> ceiling{"ceiling", {{0, -1}, -side - 0.5}};
    floor.temperature = 1;
    ceiling.temperature = 3;
    scene.world.walls = {floor, ceiling};
    MeasurePlan plan;
    plan.quantities = {Quantity::pressure, Quantity::profile};
    plan.after = 100;
    plan.snapshot_interval = 2;
    plan.bins = 10;
    const MeasureResults r = measured(scene, plan, 4100);
    const double bulk = r.pressure->stress[3].value * (side + 1) / side;
    for (const WallLoad& load : r.pressure->walls) EXPECT_NEAR(load.pressure->value, bulk, 0.01 * bulk);
    // Warm above, cold and dense below, and in balance by the equation of state.
    const BinnedCurve& density = r.profile[0];
    const BinnedCurve& kt = r.profile[1];
    for (std::size_t k = 1; k < 9; ++k) {
        const double packing = density.bins[k].value * std::numbers::pi / 4;
        const double here = density.bins[k].value * kt.bins[k].value * disc_z(packing);
        EXPECT_NEAR(here, bulk, 0.05 * bulk) << k;
        EXPECT_GT(kt.bins[k].value, kt.bins[k - 1].value + 0.05) << k;
    }
    EXPECT_GT(kt.bins[0].value, 1);
    EXPECT_LT(kt.bins[9].value, 3);
}

// n(y) = N / A * (m g / kT) exp(-m g y / kT) / (1 - exp(-m g H / kT)) for centres from 0 to H above the
// floor.
TEST(Places, AnAtmosphere) {
    constexpr double g = 0.5, height = 6, radius = 0.005;
    Scene<2> scene = gas<2>(100, 4, 45, {{1, radius, 1}});
    const double side = scene.world.box.upper[0];
    scene.world.boundary[1] = Boundary::wall;
    scene.world.box.lower[1] = -radius;
    scene.world.box.upper[1] = height + radius;
    scene.world.gravity = {0, -g};
    scene.thermostat = Thermostat{1.25, 0.7};
    MeasurePlan plan;
    plan.quantities = {Quantity::profile};
    plan.after = 20;
    plan.snapshot_interval = 2;
    plan.bins = 30;
    const MeasureResults r = measured(scene, plan, 2020);
    EXPECT_EQ(r.plan.axis, 1);
    const auto above = [&](double y) { return std::exp(-g * std::clamp(y, 0.0, height) / 1.25); };
    double squares = 0;
    for (std::size_t k = 0; k < 30; ++k) {
        const BinnedCurve& density = r.profile[0];
        const double from = density.low + static_cast<double>(k) * density.width;
        const double share = (above(from) - above(from + density.width)) / (1 - above(height));
        const double expected = 100 * share / (side * density.width);
        squares += std::pow((density.bins[k].value - expected) / *density.bins[k].error, 2) / 30;
        EXPECT_NEAR(density.bins[k].value, expected, 0.1 * expected) << k;
        EXPECT_LT(deviation(r.profile[1].bins[k], 1.25), 4.5) << k;
    }
    EXPECT_LT(squares, 1.8);
}

// Elastic balls gain what shear does on them: energy = -rate * integral of stress * volume, flight and
// impacts.
TEST(Places, ShearHeatsByItsStress) {
    const Scene<3> scene = sheared_gas(4, 0.3, 0.4, 46);
    MeasurePlan plan;
    plan.quantities = {Quantity::temperature, Quantity::pressure};
    plan.interval = 0.5;
    auto simulation = Simulation<3>::create(scene);
    ASSERT_TRUE(simulation);
    Measurements<3> measurements(scene, plan);
    const detail::SpeciesTable<3> table = detail::take_census(scene, SpeciesBy::kind);
    const detail::DegreesOfFreedom<3> freedom = detail::freedom_of(scene, table);
    detail::Motion<3> motion(scene, freedom, table.bodies);
    detail::KineticTally<3> tally(freedom, 0);
    const auto energy = [&](double time) {
        double twice = 0;
        for (const detail::MeasuredBall<3>& ball : motion.at(time))
            for (const double v : ball.velocity.coordinates) twice += v * v;
        return twice / 2;
    };
    const double before = energy(0);
    const double end = 10;
    for (;;) {
        const double stop = measurements.next_stop();
        if (const auto event = simulation->next_event(std::min(end, stop))) {
            const double time = simulation->seconds(event->time);
            measurements.observe(time, *event);
            motion.add_flight(event->ball, time, tally);
            motion.add_flight(event->other, time, tally);
            motion.take(time, *event);
        } else if (stop <= end) {
            measurements.look([&](std::size_t ball) { return simulation->position_now(ball); });
        } else {
            break;
        }
    }
    const PressureResult pressure = *measurements.results().pressure;
    const double volume = std::pow(scene.world.box.upper[0], 3);
    // The measured stress has the lost degree of freedom put back.
    for (std::size_t i = 0; i < motion.bodies().size(); ++i) motion.add_flight(i, end, tally);
    const double put_back = tally.close(end, 1).all.at(0, 1) / 255;
    const double work = -0.4 * (pressure.stress[1].value * volume - put_back) * end;
    const double gained = energy(end) - before;
    EXPECT_GT(gained, 0.3 * before);
    EXPECT_NEAR(work, gained, 1e-10 * gained);
    EXPECT_NEAR(pressure.viscosity->value, -pressure.stress[3].value / 0.4, 1e-15);
}

TEST(Places, AShearedGasHasTheViscosityOfEnskog) {
    MeasurePlan plan;
    plan.quantities = {Quantity::temperature, Quantity::pressure};
    plan.after = 10;
    const MeasureResults r = measured(sheared_gas(7, 0.3, 0.2, 47), plan, 50);
    double root = 0;
    for (const std::vector<double>& row : r.series.rows)
        root += std::sqrt(row[2]) / static_cast<double>(r.series.rows.size());
    EXPECT_NEAR(r.pressure->viscosity->value / root, enskog_viscosity(0.3), 0.06 * enskog_viscosity(0.3));
    EXPECT_FALSE(r.pressure->z_rate);
    // No stress across planes that nothing shears.
    EXPECT_LT(deviation(r.pressure->stress[2], 0), 4);
    EXPECT_LT(deviation(r.pressure->stress[5], 0), 4);
}

// The nearest of all images within some boxes, counted one by one.
TEST(Places, DistancesInASlidBox) {
    std::mt19937_64 random(48);
    Scene<2> scene;
    scene.world.box = {{-1, 2}, {4, 9}};
    scene.world.boundary.fill(Boundary::periodic);
    scene.world.shear = Shear{0, 1, -0.3};
    MeasurePlan plan;
    plan.bins = 25;
    plan.radial_range = 2.3;
    std::vector<Vec2d> at;
    for (int i = 0; i < 41; ++i) {
        at.push_back({uniform(random, -1, 4), uniform(random, 2, 9)});
        scene.balls.push_back({"", at.back(), {}, 0.1, 1});
    }
    const double time = 17.3;
    const detail::SpeciesTable<2> table = detail::take_census(scene, SpeciesBy::kind);
    detail::RadialMeter<2> meter(scene, table, plan);
    meter.look(time, table.bodies, at, 1);
    const BinnedCurve g = meter.result().at(0);
    std::vector<int> counts(25);
    for (std::size_t i = 0; i < at.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            for (int up = -2; up <= 2; ++up) {
                for (int along = -40; along <= 40; ++along) {
                    const double x = at[i][0] - at[j][0] + 5 * along - 0.3 * 7 * time * up;
                    const double y = at[i][1] - at[j][1] + 7 * up;
                    const double bin = (std::hypot(x, y) - g.low) / g.width;
                    if (bin >= 0 && bin < 25) ++counts[static_cast<std::size_t>(bin)];
                }
            }
        }
    }
    for (std::size_t k = 0; k < 25; ++k) {
        const double low = g.low + static_cast<double>(k) * g.width;
        const double shell = kTurn / 2 * (2 * low + g.width) * g.width;
        EXPECT_NEAR(g.bins[k].value, counts[k] * 35 / (41 * 20 * shell), 1e-12) << k;
    }
}

}  // namespace
}  // namespace carom::test
