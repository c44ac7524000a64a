// The strike and the impacts of balls on a table, computed again in 113 bits from the formulas of
// docs/billiards.md. Vectors have three axes; the bed takes what goes down.
#pragma once

#include "carom/billiards/table_scene.hpp"
#include "proof/wide.hpp"

namespace carom::proof {

/// How a ball moves at one time.
struct WideMotion {
    WideVec<3> velocity;
    WideVec<3> spin;
};

inline WideVec<3> cross(const WideVec<3>& a, const WideVec<3>& b) {
    return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

/// Two balls on the bed that touch.
struct WideTouch {
    Wide level;         ///< distance of the centres seen from above
    Wide cosine, sine;  ///< of the normal from the first to the second against the bed

    WideTouch(const billiards::BallProperties& first, const billiards::BallProperties& second) {
        const Wide a = first.radius, b = second.radius;
        level = a == b ? 2 * a : 2 * root(a * b);
        cosine = level / (a + b);
        sine = (b - a) / (a + b);
    }
    /// The normal, from its direction seen from above.
    WideVec<3> normal(const WideVec<3>& flat) const {
        WideVec<3> n = cosine * flat;
        n[2] = sine;
        return n;
    }
};

inline WideMotion motion_of(const billiards::BallState& state) {
    return {widen(state.velocity), widen(state.spin)};
}

/// The velocity of the lowest point of a ball, which slips on the cloth.
inline WideVec<3> slip_on_cloth(const WideMotion& motion, double radius) {
    return {{motion.velocity[0] - Wide{radius} * motion.spin[1],
             motion.velocity[1] + Wide{radius} * motion.spin[0], 0}};
}

/// Of velocity and spin, in joules.
inline double kinetic_energy(const WideMotion& motion, const billiards::BallProperties& ball) {
    const Wide inertia = Wide{0.4} * Wide{ball.radius} * Wide{ball.radius};
    const Wide squares = dot(motion.velocity, motion.velocity) + inertia * dot(motion.spin, motion.spin);
    return narrow(Wide{ball.mass} * squares / 2);
}

/// A ball at rest right after the strike. Where it jumps, the bed has not met it yet.
WideMotion struck(const billiards::BallProperties& ball, const billiards::Cue& cue,
                  const billiards::Strike& strike, bool jumps);

/// The coefficient of friction between two balls whose surfaces slip at this speed.
Wide ball_friction(const billiards::BallProperties& a, const billiards::BallProperties& b, Wide slip,
                   const billiards::ImpactLaws& laws);

/// Two balls with the horizontal unit vector `normal` from the first to the second.
void meet(WideMotion& first, WideMotion& second, const billiards::BallProperties& of_first,
          const billiards::BallProperties& of_second, const WideVec<3>& normal,
          const billiards::ImpactLaws& laws);

/// A cushion whose nose is `height` above the bed. `outward` is the horizontal unit vector from it to the
/// ball's centre, which is `level` away from the nose in the plane.
void meet_cushion(WideMotion& ball, const billiards::BallProperties& properties, const WideVec<3>& outward,
                  Wide level, double height, const billiards::ImpactLaws& laws);

}  // namespace carom::proof
