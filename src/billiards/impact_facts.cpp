#include "carom/billiards/impact_facts.hpp"

#include <algorithm>
#include <cmath>

#include "billiards/impact_vectors.hpp"

namespace carom::billiards {
namespace {

using carom::detail::dot;
using carom::detail::length;
using carom::detail::operator*;
using carom::detail::operator+;
using carom::detail::operator-;
using detail::across;
using detail::cross_product;
using detail::level;
using detail::surface_velocity;

constexpr double kStill = 1e-12;  // m/s: rounding
constexpr double kInDegrees = 57.295779513082320877;

/// From a to b over the bed, in (-180, 180].
double turn(const Vec2d& a, const Vec2d& b) {
    return std::atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]) * kInDegrees;
}

double slip_between(const BallProperties& first, const BallState& a, const BallProperties& second,
                    const BallState& b, const Vec3d& n) {
    return length(across(surface_velocity(first, a, n) - surface_velocity(second, b, -n), n));
}

}  // namespace

Roll roll_of(const BallProperties& ball, const BallState& state) {
    Roll roll;
    const Vec2d v = level(state.velocity);
    const double wx = state.spin[0], wy = state.spin[1];
    const Vec2d u{v[0] - ball.radius * wy, v[1] + ball.radius * wx};  // of the lowest point
    roll.speed = std::hypot(v[0], v[1]);
    roll.slip = std::hypot(u[0], u[1]);
    if (!(roll.speed > kStill)) return roll;
    roll.direction = turn({1, 0}, v);
    if (roll.direction < 0) roll.direction += 360;
    // Rolling along (c, s) needs the spin (-s, c) v / R.
    roll.follow = ball.radius * (wy * v[0] - wx * v[1]) / (roll.speed * roll.speed);
    roll.english = ball.radius * state.spin[2] / roll.speed;
    // Sliding takes 2/7 of the slip from the velocity.
    roll.swerve = turn(v, {v[0] - 2.0 / 7 * u[0], v[1] - 2.0 / 7 * u[1]});
    return roll;
}

double energy_of(const BallProperties& ball, const BallState& state, double gravity) {
    const double spins = 0.4 * ball.radius * ball.radius * dot(state.spin, state.spin);
    const double height = state.position[2] - ball.radius;
    return ball.mass * (0.5 * (dot(state.velocity, state.velocity) + spins) + gravity * height);
}

BallImpactFacts facts_of_impact(const BallProperties& first, const BeforeAndAfter& first_states,
                                const BallProperties& second, const BeforeAndAfter& second_states) {
    const auto& [a, a_after] = first_states;
    const auto& [b, b_after] = second_states;
    BallImpactFacts facts;
    const Vec3d between = b.position - a.position;
    facts.normal = (1 / length(between)) * between;
    const Vec3d& n = facts.normal;
    const Vec3d approach = a.velocity - b.velocity;
    const double speed = length(approach);
    facts.approach = dot(approach, n);
    facts.parting = dot(b_after.velocity - a_after.velocity, n);
    if (speed > 0) {
        const double cosine = std::clamp(facts.approach / speed, -1.0, 1.0);
        facts.cut = std::acos(cosine) * kInDegrees;
        facts.fraction = 1 - std::sqrt(1 - cosine * cosine);
    }
    const Vec3d impulse = second.mass * (b_after.velocity - b.velocity);
    facts.normal_impulse = dot(impulse, n);
    // From the spin: on the bed what goes up or down does not show in the velocity.
    facts.tangential_impulse =
        0.4 * second.mass * second.radius * length(cross_product(n, b_after.spin - b.spin));
    facts.thrown = turn(level(n), level(impulse));
    facts.slip_before = slip_between(first, a, second, b, n);
    facts.slip_after = slip_between(first, a_after, second, b_after, n);
    facts.spin_gained = b_after.spin - b.spin;
    return facts;
}

CushionImpactFacts facts_of_cushion_impact(const BallProperties& ball, const BeforeAndAfter& states,
                                           const Vec2d& normal) {
    const Vec2d before = level(states.before.velocity), after = level(states.after.velocity);
    const Vec2d left{-normal[1], normal[0]};
    CushionImpactFacts facts;
    facts.approach = -dot(before, normal);
    facts.parting = dot(after, normal);
    facts.along_before = dot(before, left);
    facts.along_after = dot(after, left);
    facts.incoming = std::atan2(std::fabs(facts.along_before), facts.approach) * kInDegrees;
    const double way = facts.along_before < 0 ? -1 : 1;
    facts.outgoing = std::atan2(way * facts.along_after, facts.parting) * kInDegrees;
    // At the cushion the surface moves along `left` with the ball's speed less R w_z.
    facts.running_english = way * ball.radius * states.before.spin[2];
    return facts;
}

Vec2d cushion_normal(const Table& table, const ShotEvent& event) {
    const auto k = static_cast<std::size_t>(event.other);
    const Vec3d& place = event.ball_after.position;
    Vec2d across{};
    if (event.kind == EventKind::straight_cushion) {
        const StraightCushion& cushion = table.straight_cushions[k];
        across = {cushion.from[1] - cushion.to[1], cushion.to[0] - cushion.from[0]};
    } else {
        const RoundCushion& cushion = table.round_cushions[k];
        across = {place[0] - cushion.centre[0], place[1] - cushion.centre[1]};
    }
    return (1 / length(across)) * across;
}

double squirt_of(const BallState& struck, const Strike& strike) {
    const double phi = strike.direction / kInDegrees;
    return turn({std::cos(phi), std::sin(phi)}, level(struck.velocity));
}

}  // namespace carom::billiards
