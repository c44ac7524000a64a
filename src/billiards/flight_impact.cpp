#include "billiards/flight_impact.hpp"

#include "math/vec_ops.hpp"

namespace carom::billiards::detail {

namespace {

using carom::detail::dot;
using carom::detail::length;
using carom::detail::operator-;
using carom::detail::operator+;
using carom::detail::operator*;

/// So much of a hop exactly upwards goes to the side.
constexpr double kLeanAside = 1e-3;

Vec3d cross(const Vec3d& a, const Vec3d& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vec3d velocity_of(const MovingBall& ball) {
    return {ball.u, ball.v, ball.w};
}

Vec3d spin_of(const MovingBall& ball) {
    return {ball.wx, ball.wy, ball.wz};
}

void push(MovingBall& ball, double share, const Vec3d& change) {
    ball.u += share * change[0];
    ball.v += share * change[1];
    ball.w += share * change[2];
}

void turn(MovingBall& ball, double share, double radius, const Vec3d& torque) {
    const double scale = 5 / (2 * radius) * share;
    ball.wx += scale * torque[0];
    ball.wy += scale * torque[1];
    ball.wz += scale * torque[2];
}

/// Does weight keep the two in touch? `normal` points up from what holds the ball, and its centre goes round
/// this with the velocity `along`.
bool is_pressed(const Vec3d& normal, const Vec3d& along, double pull, double radius) {
    return dot(along, along) < pull * normal[2] * radius;
}

/// The relative velocity of a pressed ball that hops on after an impact. `share` is what the ball has of a
/// vertical change when both can move, and 1 beside something fixed: energy goes with its inverse.
Vec3d hopping(const Vec3d& after, const Vec3d& normal, double share) {
    const auto energy = [&](const Vec3d& a, const Vec3d& b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] / share;
    };
    const double parting = dot(after, normal);
    if (parting >= kHop) return after;
    const Vec3d along = after - parting * normal;
    const double of_normal = energy(normal, normal), of_along = energy(along, along);
    const double whole = energy(after, after);
    const double hops = std::min(kHop, std::sqrt(whole / of_normal));
    // A ball that hops exactly on top of another would do so for ever: it falls to the side of x.
    if (of_along == 0) {
        const double aside = normal[2] == 1 ? kLeanAside * hops : 0;
        return {hops * normal[0] + aside, hops * normal[1], hops * normal[2] - aside};
    }
    const double mixed = hops * energy(normal, along);
    const double left = hops < kHop ? 0 : whole - hops * hops * of_normal;
    const double scale = (std::sqrt(mixed * mixed + of_along * std::max(left, 0.0)) - mixed) / of_along;
    return hops * normal + std::clamp(scale, 0.0, 1.0) * along;
}

/// Of a slip, what friction takes from the velocity.
double rubbed(const CushionContact& contact, double slip, double approach, double restitution) {
    switch (contact.model) {
        case CushionModel::mirror:
        case CushionModel::mirror_inelastic:
            return 0;
        case CushionModel::stronge_compliant:
            return (contact.stronge->slip_after(slip / approach) * approach + slip) / 3.5;
        default:
            return std::fmin(slip / 3.5, contact.ball.cushion_friction * (1 + restitution) * approach);
    }
}

}  // namespace

bool impact_on_bed(MovingBall& ball, const BallProperties& properties, double falling, double least_bounce) {
    double rise = properties.bed_restitution * -ball.w;
    const bool stays = rise * rise < 4 * falling * least_bounce;
    if (stays) rise = 0;
    const double slip_x = ball.u - properties.radius * ball.wy;
    const double slip_y = ball.v + properties.radius * ball.wx;
    const double slip = std::sqrt(slip_x * slip_x + slip_y * slip_y);
    const double limit = properties.sliding_friction * (rise - ball.w);
    const double part = slip * kStopsSlip <= limit ? kStopsSlip : limit / slip;
    const Vec3d rub{-part * slip_x, -part * slip_y, 0};
    push(ball, 1, {rub[0], rub[1], rise - ball.w});
    turn(ball, 1, properties.radius, {rub[1], -rub[0], 0});
    return stays;
}

void impact_on_cushion(MovingBall& ball, const Vec3d& normal, const CushionContact& contact, double falling) {
    const double radius = contact.ball.radius;
    const Vec3d before = velocity_of(ball);
    const double approach = -dot(before, normal);
    if (!(approach > 0)) return;
    const Vec3d along = before + approach * normal;
    // What goes along the edge does not lead away from it.
    const double level = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
    const Vec3d edge{-normal[1] / level, normal[0] / level, 0};
    const bool pressed = is_pressed(normal, along - dot(along, edge) * edge, 2 * falling, radius);
    const bool elastic = contact.model == CushionModel::mirror || (pressed && approach < kHop);
    const double restitution = elastic ? 1 : contact.ball.cushion_restitution;
    const Vec3d slip = along - radius * cross(spin_of(ball), normal);
    const double speed = length(slip);
    const double part = speed > 0 ? rubbed(contact, speed, approach, restitution) / speed : 0;
    const Vec3d rub = -part * slip;
    push(ball, 1, (1 + restitution) * approach * normal + rub);
    turn(ball, 1, radius, -1.0 * cross(normal, rub));
    if (pressed) push(ball, 1, hopping(velocity_of(ball), normal, 1) - velocity_of(ball));
}

namespace {

/// Two balls in an impact, the lower one of which may be held by what it lies on.
class ImpactInAir {
public:
    /// `normal` from the lower to the upper.
    ImpactInAir(MovingBall& lower, MovingBall& upper, const Vec3d& normal, const BallPair& pair, bool swapped)
        : lower_(lower),
          upper_(upper),
          normal_(normal),
          lower_radius_(swapped ? pair.second_radius : pair.first_radius),
          upper_radius_(swapped ? pair.first_radius : pair.second_radius),
          lower_share_(swapped ? pair.second_share : pair.first_share),
          upper_share_(swapped ? pair.first_share : pair.second_share) {}

    Vec3d relative() const { return velocity_of(upper_) - velocity_of(lower_); }
    double reach() const { return lower_radius_ + upper_radius_; }

    /// Normal impulse and friction. `is_held`: the lower ball cannot go down.
    void resolve(const BallPair& pair, const ImpactLaws& laws, double restitution, bool is_held) {
        const double vertical = is_held ? upper_share_ : 1;
        const auto yielding = [&](const Vec3d& d) {
            return d[0] * d[0] + d[1] * d[1] + vertical * d[2] * d[2];
        };
        const double closing = -dot(relative(), normal_);
        const double parting = closing / yielding(normal_);
        part((1 + restitution) * parting * normal_, is_held);
        if (!has_friction(laws.ball_ball)) return;
        const Vec3d surfaces = lower_radius_ * spin_of(lower_) + upper_radius_ * spin_of(upper_);
        const Vec3d over = relative() - cross(surfaces, normal_);
        const Vec3d slip = over - dot(over, normal_) * normal_;
        const double speed = length(slip);
        if (!(speed > 0)) return;
        const Vec3d direction = (1 / speed) * slip;
        const double stops = speed / (yielding(direction) + 2.5);
        const double limit = 2 * friction_of(laws, pair, speed) * restitution * parting;
        const Vec3d rub = -std::min(stops, limit) * direction;
        part(rub, is_held);
        const Vec3d torque = -1.0 * cross(normal_, rub);
        turn(lower_, lower_share_, lower_radius_, torque);
        turn(upper_, upper_share_, upper_radius_, torque);
    }

    /// The upper ball hops on, and the lower one is held.
    void hop() {
        const Vec3d change = hopping(relative(), normal_, upper_share_) - relative();
        push(upper_, 1, {upper_share_ * change[0], upper_share_ * change[1], change[2]});
        push(lower_, -lower_share_, {change[0], change[1], 0});
    }

    double pushed_up() const { return pushed_up_; }

private:
    /// Changes their relative velocity by so much, as far as the lower one can yield.
    void part(const Vec3d& change, bool is_held) {
        pushed_up_ -= change[2];
        push(upper_, upper_share_, change);
        push(lower_, -lower_share_, {change[0], change[1], is_held ? 0 : change[2]});
    }

    MovingBall& lower_;
    MovingBall& upper_;
    Vec3d normal_;
    double lower_radius_, upper_radius_;
    double lower_share_, upper_share_;
    double pushed_up_ = 0;  ///< the lower one, in all
};

}  // namespace

void impact_in_air(MovingBall& first, MovingBall& second, const Vec3d& normal, const BallPair& pair,
                   const ImpactLaws& laws, const Support& support) {
    const bool swapped = normal[2] < 0;
    MovingBall& lower = swapped ? second : first;
    MovingBall& upper = swapped ? first : second;
    const Vec3d up = swapped ? -1.0 * normal : normal;
    const double restitution = has_friction(laws.ball_ball) ? pair.restitution : 1;
    const MovingBall lower_before = lower, upper_before = upper;
    ImpactInAir(lower, upper, up, pair, swapped).resolve(pair, laws, restitution, false);
    const double bounce = support.restitution * lower.w;
    if (!support.holds || !(lower.w < 0) || bounce * bounce >= 4 * support.falling * laws.least_bounce)
        return;
    const MovingBall lower_free = lower, upper_free = upper;
    lower = lower_before;
    upper = upper_before;
    ImpactInAir held(lower, upper, up, pair, swapped);
    const Vec3d before = held.relative();
    const double closing = -dot(before, up);
    const bool pressed = is_pressed(up, before + closing * up, 2 * support.falling, held.reach());
    held.resolve(pair, laws, pressed && closing < kHop ? 1 : restitution, true);
    if (held.pushed_up() > 0) {
        lower = lower_free;
        upper = upper_free;
    } else if (pressed) {
        held.hop();
    }
}

}  // namespace carom::billiards::detail
