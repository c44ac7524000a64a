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
    }
    return "";
}

struct ShotPlayer::Loop {
    detail::ShotLoop loop;
};

ShotPlayer::ShotPlayer(const ShotSetup& setup) : loop_(new Loop{detail::ShotLoop(setup)}) {}
ShotPlayer::~ShotPlayer() = default;
ShotPlayer::ShotPlayer(ShotPlayer&&) noexcept = default;
ShotPlayer& ShotPlayer::operator=(ShotPlayer&&) noexcept = default;

void ShotPlayer::play(std::span<const BallState> start, const std::optional<Shot>& shot) {
    loop_->loop.play(start, shot);
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
