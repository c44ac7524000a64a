// Promise: between impacts velocities may change, by gravity, by shear, or not at all on a ball that lies or
// slides, and means over time stay exact; and what restitution and rest take away is all that is lost.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "measure/kinetic.hpp"
#include "measure/witness.hpp"
#include "support/extended_scene.hpp"
#include "support/share.hpp"
#include "support/sheared_scene.hpp"
#include "support/touching_scene.hpp"

namespace carom::test {
namespace {

constexpr double kRoundingOfFlights = 1e-12;
constexpr std::uint64_t kWatchedScenes = share_of(100);

// The integral over part of a parabola against rational numbers: both parts of the sum are rounded a few
// times.
TEST(Flights, TheIntegralIsThatOfRationalNumbers) {
    std::mt19937_64 random(3);
    detail::DegreesOfFreedom<2> freedom;
    freedom.of_species = {2};
    freedom.degrees = 2;
    for (int i = 0; i < 1000; ++i) {
        const double start = uniform(random, 0, 1), end = uniform(random, 1, 5);
        detail::MeasuredBall<2> ball;
        ball.velocity = random_vec<2>(random, -2, 2);
        const Vec<double, 2> acceleration = random_vec<2>(random, -3, 3);
        ball.since = uniform(random, 0, 1);
        ball.mass = uniform(random, 0.1, 9);
        detail::KineticTally<2> tally(freedom, start);
        tally.add(ball, acceleration, end);
        const detail::MeanMotion<2>& mean = tally.close(end, 1);
        const auto moment = [&](int p, int q) {
            mpq_class sum = 0;
            for (const double bound : {end, std::max(start, ball.since)}) {
                const mpq_class t = mpq_class(bound) - ball.since;
                const mpq_class u = ball.velocity[p], v = ball.velocity[q];
                const mpq_class a = acceleration[p], b = acceleration[q];
                const mpq_class part = u * v * t + (u * b + v * a) * t * t / 2 + a * b * t * t * t / 3;
                sum += bound == end ? part : -part;
            }
            return mpq_class(sum * ball.mass / (mpq_class(end) - start)).get_d();
        };
        const double size = moment(0, 0) + moment(1, 1);
        for (int p = 0; p < 2; ++p) {
            for (int q = 0; q < 2; ++q) EXPECT_NEAR(mean.all.at(p, q), moment(p, q), 1e-15 * size) << i;
        }
        EXPECT_NEAR(mean.kt, size / 2, 1e-15 * size);
    }
}

MeasurePlan in_intervals(double interval) {
    MeasurePlan plan;
    plan.quantities = {Quantity::temperature, Quantity::energy_loss};
    plan.interval = interval;
    return plan;
}

/// Returns how many intervals were compared.
template <int N>
std::size_t expect_what_the_witness_saw(const Scene<N>& scene, double end, std::uint64_t seed) {
    constexpr std::size_t kIntervals = 16;
    auto simulation = Simulation<N>::create(scene);
    if (!simulation) throw std::runtime_error(simulation.error().faults.front().message);
    Measurements<N> measurements(scene, in_intervals(end / kIntervals));
    Witness<N> witness(scene, *simulation);
    std::vector<double> flown;
    while (flown.size() < kIntervals && simulation->counts().impacts() < 20'000) {
        const double stop = measurements.next_stop();
        if (std::isinf(stop)) return 0;  // nothing moves
        if (const auto event = simulation->next_event(stop)) {
            measurements.observe(simulation->seconds(event->time), *event);
            witness.take(*event);
        } else if (simulation->stop_reason() == StopReason::jammed) {
            break;
        } else {
            measurements.look([&](std::size_t ball) { return simulation->position_now(ball); });
            witness.fly(stop);
            flown.push_back(witness.flown());
        }
    }
    const MeasureResults results = measurements.results();
    const double per_kt = *results.plan.interval * witness.degrees();
    const double largest = flown.empty() ? 0 : *std::max_element(flown.begin(), flown.end());
    for (std::size_t i = 0; i < flown.size() && per_kt > 0; ++i) {
        EXPECT_NEAR(results.series.rows[i][2], flown[i] / per_kt, 1e-11 * largest / per_kt)
            << N << "D, seed " << seed;
    }
    if (results.energy_loss && flown.size() == kIntervals) {
        const double lost = witness.lost_between_balls();
        EXPECT_NEAR(results.energy_loss->balls, lost, 1e-11 * lost + 1e-12 * largest / *results.plan.interval)
            << N << "D, seed " << seed;
    }
    return flown.size();
}

TEST(Flights, AWitnessSeesTheSameInAllWorlds) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 0; seed < kWatchedScenes; ++seed) {
        const Scene<2> flat = extended_scene<2>(seed);
        const Scene<3> space = extended_scene<3>(seed);
        compared += expect_what_the_witness_saw(flat, short_end(flat), seed);
        compared += expect_what_the_witness_saw(space, short_end(space), seed);
        compared += expect_what_the_witness_saw(sheared_scene<2>(seed), 5, seed);
        compared += expect_what_the_witness_saw(sheared_scene<3>(seed), 5, seed);
    }
    EXPECT_GT(compared, 48 * kWatchedScenes);
}

/// Kinetic and potential energy at a time.
template <int N>
double energy_of(const Simulation<N>& simulation) {
    return simulation.kinetic_energy() + simulation.potential_energy();
}

template <int N>
bool keeps_energy_but_for_losses(const Scene<N>& scene) {
    if (scene.thermostat || !is_lossy(scene.law)) return false;
    for (const Wall<N>& wall : scene.world.walls) {
        if (wall.speed != 0 || wall.temperature) return false;
    }
    return true;
}

/// Nothing where the run cannot be compared.
template <int N>
std::optional<EnergyLossResult> expect_nothing_else_is_lost(const Scene<N>& scene, double end,
                                                            std::uint64_t seed) {
    if (!keeps_energy_but_for_losses(scene)) return {};
    auto simulation = Simulation<N>::create(scene);
    if (!simulation) throw std::runtime_error(simulation.error().faults.front().message);
    Measurements<N> measurements(scene, in_intervals(end));
    while (const auto event = simulation->next_event(0)) measurements.observe(0, *event);
    const double before = energy_of(*simulation);  // what happens at the start is not measured
    advance(*simulation, measurements, end);
    const auto lost = measurements.results().energy_loss;
    if (simulation->stop_reason() == StopReason::jammed || !lost) return {};
    const double scale = std::fabs(before) + simulation->kinetic_energy() + 1;
    const double sum = lost->balls + lost->walls + lost->clusters + lost->rests;
    EXPECT_NEAR(sum, before - energy_of(*simulation), 1e-12 * scale) << N << "D, seed " << seed;
    EXPECT_NEAR(lost->rate.value * end, sum, 1e-12 * scale) << N << "D, seed " << seed;
    return lost;
}

// Between balls, at walls, where several touch and in coming to rest: it adds up to what the engine says is
// missing.
TEST(Flights, NothingElseIsLost) {
    int heavy = 0, touching = 0;
    double rests = 0, clusters = 0;
    for (std::uint64_t seed = 0; seed < 3 * kWatchedScenes; ++seed) {
        const Scene<2> scene = extended_scene<2>(seed);
        if (scene.world.gravity == Vec<double, 2>{}) continue;
        const auto lost = expect_nothing_else_is_lost(scene, short_end(scene), seed);
        if (!lost) continue;
        ++heavy;
        rests += std::fabs(lost->rests);
    }
    for (std::uint64_t seed = 0; seed < kWatchedScenes; ++seed) {
        const auto lost = expect_nothing_else_is_lost(touching_scene<3>(seed), 3, seed);
        if (!lost) continue;
        ++touching;
        clusters += lost->clusters;
    }
    EXPECT_GT(heavy, static_cast<int>(kWatchedScenes) / 2);
    EXPECT_GT(touching, static_cast<int>(kWatchedScenes) / 20);
    EXPECT_GT(rests, 0);
    EXPECT_GT(clusters, 0);
}

// A ball above a floor, from which it hops to the height `height` and back without end.
Scene<2> hopping_ball(double height, double g) {
    Scene<2> scene;
    scene.world = box<2>(16, Boundary::wall);
    scene.world.gravity = {0, -g};
    scene.balls = {{"", {8, 0.5 + height}, {}, 0.5, 3}};
    return scene;
}

// Over a whole number of falls the mean of v^2 is 2 g h / 3.
TEST(Flights, AHoppingBall) {
    const double height = 4, g = 2;
    const double fall = std::sqrt(2 * height / g);  // 2
    const MeasureResults r = measured(hopping_ball(height, g), everything(16 * fall), 512 * fall);
    EXPECT_EQ(r.temperature->kt.count, 32U);
    EXPECT_NEAR(r.temperature->kt.value, 3 * (2 * g * height / 3) / 2, kRoundingOfFlights);
    EXPECT_NEAR(*r.temperature->kt.error, 0, kRoundingOfFlights);
    // A quarter of a hop at a time: the first half of the fall has an eighth of the integral.
    const MeasureResults parts = measured(hopping_ball(height, g), everything(fall / 2), 4 * fall);
    const double square = g * g * fall * fall / 3;
    ASSERT_EQ(parts.series.rows.size(), 8U);
    EXPECT_NEAR(parts.series.rows[0][2], 3 * square / 4 / 2, kRoundingOfFlights);
    EXPECT_NEAR(parts.series.rows[1][2], 3 * square * 7 / 4 / 2, kRoundingOfFlights);
    EXPECT_NEAR(parts.series.rows[6][2], 3 * square * 7 / 4 / 2, 1e-11);
}

// Dropped on a floor with restitution 1/2 it loses all its energy, and its speeds at the floor are known.
TEST(Flights, AHoppingBallThatComesToRest) {
    Scene<2> scene = hopping_ball(4, 2);
    scene.law.restitution_walls = 0.5;
    scene.law.elastic_below = 0.01;
    const MeasureResults r = measured(scene, everything(2), 20);
    EXPECT_NEAR(r.energy_loss->walls + r.energy_loss->rests, 3 * 2 * 4, 1e-11);
    EXPECT_EQ(r.energy_loss->balls, 0);
    EXPECT_NEAR(r.series.rows[0][2], 3 * 2 * 2 * 4 / 3.0 / 2, kRoundingOfFlights);
    // From 2 on it rises for 1 and falls for 1, from a quarter of the height.
    EXPECT_NEAR(r.series.rows[1][2], 3 * 2 * 2 * 4 / 3.0 / 2 / 4, kRoundingOfFlights);
    EXPECT_NEAR(r.series.rows.back()[2], 0, kRoundingOfFlights);
}

// A gas that falls through empty space does not know it: gravity changes rounding only.
TEST(Flights, AFallingGasIsAGas) {
    Scene<3> scene = gas<3>(100, 0.2, 5);
    MeasurePlan plan = everything(0.5);
    plan.quantities = {Quantity::temperature, Quantity::mean_free_time, Quantity::diffusion,
                       Quantity::velocities};
    plan.bins = 8;
    const MeasureResults at_rest = measured(scene, plan, 2);
    scene.world.gravity = {0.5, -3, 0.25};
    const MeasureResults falling = measured(scene, plan, 2);
    EXPECT_NEAR(falling.temperature->kt.value, at_rest.temperature->kt.value, 1e-11);
    EXPECT_EQ(falling.mean_free_time->pairs[0].impacts, at_rest.mean_free_time->pairs[0].impacts);
    const DiffusionCurve& a = falling.diffusion->species[0];
    const DiffusionCurve& b = at_rest.diffusion->species[0];
    for (std::size_t k = 0; k < a.displacement.size(); ++k) {
        EXPECT_NEAR(a.displacement[k].value, b.displacement[k].value, 1e-9);
        EXPECT_NEAR(a.correlation[k].value, b.correlation[k].value, 1e-9);
    }
    for (std::size_t k = 0; k < 8; ++k)
        EXPECT_NEAR(falling.velocities[1].bins[k].value, at_rest.velocities[1].bins[k].value, 1e-9);
}

// A ball that slides down a slope keeps half of g: v = t / 2 for a slope of 30 degrees.
TEST(Flights, ASlidingBall) {
    Scene<2> scene;
    const double root = std::sqrt(3.0);
    scene.world.gravity = {0, -1};
    scene.world.walls = {{"slope", {{1, root}, 0}}};
    scene.balls = {{"", {0.25, 0.25 * root}, {}, 0.5, 1}};
    MeasurePlan plan = everything(4);
    plan.speed_range = 4;
    const MeasureResults r = measured(scene, plan, 4);
    EXPECT_NEAR(r.temperature->kt.value, 0.25 * 16 / 3 / 2, kRoundingOfFlights);
    // The look at its end finds the speed that it has there, 2.
    const std::vector<Estimate>& speed = r.velocities[2].bins;
    EXPECT_NEAR((speed[49].value + speed[50].value) * r.velocities[2].width, 1, kRoundingOfFlights);
}

}  // namespace
}  // namespace carom::test
