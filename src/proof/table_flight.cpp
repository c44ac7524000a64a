#include "proof/table_flight.hpp"

#include <limits>

namespace carom::proof {

using billiards::BallProperties;
using billiards::BallState;
using billiards::Phase;

namespace {

double speed_of(const BallState& state) {
    return rough_length(state.velocity);
}

/// Of the surface, by spin.
double surface_speed(const BallState& state, double radius) {
    return radius * rough_length(state.spin);
}

}  // namespace

WideVec<2> TableFlight::place(double time) const {
    return arc(since).at(age(time));
}

TableFlight::RoughPlace TableFlight::rough_place(double time) const {
    constexpr double kShare = 0x1p-40;  // some thousand roundings
    const double dt = time - since;
    RoughPlace rough;
    double size = 0;
    for (int k = 0; k < 2; ++k) {
        const double way = dt * (state.velocity[k] + 0.5 * dt * acceleration[k]);
        rough.at[k] = state.position[k] + way;
        size += std::abs(state.position[k]) +
                (std::abs(time) + std::abs(dt)) *
                    (std::abs(state.velocity[k]) + std::abs(dt) * std::abs(acceleration[k]));
    }
    rough.off = kShare * size;
    return rough;
}

Arc<2> TableFlight::arc(double from) const {
    const Wide dt = age(from);
    Arc<2> whole;
    whole.d = {{Wide{state.position[0]}, Wide{state.position[1]}}};
    whole.w = {{Wide{state.velocity[0]}, Wide{state.velocity[1]}}};
    whole.bend(widen(acceleration));
    Arc<2> rest = whole;
    rest.d = whole.at(dt);
    rest.w = whole.velocity_at(dt);
    return rest;
}

Arc<3> TableFlight::arc_in_space(double from) const {
    Arc<3> whole;
    whole.d = widen(state.position);
    whole.w = widen(state.velocity);
    whole.bend({{Wide{acceleration[0]}, Wide{acceleration[1]}, -Wide{fall}}});
    Arc<3> rest = whole;
    rest.d = whole.at(age(from));
    rest.w = whole.velocity_at(age(from));
    return rest;
}

/// Friction on the cloth changes v by a t, and turns the ball by 5/(2 R) of that while it slides, by 1/R of
/// it while it rolls.
WideMotion TableFlight::motion(double time, const BallProperties& ball, double gravity) const {
    const Wide dt = age(time);
    const Wide radius = ball.radius;
    WideMotion motion = motion_of(state);
    if (flies()) {
        motion.velocity[2] -= dt * Wide{fall};
        return motion;
    }
    const Wide turning = state.phase == Phase::rolling ? -1 / radius : Wide{5} / (2 * radius);
    for (int k = 0; k < 2; ++k) motion.velocity[k] += dt * Wide{acceleration[k]};
    motion.spin[0] += turning * dt * Wide{acceleration[1]};
    motion.spin[1] -= turning * dt * Wide{acceleration[0]};
    const Wide lost = dt * Wide{5} * Wide{ball.spinning_friction} * Wide{gravity} / (2 * radius);
    const Wide left = magnitude(motion.spin[2]) - lost;
    motion.spin[2] = left > 0 ? (motion.spin[2] < 0 ? -left : left) : Wide{0};
    return motion;
}

double TableFlight::fastest(double time) const {
    return speed_of(state) + (rough_length(acceleration) + fall) * std::max(time - since, 0.0);
}

double TableFlight::place_bound(double time) const {
    const double size =
        std::max({std::abs(state.position[0]), std::abs(state.position[1]), std::abs(state.position[2])});
    const double way = fastest(time) * std::max(time - since, 0.0);
    const double rounding = kRoundings * kUnit * (size + way) + kTimeRoundings * kUnit * time * fastest(time);
    return is_held ? rounding + kHeldPlace : rounding;
}

double TableFlight::velocity_bound(double time, double radius) const {
    const double all =
        fastest(time) + surface_speed(state, radius) + 4 * rough_length(acceleration) * (time - since);
    const double of_time = kTimeRoundings * kUnit * time * (rough_length(acceleration) + fall);
    const double rounding = kMotionRoundings * kUnit * all + 4 * of_time;
    return is_held ? rounding + kHeldVelocity : rounding;
}

ClothAcceleration cloth_acceleration(const BallState& state, const BallProperties& ball, double gravity) {
    ClothAcceleration cloth;
    if (state.phase != Phase::sliding && state.phase != Phase::rolling) return cloth;
    const bool slides = state.phase == Phase::sliding;
    const WideMotion motion = motion_of(state);
    const WideVec<2> against = seen_from_above(slides ? slip_on_cloth(motion, ball.radius) : motion.velocity);
    const double size = (slides ? ball.sliding_friction : ball.rolling_friction) * gravity;
    const Wide speed = length(against);
    if (speed > 0) cloth.acceleration = (-Wide{size} / speed) * against;
    // the direction of a small difference of large numbers
    const double all = speed_of(state) + (slides ? surface_speed(state, ball.radius) : 0);
    const double unsure = speed > 0 ? std::min(kRoundings * kUnit * all / narrow(speed), 2.0) : 2;
    cloth.bound = size * (kRoundings * kUnit + unsure);
    return cloth;
}

double lasts(const BallState& state, const BallProperties& ball, double gravity) {
    switch (state.phase) {
        case Phase::sliding:
            return narrow(length(slip_on_cloth(motion_of(state), ball.radius)) * 2 / 7 /
                          (Wide{ball.sliding_friction} * Wide{gravity}));
        case Phase::rolling:
            return speed_of(state) / (ball.rolling_friction * gravity);
        case Phase::spinning:
            return std::abs(state.spin[2]) * 2 * ball.radius / (5 * ball.spinning_friction * gravity);
        default:
            return std::numeric_limits<double>::infinity();
    }
}

}  // namespace carom::proof
