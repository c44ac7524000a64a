// Promise: pressure, diffusion, rates and distributions of fluids are those that are known, within their own
// errors. Short versions of the tables of docs/physics.md; seeds are fixed, so a pass is a pass.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "support/hard_ball_theory.hpp"
#include "support/measured.hpp"
#include "support/share.hpp"

namespace carom::test {
namespace {

constexpr double kLength = 1.0 / test::kShare;

MeasurePlan only(std::vector<Quantity> quantities, double after) {
    MeasurePlan plan;
    plan.quantities = std::move(quantities);
    plan.after = after;
    return plan;
}

/// The deviation from a known value, in errors of both.
double combined(const Estimate& x, double known, double known_error) {
    return std::fabs(x.value - known) / std::hypot(*x.error, known_error);
}

TEST(Fluid, PressureOfSpheresInBothWays) {
    for (const std::size_t which : {1U, 2U, 4U}) {
        const KnownFluid& fluid = known_fluids[which];
        const double time = kLength * 1500 / fluid.z;
        MeasurePlan plan = only({Quantity::pressure, Quantity::mean_free_time}, 10);
        // Two mean free times: a short run has enough of them.
        plan.interval = std::sqrt(std::numbers::pi) / 3 / (fluid.z - 1);
        const MeasureResults r = measured(gas<3>(500, fluid.density, 11), plan, 10 + time);
        const double few = finite_size_z(sphere_z, fluid.density * std::numbers::pi / 6, 500);
        for (const Estimate& z : {*r.pressure->z_virial, *r.pressure->z_rate}) {
            EXPECT_LT(combined(z, fluid.z + few, fluid.z_error), 3) << z.value << " at " << fluid.density;
            EXPECT_LT(*z.error, 0.003 * fluid.z / std::sqrt(kLength)) << fluid.density;
            EXPECT_TRUE(z.converged);
        }
        // P V = N kT Z with kT = 2 E / (3 (N - 1)), when no motion of the centre of mass is left.
        const double kt = 500 / 499.0;
        EXPECT_NEAR(r.pressure->pressure.value, fluid.density * kt * r.pressure->z_virial->value,
                    1e-9 * fluid.z);
        // Z = 1 + 4 packing g(contact) (N - 1) / N, as a ball does not meet itself.
        const Estimate& contact = *r.mean_free_time->pairs[0].contact_value;
        EXPECT_NEAR(contact.value * 4 * fluid.density * std::numbers::pi / 6 / kt,
                    r.pressure->z_rate->value - 1, 1e-9);
        // The stress is isotropic and has no shear.
        for (std::size_t k = 0; k < 9; ++k) {
            const double expected = k % 4 == 0 ? r.pressure->pressure.value : 0;
            EXPECT_LT(deviation(r.pressure->stress[k], expected), 4) << k;
        }
    }
}

TEST(Fluid, PressureOfDiscs) {
    constexpr double packing = 0.4;
    const MeasureResults r = measured(gas<2>(800, 4 * packing / std::numbers::pi, 12),
                                      only({Quantity::pressure}, 20), 20 + kLength * 500);
    const double z = disc_z(packing) + finite_size_z(disc_z, packing, 800);
    for (const Estimate& measured : {*r.pressure->z_virial, *r.pressure->z_rate}) {
        EXPECT_NEAR(measured.value, z, kLength == 1 ? 0.005 * z : 4 * *measured.error);
        EXPECT_LT(deviation(measured, z), 4);
    }
}

/// No error from a run that is shorter than its memory is to be trusted.
TEST(Fluid, ShortDenseRunsAreNotConverged) {
    const auto z_of = [](double density, double mean_free_times) {
        const Scene<3> scene = gas<3>(108, density, 14);
        MeasurePlan plan = only({Quantity::pressure, Quantity::mean_free_time}, 1);
        const double unit = std::sqrt(std::numbers::pi) / 6 / (sphere_z(density * std::numbers::pi / 6) - 1);
        plan.interval = unit;
        return measured(scene, plan, 1 + mean_free_times * unit);
    };
    const auto says_so = [](const MeasureResults& r) {
        return std::any_of(r.notes.begin(), r.notes.end(), [](const std::string& note) {
            return note.find("a dense run of") != std::string::npos;
        });
    };
    const MeasureResults dense = z_of(0.93, 200);
    EXPECT_FALSE(dense.pressure->z_rate->converged);
    EXPECT_FALSE(dense.pressure->z_virial->converged);
    EXPECT_FALSE(dense.mean_free_time->pairs[0].rate.converged);
    EXPECT_TRUE(says_so(dense));
    EXPECT_TRUE(z_of(0.93, 1200).pressure->z_rate->converged);
    EXPECT_TRUE(z_of(0.6, 200).pressure->z_rate->converged);
    EXPECT_FALSE(says_so(z_of(0.6, 200)));
}

TEST(Fluid, BinaryMixture) {
    constexpr double packing = 0.3;
    constexpr double small = 0.5;
    const double one = (1 + small) / 2;
    const double two = (1 + small * small) / 2;
    const double three = (1 + small * small * small) / 2;
    const MeasureResults r = measured(
        gas<3>(1000, 6 * packing / (std::numbers::pi * three), 13, {{1, 0.5, 1}, {1, small / 2, 0.125}}),
        only({Quantity::temperature, Quantity::pressure, Quantity::mean_free_time}, 5), 5 + kLength * 60);
    const double z = mixture_z(packing, one, two, three);
    for (const Estimate& measured : {*r.pressure->z_virial, *r.pressure->z_rate})
        EXPECT_NEAR(measured.value, z, kLength == 1 ? 0.005 * z : 4 * *measured.error);
    // Energy is shared out evenly.
    ASSERT_EQ(r.temperature->species.size(), 2U);
    for (const Estimate& kt : r.temperature->species) EXPECT_LT(deviation(kt, r.temperature->kt.value), 4);
    // Boublik's contact values.
    const auto contact = [&](double a, double b) {
        const double free = 1 - packing;
        const double x = a * b / (a + b) * two / three;
        return 1 / free + 3 * packing * x / (free * free) +
               2 * packing * packing * x * x / (free * free * free);
    };
    ASSERT_EQ(r.mean_free_time->pairs.size(), 3U);
    const std::array<double, 3> known{contact(1, 1), contact(1, small), contact(small, small)};
    for (std::size_t pair = 0; pair < 3; ++pair) {
        const Estimate& measured = *r.mean_free_time->pairs[pair].contact_value;
        EXPECT_NEAR(measured.value, known[pair], 0.015 * known[pair] + 4 * *measured.error) << pair;
    }
}

TEST(Fluid, DiffusionOfInfinitelyMany) {
    if (test::kShare > 1) return;  // statistics need the whole length
    const KnownFluid& fluid = known_fluids[2];
    constexpr std::array<std::size_t, 3> sizes{108, 343, 1372};
    std::array<double, 3> x{};
    std::array<double, 3> d{};
    std::array<double, 3> error{};
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto balls = static_cast<double>(sizes[i]);
        // Vortices of the width of the box have died out in half of this.
        MeasurePlan plan = only({Quantity::diffusion}, 5);
        plan.window = 0.075 * std::pow(balls / fluid.density, 2 / 3.0);
        const MeasureResults r = measured(gas<3>(sizes[i], fluid.density, 14), plan, 5 + 400'000 / balls);
        const DiffusionCurve& curve = r.diffusion->species[0];
        x[i] = 1 / std::cbrt(balls);
        d[i] = curve.from_slope->value;
        error[i] = *curve.from_slope->error;
        EXPECT_LT(std::fabs(curve.from_running->value - d[i]),
                  4 * std::hypot(*curve.from_running->error, error[i]));
        // Smaller than for infinitely many, by about 2.837 kT / (6 pi viscosity L).
        EXPECT_LT(d[i], fluid.diffusion + 3 * error[i]);
    }
    const Line line = line_through(x, d, error);
    EXPECT_LT(std::fabs(line.at_zero - fluid.diffusion), 3 * line.error);
    EXPECT_LT(line.error, 0.025 * fluid.diffusion);
}

/// T = T0 exp(-(1 - e^2) c / d), with c the collisions per ball.
TEST(Fluid, CoolsByHaffsLaw) {
    Scene<3> scene = gas<3>(2000, 0.1, 15);
    scene.law.restitution_balls = 0.9;
    MeasurePlan plan = only({Quantity::temperature, Quantity::mean_free_time, Quantity::energy_loss}, 0);
    plan.interval = 0.5;
    const MeasureResults r = measured(scene, plan, 20);
    double impacts = 0;
    double lost = 0;
    for (const std::vector<double>& row : r.series.rows) {
        const double half = row[3] * *plan.interval / 2;
        impacts += half;
        const double cooled = std::exp(-(1 - 0.81) * 2 * impacts / 2000 / 3);
        impacts += half;
        EXPECT_NEAR(row[2], 2000 / 1999.0 * cooled, 0.02 * cooled) << row[0];
        lost += row[4] * *plan.interval;
    }
    EXPECT_GT(2 * impacts / 2000, 8);
    EXPECT_NEAR(lost, r.energy_loss->balls, 1e-9 * lost);
    EXPECT_EQ(r.mean_free_time->pairs[0].impacts, static_cast<std::uint64_t>(std::llround(impacts)));
}

/// The mean square of the deviations in errors, over bins where much was counted; Simpson's rule in each bin.
template <class Density>
double mean_square_deviation(const BinnedCurve& curve, Density density) {
    double squares = 0;
    double count = 0;
    for (std::size_t k = 0; k < curve.bins.size(); ++k) {
        const double low = curve.low + static_cast<double>(k) * curve.width;
        const double high = low + curve.width;
        const double expected = (density(low) + 4 * density((low + high) / 2) + density(high)) / 6;
        const Estimate& bin = curve.bins[k];
        if (!(expected > 0.02) || !(bin.error.value_or(0) > 0)) continue;
        squares += std::pow((bin.value - expected) / *bin.error, 2);
        ++count;
    }
    EXPECT_GT(count, 10);
    return squares / count;
}

TEST(Fluid, VelocitiesAndImpactSpeedsAreThoseOfMaxwell) {
    MeasurePlan plan = only({Quantity::velocities, Quantity::impact_speeds}, 5);
    plan.snapshot_interval = 1;
    plan.bins = 40;
    const MeasureResults r = measured(gas<3>(1000, 0.3, 16), plan, 5 + 120);
    const double kt = 1000 / 999.0;
    const auto bell = [&](double v) {
        return std::exp(-v * v / (2 * kt)) / std::sqrt(2 * std::numbers::pi * kt);
    };
    const auto speed = [&](double v) { return 2 * v * v / kt * bell(v); };
    // The flux of normal approach speeds, with the reduced mass 1/2.
    const auto approach = [&](double w) { return w / (2 * kt) * std::exp(-w * w / (4 * kt)); };
    for (std::size_t k = 0; k < 3; ++k) EXPECT_LT(mean_square_deviation(r.velocities[k], bell), 1.8) << k;
    EXPECT_LT(mean_square_deviation(r.velocities[3], speed), 1.8);
    EXPECT_LT(mean_square_deviation(r.impact_speeds[0], approach), 1.8);
}

TEST(Fluid, RadialDistributionMeetsItsContactValue) {
    const KnownFluid& fluid = known_fluids[2];
    MeasurePlan plan = only({Quantity::radial_distribution, Quantity::mean_free_time}, 5);
    plan.snapshot_interval = 0.5;
    plan.radial_range = 3;
    plan.bins = 150;
    const MeasureResults r = measured(gas<3>(1372, fluid.density, 17), plan, 5 + kLength * 200);
    const BinnedCurve& g = r.radial_distribution.at(0);
    // A line through the first ten bins, weighted by their errors; g is curved by less than 2 % over them.
    std::array<double, 10> x{};
    std::array<double, 10> y{};
    std::array<double, 10> error{};
    for (std::size_t k = 0; k < 10; ++k) {
        x[k] = (static_cast<double>(k) + 0.5) * g.width;
        y[k] = std::log(g.bins[k].value);
        error[k] = *g.bins[k].error / g.bins[k].value;
    }
    const Line line = line_through(x, y, error);
    const double contact = r.mean_free_time->pairs[0].contact_value->value;
    EXPECT_NEAR(std::exp(line.at_zero), contact, (0.02 + 4 * line.error) * contact);
    EXPECT_NEAR(contact, (fluid.z - 1) / (4 * fluid.density * std::numbers::pi / 6), 0.02 * contact);
    // Far away balls do not know of each other.
    double far = 0;
    for (std::size_t k = 100; k < 150; ++k) far += g.bins[k].value / 50;
    EXPECT_NEAR(far, 1, 0.02);
}

// The momentum that walls give back each time: force * (side - diameter) = sum of m v^2 + virial, axis by
// axis, up to what is left at the two ends of the run.
TEST(Fluid, WallsBearWhatTheGasSays) {
    Scene<3> scene = gas<3>(300, 0.3, 18);
    scene.world.boundary.fill(Boundary::wall);
    for (int k = 0; k < 3; ++k) {
        scene.world.box.lower[k] -= 0.5;
        scene.world.box.upper[k] += 0.5;
    }
    const double side = scene.world.box.upper[0] - scene.world.box.lower[0];
    MeasurePlan plan = only({Quantity::pressure, Quantity::profile}, 5);
    plan.snapshot_interval = 4;
    const MeasureResults r = measured(scene, plan, 5 + kLength * 1000);
    for (std::size_t k = 0; k < 3; ++k) {
        const double bulk = r.pressure->stress[4 * k].value * side / (side - 1);
        for (const std::size_t face : {2 * k, 2 * k + 1}) {
            EXPECT_NEAR(r.pressure->walls[face].pressure->value, bulk, 0.002 * bulk / kLength) << face;
        }
    }
    // Balls gather at hard walls, and the temperature is the same everywhere.
    const BinnedCurve& density = r.profile.at(0);
    EXPECT_GT(density.bins[5].value, 1.2 * density.bins[50].value);
    EXPECT_EQ(density.bins[1].value, 0);
    for (std::size_t k = 20; k < 80; ++k) EXPECT_LT(deviation(r.profile.at(1).bins[k], 1), 5) << k;
}

}  // namespace
}  // namespace carom::test
