// Runs the engine for a number of collisions, and tells how far a long step has come.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "carom/sim/simulation.hpp"
#include "failures.hpp"
#include "progress.hpp"

namespace carom::engine_runs {

template <int N>
Simulation<N> created(const Scene<N>& scene, const Tuning& tuning = {}) {
    auto simulation = Simulation<N>::create(scene, tuning);
    if (!simulation)
        throw bench::Refused("the start is refused: " + simulation.error().faults.front().message);
    return std::move(*simulation);
}

inline const char* name_of(NeighbourSearch search) {
    if (search == NeighbourSearch::images) return "images";
    return search == NeighbourSearch::cells ? "cells" : "shells";
}

inline const char* name_of(StopReason reason) {
    switch (reason) {
        case StopReason::no_more_events:
            return "nothing will ever touch again";
        case StopReason::jammed:
            return "the balls are jammed";
        case StopReason::nothing_in_sight:
            return "no impact is in sight";
        case StopReason::none:
        case StopReason::time_reached:
            break;
    }
    return "there is no time left";
}

/// The engine stopped although the balls of a closed world collide for ever.
[[noreturn]] inline void stopped(std::uint64_t collisions, StopReason reason) {
    throw bench::Wrong("the engine stopped after " + std::to_string(collisions) +
                       " collisions: " + name_of(reason));
}

template <int N>
Event<N> next_of(Simulation<N>& simulation) {
    const auto event = simulation.next_event();
    if (event) return *event;
    stopped(simulation.counts().ball_ball, simulation.stop_reason());
}

/// Events until so many balls have collided.
template <int N>
void collide(Simulation<N>& simulation, std::uint64_t collisions, const std::string& what) {
    bench::Progress progress(what, static_cast<double>(collisions), "collisions");
    for (std::uint64_t seen = 0; seen < collisions;) {
        if (next_of(simulation).kind != EventKind::ball_ball) continue;
        if (++seen % 65536 == 0) progress.done(static_cast<double>(seen));
    }
}

/// The unwrapped coordinate in [lower, upper).
inline double wrapped(double x, double lower, double upper) {
    const double side = upper - lower;
    const double inside = x - side * std::floor((x - lower) / side);
    return inside < upper && inside >= lower ? inside : lower;
}

/// The balls where they are now.
template <int N>
Scene<N> scene_now(const Scene<N>& start, const Simulation<N>& simulation) {
    Scene<N> scene = start;
    for (std::size_t i = 0; i < scene.balls.size(); ++i) {
        SceneBall<N>& ball = scene.balls[i];
        ball.velocity = simulation.state(i).velocity;
        ball.position = simulation.position_now(i);
        for (int k = 0; k < N; ++k) {
            if (scene.world.boundary[static_cast<std::size_t>(k)] != Boundary::periodic) continue;
            ball.position[k] = wrapped(ball.position[k], scene.world.box.lower[k], scene.world.box.upper[k]);
        }
    }
    return scene;
}

}  // namespace carom::engine_runs
