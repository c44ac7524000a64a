#include "carom/scene/scene.hpp"

#include <algorithm>
#include <cmath>

#include "core/float_environment.hpp"
#include "math/vec_ops.hpp"

namespace carom {

namespace {

template <int N>
double plain_length(const Vec<double, N>& x) {
    using namespace detail;
    const double scale = safe_scale(largest(x));
    return length(scale * x) / scale;
}

/// A ball that hops with this speed rises a 2^15th of its radius.
template <int N>
double hop_speed(const Scene<N>& scene) {
    double smallest = HUGE_VAL;
    for (const SceneBall<N>& ball : scene.balls) smallest = std::min(smallest, ball.radius);
    const double g = plain_length(scene.world.gravity);
    return g > 0 ? 0x1p-7 * (std::sqrt(g) * std::sqrt(smallest)) : 0;
}

}  // namespace

template <int N>
bool is_extended(const Scene<N>& scene) {
    const World<N>& world = scene.world;
    bool extended = scene.thermostat || !world.containers.empty() || world.gravity != Vec<double, N>{};
    for (const Wall<N>& wall : world.walls) extended = extended || wall.speed != 0 || wall.temperature;
    return extended || scene.law.contact_time != 0 || scene.law.full_loss_speed != 0;
}

template <int N>
double elastic_below(const Scene<N>& scene) {
    using namespace detail;
    const DefaultFloatEnvironment environment;
    if (scene.law.elastic_below) return *scene.law.elastic_below;
    if (scene.law.restitution_balls == 1 && scene.law.restitution_walls == 1) return 0;
    double fastest = 0;
    for (const SceneBall<N>& ball : scene.balls) fastest = std::max(fastest, plain_length(ball.velocity));
    return std::max(0x1p-20 * fastest, hop_speed(scene));
}

template bool is_extended(const Scene<2>&);
template bool is_extended(const Scene<3>&);

template double elastic_below(const Scene<2>&);
template double elastic_below(const Scene<3>&);

}  // namespace carom
