#include "proof/air_laws.hpp"

#include "proof/stronge.hpp"

namespace carom::proof {
namespace {

using billiards::BallProperties;
using billiards::CushionModel;
using billiards::ImpactLaws;

/// So much of a hop exactly upwards goes to the side.
constexpr double kLeanAside = 1e-3;

/// Weight holds the two together against the speed at which one goes round the other.
bool is_pressed(const WideVec<3>& up, const WideVec<3>& along, double gravity, Wide reach) {
    return dot(along, along) < Wide{gravity} * up[2] * reach;
}

/// A relative velocity with at least the speed of a hop along `up`, of the same energy. `vertical` is the
/// mass that goes up and down, over the mass that counts to the sides.
WideVec<3> hopping(const WideVec<3>& v, const WideVec<3>& up, Wide vertical) {
    const auto product = [&](const WideVec<3>& a, const WideVec<3>& b) {
        return a[0] * b[0] + a[1] * b[1] + vertical * a[2] * b[2];
    };
    const Wide parting = dot(v, up);
    if (parting >= Wide{kHopSpeed}) return v;
    const WideVec<3> along = v - parting * up;
    const Wide energy = product(v, v);
    const Wide highest = root(energy / product(up, up));
    const Wide speed = std::min(Wide{kHopSpeed}, highest);
    if (product(along, along) == 0) {
        const Wide aside = up[2] == 1 ? Wide{kLeanAside} * speed : Wide{0};
        return speed * up + WideVec<3>{{aside, 0, -aside}};
    }
    // speed^2 (up, up) + 2 speed scale (up, along) + scale^2 (along, along) = energy
    const Wide a = product(along, along), b = speed * product(up, along);
    const Wide left = highest < Wide{kHopSpeed} ? Wide{0} : energy - speed * speed * product(up, up);
    const Wide scale = (root(b * b + a * std::max(left, Wide{0})) - b) / a;
    return speed * up + std::min(std::max(scale, Wide{0}), Wide{1}) * along;
}

Wide friction_of_cushion(Wide slip, Wide approach, Wide restitution, const BallProperties& ball,
                         const ImpactLaws& laws) {
    switch (laws.cushion) {
        case CushionModel::mirror:
        case CushionModel::mirror_inelastic:
            return 0;
        case CushionModel::stronge_compliant:
            return (stronge_slip(slip / approach, ball.cushion_restitution, ball.cushion_friction,
                                 laws.omega_ratio) *
                        approach +
                    slip) *
                   2 / 7;
        default:
            return std::min(slip * 2 / 7, Wide{ball.cushion_friction} * (1 + restitution) * approach);
    }
}

/// Two balls by impulses [N s].
struct AirImpact {
    WideMotion& lower;
    WideMotion& upper;
    const BallProperties& of_lower;
    const BallProperties& of_upper;
    WideVec<3> up;
    bool lower_is_held = false;

    WideVec<3> relative() const { return upper.velocity - lower.velocity; }
    /// The inverse of the mass against an impulse in this direction.
    Wide yielding(const WideVec<3>& d) const {
        const Wide sides = d[0] * d[0] + d[1] * d[1], height = d[2] * d[2];
        return (sides + height) / Wide{of_upper.mass} +
               (lower_is_held ? sides : sides + height) / Wide{of_lower.mass};
    }
    void push(const WideVec<3>& impulse) const {
        upper.velocity = upper.velocity + (1 / Wide{of_upper.mass}) * impulse;
        WideVec<3> taken = impulse;
        if (lower_is_held) taken[2] = 0;
        lower.velocity = lower.velocity - (1 / Wide{of_lower.mass}) * taken;
    }
    /// What goes down into the lower ball, in all.
    Wide resolve(const ImpactLaws& laws, Wide restitution) const {
        const Wide closing = -dot(relative(), up);
        const Wide normal = (1 + restitution) * closing / yielding(up);
        push(normal * up);
        if (laws.ball_ball == billiards::BallBallModel::frictionless_elastic) return normal * up[2];
        const WideVec<3> surfaces = Wide{of_lower.radius} * lower.spin + Wide{of_upper.radius} * upper.spin;
        const WideVec<3> over = relative() - cross(surfaces, up);
        const WideVec<3> slip = over - dot(over, up) * up;
        const Wide speed = length(slip);
        if (!(speed > 0)) return normal * up[2];
        const WideVec<3> direction = (1 / speed) * slip;
        const Wide turning = Wide{2.5} * (1 / Wide{of_lower.mass} + 1 / Wide{of_upper.mass});
        const Wide stops = speed / (yielding(direction) + turning);
        const Wide limit =
            2 * ball_friction(of_lower, of_upper, speed, laws) * normal * restitution / (1 + restitution);
        const WideVec<3> rub = -std::min(stops, limit) * direction;
        push(rub);
        const WideVec<3> torque = cross(up, rub);
        const auto turn = [&](WideMotion& ball, const BallProperties& of) {
            ball.spin = ball.spin - (Wide{2.5} / (Wide{of.mass} * Wide{of.radius})) * torque;
        };
        turn(lower, of_lower);
        turn(upper, of_upper);
        return normal * up[2] + rub[2];
    }
    void hop() const {
        const Wide sides = Wide{of_lower.mass} / (Wide{of_lower.mass} + Wide{of_upper.mass});
        WideVec<3> change = hopping(relative(), up, 1 / sides) - relative();
        upper.velocity[2] += change[2];
        change[2] = 0;
        upper.velocity = upper.velocity + sides * change;
        lower.velocity = lower.velocity - (1 - sides) * change;
    }
};

}  // namespace

void meet_bed(WideMotion& ball, const BallProperties& properties, bool stays) {
    const Wide fall = -ball.velocity[2];
    const Wide rise = stays ? Wide{0} : Wide{properties.bed_restitution} * fall;
    const WideVec<3> slip = slip_on_cloth(ball, properties.radius);
    const Wide speed = length(slip);
    WideVec<3> rub;
    if (speed > 0)
        rub = (-std::min(Wide{2} / 7, Wide{properties.sliding_friction} * (rise + fall) / speed)) * slip;
    ball.velocity = ball.velocity + rub;
    ball.velocity[2] = rise;
    const WideVec<3> down{{0, 0, -1}};
    ball.spin = ball.spin + (Wide{2.5} / Wide{properties.radius}) * cross(down, rub);
}

void meet_cushion_in_air(WideMotion& ball, const BallProperties& properties, const WideVec<3>& normal,
                         const ImpactLaws& laws, double gravity) {
    const Wide radius = properties.radius;
    const Wide approach = -dot(ball.velocity, normal);
    if (!(approach > 0)) return;
    const WideVec<3> along = ball.velocity + approach * normal;
    WideVec<3> edge{{-normal[1], normal[0], 0}};
    edge = (1 / length(edge)) * edge;
    const bool pressed = is_pressed(normal, along - dot(along, edge) * edge, gravity, radius);
    const bool elastic = laws.cushion == CushionModel::mirror || (pressed && approach < Wide{kHopSpeed});
    const Wide restitution = elastic ? Wide{1} : Wide{properties.cushion_restitution};
    const WideVec<3> slip = along - radius * cross(ball.spin, normal);
    const Wide speed = length(slip);
    WideVec<3> rub;
    if (speed > 0)
        rub = (-friction_of_cushion(speed, approach, restitution, properties, laws) / speed) * slip;
    ball.velocity = ball.velocity + ((1 + restitution) * approach) * normal + rub;
    ball.spin = ball.spin - (Wide{2.5} / radius) * cross(normal, rub);
    if (pressed) ball.velocity = hopping(ball.velocity, normal, 1);
}

void meet_in_air(WideMotion& first, WideMotion& second, const BallProperties& of_first,
                 const BallProperties& of_second, const WideVec<3>& normal, bool lower_lies,
                 const ImpactLaws& laws, double gravity) {
    const bool second_is_lower = normal[2] < 0;
    const WideVec<3> up = second_is_lower ? Wide{-1} * normal : normal;
    const Wide restitution = laws.ball_ball == billiards::BallBallModel::frictionless_elastic
                                 ? Wide{1}
                                 : (Wide{of_first.ball_restitution} + Wide{of_second.ball_restitution}) / 2;
    WideMotion lower = second_is_lower ? second : first;
    WideMotion upper = second_is_lower ? first : second;
    const BallProperties& of_lower = second_is_lower ? of_second : of_first;
    const BallProperties& of_upper = second_is_lower ? of_first : of_second;
    WideMotion held_lower = lower, held_upper = upper;
    AirImpact{lower, upper, of_lower, of_upper, up, false}.resolve(laws, restitution);
    const Wide down = -lower.velocity[2];
    if (lower_lies && down > 0 && is_low_bounce(Wide{of_lower.bed_restitution} * down, laws, gravity)) {
        const AirImpact held{held_lower, held_upper, of_lower, of_upper, up, true};
        const Wide closing = -dot(held.relative(), up);
        const WideVec<3> along = held.relative() + closing * up;
        const bool pressed = is_pressed(up, along, gravity, Wide{of_lower.radius} + Wide{of_upper.radius});
        const bool elastic = pressed && closing < Wide{kHopSpeed};
        if (held.resolve(laws, elastic ? Wide{1} : restitution) >= 0) {
            if (pressed) held.hop();
            lower = held_lower;
            upper = held_upper;
        }
    }
    first = second_is_lower ? upper : lower;
    second = second_is_lower ? lower : upper;
}

}  // namespace carom::proof
