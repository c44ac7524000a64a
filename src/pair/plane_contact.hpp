// A moving ball and a half-space or two-sided plane: the state, the interval and the direction of the contact
// in the frame.
#pragma once

#include <limits>

#include "pair/contact_order.hpp"
#include "pair/exact_contact.hpp"
#include "pair/plane_motion.hpp"
#include "pair/plane_signs.hpp"

namespace carom::detail {

/// What stands between the ball's start and the surface: nothing, or a solid without end behind it.
enum class Behind : unsigned char { free, solid };

inline double at_most_one(double u) {
    return u < 1 ? u : 1;
}

/// A resting ball's clearance from the free side of a surface: of a plane that on which the centre is. NaN
/// for input that is not finite.
template <class T, int N>
Clearance clearance_from(const MovingBall<T, N>& ball, const Vec<T, N>& normal, T offset, Behind behind) {
    const PlaneSigns<T, N> signs(ball, normal, offset);
    if (!signs.is_finite()) return {NAN, NAN};
    return signs.clearance(behind == Behind::free && signs.side(FrameEnd::start) < 0 ? -1 : 1);
}

/// x, or the largest number of its sign.
inline double at_most_largest(double x) {
    constexpr double largest = std::numeric_limits<double>::max();
    return x > largest ? largest : x < -largest ? -largest : x;
}

/// Moving ball and surface, with what the decisions are made from.
template <class T, int N>
class PlaneContact {
public:
    PlaneContact(const MovingBall<T, N>& ball, const Vec<T, N>& normal, T offset, Behind behind)
        : ball_(ball), normal_(normal), offset_(offset), behind_(behind), signs_(ball_, normal_, offset_) {
        if (!signs_.is_finite()) return;
        const int side = signs_.side(FrameEnd::start);
        const int rate = signs_.rate();
        // From the middle of a two-sided plane both ways lead out.
        const bool is_below = side < 0 || (side == 0 && rate < 0);
        side_ = behind == Behind::free && is_below ? -1 : 1;
        rate_ = side_ * rate;
        contact_ = decided();
        contact_.toward = static_cast<double>(-side_) * convert<double>(normal);
    }
    PlaneContact(const PlaneContact&) = delete;
    PlaneContact& operator=(const PlaneContact&) = delete;
    ~PlaneContact() = default;

    const ContactSpan<N>& contact() const { return contact_; }
    /// The sign of the rate at which the gap changes at the start.
    int rate_at_start() const { return rate_; }
    /// The first time as (p - sqrt(q)) / s; only for a ball that will touch.
    ExactRoot first_root() const { return signs_.near_side(side_); }

private:
    ContactSpan<N> decided() const {
        const int gap = signs_.beyond_reach(FrameEnd::start, side_);
        if (gap > 0) {
            const bool arrives = rate_ < 0 && signs_.beyond_reach(FrameEnd::end, side_) <= 0;
            if (!arrives) return {};
            const double first = at_most_one(signs_.time_to_near_side());
            const double last = last_time();
            return {ContactState::will_touch, first, last < first ? first : last, {}};
        }
        const ContactState state = state_at_start(gap);
        return {state, 0, state == ContactState::touching_parting ? 0 : last_time(), {}};
    }

    ContactState state_at_start(int gap) const {
        if (gap < 0) return ContactState::overlapping;
        if (rate_ == 0) return ContactState::touching_at_rest;
        return rate_ > 0 ? ContactState::touching_parting : ContactState::touching_closing;
    }

    /// u of the last contact of a ball that is or comes in contact and is not just parting.
    double last_time() const {
        if (rate_ > 0) {
            if (signs_.beyond_reach(FrameEnd::end, side_) <= 0) return 1;
            const bool starts_behind = signs_.side(FrameEnd::start) * side_ < 0;
            return at_most_one(starts_behind ? signs_.time_to_far_side() : signs_.time_to_near_side());
        }
        if (rate_ == 0 || behind_ == Behind::solid) return 1;
        return signs_.beyond_reach(FrameEnd::end, -side_) <= 0 ? 1 : at_most_one(signs_.time_to_far_side());
    }

    MovingBall<T, N> ball_;
    Vec<T, N> normal_;
    T offset_;
    Behind behind_;
    PlaneSigns<T, N> signs_;
    int side_ = 1;
    int rate_ = 0;
    ContactSpan<N> contact_;
};

}  // namespace carom::detail
