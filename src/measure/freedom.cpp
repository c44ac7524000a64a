#include "measure/freedom.hpp"

#include <algorithm>
#include <cmath>

#include "math/two_term.hpp"
#include "measure/walls.hpp"
#include "sim/bounce_rules.hpp"

namespace carom::detail {
namespace {

/// A cylinder along an axis never pushes along it.
template <int N>
bool pushes_along(const Container<N>& container, int axis) {
    if (largest(container.axis) == 0) return true;
    for (int k = 0; k < N; ++k) {
        if (k != axis && container.axis[k] != 0) return true;
    }
    return false;
}

/// Does anything but other balls and gravity ever push a ball along this axis?
template <int N>
bool is_pushed_along(const Scene<N>& scene, int axis) {
    const World<N>& world = scene.world;
    if (scene.thermostat || !has_only_balls_that_move(scene)) return true;
    if (world.boundary[static_cast<std::size_t>(axis)] == Boundary::wall) return true;
    const auto pushes = [axis](const Wall<N>& wall) {
        return wall.temperature || wall.half_space.normal[axis] != 0;
    };
    return std::any_of(world.walls.begin(), world.walls.end(), pushes) ||
           std::any_of(world.containers.begin(), world.containers.end(),
                       [axis](const Container<N>& one) { return pushes_along(one, axis); });
}

/// Balls that come to rest hand on momentum in all directions. They can where what pushes back balances
/// gravity.
template <int N>
bool can_rest(const Scene<N>& scene) {
    const Vec<double, N>& gravity = scene.world.gravity;
    if (!is_lossy(scene.law) || largest(gravity) == 0) return false;
    const auto left = generate<double, N>([&](int k) { return is_pushed_along(scene, k) ? 0 : gravity[k]; });
    return length(left) <= kStaticFriction * length(gravity);
}

}  // namespace

template <int N>
Vec<bool, N> conserved_axes(const Scene<N>& scene) {
    const bool rests_count = can_rest(scene);
    return generate<bool, N>([&](int k) { return !rests_count && !is_pushed_along(scene, k); });
}

template <int N>
bool is_weighed_down(const Scene<N>& scene) {
    const Vec<bool, N> conserved = conserved_axes(scene);
    for (int k = 0; k < N; ++k) {
        if (scene.world.gravity[k] != 0 && !conserved[k]) return true;
    }
    return false;
}

template <int N>
DegreesOfFreedom<N> freedom_of(const Scene<N>& scene, const SpeciesTable<N>& table) {
    DegreesOfFreedom<N> freedom;
    std::vector<double> masses(table.species.size());
    for (const MeasuredBall<N>& body : table.bodies) {
        if (!body.moves()) continue;
        freedom.mass += body.mass;
        ++freedom.balls;
        masses[body.species] += body.mass;
    }
    freedom.of_species.resize(masses.size());
    freedom.conserved = conserved_axes(scene);
    for (int k = 0; k < N; ++k) {
        TwoTerm momentum{};
        for (const MeasuredBall<N>& body : table.bodies) {
            if (body.moves()) momentum = momentum + two_product(body.mass, body.velocity[k]);
        }
        const double lost = freedom.conserved[k] ? 1 : 0;
        freedom.drift[k] = freedom.conserved[k] ? to_double(momentum) / freedom.mass : 0;
        freedom.fall[k] = freedom.conserved[k] ? scene.world.gravity[k] : 0;
        freedom.degrees += freedom.balls - lost;
        for (std::size_t s = 0; s < masses.size(); ++s) {
            freedom.of_species[s] +=
                static_cast<double>(table.species[s].balls) - lost * masses[s] / freedom.mass;
        }
    }
    if (const auto& shear = scene.world.shear)
        freedom.fall[shear->flow] -= shear->rate * freedom.drift[shear->gradient];
    return freedom;
}

double mean_size_ratio(double n) {
    // Gamma(n / 2) / Gamma((n + 1) / 2) sqrt(n / 2); above 100 its asymptotic series is good to 1e-9.
    if (n > 100) return 1 + 1 / (4 * n) + 1 / (32 * n * n) - 5 / (128 * n * n * n);
    if (!(n >= 1)) return 1;
    return std::tgamma(n / 2) / std::tgamma((n + 1) / 2) * std::sqrt(n / 2);
}

template Vec<bool, 2> conserved_axes(const Scene<2>&);
template Vec<bool, 3> conserved_axes(const Scene<3>&);
template bool is_weighed_down(const Scene<2>&);
template bool is_weighed_down(const Scene<3>&);
template DegreesOfFreedom<2> freedom_of(const Scene<2>&, const SpeciesTable<2>&);
template DegreesOfFreedom<3> freedom_of(const Scene<3>&, const SpeciesTable<3>&);

}  // namespace carom::detail
