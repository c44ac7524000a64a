// Events per second of the engine: 16 balls on a table, gases of 1,000 and 100,000 spheres.
// Each run is verified: elastic energy must stay within 1e-12, and the gas must keep its collision rate (Z)
// within 2 % of the fluid formula of Kolafa, Labik and Malijevsky; a fast wrong engine fails.
#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>

#include "carom/sim/simulation.hpp"
#include "engine_pool.hpp"
#include "engine_theory.hpp"

namespace {

using carom::Boundary;
using carom::Scene;
using carom::Simulation;
using carom::Vec3d;
using carom::bench::Draws;
using carom::engine_runs::Kinds;
using carom::engine_runs::Tally;
using carom::engine_runs::z_from_rate;
using carom::test::sphere_z;

constexpr double kPacking = 0.30;

/// n x n x n equal spheres of diameter 1 from a simple cubic lattice, packing 0.30, periodic.
Scene<3> gas(int n) {
    Draws draws(1);
    const double step = std::cbrt(std::numbers::pi / 6 / kPacking);
    Scene<3> scene;
    scene.world.box.upper = {n * step, n * step, n * step};
    scene.world.boundary = {Boundary::periodic, Boundary::periodic, Boundary::periodic};
    for (int i = 0; i < n * n * n; ++i) {
        const int layer = i / n / n;
        const Vec3d at{step * (i % n), step * (i / n % n), step * layer};
        Vec3d velocity;
        for (int k = 0; k < 3; ++k) velocity[k] = 2 * draws.unit() - 1;
        scene.balls.push_back({"", at, velocity, 0.5, 1});
    }
    return scene;
}

template <int N>
void advance(benchmark::State& state, Simulation<N>& simulation) {
    for (auto _ : state) benchmark::DoNotOptimize(simulation.next_event());
    state.SetItemsProcessed(state.iterations());
}

void engine_table_16(benchmark::State& state) {
    auto simulation = Simulation<2>::create(carom::engine_runs::pool_table(1));
    const double energy = simulation->kinetic_energy();
    advance(state, *simulation);
    if (std::fabs(simulation->kinetic_energy() / energy - 1) > 1e-12) state.SkipWithError("energy drifts");
}

void engine_gas(benchmark::State& state) {
    const Scene<3> scene = gas(static_cast<int>(state.range(0)));
    auto simulation = Simulation<3>::create(scene);
    const std::size_t balls = scene.balls.size();
    const Kinds<3> kinds{balls, balls, {0.5, 0.5}, {1, 1}};
    const double energy = simulation->kinetic_energy();
    for (std::size_t i = 0; i < 20 * balls; ++i) (void)simulation->next_event();  // melt the lattice
    const double start = simulation->seconds(simulation->now());
    const std::uint64_t collisions = simulation->counts().ball_ball;
    advance(state, *simulation);
    const double time = simulation->seconds(simulation->now()) - start;
    const Tally seen{{simulation->counts().ball_ball - collisions}, time};
    const double z = z_from_rate(kinds, seen, 2 * energy / (3 * static_cast<double>(balls)));
    state.counters["Z"] = z;
    state.counters["Z_fluid"] = sphere_z(kPacking);
    if (std::fabs(simulation->kinetic_energy() / energy - 1) > 1e-12) state.SkipWithError("energy drifts");
    const bool enough = seen.collisions() > 200'000;  // else noise decides
    if (enough && std::fabs(z / sphere_z(kPacking) - 1) > 0.02) state.SkipWithError("wrong collision rate");
}

// Fixed iterations, so that the start state is made and melted once.
BENCHMARK(engine_table_16)->Unit(benchmark::kMicrosecond)->Iterations(2'000'000);
BENCHMARK(engine_gas)->Arg(10)->Unit(benchmark::kMicrosecond)->Iterations(500'000);
BENCHMARK(engine_gas)->Arg(46)->Unit(benchmark::kMicrosecond)->Iterations(500'000);

}  // namespace
