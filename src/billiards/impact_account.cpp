#include "carom/billiards/impact_account.hpp"

#include <algorithm>
#include <cmath>

#include "billiards/cushion_impact.hpp"
#include "billiards/impact_vectors.hpp"
#include "billiards/table_outline.hpp"

namespace carom::billiards {
namespace {

using namespace carom::detail;
using detail::across;
using detail::cross_product;
using detail::level;
using detail::surface_velocity;

const Vec3d kUp{0, 0, 1};

const BallProperties& properties_of(const ShotSetup& setup, int ball) {
    return setup.balls[static_cast<std::size_t>(ball)];
}

double lost_by(const BallProperties& ball, const BeforeAndAfter& states, double gravity) {
    return energy_of(ball, states.before, gravity) - energy_of(ball, states.after, gravity);
}

/// The impulse across n that turns a ball so, where it is touched at `out` from its centre; n = -out.
Vec3d friction_from_spin(const BallProperties& ball, const BeforeAndAfter& states, const Vec3d& n) {
    return 0.4 * ball.mass * ball.radius * cross_product(n, states.after.spin - states.before.spin);
}

Vec3d momentum_gained(const BallProperties& ball, const BeforeAndAfter& states) {
    return ball.mass * (states.after.velocity - states.before.velocity);
}

/// An impulse takes so much from the energy.
double work_lost(const Vec3d& impulse, const Vec3d& before, const Vec3d& after) {
    return -0.5 * dot(impulse, before + after);
}

double cloth_work_lost(const BallProperties& ball, const BeforeAndAfter& states, const Vec3d& impulse) {
    const Vec3d down = -kUp;
    return work_lost(impulse, surface_velocity(ball, states.before, down),
                     surface_velocity(ball, states.after, down));
}

constexpr double kNoStop = 1e300;  // an impulse that nothing reaches
constexpr double kSame = 1e-6;     // of an impulse

/// An impulse that stops a slip, of surfaces with a reduced mass. Most laws let friction take no more than
/// it, also where the bed holds the balls down and a part of the slip is left.
double stopping_impulse(double reduced_mass, double slip) {
    return 2.0 / 7 * reduced_mass * slip;
}

Grip grip_of(const ImpactAccount& account, double stopping) {
    constexpr double still = 1e-9, vanished = 1e-3;
    if (account.slip_before < still || account.friction_impulse == 0) return Grip::none;
    const bool stopped = account.friction_impulse >= (1 - kSame) * stopping;
    return stopped || account.slip_after < vanished * account.slip_before ? Grip::grips : Grip::slips;
}

/// Of the cloth, on the first and the second ball.
struct ClothImpulses {
    Vec3d on_first, on_second;
};

/// Only Mathavan's models have them, for balls on the bed and of one radius: the normal is level. With
/// t = z x n friction between the balls turns both alike, and friction on the cloth each on its own.
ClothImpulses cloth_impulses(const BallProperties& first, const BeforeAndAfter& a,
                             const BallProperties& second, const BeforeAndAfter& b, const Vec3d& n) {
    const Vec3d t = cross_product(kUp, n);
    const double pushed = dot(momentum_gained(first, a), n) + dot(momentum_gained(second, b), n);
    const Vec3d turned_first = 0.4 * first.mass * first.radius * (a.after.spin - a.before.spin);
    const Vec3d turned_second = 0.4 * second.mass * second.radius * (b.after.spin - b.before.spin);
    const double difference = dot(turned_second, t) - dot(turned_first, t);
    return {0.5 * (pushed + difference) * n + dot(turned_first, n) * t,
            0.5 * (pushed - difference) * n + dot(turned_second, n) * t};
}

ImpactAccount account_of_balls(const ShotSetup& setup, const ShotEvent& event, const BeforeAndAfter& a,
                               const BeforeAndAfter& b) {
    const BallProperties& first = properties_of(setup, event.ball);
    const BallProperties& second = properties_of(setup, event.other);
    const BallImpactFacts facts = facts_of_impact(first, a, second, b);
    const Vec3d& n = facts.normal;
    const bool on_bed = a.before.phase != Phase::airborne && b.before.phase != Phase::airborne;
    const bool rubs_on_cloth = setup.laws.ball_ball >= BallBallModel::mathavan_2014 && on_bed;
    ClothImpulses cloth;
    if (rubs_on_cloth) cloth = cloth_impulses(first, a, second, b, n);
    ImpactAccount account;
    // What the cloth does to the second ball's spin is no friction between the balls.
    const Vec3d friction =
        friction_from_spin(second, b, n) + cross_product(n, cross_product(kUp, cloth.on_second));
    const auto slip = [&](const BallState& at_first, const BallState& at_second) {
        return across(surface_velocity(second, at_second, -n) - surface_velocity(first, at_first, n), n);
    };
    const Vec3d before = slip(a.before, b.before), after = slip(a.after, b.after);
    account.normal_impulse = dot(momentum_gained(second, b) - cloth.on_second, n);
    account.friction_impulse = length(friction);
    account.slip_before = length(before);
    account.slip_after = length(after);
    const double reduced_mass = first.mass * second.mass / (first.mass + second.mass);
    account.grip =
        grip_of(account, rubs_on_cloth ? kNoStop : stopping_impulse(reduced_mass, account.slip_before));
    account.lost_friction = work_lost(friction, before, after);
    account.lost_cloth =
        cloth_work_lost(first, a, cloth.on_first) + cloth_work_lost(second, b, cloth.on_second);
    const double gravity = setup.table.gravity;
    account.lost_normal =
        lost_by(first, a, gravity) + lost_by(second, b, gravity) - account.lost_friction - account.lost_cloth;
    return account;
}

/// The impact of a ball with something fixed: `n` from where they touch to the ball.
ImpactAccount account_at(const BallProperties& ball, const BeforeAndAfter& states, const Vec3d& n,
                         const Vec3d& friction, double gravity) {
    const Vec3d before = across(surface_velocity(ball, states.before, -n), n);
    const Vec3d after = across(surface_velocity(ball, states.after, -n), n);
    ImpactAccount account;
    account.friction_impulse = length(friction);
    account.slip_before = length(before);
    account.slip_after = length(after);
    account.grip = grip_of(account, stopping_impulse(ball.mass, account.slip_before));
    account.lost_friction = work_lost(friction, before, after);
    account.lost_normal = lost_by(ball, states, gravity) - account.lost_friction;
    return account;
}

double nose_height(const Table& table, const ShotEvent& event) {
    const auto k = static_cast<std::size_t>(event.other);
    return event.kind == EventKind::straight_cushion ? table.straight_cushions[k].height
                                                     : table.round_cushions[k].height;
}

/// From the nose to the centre of a ball on the bed, as the models have it.
Vec3d normal_from_nose(const ShotSetup& setup, const ShotEvent& event, const Vec2d& to_ball) {
    const double radius = properties_of(setup, event.ball).radius;
    const double height = nose_height(setup.table, event);
    double across_bed = radius;
    const CushionModel model = setup.laws.cushion;
    if (model == CushionModel::han_2005 || model == CushionModel::mathavan_2010) {
        across_bed = std::sqrt(std::max(0.0, radius * radius - (height - radius) * (height - radius)));
    } else if (event.kind == EventKind::round_cushion) {
        across_bed += setup.table.round_cushions[static_cast<std::size_t>(event.other)].radius;
    }
    const double size = std::hypot(across_bed, radius - height);
    return {across_bed / size * to_ball[0], across_bed / size * to_ball[1], (radius - height) / size};
}

/// The same for a ball in the air: cushions have upright faces, and where they have tops, edges.
Vec3d normal_in_air(const ShotSetup& setup, const ShotEvent& event, const Vec2d& to_ball) {
    const detail::TableOutline outline(setup.table);
    const auto k = static_cast<std::size_t>(event.other);
    const bool is_round = event.kind == EventKind::round_cushion;
    const bool has_top = outline.has_rails() && !(is_round && outline.is_pillar(k));
    const Vec3d& place = event.ball_after.position;
    const double up = place[2] - nose_height(setup.table, event);
    if (!has_top || up <= 0) return {to_ball[0], to_ball[1], 0};
    const RoundCushion* const round = is_round ? &setup.table.round_cushions[k] : nullptr;
    const Vec2d from = round != nullptr ? round->centre : setup.table.straight_cushions[k].from;
    const double level_gap = dot(to_ball, level(place) - from) - (round != nullptr ? round->radius : 0.0);
    if (level_gap <= 0) return kUp;
    const double size = std::hypot(level_gap, up);
    return {level_gap / size * to_ball[0], level_gap / size * to_ball[1], up / size};
}

/// Mathavan 2010: of the nose's impulse and the cloth's only their sum shows, so the law is asked.
double mathavan_normal_impulse(const BallProperties& ball, const BallState& before, const Vec2d& to_ball,
                               double height) {
    const Vec2d along{-to_ball[1], to_ball[0]};
    const Vec2d v = level(before.velocity), w = level(before.spin);
    detail::CushionMotion motion{dot(v, to_ball), dot(v, along), dot(w, to_ball), dot(w, along),
                                 before.spin[2]};
    detail::Nose nose{};
    nose.sine = height / ball.radius - 1;
    nose.cosine = std::sqrt(1 - nose.sine * nose.sine);
    return ball.mass * impact_of_mathavan(motion, ball, nose);
}

ImpactAccount account_at_mathavan_cushion(const ShotSetup& setup, const ShotEvent& event,
                                          const BeforeAndAfter& states, const Vec2d& to_ball,
                                          const Vec3d& n) {
    const BallProperties& ball = properties_of(setup, event.ball);
    const Vec3d outward{to_ball[0], to_ball[1], 0};
    const Vec3d along = cross_product(kUp, outward);
    const double cosine = dot(n, outward), sine = -n[2];
    const double normal =
        mathavan_normal_impulse(ball, states.before, to_ball, nose_height(setup.table, event));
    const Vec3d pushed = momentum_gained(ball, states);
    const Vec3d turned = 0.4 * ball.mass * ball.radius * (states.after.spin - states.before.spin);
    const double along_nose = -turned[2] / cosine;
    const double up_nose = (dot(pushed, outward) - normal * cosine + dot(turned, along)) / (1 + sine);
    const Vec3d friction = along_nose * along + up_nose * (sine * outward + cosine * kUp);
    const Vec3d cloth = (dot(pushed, along) - along_nose) * along + (up_nose - dot(turned, along)) * outward;
    ImpactAccount account = account_at(ball, states, n, friction, setup.table.gravity);
    account.normal_impulse = normal;
    account.grip = grip_of(account, kNoStop);
    account.lost_cloth = cloth_work_lost(ball, states, cloth);
    account.lost_normal -= account.lost_cloth;
    return account;
}

/// Stronge's cushion gives way along the surface, and can swing back.
Grip grip_at_compliant(const ImpactAccount& account, const BallProperties& ball) {
    if (account.grip == Grip::none) return Grip::none;
    if (account.friction_impulse >= (1 - kSame) * ball.cushion_friction * account.normal_impulse)
        return Grip::slips;
    const double stops = stopping_impulse(ball.mass, account.slip_before);
    return account.friction_impulse > (1 + kSame) * stops ? Grip::springs_back : Grip::grips;
}

ImpactAccount account_of_cushion(const ShotSetup& setup, const ShotEvent& event,
                                 const BeforeAndAfter& states) {
    const BallProperties& ball = properties_of(setup, event.ball);
    const Vec2d to_ball = cushion_normal(setup.table, event);
    const bool flies = states.before.phase == Phase::airborne;
    const Vec3d n = flies ? normal_in_air(setup, event, to_ball) : normal_from_nose(setup, event, to_ball);
    if (setup.laws.cushion == CushionModel::mathavan_2010 && !flies)
        return account_at_mathavan_cushion(setup, event, states, to_ball, n);
    const Vec3d friction = friction_from_spin(ball, states, n);
    ImpactAccount account = account_at(ball, states, n, friction, setup.table.gravity);
    // The bed takes up what drives a ball on it down.
    const Vec3d measured = flies ? n : Vec3d{to_ball[0], to_ball[1], 0};
    account.normal_impulse = dot(momentum_gained(ball, states) - friction, measured) / dot(n, measured);
    if (setup.laws.cushion == CushionModel::stronge_compliant && n[2] < 1)
        account.grip = grip_at_compliant(account, ball);
    return account;
}

}  // namespace

ImpactAccount account_of_impact(const ShotSetup& setup, const ShotEvent& event, const BeforeAndAfter& ball,
                                const BeforeAndAfter& other) {
    if (event.kind == EventKind::ball_ball) return account_of_balls(setup, event, ball, other);
    if (is_cushion(event.kind)) return account_of_cushion(setup, event, ball);
    const BallProperties& properties = properties_of(setup, event.ball);
    ImpactAccount account =
        account_at(properties, ball, kUp, friction_from_spin(properties, ball, kUp), setup.table.gravity);
    account.normal_impulse = momentum_gained(properties, ball)[2];
    return account;
}

}  // namespace carom::billiards
