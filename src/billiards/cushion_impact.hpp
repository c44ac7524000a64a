// A ball on the bed meets a cushion: what each law makes of its velocity and spin. The ball stays on the bed.
#pragma once

#include <cmath>

#include "billiards/moving_ball.hpp"
#include "billiards/stronge_law.hpp"
#include "billiards/surroundings.hpp"
#include "carom/billiards/laws.hpp"

namespace carom::billiards::detail {

/// What an impact with a cushion depends on besides the motion.
struct CushionContact {
    const BallProperties& ball;
    StrongeLaw* stronge;  ///< of these properties, for CushionModel::stronge_compliant
    CushionModel model;
};

/// Velocity and spin along n (from the cushion to the ball), t (to the left of n) and z (up).
struct CushionMotion {
    double vn, vt, wn, wt, wz;
};

/// Han 2005: restitution and Coulomb friction at the nose's height.
inline void impact_of_han(CushionMotion& m, const BallProperties& ball, const Nose& nose) {
    const double radius = ball.radius;
    const double slip_up = -m.vn * nose.sine - radius * m.wt;
    const double slip_along = m.vt - radius * (m.wz * nose.cosine + m.wn * nose.sine);
    // impulses a mass: into the ball's centre from the nose, and along the cushion's surface
    const double normal = -(1 + ball.cushion_restitution) * m.vn * nose.cosine;
    const double slip = std::sqrt(slip_up * slip_up + slip_along * slip_along);
    const double limit = ball.cushion_friction * normal;
    const double part = slip / 3.5 <= limit ? 1 / 3.5 : limit / slip;
    const double up = part * slip_up;
    const double along = part * slip_along;
    const double per_speed = 5 / (2 * radius);
    m.vn += up * nose.sine + normal * nose.cosine;
    m.vt -= along;
    m.wn += per_speed * along * nose.sine;
    m.wt += per_speed * up;
    m.wz += per_speed * along * nose.cosine;
}

/// Restitution against the tilted normal of the nose; along its surface Coulomb friction or Stronge's law.
inline void impact_on_nose(CushionMotion& m, const CushionContact& contact, const Nose& nose) {
    const double radius = contact.ball.radius;
    const double normal_speed = m.vn * nose.level;  // below 0
    // the slip at the nose
    const double slip_n = (m.vn - radius * (m.wt * nose.up)) - normal_speed * nose.level;
    const double slip_t = m.vt - radius * (m.wz * nose.level - m.wn * nose.up);
    const double slip_z = radius * m.wt * nose.level - normal_speed * nose.up;
    const double slip = std::sqrt(slip_n * slip_n + slip_t * slip_t + slip_z * slip_z);
    const double normal = -(1 + contact.ball.cushion_restitution) * normal_speed;
    double along = 0;  // impulse a mass along the slip
    if (contact.model == CushionModel::impulse) {
        along = -std::fmin(slip / 3.5, contact.ball.cushion_friction * normal);
    } else {
        along = -(contact.stronge->slip_after(slip / -normal_speed) * -normal_speed + slip) / 3.5;
    }
    const double part = slip > 0 ? along / slip : 0;
    const double per_speed = 5 / (2 * radius) * part;
    m.vn += normal * nose.level + part * slip_n;
    m.vt += part * slip_t;
    m.wn += per_speed * (nose.up * slip_t);
    m.wt -= per_speed * (nose.up * slip_n - nose.level * slip_z);
    m.wz -= per_speed * (nose.level * slip_t);
}

/// Friction at nose and cloth, as impulses grow (mathavan_cushion.cpp). The ball closes. Returns the nose's
/// normal impulse a mass.
double impact_of_mathavan(CushionMotion& motion, const BallProperties& ball, const Nose& nose);

/// (nx, ny) is the horizontal unit vector from the cushion to the ball, which comes closer.
inline void impact(MovingBall& ball, double nx, double ny, const Nose& nose, const CushionContact& contact) {
    const double tx = -ny;
    const double ty = nx;
    CushionMotion m{ball.u * nx + ball.v * ny, ball.u * tx + ball.v * ty, ball.wx * nx + ball.wy * ny,
                    ball.wx * tx + ball.wy * ty, ball.wz};
    switch (contact.model) {
        case CushionModel::mirror:
        case CushionModel::mirror_inelastic: {
            const double restitution =
                contact.model == CushionModel::mirror ? 1 : contact.ball.cushion_restitution;
            const double change = -(1 + restitution) * m.vn;
            ball.u += change * nx;
            ball.v += change * ny;
            return;
        }
        case CushionModel::han_2005:
            impact_of_han(m, contact.ball, nose);
            break;
        case CushionModel::impulse:
        case CushionModel::stronge_compliant:
            impact_on_nose(m, contact, nose);
            break;
        case CushionModel::mathavan_2010:
            impact_of_mathavan(m, contact.ball, nose);
            break;
    }
    ball.u = m.vn * nx + m.vt * tx;
    ball.v = m.vn * ny + m.vt * ty;
    ball.wx = m.wn * nx + m.wt * tx;
    ball.wy = m.wn * ny + m.wt * ty;
    ball.wz = m.wz;
}

}  // namespace carom::billiards::detail
