// The part of the loop that tells what happens: events and the states of balls.
#include "billiards/shot_loop.hpp"

namespace carom::billiards::detail {

BallState ShotLoop::state_now(int i) const {
    MovingBall moving = balls_[static_cast<std::size_t>(i)];
    advance(moving, kind_of(i).rates, now_);
    if (group_of_[static_cast<std::size_t>(i)] != nullptr) set_spin(i, moving);
    return state_of(i, moving);
}

BallState ShotLoop::state_of(int i) const {
    return state_of(i, balls_[static_cast<std::size_t>(i)]);
}

BallState ShotLoop::state_of(int i, const MovingBall& moving) const {
    const int pocket = pocketed_in_[static_cast<std::size_t>(i)];
    if (pocket >= 0 && static_cast<std::size_t>(pocket) == setup_.table.pockets.size())
        return final_states_[static_cast<std::size_t>(i)];
    BallState state;
    state.phase = moving.phase;
    if (pocket >= 0 && static_cast<std::size_t>(pocket) < setup_.table.pockets.size()) {
        const Pocket& in = setup_.table.pockets[static_cast<std::size_t>(pocket)];
        state.position = {in.centre[0], in.centre[1], -in.depth};
        return state;
    }
    const bool is_high = is_off_bed(i);
    state.position = {moving.x, moving.y, is_high ? moving.z : kind_of(i).properties.radius};
    state.velocity = {moving.u, moving.v, is_high ? moving.w : 0};
    state.spin = {moving.wx, moving.wy, moving.wz};
    return state;
}

void ShotLoop::record(EventKind what, int i, int other, bool two) {
    ShotEvent& event = events_.emplace_back();
    event.time = now_;
    event.kind = what;
    event.ball = i;
    event.other = other;
    event.ball_after = state_of(i);
    if (two) event.other_after = state_of(other);
}

/// How the balls go on after the events of a step, when all of it is done.
void ShotLoop::tell_accelerations() {
    const auto acceleration_of = [&](int i) { return Vec2d{2 * ball(i).hx, 2 * ball(i).hy}; };
    for (; complete_ < events_.size(); ++complete_) {
        ShotEvent& event = events_[complete_];
        event.ball_acceleration = acceleration_of(event.ball);
        if (event.kind == EventKind::ball_ball) event.other_acceleration = acceleration_of(event.other);
        if (told_.empty()) continue;
        const auto tell = [&](int i, const BallState& state) {
            if (state_of(i) == state) told_[static_cast<std::size_t>(i)] = ball(i);
        };
        tell(event.ball, event.ball_after);
        if (event.kind == EventKind::ball_ball) tell(event.other, event.other_after);
    }
}

/// The balls whose motion changed without an event of its own.
void ShotLoop::tell_motions() {
    for (std::size_t k = 0; k < told_.size(); ++k) {
        const int i = static_cast<int>(k);
        MovingBall& told = told_[k];
        if (told.start != balls_[k].start) advance(told, kind_of(i).rates, balls_[k].start);
        const bool known = is_same_motion(told, balls_[k]);
        told = balls_[k];
        if (known) continue;
        record(EventKind::motion, i, -1, false);
        events_.back().ball_acceleration = {2 * told.hx, 2 * told.hy};
        complete_ = events_.size();
    }
}

}  // namespace carom::billiards::detail
