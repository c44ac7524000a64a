// Measures scenes.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "carom/measure/measurements.hpp"
#include "carom/sim/dense_gas.hpp"
#include "carom/sim/simulation.hpp"

namespace carom::test {

/// Everything, with intervals of one length.
inline MeasurePlan everything(double interval) {
    MeasurePlan plan;
    plan.quantities.assign(all_quantities.begin(), all_quantities.end());
    plan.interval = interval;
    plan.window = interval;
    plan.snapshot_interval = interval;
    return plan;
}

/// Goes on until `end`.
template <int N>
void advance(Simulation<N>& simulation, Measurements<N>& measurements, double end) {
    for (;;) {
        const double stop = measurements.next_stop();
        if (const auto event = simulation.next_event(std::min(end, stop))) {
            measurements.observe(simulation.seconds(event->time), *event);
        } else if (stop <= end) {
            measurements.look([&](std::size_t ball) { return simulation.position_now(ball); });
        } else {
            return;
        }
    }
}

template <int N>
MeasureResults measured(const Scene<N>& scene, const MeasurePlan& plan, double end) {
    auto simulation = Simulation<N>::create(scene);
    if (!simulation) throw std::runtime_error(simulation.error().faults.front().message);
    Measurements<N> measurements(scene, plan);
    advance(*simulation, measurements, end);
    return measurements.results();
}

template <int N>
World<N> box(double side, Boundary boundary) {
    World<N> world;
    for (int k = 0; k < N; ++k) world.box.upper[k] = side;
    world.boundary.fill(boundary);
    return world;
}

/// A gas at kT = 1 with species that fill a periodic box of volume 1 * `balls` / `density`.
template <int N>
Scene<N> gas(std::size_t balls, double density, std::uint64_t seed,
             std::vector<Species> species = {{1, 0.5, 1}}) {
    Scene<N> scene;
    scene.world = box<N>(std::pow(static_cast<double>(balls) / density, 1.0 / N), Boundary::periodic);
    RandomGas<N> request;
    request.region = scene.world.box;
    request.species = std::move(species);
    request.count = balls;
    request.seed = seed;
    request.motion.seed = seed;
    request.motion.temperature = 1;
    auto made = make_dense_gas(request, scene.world);
    if (!made) throw std::runtime_error(made.error().message);
    scene.balls = std::move(*made);
    return scene;
}

/// |x - expected| in standard errors.
inline double deviation(const Estimate& x, double expected) {
    return std::fabs(x.value - expected) / x.error.value_or(0);
}

}  // namespace carom::test
