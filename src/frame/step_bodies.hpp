// Bodies on their way through a frame, each known at its own last impact.
#pragma once

#include <optional>
#include <vector>

#include "carom/frame/frame_stepper.hpp"
#include "carom/pair/advance.hpp"
#include "carom/pair/bounce.hpp"
#include "frame/obstacle_tree.hpp"
#include "frame/read_balls.hpp"
#include "math/vec_ops.hpp"
#include "pair/relative.hpp"

namespace carom::detail {

/// A body since its last impact.
template <class T, int N>
struct StepBody {
    FrameBody<T, N> body;  ///< as it was at `time`; the displacement is for a whole frame
    T time = 0;            ///< of the frame
    unsigned bounces = 0;
    unsigned version = 0;  ///< changes with the body
    bool stopped = false;  ///< until the next frame

    T inverse_mass() const { return stopped ? T{0} : body.inverse_mass; }
    /// Of the rest of the frame from `time` on.
    Vec<T, N> displacement() const { return stopped ? Vec<T, N>{} : body.displacement; }
    /// The way from `now` >= `time` to the end of the frame.
    MovingBall<T, N> way_from(T now) const {
        return {position_at(body.center, displacement(), static_cast<double>(now - time)), body.radius,
                (1 - now) * displacement()};
    }
};

/// False for a body that stays and touches nothing.
template <class T, int N>
bool is_body(const FrameBody<T, N>& body) {
    return is_valid(MovingBall<T, N>{body.center, body.radius, body.displacement}) &&
           std::isfinite(body.inverse_mass) && body.inverse_mass >= 0;
}

/// The moment of a meeting, and the places then.
template <class T, int N>
struct PlannedImpact {
    T time = 0;
    Vec<T, N> a, b;
};

/// When do two bodies meet next, closing? A pure function of the two, whatever has happened meanwhile to
/// others.
template <class T, int N>
std::optional<PlannedImpact<T, N>> next_meeting(const StepBody<T, N>& a, const StepBody<T, N>& b) {
    const T now = std::max(a.time, b.time);
    const Advance<T, N> at = advance(a.way_from(now), b.way_from(now));
    const bool meets = at.state == ContactState::will_touch || at.state == ContactState::touching_closing ||
                       (at.state == ContactState::overlapping && at.u == 0);
    if (!meets) return {};
    return PlannedImpact<T, N>{now + (1 - now) * at.u, at.center_a, at.center_b};
}

/// When does a body meet this obstacle, closing?
template <class T, int N>
PlannedImpact<T, N> meeting_with(const StepBody<T, N>& a, const Obstacles<T, N>& obstacles, ObstacleId id) {
    const Advance<T, N> at = with_obstacle(
        obstacles, id, [&](const auto& obstacle) { return advance(a.way_from(a.time), obstacle); });
    return {a.time + (1 - a.time) * at.u, at.center_a, {}};
}

/// The displacement after an impact on an obstacle at rest; `normal` points to it.
template <class T, int N>
Vec<T, N> bounced_off(const FrameBody<T, N>& body, const Obstacles<T, N>& obstacles, ObstacleId id,
                      const Vec<T, N>& normal, T restitution) {
    if (id.kind == ObstacleKind::ball) {
        const Body<T, N> rest{obstacles.balls[id.index].center, {}, 0};
        return bounce(Body<T, N>{body.center, body.displacement, 1}, rest, restitution).a;
    }
    const HalfSpace<T, N> wall =
        id.kind == ObstacleKind::half_space ? obstacles.half_spaces[id.index] : HalfSpace<T, N>{-normal, 0};
    return bounce(body.displacement, wall, restitution);
}

}  // namespace carom::detail
