#include "carom/billiards/shot_playback.hpp"

namespace carom::billiards {

ShotPlayback::ShotPlayback(const ShotSetup& setup, std::span<const BallState> start) : setup_(&setup) {
    for (const BallState& state : start) motions_.push_back({0, state, {}});
}

BallState ShotPlayback::state(int ball, double time) const {
    const auto k = static_cast<std::size_t>(ball);
    const Motion& motion = motions_[k];
    return moved(setup_->balls[k], setup_->table.gravity, motion.state, motion.acceleration,
                 time - motion.since);
}

void ShotPlayback::take(const ShotEvent& event) {
    motions_[static_cast<std::size_t>(event.ball)] = {event.time, event.ball_after, event.ball_acceleration};
    if (event.kind != EventKind::ball_ball) return;
    motions_[static_cast<std::size_t>(event.other)] = {event.time, event.other_after,
                                                       event.other_acceleration};
}

}  // namespace carom::billiards
