// What a ball waits for: its earliest predicted event.
#pragma once

#include <cstdint>

#include "carom/sim/event.hpp"
#include "sim/clock.hpp"

namespace carom::detail {

/// In the order of events at the same time: what has to be looked at before anything may happen comes first.
enum class PendingKind : std::uint8_t { shell_exit = 0, maybe = 1, ball_ball = 2, ball_wall = 3, kick = 4 };

inline constexpr bool is_impact(PendingKind kind) {
    return kind >= PendingKind::ball_ball;
}

/// Of one ball. `other` is the place of the partner or the index of a wall. `maybe` is a contact seen by the
/// sketches: it is not before `time`, and exactly when is worked out when that time has come.
struct Pending {
    Time time = kNever;
    std::uint32_t flights = 0;  ///< of the partner when predicted: unequal now means stale
    std::uint32_t other = 0;
    PendingKind kind = PendingKind::shell_exit;
    float margin = 0;  ///< of `maybe`, in seconds: nothing else of this ball is earlier than `time` and this
};

}  // namespace carom::detail
