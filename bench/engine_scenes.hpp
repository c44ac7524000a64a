// Scenes for timing the engine before anything has moved: lattices and mixtures.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "carom/sim/dense_gas.hpp"
#include "engine_pool.hpp"
#include "engine_progress.hpp"
#include "engine_theory.hpp"

namespace carom::engine_runs {

/// Of a fluid: the pressure of fewer balls is not that of the fluid.
inline constexpr std::size_t kFewest = 100;
inline constexpr std::size_t kMost = 100'000'000;
template <int N>
inline constexpr double kDensest = N == 2 ? 0.69 : 0.49;

/// A request that cannot be met.
struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

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

/// n balls of mass 1 on a lattice, at rest, in the box that they will fill to `packing` when their radius is
/// 0.5.
template <int N>
Scene<N> lattice(std::size_t n, double packing, double radius) {
    const std::size_t cells = lattice_cells<N>(n);
    Scene<N> scene = empty_box<N>(static_cast<double>(n) * ball_volume<N>(0.5) / packing);
    const double cell = scene.world.box.upper[0] / static_cast<double>(cells);
    const std::size_t corners = N == 2 ? 1 : 4;
    for (std::size_t i = 0; i < n; ++i) {
        // Corner 0 is the cell's own, corner k > 0 the middle of the face across axis k - 1.
        const std::size_t corner = i % corners;
        std::size_t rest = i / corners;
        SceneBall<N> ball;
        ball.radius = radius;
        for (int k = 0; k < N; ++k) {
            const bool half = corner != 0 && corner != static_cast<std::size_t>(k) + 1;
            ball.position[k] = (static_cast<double>(rest % cells) + (half ? 0.75 : 0.25)) * cell;
            rest /= cells;
        }
        scene.balls.push_back(std::move(ball));
    }
    return scene;
}

/// About n balls of two sizes, as much volume in the large ones as in the small ones, put at random. Small
/// balls have radius 0.5 and mass 1; mass goes with volume.
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
    const double balls = static_cast<double>(n - large) + static_cast<double>(large) * heavy;
    Scene<N> scene = empty_box<N>(balls * ball_volume<N>(0.5) / packing);
    RandomGas<N> gas;
    gas.region = scene.world.box;
    gas.species = {{static_cast<double>(large), 0.5 * ratio, heavy},
                   {static_cast<double>(n - large), 0.5, 1}};
    gas.count = n;
    gas.seed = seed;
    Progress progress("growing the mixture");
    const auto goes_on = [&](const GrowthProgress& grown) {
        progress.done(grown.packing / grown.wanted);
        return true;
    };
    auto made = make_dense_gas(gas, scene.world, {}, {{}, goes_on});
    if (!made) throw Refused(made.error().message);
    scene.balls = std::move(*made);
    return scene;
}

}  // namespace carom::engine_runs
