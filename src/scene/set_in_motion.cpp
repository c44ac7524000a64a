// Random velocities with a given temperature or speed.
#include <algorithm>

#include "carom/scene/generate.hpp"
#include "core/float_environment.hpp"
#include "scene/complaint.hpp"
#include "scene/random.hpp"
#include "scene/request.hpp"

namespace carom {
namespace {

using namespace detail;

template <int N>
bool moves(const SceneBall<N>& ball) {
    return ball.mass != immovable;
}

template <int N>
std::vector<Vec<double, N>> drawn_velocities(std::span<const SceneBall<N>> balls, std::uint64_t seed) {
    // Another stream than that of the places, which a gas draws with the same seed.
    Random random(seed ^ 0x9E3779B97F4A7C15U);
    std::vector<Vec<double, N>> velocities;
    velocities.reserve(balls.size());
    for (const SceneBall<N>& ball : balls) {
        if (!moves(ball)) {
            velocities.emplace_back();
            continue;
        }
        const double width = 1 / std::sqrt(ball.mass);
        velocities.push_back(generate<double, N>([&](int) { return width * random.normal(); }));
    }
    return velocities;
}

template <int N>
void remove_drift(std::span<const SceneBall<N>> balls, std::vector<Vec<double, N>>& velocities) {
    double mass = 0;
    Vec<double, N> momentum;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        if (!moves(balls[i])) continue;
        mass += balls[i].mass;
        momentum = momentum + balls[i].mass * velocities[i];
    }
    const Vec<double, N> drift = (1 / mass) * momentum;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        if (moves(balls[i])) velocities[i] = velocities[i] - drift;
    }
}

/// The factor that brings the velocities to the temperature or speed asked for; 0 when all of them are 0.
template <int N>
double scale_to(const ThermalMotion& motion, std::span<const SceneBall<N>> balls,
                const std::vector<Vec<double, N>>& velocities) {
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        if (!moves(balls[i])) continue;
        sum += (motion.temperature ? balls[i].mass / N : 1) * dot(velocities[i], velocities[i]);
        count += 1;
    }
    if (!(sum > 0)) return 0;
    const double root = std::sqrt(count / sum);
    return motion.temperature ? std::sqrt(*motion.temperature) * root : *motion.rms_speed * root;
}

/// What the ranges of temperatures, speeds and masses allow may still give speeds that no ball may have.
template <int N>
bool all_usable(const std::vector<Vec<double, N>>& velocities) {
    return std::all_of(velocities.begin(), velocities.end(), [](const Vec<double, N>& velocity) {
        return complaint(velocity, Zero::allowed).empty();
    });
}

}  // namespace

template <int N>
std::optional<GenerateError> set_in_motion(std::span<SceneBall<N>> balls, const ThermalMotion& motion) {
    const DefaultFloatEnvironment environment;
    if (motion.temperature && motion.rms_speed) {
        return refusal("rms_speed",
                       "temperature and rms_speed are both given; one of them decides the other");
    }
    if (!motion.temperature && !motion.rms_speed) return {};
    auto error = motion.temperature ? must_not_be_negative("temperature", *motion.temperature)
                                    : must_not_be_negative("rms_speed", *motion.rms_speed);
    if (error) return error;
    if (motion.temperature.value_or(1) == 0 || motion.rms_speed.value_or(1) == 0) return {};
    const std::span<const SceneBall<N>> read = balls;
    const auto moving =
        std::count_if(read.begin(), read.end(), [](const SceneBall<N>& ball) { return moves(ball); });
    const char* field = motion.temperature ? "temperature" : "rms_speed";
    if (moving == 0)
        return refusal(field,
                       std::string(field) + " is given, but all balls here are immovable and must rest");
    if (moving == 1 && motion.drift == ThermalMotion::Drift::removed) {
        return refusal(field, "a single moving ball has no speed left once its drift is removed");
    }
    std::vector<Vec<double, N>> velocities = drawn_velocities(read, motion.seed);
    if (motion.drift == ThermalMotion::Drift::removed) remove_drift(read, velocities);
    const double scale = scale_to(motion, read, velocities);
    for (Vec<double, N>& velocity : velocities) velocity = scale * velocity;
    if (!all_usable(velocities)) {
        return refusal(
            field, std::string(field) + " is " +
                       text(motion.temperature ? *motion.temperature : *motion.rms_speed) +
                       ", which gives balls speeds outside the range 1e-100 to 1e100; choose other units");
    }
    for (std::size_t i = 0; i < balls.size(); ++i) balls[i].velocity = velocities[i];
    return {};
}

template std::optional<GenerateError> set_in_motion(std::span<SceneBall<2>>, const ThermalMotion&);
template std::optional<GenerateError> set_in_motion(std::span<SceneBall<3>>, const ThermalMotion&);

}  // namespace carom
