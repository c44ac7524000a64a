// A gas of elastic spheres in steady shear, and the viscosity that it shows.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <stdexcept>

#include "carom/scene/generate.hpp"
#include "carom/sim/simulation.hpp"

namespace carom::test {

/// 4 cells^3 spheres of diameter and mass 1 on a lattice, with velocities about the flow at kT = 1.
inline Scene<3> sheared_gas(std::uint64_t cells, double density, double rate, std::uint64_t seed) {
    const double side = std::cbrt(4 / density) * static_cast<double>(cells);
    Lattice<3> lattice;
    lattice.kind = LatticeKind::face_centred;
    lattice.counts = {cells, cells, cells};
    lattice.radius = 0.5;
    lattice.motion.temperature = 1;
    lattice.motion.seed = seed;
    lattice.spacing = side / static_cast<double>(cells) / std::numbers::sqrt2;
    for (int k = 0; k < 3; ++k) lattice.origin[k] = lattice.spacing / 8;
    Scene<3> scene;
    scene.world.box.upper = {side, side, side};
    scene.world.boundary.fill(Boundary::periodic);
    scene.world.shear = Shear{0, 1, rate};
    const auto balls = make_lattice(lattice);
    if (!balls) throw std::runtime_error(balls.error().message);
    scene.balls = *balls;
    for (SceneBall<3>& ball : scene.balls) {
        const Vec<double, 3> flow = flow_at(scene.world, ball.position);
        for (int k = 0; k < 3; ++k) ball.velocity[k] += flow[k];
    }
    return scene;
}

/// Viscosity / sqrt(kT) between two times. The work of shear heats the gas: with a viscosity c sqrt(kT) the
/// root of kT grows evenly, by c rate^2 / (3 density) per time.
inline double shown_viscosity(const Scene<3>& scene, double from, double to) {
    auto simulation = Simulation<3>::create(scene);
    if (!simulation) throw std::runtime_error(simulation.error().faults.front().message);
    const auto balls = static_cast<double>(scene.balls.size());
    const double density = balls / std::pow(scene.world.box.upper[0], 3);
    const auto root_of_temperature = [&](double time) {
        while (simulation->next_event(time)) {
        }
        return std::sqrt(2 * simulation->kinetic_energy() / (3 * balls));
    };
    const double start = root_of_temperature(from);
    const double end = root_of_temperature(to);
    return (end - start) / (to - from) * 3 * density / (scene.world.shear->rate * scene.world.shear->rate);
}

}  // namespace carom::test
