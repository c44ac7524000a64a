// Two balls of one radius on the bed meet: what each law makes of their velocities and spins.
#pragma once

#include <cmath>

#include "billiards/elementary.hpp"
#include "billiards/moving_ball.hpp"
#include "carom/billiards/laws.hpp"

namespace carom::billiards::detail {

/// What two balls have in common.
struct BallPair {
    double first_share,
        second_share;  ///< of a change of their relative velocity: m2 / (m1 + m2) and m1 / (m1 + m2)
    double restitution;
    double friction;  ///< the mean of theirs

    BallPair(const BallProperties& first, const BallProperties& second)
        : first_share(second.mass / (first.mass + second.mass)),
          second_share(first.mass / (first.mass + second.mass)),
          restitution(0.5 * (first.ball_restitution + second.ball_restitution)),
          friction(0.5 * (first.ball_friction + second.ball_friction)) {}
};

/// The horizontal unit vector from the first ball to the second, and their speeds along it.
struct ContactFrame {
    double nx, ny;
    double first_speed, second_speed;

    ContactFrame(const MovingBall& first, const MovingBall& second) {
        const double dx = second.x - first.x;
        const double dy = second.y - first.y;
        const double distance = std::sqrt(dx * dx + dy * dy);
        nx = dx / distance;
        ny = dy / distance;
        first_speed = first.u * nx + first.v * ny;
        second_speed = second.u * nx + second.v * ny;
    }
    double closing() const { return first_speed - second_speed; }
};

/// Changes the first ball's velocity by share times (x, y), and the second's by the opposite.
inline void push_apart(MovingBall& first, MovingBall& second, const BallPair& pair, double x, double y) {
    first.u += pair.first_share * x;
    first.v += pair.first_share * y;
    second.u -= pair.second_share * x;
    second.v -= pair.second_share * y;
}

/// Restitution and Coulomb friction, or none of both. The balls close.
inline void impact(MovingBall& first, MovingBall& second, const ContactFrame& at, const BallPair& pair,
                   double radius, const ImpactLaws& laws) {
    const double closing = at.closing();
    if (laws.ball_ball == BallBallModel::frictionless_elastic) {
        push_apart(first, second, pair, -2 * closing * at.nx, -2 * closing * at.ny);
        return;
    }
    const double tx = -at.ny;
    const double ty = at.nx;
    // the slip of the surfaces: along the tangent and up
    const double spin_along = (first.wx * tx + first.wy * ty) + (second.wx * tx + second.wy * ty);
    const double slip_t =
        ((first.u * tx + first.v * ty) - (second.u * tx + second.v * ty)) + radius * (first.wz + second.wz);
    const double slip_z = -radius * spin_along;
    const double slip = std::sqrt(slip_t * slip_t + slip_z * slip_z);
    const double friction = laws.ball_friction == BallFriction::alciatore
                                ? laws.curve.a + laws.curve.b * exponential(-laws.curve.c * slip)
                                : pair.friction;
    // Friction is at most mu times the parting momentum, and no more than stops the slip: 2/7 of it.
    const double limit = 2 * friction * pair.restitution * closing;
    const double part = 3.5 * limit >= slip ? 2.0 / 7 : limit / slip;
    const double change_t = -part * slip_t;
    const double change_z = -part * slip_z;
    const double change_n = (1 + pair.restitution) * closing;
    push_apart(first, second, pair, change_t * tx - change_n * at.nx, change_t * ty - change_n * at.ny);
    const double per_speed = 5 / (2 * radius);
    const auto turn = [&](MovingBall& ball, double share) {
        const double along = -per_speed * share * change_z;
        ball.wx += along * tx;
        ball.wy += along * ty;
        ball.wz += per_speed * share * change_t;
    };
    turn(first, pair.first_share);
    turn(second, pair.second_share);
}

}  // namespace carom::billiards::detail
