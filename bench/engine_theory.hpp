// What is known of hard balls: the pressure factor Z = PV / NkT of the fluid, and how collisions give it.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>

#include "carom/scene/scene.hpp"
#include "support/hard_ball_theory.hpp"

namespace carom::engine_runs {

/// Up to two sizes of balls, the larger first; balls of one size follow each other.
template <int N>
struct Kinds {
    std::size_t balls = 0;
    std::size_t first_small = 0;  ///< `balls` when all are equal
    std::array<double, 2> radius{};
    std::array<double, 2> mass{};

    std::size_t count(std::size_t kind) const { return kind == 0 ? first_small : balls - first_small; }
    /// 0 for two large ones, 1 for a large and a small one, 2 for two small ones.
    std::size_t pair_of(std::size_t a, std::size_t b) const {
        return static_cast<std::size_t>(a >= first_small) + static_cast<std::size_t>(b >= first_small);
    }
    /// The mean of (2 radius)^power over all balls.
    double mean_diameter(int power) const {
        double sum = 0;
        for (std::size_t k = 0; k < 2; ++k)
            sum += static_cast<double>(count(k)) * std::pow(2 * radius[k], power);
        return sum / static_cast<double>(balls);
    }
};

/// Empty when there are more than two sizes or masses, or when they do not come in two blocks.
template <int N>
std::optional<Kinds<N>> kinds_of(const Scene<N>& scene) {
    const auto& balls = scene.balls;
    const auto differ = [](const SceneBall<N>& a, const SceneBall<N>& b) {
        return a.radius != b.radius || a.mass != b.mass;
    };
    std::size_t first_small = 1;
    while (first_small < balls.size() && !differ(balls[0], balls[first_small])) ++first_small;
    for (std::size_t i = first_small; i < balls.size(); ++i) {
        if (differ(balls[first_small], balls[i])) return {};
    }
    const SceneBall<N>& small = balls.back();
    return Kinds<N>{balls.size(), first_small, {balls[0].radius, small.radius}, {balls[0].mass, small.mass}};
}

template <int N>
double volume(const Box<double, N>& box) {
    double product = 1;
    for (int k = 0; k < N; ++k) product *= box.upper[k] - box.lower[k];
    return product;
}
template <int N>
double ball_volume(double radius) {
    return std::numbers::pi * (N == 2 ? radius * radius : 4 * radius * radius * radius / 3);
}
template <int N>
double packing_of(const Scene<N>& scene) {
    double balls = 0;
    for (const SceneBall<N>& ball : scene.balls) balls += ball_volume<N>(ball.radius);
    return balls / volume(scene.world.box);
}

/// The densest fluid whose Z is known here.
template <int N>
inline constexpr double kDensestKnown = N == 2 ? 0.65 : 0.49;

/// Z of the fluid of these balls. Mixtures of discs by the rule of Santos, Yuste and Lopez de Haro: good to
/// about 1 %.
template <int N>
double fluid_z(const Kinds<N>& kinds, double packing) {
    if (kinds.first_small == kinds.balls) return N == 2 ? test::disc_z(packing) : test::sphere_z(packing);
    const double one = kinds.mean_diameter(1);
    const double two = kinds.mean_diameter(2);
    if constexpr (N == 2) {
        const double alike = one * one / two;
        return (1 - alike) / (1 - packing) + alike * test::disc_z(packing);
    }
    return test::mixture_z(packing, one, two, kinds.mean_diameter(3));
}

/// What is counted between two moments.
struct Tally {
    std::array<std::uint64_t, 3> pairs{};  ///< collisions, by Kinds::pair_of
    double time = 0;                       ///< in the unit of the scene

    std::uint64_t collisions() const { return pairs[0] + pairs[1] + pairs[2]; }
    Tally operator-(const Tally& before) const {
        Tally less = *this;
        for (std::size_t k = 0; k < 3; ++k) less.pairs[k] -= before.pairs[k];
        less.time -= before.time;
        return less;
    }
};

/// Z from the collision rate. The virial theorem says
///   Z = 1 + sum over collisions of distance * momentum transferred / (N balls kT time),
/// and in equilibrium the transfer of masses a and b is sqrt(2 pi m kT) on average, m = a b / (a + b). Equal
/// balls of mass 1: Z = 1 + sqrt(pi) / (2 N) * diameter * rate / sqrt(kT), rate = 2 collisions / (balls
/// time).
template <int N>
double z_from_rate(const Kinds<N>& kinds, const Tally& seen, double kt) {
    double sum = 0;
    for (std::size_t pair = 0; pair < 3; ++pair) {
        const std::size_t a = pair == 2 ? 1 : 0;
        const std::size_t b = pair == 0 ? 0 : 1;
        const double mass = kinds.mass[a] * kinds.mass[b] / (kinds.mass[a] + kinds.mass[b]);
        sum += static_cast<double>(seen.pairs[pair]) * (kinds.radius[a] + kinds.radius[b]) * std::sqrt(mass);
    }
    const double balls = static_cast<double>(kinds.balls);
    return 1 + sum * std::sqrt(2 * std::numbers::pi / kt) / (N * balls * seen.time);
}

}  // namespace carom::engine_runs
