#include "measure/freedom.hpp"

#include <algorithm>
#include <cmath>

#include "math/two_term.hpp"

namespace carom::detail {
namespace {

/// Does anything immovable ever push a ball along this axis?
template <int N>
bool is_pushed_along(const Scene<N>& scene, int axis) {
    if (scene.world.boundary[static_cast<std::size_t>(axis)] == Boundary::wall) return true;
    const auto leans = [axis](const Wall<N>& wall) { return wall.half_space.normal[axis] != 0; };
    if (std::any_of(scene.world.walls.begin(), scene.world.walls.end(), leans)) return true;
    return std::any_of(scene.balls.begin(), scene.balls.end(),
                       [](const SceneBall<N>& ball) { return std::isinf(ball.mass); });
}

}  // namespace

template <int N>
Freedom<N> freedom_of(const Scene<N>& scene, const Census<N>& census) {
    Freedom<N> freedom;
    std::vector<double> masses(census.species.size());
    for (const Body<N>& body : census.bodies) {
        if (!body.moves()) continue;
        freedom.mass += body.mass;
        ++freedom.balls;
        masses[body.species] += body.mass;
    }
    freedom.of_species.resize(masses.size());
    for (int k = 0; k < N; ++k) {
        freedom.conserved[k] = !is_pushed_along(scene, k);
        TwoTerm momentum{};
        for (const Body<N>& body : census.bodies) {
            if (body.moves()) momentum = momentum + two_product(body.mass, body.velocity[k]);
        }
        const double lost = freedom.conserved[k] ? 1 : 0;
        freedom.drift[k] = freedom.conserved[k] ? to_double(momentum) / freedom.mass : 0;
        freedom.degrees += freedom.balls - lost;
        for (std::size_t s = 0; s < masses.size(); ++s) {
            freedom.of_species[s] +=
                static_cast<double>(census.species[s].balls) - lost * masses[s] / freedom.mass;
        }
    }
    return freedom;
}

double mean_size_ratio(double n) {
    // Gamma(n / 2) / Gamma((n + 1) / 2) sqrt(n / 2); above 100 its asymptotic series is good to 1e-9.
    if (n > 100) return 1 + 1 / (4 * n) + 1 / (32 * n * n) - 5 / (128 * n * n * n);
    if (!(n >= 1)) return 1;
    return std::tgamma(n / 2) / std::tgamma((n + 1) / 2) * std::sqrt(n / 2);
}

template Freedom<2> freedom_of(const Scene<2>&, const Census<2>&);
template Freedom<3> freedom_of(const Scene<3>&, const Census<3>&);

}  // namespace carom::detail
