// Forwards, and with all velocities turned round the same time again: elastic balls come back to where they
// started.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include "carom/sim/simulation.hpp"

namespace carom::test {

/// How a run that was turned round came back.
struct Return {
    std::size_t events = 0;  ///< on the way back
    double place = 0;        ///< farthest place from the start, in diameters of the ball
    double velocity = 0;     ///< largest difference from the velocity at the start, in units of the fastest
};

template <int N>
Simulation<N> simulation_of(const Scene<N>& scene) {
    auto simulation = Simulation<N>::create(scene);
    if (!simulation) throw std::runtime_error("a scene with faults");
    return std::move(*simulation);
}

/// A time between event number `events` and the next.
template <int N>
double time_after(const Scene<N>& scene, std::size_t events) {
    Simulation<N> simulation = simulation_of(scene);
    double before = 0;
    for (std::size_t k = 0; k <= events; ++k) {
        before = simulation.seconds(simulation.now());
        simulation.next_event();
    }
    return (before + simulation.seconds(simulation.now())) / 2;
}

/// The scene at `time`, with all velocities turned round.
template <int N>
Scene<N> turned_round(const Scene<N>& scene, double time) {
    Simulation<N> simulation = simulation_of(scene);
    while (simulation.next_event(time)) continue;
    Scene<N> there = scene;
    for (std::size_t i = 0; i < there.balls.size(); ++i) {
        const Vec<double, N> x = simulation.position_now(i), v = simulation.state(i).velocity;
        for (int k = 0; k < N; ++k) {
            const double lower = scene.world.box.lower[k], side = scene.world.box.upper[k] - lower;
            there.balls[i].position[k] = x[k] - side * std::floor((x[k] - lower) / side);
            there.balls[i].velocity[k] = -v[k];
        }
    }
    return there;
}

/// Of elastic balls in a periodic box, after so many events forwards and back.
template <int N>
Return there_and_back(const Scene<N>& scene, std::size_t events) {
    const double time = time_after(scene, events);
    Simulation<N> back = simulation_of(turned_round(scene, time));
    Return result;
    while (back.next_event(time)) ++result.events;
    double fastest = 0;
    for (std::size_t i = 0; i < scene.balls.size(); ++i) {
        const SceneBall<N>& start = scene.balls[i];
        const Vec<double, N> at = back.position_now(i), v = back.state(i).velocity;
        double distance = 0, difference = 0;
        for (int k = 0; k < N; ++k) {
            const double side = scene.world.box.upper[k] - scene.world.box.lower[k];
            distance = std::hypot(distance, std::remainder(at[k] - start.position[k], side));
            difference = std::hypot(difference, v[k] + start.velocity[k]);
            fastest = std::max(fastest, std::fabs(start.velocity[k]));
        }
        result.place = std::max(result.place, distance / (2 * start.radius));
        result.velocity = std::max(result.velocity, difference);
    }
    result.velocity /= fastest;
    return result;
}

}  // namespace carom::test
