#include "carom/scene/scene.hpp"

#include <algorithm>
#include <cmath>
#include <string>

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

std::string species_name(const std::string& ball) {
    const std::size_t last = ball.find_last_not_of("0123456789");
    if (last == std::string::npos) return ball;
    const std::size_t end = ball.find_last_not_of(" _-", last);
    return end == std::string::npos ? ball : ball.substr(0, end + 1);
}

bool is_lossy(const CollisionLaw& law) {
    const auto loses = [](const SpeciesRestitution& pair) { return pair.restitution < 1; };
    return law.restitution_balls < 1 || law.restitution_walls < 1 ||
           std::any_of(law.between.begin(), law.between.end(), loses);
}

template <int N>
bool is_extended(const World<N>& world) {
    bool extended = !world.containers.empty() || world.gravity != Vec<double, N>{} || world.shear;
    for (const Wall<N>& wall : world.walls) extended = extended || wall.speed != 0 || wall.temperature;
    return extended;
}

template <int N>
Vec<double, N> flow_at(const World<N>& world, const Vec<double, N>& position) {
    Vec<double, N> flow;
    if (!world.shear) return flow;
    const int axis = world.shear->gradient;
    const double middle = world.box.lower[axis] + (world.box.upper[axis] - world.box.lower[axis]) / 2;
    flow[world.shear->flow] = world.shear->rate * (position[axis] - middle);
    return flow;
}

template <int N>
double drift_speed(const World<N>& world) {
    if (!world.shear) return 0;
    const int axis = world.shear->gradient;
    return world.shear->rate * (world.box.upper[axis] - world.box.lower[axis]);
}

template <int N>
double slide_at(const World<N>& world, double time) {
    if (!world.shear) return 0;
    const int axis = world.shear->flow;
    const double width = world.box.upper[axis] - world.box.lower[axis];
    const double way = drift_speed(world) * time;
    return way - width * std::floor(way / width);
}

template <int N>
bool is_extended(const Scene<N>& scene) {
    const CollisionLaw& law = scene.law;
    const bool plain =
        law.contact_time == 0 && law.full_loss_speed == 0 && law.between.empty() && !law.contact_tolerance;
    return scene.thermostat || is_extended(scene.world) || !plain;
}

template <int N>
double elastic_below(const Scene<N>& scene) {
    using namespace detail;
    const DefaultFloatEnvironment environment;
    if (!is_lossy(scene.law)) return 0;
    if (scene.law.elastic_below) return *scene.law.elastic_below;
    double fastest = 0;
    for (const SceneBall<N>& ball : scene.balls) fastest = std::max(fastest, plain_length(ball.velocity));
    return std::max(0x1p-20 * fastest, hop_speed(scene));
}

template Vec<double, 2> flow_at(const World<2>&, const Vec<double, 2>&);
template Vec<double, 3> flow_at(const World<3>&, const Vec<double, 3>&);
template double drift_speed(const World<2>&);
template double drift_speed(const World<3>&);
template double slide_at(const World<2>&, double);
template double slide_at(const World<3>&, double);
template bool is_extended(const World<2>&);
template bool is_extended(const World<3>&);
template bool is_extended(const Scene<2>&);
template bool is_extended(const Scene<3>&);

template double elastic_below(const Scene<2>&);
template double elastic_below(const Scene<3>&);

}  // namespace carom
