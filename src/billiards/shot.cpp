#include "carom/billiards/shot.hpp"

#include "billiards/shot_loop.hpp"

namespace carom::billiards {

const char* name_of(EventKind kind) {
    switch (kind) {
        case EventKind::strike:
            return "strike";
        case EventKind::ball_ball:
            return "ball_ball";
        case EventKind::straight_cushion:
            return "straight_cushion";
        case EventKind::round_cushion:
            return "round_cushion";
        case EventKind::pocket:
            return "pocket";
        case EventKind::slide_to_roll:
            return "slide_to_roll";
        case EventKind::roll_to_spin:
            return "roll_to_spin";
        case EventKind::roll_to_rest:
            return "roll_to_rest";
        case EventKind::rest_to_roll:
            return "rest_to_roll";
        case EventKind::spin_to_rest:
            return "spin_to_rest";
        case EventKind::motion:
            return "motion";
        case EventKind::bed:
            return "bed";
        case EventKind::rail_edge:
            return "rail_edge";
        case EventKind::off_table:
            return "off_table";
    }
    return "";
}

BallState moved(const BallProperties& ball, double gravity, const BallState& state, const Vec2d& acceleration,
                double after) {
    if (is_out_of_play(state.phase) || state.phase == Phase::resting) return state;
    const detail::ClothRates rates(ball, gravity);
    detail::MovingBall moving = detail::moving_ball(state);
    moving.phase = state.phase;
    moving.hx = 0.5 * acceleration[0];
    moving.hy = 0.5 * acceleration[1];
    if (state.phase == Phase::sliding) moving.spin_rate = rates.sliding_spin;
    if (state.phase == Phase::rolling) moving.spin_rate = rates.rolling_spin;
    detail::advance(moving, rates, after);
    BallState then = state;
    then.position = {moving.x, moving.y, moving.z};
    then.velocity = {moving.u, moving.v, moving.w};
    then.spin = {moving.wx, moving.wy, moving.wz};
    return then;
}

struct ShotPlayer::Loop {
    detail::ShotLoop loop;
};

ShotPlayer::ShotPlayer(const ShotSetup& setup) : loop_(new Loop{detail::ShotLoop(setup)}) {}
ShotPlayer::~ShotPlayer() = default;
ShotPlayer::ShotPlayer(ShotPlayer&&) noexcept = default;
ShotPlayer& ShotPlayer::operator=(ShotPlayer&&) noexcept = default;

bool ShotPlayer::play(std::span<const BallState> start, const std::optional<Shot>& shot, Detail detail,
                      const std::function<bool()>& go_on) {
    return loop_->loop.play(start, shot, detail, go_on);
}

std::span<const ShotEvent> ShotPlayer::events() const {
    return loop_->loop.events();
}

std::span<const BallState> ShotPlayer::final_states() const {
    return loop_->loop.final_states();
}

double ShotPlayer::end_time() const {
    return loop_->loop.end_time();
}

}  // namespace carom::billiards
