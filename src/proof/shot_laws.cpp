#include "proof/shot_laws.hpp"

#include "proof/mathavan.hpp"
#include "proof/stronge.hpp"
#include "proof/wide_functions.hpp"

namespace carom::proof {
namespace {

using billiards::BallProperties;
using billiards::CushionModel;
using billiards::ImpactLaws;

WideVec<3> without(const WideVec<3>& x, const WideVec<3>& unit) {
    return x - dot(x, unit) * unit;
}

/// Of a solid sphere: 1 / (inertia / mass) times the radius.
Wide turning(double radius) {
    return Wide{5} / (2 * Wide{radius});
}

/// By how much a ball's slip along a cushion falls, over 3.5: its impulse a mass.
Wide tangential_impulse(Wide slip, Wide approach, const BallProperties& ball, const ImpactLaws& laws) {
    if (laws.cushion == CushionModel::stronge_compliant) {
        const Wide after =
            stronge_slip(slip / approach, ball.cushion_restitution, ball.cushion_friction, laws.omega_ratio);
        return (after * approach + slip) * 2 / 7;
    }
    const Wide normal = (1 + Wide{ball.cushion_restitution}) * approach;
    return std::min(slip * 2 / 7, Wide{ball.cushion_friction} * normal);
}

/// From the nose to the centre, as each model has it.
WideVec<3> nose_normal(const WideVec<3>& outward, Wide level, double height, double radius,
                       CushionModel model) {
    WideVec<3> up;
    up[2] = 1;
    if (model == CushionModel::han_2005) {
        const Wide sine = Wide{height} / Wide{radius} - 1;
        return root(1 - sine * sine) * outward - sine * up;
    }
    const Wide rise = Wide{radius} - Wide{height};
    return (1 / root(level * level + rise * rise)) * (level * outward + rise * up);
}

}  // namespace

Wide ball_friction(const BallProperties& a, const BallProperties& b, Wide slip, const ImpactLaws& laws) {
    if (laws.ball_friction == billiards::BallFriction::mean_of_balls)
        return (Wide{a.ball_friction} + Wide{b.ball_friction}) / 2;
    return Wide{laws.curve.a} + Wide{laws.curve.b} * exponential(-Wide{laws.curve.c} * slip);
}

/// Alciatore, TP.
WideMotion struck(const BallProperties& ball, const billiards::Cue& cue, const billiards::Strike& strike,
                  bool jumps) {
    const WideAngle elevation = sine_cosine_of_degrees(strike.elevation);
    const WideAngle direction = sine_cosine_of_degrees(strike.direction);
    const Wide a = strike.left;
    const Wide b = strike.up;
    const Wide radius = ball.radius;
    const Wide depth = root(1 - a * a - b * b);
    // the tip's place seen along the cue's own axes, then along the bed's
    const Wide back = elevation.cosine * depth - elevation.sine * b;
    const Wide up = elevation.sine * depth + elevation.cosine * b;
    const Wide lever = up * elevation.cosine - back * elevation.sine;
    const Wide ratio = Wide{ball.mass} / Wide{cue.mass};
    const Wide speed = 2 * Wide{strike.speed} / (1 + ratio + Wide{2.5} * (a * a + lever * lever));
    const Wide sideways = Wide{2.5} * a * root(1 - a * a);
    const Wide onwards = 1 + Wide{ball.mass} / Wide{cue.end_mass} + Wide{2.5} * (1 - a * a);
    const Wide size = root(sideways * sideways + onwards * onwards);
    const WideVec<3> forward{{direction.cosine, direction.sine, 0}};
    const WideVec<3> left{{-direction.sine, direction.cosine, 0}};
    const Wide level = speed * elevation.cosine;
    const Wide turn = Wide{2.5} * speed / radius;
    WideMotion after;
    after.velocity = (level * onwards / size) * forward - (level * sideways / size) * left;
    if (jumps) after.velocity[2] = -speed * elevation.sine;
    after.spin = (lever * turn) * left - (a * elevation.sine * turn) * forward;
    after.spin[2] = -a * elevation.cosine * turn;
    return after;
}

void meet(WideMotion& first, WideMotion& second, const BallProperties& of_first,
          const BallProperties& of_second, const WideVec<3>& normal, const ImpactLaws& laws) {
    if (laws.ball_ball >= billiards::BallBallModel::mathavan_2014)
        return meet_of_mathavan(first, second, of_first, of_second, normal, laws);
    const bool rough = laws.ball_ball == billiards::BallBallModel::frictional_inelastic;
    const Wide mass = Wide{of_first.mass} + Wide{of_second.mass};
    const Wide shares[] = {Wide{of_second.mass} / mass, Wide{of_first.mass} / mass};
    const WideTouch touch(of_first, of_second);
    const WideVec<3> tilted = touch.normal(normal);
    const Wide closing = dot(first.velocity - second.velocity, normal);
    const Wide restitution =
        rough ? (Wide{of_first.ball_restitution} + Wide{of_second.ball_restitution}) / 2 : Wide{1};
    const WideVec<3> surfaces = Wide{of_first.radius} * first.spin + Wide{of_second.radius} * second.spin;
    WideVec<3> change = (-(1 + restitution) * closing) * normal;
    const WideVec<3> over = first.velocity - second.velocity + change + cross(surfaces, tilted);
    const WideVec<3> slip = without(over, tilted);
    WideVec<3> rub;
    const Wide speed = length(slip);
    if (rough && speed > 0) {
        const Wide limit =
            2 * ball_friction(of_first, of_second, speed, laws) * restitution * closing / touch.cosine;
        rub = (-std::min(Wide{2} / 7, limit / speed)) * slip;
        change = change + rub;
    }
    change[2] = 0;
    first.velocity = first.velocity + shares[0] * change;
    second.velocity = second.velocity - shares[1] * change;
    const WideVec<3> torque = cross(tilted, rub);
    first.spin = first.spin + (shares[0] * turning(of_first.radius)) * torque;
    second.spin = second.spin + (shares[1] * turning(of_second.radius)) * torque;
}

void meet_cushion(WideMotion& ball, const BallProperties& properties, const WideVec<3>& outward, Wide level,
                  double height, const ImpactLaws& laws) {
    if (laws.cushion == CushionModel::mirror || laws.cushion == CushionModel::mirror_inelastic) {
        const Wide e = laws.cushion == CushionModel::mirror ? Wide{1} : Wide{properties.cushion_restitution};
        ball.velocity = ball.velocity - ((1 + e) * dot(ball.velocity, outward)) * outward;
        return;
    }
    const Wide radius = properties.radius;
    if (laws.cushion == CushionModel::mathavan_2010)
        return meet_cushion_of_mathavan(ball, properties, outward, Wide{height} / radius - 1);
    const WideVec<3> normal = nose_normal(outward, level, height, properties.radius, laws.cushion);
    const Wide approach = -dot(ball.velocity, normal);
    const WideVec<3> over = ball.velocity - radius * cross(ball.spin, normal);
    const WideVec<3> slip = without(over, normal);
    const Wide speed = length(slip);
    WideVec<3> rub;
    if (speed > 0) rub = (-tangential_impulse(speed, approach, properties, laws) / speed) * slip;
    ball.velocity = ball.velocity + ((1 + Wide{properties.cushion_restitution}) * approach) * normal + rub;
    ball.velocity[2] = 0;
    ball.spin = ball.spin - turning(properties.radius) * cross(normal, rub);
}

}  // namespace carom::proof
