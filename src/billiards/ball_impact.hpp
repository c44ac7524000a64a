// Two balls on the bed meet: what each law makes of their velocities and spins.
//
// Balls of different radii touch at a point that is not as high as their centres: the normal is tilted. What
// goes up or down is left out, because the bed holds the balls.
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
    double friction;                   ///< the mean of theirs
    double first_cloth, second_cloth;  ///< sliding friction of each on the cloth
    double first_radius, second_radius;
    double radii;         ///< the second over the first
    double reach;         ///< of the centres that touch, seen from above
    double cosine, sine;  ///< of the normal from the first to the second against the bed

    BallPair(const BallProperties& first, const BallProperties& second)
        : first_share(second.mass / (first.mass + second.mass)),
          second_share(first.mass / (first.mass + second.mass)),
          restitution(0.5 * (first.ball_restitution + second.ball_restitution)),
          friction(0.5 * (first.ball_friction + second.ball_friction)),
          first_cloth(first.sliding_friction),
          second_cloth(second.sliding_friction),
          first_radius(first.radius),
          second_radius(second.radius),
          radii(second.radius / first.radius),
          reach(contact_distance(first, second)),
          cosine(reach / (first.radius + second.radius)),
          sine((second.radius - first.radius) / (first.radius + second.radius)) {}
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

/// The coefficient at this speed of slip.
inline double friction_of(const ImpactLaws& laws, const BallPair& pair, double slip) {
    if (laws.ball_friction == BallFriction::mean_of_balls) return pair.friction;
    return laws.curve.a + laws.curve.b * exponential(-laws.curve.c * slip);
}

/// How the surface of the first ball slips over that of the second: along the tangent to the left of the
/// normal, and up, at right angles to both.
struct SlipOfBalls {
    double along, up, speed;

    SlipOfBalls(const MovingBall& first, const MovingBall& second, const ContactFrame& at,
                const BallPair& pair)
        : SlipOfBalls(first, second, at, pair, (first.u - second.u) * at.nx + (first.v - second.v) * at.ny) {}
    /// The same while they close at another speed.
    SlipOfBalls(const MovingBall& first, const MovingBall& second, const ContactFrame& at,
                const BallPair& pair, double closing) {
        const double tx = -at.ny;
        const double ty = at.nx;
        const double spin_along =
            (first.wx * tx + first.wy * ty) + pair.radii * (second.wx * tx + second.wy * ty);
        const double spin_onwards =
            (first.wx * at.nx + first.wy * at.ny) + pair.radii * (second.wx * at.nx + second.wy * at.ny);
        const double spin_up = first.wz + pair.radii * second.wz;
        along = ((first.u * tx + first.v * ty) - (second.u * tx + second.v * ty)) +
                pair.first_radius * (pair.cosine * spin_up - pair.sine * spin_onwards);
        up = -pair.first_radius * spin_along - pair.sine * closing;
        speed = std::sqrt(along * along + up * up);
    }
};

/// The part of a slip that stops it when it goes from the velocities; the spins take the rest.
inline constexpr double kStopsSlip = 2.0 / 7;

/// Friction. It is at most mu times the parting momentum, and takes no more than this part of the slip.
inline void rub(MovingBall& first, MovingBall& second, const SlipOfBalls& slip, double parting,
                double most_part, const ContactFrame& at, const BallPair& pair, const ImpactLaws& laws) {
    const double limit = 2 * friction_of(laws, pair, slip.speed) * parting / pair.cosine;
    const double part = limit >= most_part * slip.speed ? most_part : limit / slip.speed;
    const double along = -part * slip.along;
    const double up = -part * slip.up;
    const double tx = -at.ny;
    const double ty = at.nx;
    const double onwards = -pair.sine * up;
    push_apart(first, second, pair, along * tx + onwards * at.nx, along * ty + onwards * at.ny);
    const auto turn = [&](MovingBall& ball, double share, double radius) {
        const double per_speed = 5 / (2 * radius);
        const double spin = -per_speed * share * up;
        const double tilt = -per_speed * share * along * pair.sine;
        ball.wx += spin * tx + tilt * at.nx;
        ball.wy += spin * ty + tilt * at.ny;
        ball.wz += per_speed * share * along * pair.cosine;
    };
    turn(first, pair.first_share, pair.first_radius);
    turn(second, pair.second_share, pair.second_radius);
}

/// Whether balls rub on each other.
inline bool has_friction(BallBallModel model) {
    return model != BallBallModel::frictionless_elastic;
}

/// Friction between the balls, and of the ball that is pressed on the cloth (mathavan_balls.cpp). They close.
void impact_of_mathavan(MovingBall& first, MovingBall& second, const ContactFrame& at, const BallPair& pair,
                        const ImpactLaws& laws);

/// Restitution and Coulomb friction, or none of both. The balls close.
inline void impact(MovingBall& first, MovingBall& second, const ContactFrame& at, const BallPair& pair,
                   const ImpactLaws& laws) {
    if (laws.ball_ball >= BallBallModel::mathavan_2014)
        return impact_of_mathavan(first, second, at, pair, laws);
    const double closing = at.closing();
    const bool rubs = has_friction(laws.ball_ball);
    const double change = (1 + (rubs ? pair.restitution : 1)) * closing;
    // friction against the slip that the normal impulse leaves takes energy only
    const SlipOfBalls slip(first, second, at, pair, closing - change);
    push_apart(first, second, pair, -change * at.nx, -change * at.ny);
    if (rubs) rub(first, second, slip, pair.restitution * closing, kStopsSlip, at, pair, laws);
}

}  // namespace carom::billiards::detail
