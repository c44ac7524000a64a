// What a ball waits for: its earliest predicted event.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "carom/sim/event.hpp"
#include "math/lane.hpp"
#include "motion/clock.hpp"

namespace carom::detail {

/// In the order of events at the same time: what has to be looked at before anything may happen comes first.
enum class PendingKind : std::uint8_t {
    list_expiry = 0,
    candidate = 1,
    wall_candidate = 2,
    ball_ball = 3,
    ball_wall = 4,
    kick = 5
};

inline constexpr bool is_impact(PendingKind kind) {
    return kind >= PendingKind::ball_ball;
}

/// Bits of a ball's number of flights that are compared.
inline constexpr std::uint32_t kFlightMask = (1U << 24) - 1;

/// Of one ball. `other` is the place of the partner or the index of a wall. A candidate is a contact of which
/// a bound is known: it is not before `time`, and exactly when is worked out when that time has come. 24
/// bytes.
struct Pending {
    Pending() = default;
    Pending(Time at, PendingKind what, std::uint32_t with = 0, std::uint32_t its_flights = 0)
        : time(at), flights(its_flights & kFlightMask), other(with & kOtherMask), kind(what) {}

    /// Of a candidate, in the bounding flights' unit of time: nothing else of this ball is earlier than
    /// `time` and this.
    float margin() const { return std::bit_cast<float>(static_cast<std::uint32_t>(margin_exponent) << 23); }
    /// Precondition: not negative. Rounded down to a power of two that is a normal float, or 0.
    void set_margin(double margin) {
        const auto least = static_cast<float>(smaller(margin, double{std::numeric_limits<float>::max()}));
        margin_exponent = std::bit_cast<std::uint32_t>(least) >> 23 & 0xFFU;
    }

    static constexpr std::uint32_t kOtherMask = (1U << 29) - 1;

    Time time = kNever;
    std::uint32_t flights : 24 = 0;  ///< of the partner when predicted: unequal now means stale
    std::uint32_t margin_exponent : 8 = 0;
    std::uint32_t other : 29 = 0;
    PendingKind kind : 3 = PendingKind::list_expiry;
};
static_assert(sizeof(Pending) == 24);

}  // namespace carom::detail
