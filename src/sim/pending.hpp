// What a ball waits for: its earliest predicted event, ordered without ties.
#pragma once

#include <cstdint>
#include <tuple>

#include "carom/sim/event.hpp"
#include "sim/clock.hpp"

namespace carom::detail {

enum class PendingKind : std::uint8_t { shell_exit = 0, ball_ball = 1, ball_wall = 2 };

/// A prediction. Of a pair, `ball` is the lower index and `image` the box `other` is seen in: the contact is
/// of `ball` with `other` moved by image * box, both unwrapped.
template <int N>
struct Pending {
    Time time = kNever;
    std::uint32_t ball = 0;
    PendingKind kind = PendingKind::shell_exit;
    std::uint32_t other = 0;
    Image<N> image{};
    std::uint64_t stamps = 0;  ///< sum of the two balls' event counts when predicted: unequal now means stale

    /// The total order of events (time, lower ball, kind, higher ball or wall, image): what comes next can
    /// depend on nothing else.
    friend bool operator<(const Pending& x, const Pending& y) {
        return std::tie(x.time, x.ball, x.kind, x.other, x.image.coordinates) <
               std::tie(y.time, y.ball, y.kind, y.other, y.image.coordinates);
    }
};

}  // namespace carom::detail
