// What a ball off the bed meets next: in the air, or on the top of a rail.
//
// A cushion is what lies behind its nose and below its height. So a ball in the air meets its face, the edge
// at its nose, or the top. The faces are vertical, other than for a ball on the bed, which meets the nose.
#pragma once

#include <algorithm>
#include <cmath>

#include "billiards/surroundings.hpp"
#include "billiards/table_outline.hpp"
#include "math/vec_ops.hpp"

namespace carom::billiards::detail {

/// A gap, and how fast it opens.
struct GapInAir {
    double value, slope;
};

/// The first time in [0, horizon] at which a gap to something convex closes, or kNever. `half_pull` is half
/// the largest acceleration of one against the other.
///
/// The distance to something convex is convex along a straight line, so from each time on the gap is at least
/// value + slope s - half_pull s^2: steps to the root of this never pass the contact.
template <class GapAt>
double first_contact_in_air(const GapAt& gap_at, double half_pull, double horizon) {
    constexpr double kLeastStep = 1e-9;  // where nothing closes
    constexpr double kSlow = 1e-7;
    double s = 0;
    while (s <= horizon) {
        GapInAir gap = gap_at(s);
        if (gap.value < kTouch) {
            if (gap.slope < -kNoClosing) return s;
            gap.value = std::max(gap.value, 0.0);
        }
        const double root = std::sqrt(gap.slope * gap.slope + 4 * half_pull * gap.value);
        double step = kNever;
        if (gap.slope < 0) {
            step = 2 * gap.value / (root - gap.slope);
        } else if (half_pull > 0) {
            step = (gap.slope + root) / (2 * half_pull);
        }
        s += gap.slope > -kSlow ? std::max(step, kLeastStep) : step;
    }
    return kNever;
}

/// Of balls of one radius.
class FlightEncounters {
public:
    /// Both have to outlive it.
    FlightEncounters(const Table& table, const TableOutline& outline, double radius, double gravity);

    /// Of a ball in the air.
    Encounter next(const MovingBall& ball) const;
    /// Of a ball on the top of a rail.
    Encounter next_on_rail(const MovingBall& ball) const;
    /// The unit vector from the cushion that it meets now to the ball.
    Vec3d normal_of(const MovingBall& ball, const Encounter& met) const;
    /// Of the centre of a ball on a rail.
    double height_on_rail() const { return outline_->height() + radius_; }

private:
    Encounter landing(const MovingBall& ball) const;
    int pocket_at(const Vec2d& place) const;
    double leaving(const MovingBall& ball) const;
    double throat(const MovingBall& ball, const OutlineEdge& edge) const;
    double contact_with_straight(const MovingBall& ball, const OutlineEdge& cushion, double horizon) const;
    double contact_with_round(const MovingBall& ball, std::size_t cushion, double horizon) const;
    double fall_to(const MovingBall& ball, double height) const;

    const Table* table_;
    const TableOutline* outline_;
    double radius_;
    double falling_;
    std::vector<OutlineEdge> cushions_;  ///< the straight ones
};

}  // namespace carom::billiards::detail
