#include "engine_scenes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "carom/sim/dense_gas.hpp"
#include "draws.hpp"
#include "engine_drive.hpp"
#include "engine_theory.hpp"

namespace carom::engine_runs {
namespace {

using bench::Draws;
using bench::Refused;

template <int N>
constexpr double kDensest = N == 2 ? 0.69 : 0.49;

template <int N>
void refuse_too_dense(double packing) {
    if (packing > kDensest<N>) {
        throw Refused(
            fmt::format("a packing of {} is above {}, the most of a fluid in {}D", packing, kDensest<N>, N));
    }
}

/// Velocities in equilibrium at kT = 1 whose momenta sum to zero.
template <int N>
void set_in_motion(Scene<N>& scene, Draws& draws) {
    Vec<double, N> drift;
    double mass = 0;
    for (auto& ball : scene.balls) {
        mass += ball.mass;
        for (int k = 0; k < N; ++k) {
            ball.velocity[k] = draws.normal() / std::sqrt(ball.mass);
            drift[k] += ball.mass * ball.velocity[k];
        }
    }
    double twice_energy = 0;
    for (auto& ball : scene.balls) {
        for (int k = 0; k < N; ++k) {
            ball.velocity[k] -= drift[k] / mass;
            twice_energy += ball.mass * ball.velocity[k] * ball.velocity[k];
        }
    }
    const double scale = std::sqrt(N * static_cast<double>(scene.balls.size() - 1) / twice_energy);
    for (auto& ball : scene.balls) {
        for (int k = 0; k < N; ++k) ball.velocity[k] *= scale;
    }
}

/// A periodic cube (square) of this volume, empty.
template <int N>
Scene<N> empty_box(double volume) {
    Scene<N> scene;
    const double side = N == 2 ? std::sqrt(volume) : std::cbrt(volume);
    for (int k = 0; k < N; ++k) scene.world.box.upper[k] = side;
    scene.world.boundary.fill(Boundary::periodic);
    return scene;
}

/// Cells along an axis of a lattice of n balls: square in 2D, face-centred in 3D.
template <int N>
std::size_t lattice_cells(std::size_t n) {
    const auto count = [](std::size_t k) { return N == 2 ? k * k : 4 * k * k * k; };
    const double root = N == 2 ? std::sqrt(static_cast<double>(n)) : std::cbrt(static_cast<double>(n) / 4);
    const std::size_t fewest = N == 2 ? 10 : 3;
    const std::size_t below = std::max(static_cast<std::size_t>(root + 1e-9), fewest);
    if (count(below) == n) return below;
    throw Refused(
        fmt::format("a gas of {} balls cannot start from a lattice; possible are {}, from {} on: "
                    "the nearest are {} and {}",
                    n, N == 2 ? "k^2" : "4 k^3", count(fewest), count(below), count(below + 1)));
}

/// n balls of mass 1 on a lattice, at rest, in the box that they fill to `packing`.
template <int N>
Scene<N> lattice(std::size_t n, double packing) {
    const std::size_t cells = lattice_cells<N>(n);
    Scene<N> scene = empty_box<N>(static_cast<double>(n) * ball_volume<N>(0.5) / packing);
    const double cell = scene.world.box.upper[0] / static_cast<double>(cells);
    const std::size_t corners = N == 2 ? 1 : 4;
    for (std::size_t i = 0; i < n; ++i) {
        // Corner 0 is the cell's own, corner k > 0 the middle of the face across axis k - 1.
        const std::size_t corner = i % corners;
        std::size_t rest = i / corners;
        SceneBall<N> ball;
        ball.radius = 0.5;
        for (int k = 0; k < N; ++k) {
            const bool half = corner != 0 && corner != static_cast<std::size_t>(k) + 1;
            ball.position[k] = (static_cast<double>(rest % cells) + (half ? 0.75 : 0.25)) * cell;
            rest /= cells;
        }
        scene.balls.push_back(std::move(ball));
    }
    return scene;
}

/// Balls of these species in a box that they fill to `packing`, put at random and grown.
template <int N>
Scene<N> grown(const std::vector<Species>& species, double packing, std::uint64_t seed) {
    double balls = 0;  // of radius 0.5 and mass 1 in the same volume
    RandomGas<N> gas;
    gas.count = 0;
    for (const Species& one : species) {
        balls += one.share * one.mass;
        *gas.count += static_cast<std::size_t>(one.share);
    }
    Scene<N> scene = empty_box<N>(balls * ball_volume<N>(0.5) / packing);
    gas.region = scene.world.box;
    gas.species = species;
    gas.seed = seed;
    bench::Progress progress("growing the gas");
    const auto goes_on = [&](const GrowthProgress& grown) {
        progress.done(grown.packing / grown.wanted);
        return true;
    };
    auto made = make_dense_gas(gas, scene.world, {}, {{}, goes_on});
    if (!made) throw Refused(made.error().message);
    scene.balls = std::move(*made);
    return scene;
}

/// The scene after so many collisions for each ball, and then so much later that the last two do not touch.
template <int N>
Scene<N> after_collisions(const Scene<N>& scene, std::uint64_t for_each, const std::string& what) {
    Simulation<N> simulation = created(scene);
    const std::uint64_t collisions = for_each * scene.balls.size();
    collide(simulation, collisions, what);
    const double time = simulation.seconds(simulation.now());
    const double later = time + 0.3 * time / static_cast<double>(collisions);
    while (simulation.next_event(later)) continue;
    return scene_now(scene, simulation);
}

}  // namespace

template <int N>
Scene<N> fluid(std::size_t n, double packing, std::uint64_t seed) {
    refuse_too_dense<N>(packing);
    const bool melts = packing <= (N == 2 ? 0.60 : 0.40);
    Scene<N> scene =
        melts ? lattice<N>(n, packing) : grown<N>({{static_cast<double>(n), 0.5, 1}}, packing, seed);
    Draws draws(seed);
    set_in_motion(scene, draws);
    return melts ? after_collisions(scene, 30, "melting the lattice") : after_collisions(scene, 50, "mixing");
}

template <int N>
Scene<N> mixture(std::size_t n, double ratio, double packing, std::uint64_t seed) {
    refuse_too_dense<N>(packing);
    const double heavy = std::pow(ratio, N);
    const auto large = static_cast<std::size_t>(std::lround(static_cast<double>(n) / (1 + heavy)));
    if (large < 1 || large >= n) {
        throw Refused(
            fmt::format("half the volume in balls {} times as large needs more than {} balls: {:.0f} "
                        "for one large ball",
                        ratio, n, 1 + heavy));
    }
    Scene<N> scene =
        grown<N>({{static_cast<double>(large), 0.5 * ratio, heavy}, {static_cast<double>(n - large), 0.5, 1}},
                 packing, seed);
    Draws draws(seed);
    set_in_motion(scene, draws);
    return scene;
}

template Scene<2> fluid(std::size_t, double, std::uint64_t);
template Scene<3> fluid(std::size_t, double, std::uint64_t);
template Scene<2> mixture(std::size_t, double, double, std::uint64_t);
template Scene<3> mixture(std::size_t, double, double, std::uint64_t);

}  // namespace carom::engine_runs
