// Scales of a scene.
#include "sim/scales.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/vec_ops.hpp"

namespace carom::detail {
namespace {

/// The box on closed axes; on open ones what the balls span at the start.
template <int N>
Vec<double, N> extent(const Scene<N>& scene) {
    return generate<double, N>([&](int k) {
        if (scene.world.boundary[static_cast<std::size_t>(k)] != Boundary::open) {
            return scene.world.box.upper[k] - scene.world.box.lower[k];
        }
        double lowest = HUGE_VAL;
        double highest = -HUGE_VAL;
        for (const SceneBall<N>& ball : scene.balls) {
            lowest = std::min(lowest, ball.position[k] - ball.radius);
            highest = std::max(highest, ball.position[k] + ball.radius);
        }
        return highest - lowest;
    });
}

/// Of moving walls and images, and of what leaves thermal ones and thermostats.
template <int N>
double fastest_source(const Scene<N>& scene, double lightest) {
    double temperature = scene.thermostat ? scene.thermostat->temperature : 0;
    double fastest = 0;
    for (const Wall<N>& wall : scene.world.walls) {
        temperature = std::max(temperature, wall.temperature.value_or(0));
        fastest = std::max(fastest, std::fabs(wall.speed));
    }
    fastest = std::max(fastest, std::sqrt(temperature / lightest));
    return std::max(fastest, std::fabs(drift_speed(scene.world)));
}

/// So few balls may all be neighbours of each other.
constexpr std::size_t kAllNeighbours = 16;

}  // namespace

template <int N>
double epoch_length(const Scene<N>& scene) {
    double fastest = 0;
    double lightest = HUGE_VAL;
    for (const SceneBall<N>& ball : scene.balls) {
        fastest = std::max(fastest, largest(ball.velocity));
        lightest = std::min(lightest, ball.mass);
    }
    fastest = std::max({fastest, std::sqrt(largest(scene.world.gravity)) * std::sqrt(largest(extent(scene))),
                        fastest_source(scene, lightest)});
    if (fastest == 0) return 1;
    int exponent = 0;
    std::frexp(largest(extent(scene)) / fastest, &exponent);
    return std::ldexp(1.0, exponent - 20);
}

template <int N>
double usual_shell(const Scene<N>& scene) {
    const Vec<double, N> sides = extent(scene);
    const auto balls = static_cast<double>(scene.balls.size());
    if (scene.balls.size() <= kAllNeighbours) return length(sides);
    double spacing = 1;
    for (int k = 0; k < N; ++k) spacing *= std::pow(sides[k], 1.0 / N);
    spacing /= std::pow(balls, 1.0 / N);
    double diameter = 0;
    for (const SceneBall<N>& ball : scene.balls) diameter += 2 * ball.radius / balls;
    // A ball of diameter 1 in each unit cell; 13 in a sphere of this radius, or 10 in a circle.
    const double reach =
        N == 3 ? std::cbrt(13 * 3 / (4 * std::numbers::pi)) : std::sqrt(10 / std::numbers::pi);
    return std::max((reach * spacing - diameter) / 2, diameter / 16);
}

template double epoch_length(const Scene<2>& scene);
template double epoch_length(const Scene<3>& scene);
template double usual_shell(const Scene<2>& scene);
template double usual_shell(const Scene<3>& scene);

}  // namespace carom::detail
