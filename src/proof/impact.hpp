// Does a record describe an impact: in touch, closing, with the impulse and the restitution of the law?
//
//   va' = va + sa J n    vb' = vb - sb J n    J = (1 + e) n.w    sa = (1/ma) / (1/ma + 1/mb)
//
// A wall is a ball of infinite mass. Momentum along and across n, and the scaling of the normal
// velocity by -e, follow when both velocities are these within their bounds. Bounds: docs/math/check.md.
#pragma once

#include <optional>

#include "proof/draws.hpp"
#include "proof/flight.hpp"

namespace carom::proof {

/// Does something count that rounding alone may decide?
enum class Answer : unsigned char { no, perhaps, yes };

/// The moment of an impact, as recorded.
template <int N, WideOrQuick Real = Wide>
struct Impact {
    Vec<Real, N> normal;   ///< unit, from the ball to the other one or to the wall
    double gap = 0;        ///< between the surfaces at the recorded positions
    double gap_bound = 0;  ///< how much of it rounding may explain
    double tilt = 0;       ///< how far rounding may turn the normal, in radians
    double restitution = 1;
    double law = 1;  ///< restitution of the collision law
    double elastic_below = 0;
    double still = 0;            ///< under gravity: a speed that may count as none
    double full_loss_speed = 0;  ///< below it less is lost; 0: constant restitution
    Answer recent = Answer::no;  ///< so soon after the last impact that it is elastic?
    bool passes = false;         ///< gravity does not press the two together: the cut-off may not count
    bool slides = false;         ///< the ball stays at the wall
    std::optional<DrawnVelocity<N>> drawn;  ///< at a thermal wall: the velocity it gives
};

/// A partner in an impact: velocities before and after, and the share of the impulse.
template <int N, WideOrQuick Real = Wide>
struct Partner {
    Vec<Real, N> before;
    Vec<Real, N> after;
    double speed = 0;   ///< |before|
    double unsure = 0;  ///< how far rounding may have changed `before`
    double turned = 0;  ///< how far `after` may have been turned into the wall that the ball slides on
    Real share = 0;     ///< s, 0 for what is immovable
};

/// Deviations as shares of their bounds, accepted up to 1.
struct ImpactVerdict {
    double touch = 0;     ///< apart; that they do not overlap is proved with their flights
    double closing = 0;   ///< parting before the impact
    double velocity = 0;  ///< not the law's velocities after it
    bool restitution_is_right = true;
    Answer slow = Answer::perhaps;  ///< below the cut-off?

    double worst() const { return std::max({touch, closing, velocity}); }
};

template <int N, WideOrQuick Real>
ImpactVerdict verdict(const Impact<N, Real>& impact, const Partner<N, Real>& a, const Partner<N, Real>& b);

}  // namespace carom::proof
