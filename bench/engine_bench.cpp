// Events per second of the engine: 16 balls on a table, gases of 1,000 and 100,000 spheres.
// Each run is verified: elastic energy must stay within 1e-12, and the gas must keep its collision rate (Z)
// within 2 % of the fluid formula of Kolafa, Labik and Malijevsky; a fast wrong engine fails.
#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <random>

#include "carom/sim/simulation.hpp"

namespace {

using carom::Boundary;
using carom::Scene;
using carom::Simulation;
using carom::Vec2d;
using carom::Vec3d;

double uniform(std::mt19937_64& random) {
    return static_cast<double>(random() >> 11) * 0x1p-53;
}

/// 16 elastic pool balls at rest or moving on a 2.54 m x 1.27 m table.
Scene<2> table() {
    std::mt19937_64 random(1);
    Scene<2> scene;
    scene.world.box.upper = {2.54, 1.27};
    scene.world.boundary = {Boundary::wall, Boundary::wall};
    for (int i = 0; i < 16; ++i) {
        const Vec2d at{0.3 + 0.6 * (i % 4), 0.2 + 0.28 * static_cast<double>(i / 4)};
        scene.balls.push_back({"", at, {2 * uniform(random) - 1, 2 * uniform(random) - 1}, 0.028575, 0.17});
    }
    return scene;
}

constexpr double kPacking = 0.30;

/// n x n x n equal spheres of diameter 1 from a simple cubic lattice, packing 0.30, periodic.
Scene<3> gas(int n) {
    std::mt19937_64 random(1);
    const double step = std::cbrt(std::numbers::pi / 6 / kPacking);
    Scene<3> scene;
    scene.world.box.upper = {n * step, n * step, n * step};
    scene.world.boundary = {Boundary::periodic, Boundary::periodic, Boundary::periodic};
    for (int i = 0; i < n * n * n; ++i) {
        const Vec3d at{step * (i % n), step * (i / n % n), step * static_cast<double>(i / n / n)};
        Vec3d velocity;
        for (int k = 0; k < 3; ++k) velocity[k] = 2 * uniform(random) - 1;
        scene.balls.push_back({"", at, velocity, 0.5, 1});
    }
    return scene;
}

/// Pressure factor PV / NkT of the hard-sphere fluid, good to 1e-5 (Heyes form).
double fluid_z(double packing) {
    const double x = packing / (1 - packing);
    return 1 + x * (4 + x * (6 + x * (2.3647684 + x * (-0.8698551 + x * (1.1062803 - x * 1.1014221))))) +
           0.66605866 * std::pow(x, 7) - 0.03633431 * std::pow(x, 8);
}

/// The same from the collision rate: Z - 1 = sqrt(pi) / 6 * collisions per particle and unit time at kT = m
/// = 1.
template <int N>
double measured_z(double collisions, double balls, double time, double energy) {
    const double kt = 2 * energy / (N * balls);
    return 1 + std::sqrt(std::numbers::pi) / 6 * 2 * collisions / balls / time / std::sqrt(kt);
}

template <int N>
void advance(benchmark::State& state, Simulation<N>& simulation) {
    for (auto _ : state) benchmark::DoNotOptimize(simulation.next_event());
    state.SetItemsProcessed(state.iterations());
}

void engine_table_16(benchmark::State& state) {
    auto simulation = Simulation<2>::create(table());
    const double energy = simulation->kinetic_energy();
    advance(state, *simulation);
    if (std::fabs(simulation->kinetic_energy() / energy - 1) > 1e-12) state.SkipWithError("energy drifts");
}

void engine_gas(benchmark::State& state) {
    const Scene<3> scene = gas(static_cast<int>(state.range(0)));
    auto simulation = Simulation<3>::create(scene);
    const auto balls = static_cast<double>(scene.balls.size());
    const double energy = simulation->kinetic_energy();
    for (std::size_t i = 0; i < 20 * scene.balls.size(); ++i)
        (void)simulation->next_event();  // melt the lattice
    const double start = simulation->seconds(simulation->now());
    const double collisions = static_cast<double>(simulation->counts().ball_ball);
    advance(state, *simulation);
    const double time = simulation->seconds(simulation->now()) - start;
    const double seen = static_cast<double>(simulation->counts().ball_ball) - collisions;
    const double z = measured_z<3>(seen, balls, time, energy);
    state.counters["Z"] = z;
    state.counters["Z_fluid"] = fluid_z(kPacking);
    if (std::fabs(simulation->kinetic_energy() / energy - 1) > 1e-12) state.SkipWithError("energy drifts");
    const bool enough = seen > 2e5;  // else noise decides
    if (enough && std::fabs(z / fluid_z(kPacking) - 1) > 0.02) state.SkipWithError("wrong collision rate");
}

// Fixed iterations, so that the start state is made and melted once.
BENCHMARK(engine_table_16)->Unit(benchmark::kMicrosecond)->Iterations(2'000'000);
BENCHMARK(engine_gas)->Arg(10)->Unit(benchmark::kMicrosecond)->Iterations(500'000);
BENCHMARK(engine_gas)->Arg(46)->Unit(benchmark::kMicrosecond)->Iterations(500'000);

}  // namespace
