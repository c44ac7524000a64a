/// \file
/// Where the balls of a shot are at any time.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "carom/billiards/shot.hpp"

namespace carom::billiards {

/// Follows the balls of a shot from event to event. The events are those of `Detail::every_motion`; with
/// `Detail::events` balls in contact that lasts are followed only roughly.
class ShotPlayback {
public:
    /// At time 0: one state a ball, as before the strike. `setup` has to outlive it.
    ShotPlayback(const ShotSetup& setup, std::span<const BallState> start);

    /// The state of a ball at a time [s], from its last event up to its next one. See `moved`.
    BallState state(int ball, double time) const;
    /// When its last event was [s]; 0 before its first.
    double since(int ball) const { return motions_[static_cast<std::size_t>(ball)].since; }
    /// Goes on to an event. Precondition: events come in the order of the shot.
    void take(const ShotEvent& event);

private:
    struct Motion {
        double since = 0;
        BallState state;
        Vec2d acceleration;
    };

    const ShotSetup* setup_;
    std::vector<Motion> motions_;
};

}  // namespace carom::billiards
