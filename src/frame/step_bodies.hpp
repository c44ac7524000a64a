// Bodies on their way through a frame, each known at its own last impact, in double whatever the caller's
// number type. Places count from where the body started: a common shift changes no difference.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "carom/frame/frame_stepper.hpp"
#include "carom/pair/sweep.hpp"
#include "frame/read_balls.hpp"
#include "math/vec_ops.hpp"

namespace carom::detail {

/// Bodies nearer than this many roundings of their places touch.
inline constexpr double kTouching = 4;
/// The same where they close so slowly that they do not rebound: places at the end of a frame are chosen
/// within so much, and what rests on something is kept from frame to frame.
inline constexpr double kRestingTouch = 64;
/// The part of the threshold, a displacement, that such contacts may be apart besides.
inline constexpr double kRestingGap = 0x1p-10;
/// Contacts that close at most by so many times what forces add in a frame do not rebound.
inline constexpr double kSlowOfGained = 2;
/// Other such contacts may be solved for beforehand when neither the gap nor the motion across it, until the
/// frame ends, is more than this part of the radii: the direction hardly changes on the way.
inline constexpr double kHeadOn = 0x1p-3;
/// What would be entered less than this within the frame is left to the places at its end.
inline constexpr double kLeftToPlaces = 2;

/// What closes by a smaller share of the speeds does not close.
inline constexpr double kNoise = 0x1p-40;

/// The largest share of the way to a meeting, a grazing one, on which two touch as far as places can tell.
inline constexpr double kEarliestTouch = 0x1p-4;

/// A body since its last impact.
template <int N>
struct StepBody {
    Vec<double, N> start;     ///< where it was when the frame began
    Vec<double, N> moved;     ///< from there until `time`
    Vec<double, N> velocity;  ///< displacement in a whole frame
    double radius = 0;
    double mass_given = 0;     ///< the inverse one
    double rounding = 0;       ///< of its place in the caller's number type
    double slow = 0;           ///< contacts that close at most by this do not rebound
    double resting_reach = 0;  ///< its part of the gap of a contact in touch that closes without a rebound
    double resting_range = 0;  ///< its part of the gap at which such a contact may come to touch in the frame
    double time = 0;           ///< of its last impact
    unsigned bounces = 0;
    unsigned version = 0;     ///< changes with the body
    bool is_one = true;       ///< false: it stays and touches nothing
    bool is_stopped = false;  ///< until the next frame
    bool may_touch = false;   ///< something has been in touch with it and did not part

    double inverse_mass() const { return is_stopped ? 0 : mass_given; }
    Vec<double, N> displacement() const { return is_stopped ? Vec<double, N>{} : velocity; }
    /// `now` >= `time`.
    Vec<double, N> moved_at(double now) const { return moved + (now - time) * displacement(); }
    Vec<double, N> center_at(double now) const { return start + moved_at(now); }
    MovingBall<double, N> way_from(double now) const {
        return {center_at(now), radius, (1 - now) * displacement()};
    }
    bool rests() const { return !(largest(displacement()) > 0); }
    bool is_held() const { return is_stopped && mass_given > 0; }
};

/// As `length`, at any exponent.
template <int N>
double length_of(const Vec<double, N>& x) {
    const double scale = safe_scale(largest(x));
    return length(scale * x) / scale;
}

/// False for a body that stays and touches nothing.
template <class T, int N>
bool is_body(const FrameBody<T, N>& body) {
    return is_valid(MovingBall<T, N>{body.center, body.radius, body.displacement + body.acceleration}) &&
           is_finite(body.acceleration) && std::isfinite(body.inverse_mass) && body.inverse_mass >= 0;
}

template <class T, int N>
StepBody<N> step_body(const FrameBody<T, N>& body, double threshold) {
    StepBody<N> result;
    result.is_one = is_body(body);
    if (!result.is_one) return result;
    result.start = convert<double>(body.center);
    result.velocity = convert<double>(body.displacement);
    result.slow = threshold;
    if (body.inverse_mass > 0) {
        const Vec<double, N> gained = convert<double>(body.acceleration);
        result.velocity = result.velocity + gained;
        result.slow = std::max(threshold, kSlowOfGained * length_of(gained));
    }
    result.radius = static_cast<double>(body.radius);
    result.mass_given = static_cast<double>(body.inverse_mass);
    const double size = std::max({largest(result.start), largest(result.velocity), result.radius});
    result.rounding = static_cast<double>(std::numeric_limits<T>::epsilon()) * size;
    result.resting_reach = kRestingTouch * result.rounding + kRestingGap / 2 * result.slow;
    result.resting_range = kRestingTouch * result.rounding + result.slow / 2;
    return result;
}

/// From the centre of a to the centre of b.
template <int N>
Vec<double, N> between(const StepBody<N>& a, const StepBody<N>& b, double now) {
    return (b.start - a.start) + (b.moved_at(now) - a.moved_at(now));
}

/// Between the surfaces, from the way between the centres; the same from both sides.
template <int N>
double gap_of(const StepBody<N>& a, const StepBody<N>& b, const Vec<double, N>& between) {
    return length_of(between) - (a.radius + b.radius);
}

/// When two meet.
struct ContactTimes {
    double time = 0;
    double touch = 0;  ///< from when on they touch as far as places can tell
};

/// How near is in touch.
struct TouchRules {
    double slow = 0;           ///< what closes at most by this does not rebound
    double rounding = 0;       ///< of both places
    double resting_reach = 0;  ///< of both

    double reach(double closing) const { return closing <= slow ? resting_reach : kTouching * rounding; }
};

template <int N>
TouchRules touch_rules(const StepBody<N>& a, const StepBody<N>& b) {
    return {std::max(a.slow, b.slow), a.rounding + b.rounding, a.resting_reach + b.resting_reach};
}
template <int N>
TouchRules touch_rules(const StepBody<N>& a) {
    return {a.slow, a.rounding, 2 * a.resting_reach};
}

/// How a meeting is planned.
struct MeetingRules {
    TouchRules touch;
    double now = 0;         ///< when the sweep begins
    double size = 0;        ///< of the velocities
    double gap = 0;         ///< then
    bool is_first = false;  ///< nobody has had an impact in this frame
};

/// The meeting that a sweep over the rest of the frame has found, for a mover of this velocity; none when it
/// does not enter what it meets.
template <int N>
std::optional<ContactTimes> meeting_in(const Sweep<double, N>& in, const Vec<double, N>& velocity,
                                       const MeetingRules& rules) {
    const double closing = dot(in.normal, velocity);
    const bool is_now = in.state == ContactState::touching_closing || in.state == ContactState::overlapping;
    if (!(closing > 0) || (!is_now && in.state != ContactState::will_touch)) return {};
    const double way = (1 - rules.now) * in.first;
    const double time = rules.now + way;
    if (!rules.is_first) {
        const double left = closing <= rules.touch.slow ? 1 - (is_now ? rules.now : time) : 1 - rules.now;
        if (closing * left < std::max(kLeftToPlaces * rules.touch.rounding, kNoise * rules.size)) return {};
    }
    const double reach = rules.touch.reach(closing);
    if (is_now || rules.gap <= reach) return ContactTimes{rules.now, rules.now};
    return ContactTimes{time, time - std::min(reach / closing, kEarliestTouch * way)};
}

/// When do two bodies meet next, closing? A pure function of the two, whatever has happened meanwhile to
/// others.
template <int N>
std::optional<ContactTimes> next_meeting(const StepBody<N>& a, const StepBody<N>& b) {
    const double now = std::max(a.time, b.time);
    const Vec<double, N> d = between(a, b, now);
    const Vec<double, N> w = b.displacement() - a.displacement();
    if (!(dot(normalised(d), w) < 0)) return {};
    const Sweep<double, N> in =
        sweep(MovingBall<double, N>{d, b.radius, (1 - now) * w}, Ball<double, N>{{}, a.radius});
    const bool is_first = a.version + b.version == 0;
    const double gap = gap_of(a, b, d);
    const double size = largest(a.displacement()) + largest(b.displacement());
    return meeting_in(in, w, {touch_rules(a, b), now, size, gap, is_first});
}

/// Are two bodies in touch at this moment?
template <int N>
bool touch(const StepBody<N>& a, const StepBody<N>& b, double now) {
    const Vec<double, N> d = between(a, b, now);
    const double closing = -dot(normalised(d), b.displacement() - a.displacement());
    return gap_of(a, b, d) <= touch_rules(a, b).reach(closing);
}

}  // namespace carom::detail
