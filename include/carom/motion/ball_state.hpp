/// \file
/// The vocabulary of motion: times, and how a ball moves between its events.
#pragma once

#include <compare>
#include <cstdint>

#include "carom/math/vec.hpp"

namespace carom {

/// A moment: `epoch * epoch_length + offset`, with 0 <= offset < epoch_length.
///
/// An integer and a small offset, so that the resolution does not decay as a simulation goes on.
/// The epoch length is a power of two that belongs to the scene (`Simulation::epoch_length`).
struct Time {
    std::int64_t epoch = 0;  ///< whole epochs since the start
    double offset = 0;       ///< since the start of the epoch, in the unit of time of the scene

    friend constexpr auto operator<=>(const Time&, const Time&) = default;
    /// What the operator above says, in fewer steps.
    friend constexpr bool operator<(const Time& x, const Time& y) {
        return x.epoch < y.epoch || (x.epoch == y.epoch && x.offset < y.offset);
    }
};

/// How many times a ball has crossed the periodic box, per axis: the unwrapped position is
/// position + image * box width.
template <int N>
using Image = Vec<std::int64_t, N>;

/// What a ball does until its next event. Without gravity it is always in free flight.
class MotionPhase {
public:
    /// The kinds of phases.
    enum class Kind : std::uint8_t {
        free_flight,  ///< with the acceleration of gravity
        at_rest,      ///< asleep: it lies still until something wakes it
        sliding       ///< along a wall, without friction
    };

    /// Free flight.
    constexpr MotionPhase() = default;
    /// The phase that files write as `code`: 0 in free flight, 1 at rest, 2 + the wall's number when sliding.
    static constexpr MotionPhase of_code(std::uint32_t code) {
        MotionPhase phase;
        phase.code_ = code;
        return phase;
    }

    /// What the ball does.
    constexpr Kind kind() const { return code_ < 2 ? Kind{static_cast<std::uint8_t>(code_)} : Kind::sliding; }
    /// Of a ball that slides: the number of the wall, as in events.
    constexpr std::uint32_t wall() const { return code_ - 2; }
    /// As files write it.
    constexpr std::uint32_t code() const { return code_; }

    friend constexpr bool operator==(const MotionPhase&, const MotionPhase&) = default;

private:
    std::uint32_t code_ = 0;
};

/// The ball flies freely.
inline constexpr MotionPhase free_flight{};
/// The ball lies still.
inline constexpr MotionPhase at_rest = MotionPhase::of_code(1);
/// The ball slides along a wall.
constexpr MotionPhase sliding_on(std::uint32_t wall) {
    return MotionPhase::of_code(2 + wall);
}

/// Where a ball was at its last velocity change, and how it has moved since. In free flight it has the
/// acceleration g of gravity. A ball that slides keeps the part of g along its wall, a ball at rest none of
/// it.
template <int N>
struct BallState {
    Vec<double, N> position;  ///< at `time`; inside the box on periodic axes
    Vec<double, N> velocity;  ///< since `time`
    Image<N> image{};         ///< at `time`; 0 on axes that are not periodic
    Time time;                ///< of the last velocity change
    MotionPhase phase{};      ///< since `time`
};

}  // namespace carom
