#include "measure/start_scales.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/vec_ops.hpp"
#include "measure/freedom.hpp"
#include "measure/region.hpp"

namespace carom::detail {

template <int N>
StartScales<N>::StartScales(const Scene<N>& scene) {
    Vec<double, N> low = scene.balls.front().position;
    Vec<double, N> high = low;
    for (const SceneBall<N>& ball : scene.balls) {
        for (int k = 0; k < N; ++k) {
            low[k] = std::min(low[k], ball.position[k] - ball.radius);
            high[k] = std::max(high[k], ball.position[k] + ball.radius);
        }
        if (std::isinf(ball.mass)) continue;
        const Vec<double, N> velocity = ball.velocity - flow_at(scene.world, ball.position);
        ++balls;
        mass += ball.mass;
        diameter += 2 * ball.radius;
        packing += std::numbers::pi * (N == 2 ? 1 : 4 * ball.radius / 3) * ball.radius * ball.radius;
        kt += ball.mass * dot(velocity, velocity) / N;
        square += dot(velocity, velocity);
    }
    extent = largest(high - low);
    if (balls == 0) return;
    for (double* sum : {&kt, &mass, &diameter, &square}) *sum /= balls;
    const double bath = kt_of_baths(scene);
    const double fall = fall_speed(scene);
    kt = std::max(kt, bath);
    square = std::max({square, N * bath / mass, fall * fall});
    const double volume = Region<N>(scene.world).volume();
    packing = volume > 0 ? std::min(packing / volume, 0.9) : 0;
}

template <int N>
double mean_free_time(const Scene<N>& scene) {
    const StartScales<N> start(scene);
    if (!(start.square > 0)) return 1;
    const double crossing = start.extent / std::sqrt(start.square);
    const double volume = Region<N>(scene.world).volume();
    if (!(volume > 0) || start.balls < 2) return crossing;
    const double free = 1 - start.packing;
    const double contact = N == 2 ? (1 - 7 * start.packing / 16) / (free * free)
                                  : (1 - start.packing / 2) / (free * free * free);
    const double d = start.diameter;
    const double surface = N == 2 ? 2 * std::numbers::pi * d : 4 * std::numbers::pi * d * d;
    const double rate = (start.balls - 1) / volume * surface * contact *
                        std::sqrt(start.kt / (std::numbers::pi * start.mass));
    return std::isfinite(1 / rate) && rate > 0 ? 1 / rate : crossing;
}

template <int N>
double usual_interval(const Scene<N>& scene) {
    return 4 * mean_free_time(scene) * std::max(1.0, 100 / std::max(1.0, StartScales<N>(scene).balls));
}

template <int N>
double usual_snapshot_interval(const Scene<N>& scene) {
    return 32 * mean_free_time(scene) * std::max(1.0, 1000 / std::max(1.0, StartScales<N>(scene).balls));
}

template <int N>
double kt_of_baths(const Scene<N>& scene) {
    double kt = scene.thermostat ? scene.thermostat->temperature : 0;
    for (const Wall<N>& wall : scene.world.walls) kt = std::max(kt, wall.temperature.value_or(0));
    return kt;
}

template <int N>
double fall_speed(const Scene<N>& scene) {
    const World<N>& world = scene.world;
    const Vec<bool, N> conserved = conserved_axes(scene);
    double height = 0;
    for (int k = 0; k < N; ++k) {
        if (conserved[k]) continue;
        double low = HUGE_VAL;
        double high = -HUGE_VAL;
        for (const SceneBall<N>& ball : scene.balls) {
            low = std::min(low, ball.position[k] - ball.radius);
            high = std::max(high, ball.position[k] + ball.radius);
        }
        if (world.boundary[static_cast<std::size_t>(k)] != Boundary::open) {
            low = world.box.lower[k];
            high = world.box.upper[k];
        }
        height += std::fabs(world.gravity[k]) * (high - low);
    }
    return std::sqrt(2 * height);
}

template struct StartScales<2>;
template struct StartScales<3>;
template double mean_free_time(const Scene<2>&);
template double mean_free_time(const Scene<3>&);
template double usual_interval(const Scene<2>&);
template double usual_interval(const Scene<3>&);
template double usual_snapshot_interval(const Scene<2>&);
template double usual_snapshot_interval(const Scene<3>&);
template double kt_of_baths(const Scene<2>&);
template double kt_of_baths(const Scene<3>&);
template double fall_speed(const Scene<2>&);
template double fall_speed(const Scene<3>&);

}  // namespace carom::detail
