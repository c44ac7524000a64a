/// \file
/// The vocabulary of a simulation: times, ball states, events.
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

/// Where a ball was at its last velocity change, and how it has moved since: with the acceleration g of
/// gravity, of which a ball that slides keeps the part along its wall and one that rests nothing.
template <int N>
struct BallState {
    Vec<double, N> position;  ///< at `time`; inside the box on periodic axes
    Vec<double, N> velocity;  ///< since `time`
    Image<N> image{};         ///< at `time`; 0 on axes that are not periodic
    Time time;                ///< of the last velocity change
    MotionPhase phase;        ///< since `time`
};

/// What an event is about.
enum class EventKind : std::uint8_t {
    ball_ball = 1,  ///< two balls bounce; `other` is a ball
    ball_wall = 2,  ///< a ball bounces off a wall or a container; `other` is its number
    cluster = 3,    ///< a ball takes its part of an impact of several contacts at once; `other` is how many
                    ///< balls follow with theirs, at the same time
    kick = 4,       ///< a thermostat gives a ball a new velocity
    rest = 7,       ///< a ball that hardly moves comes to rest on what supports it
    wake = 8,       ///< a ball at rest loses its support, or is hit, and can move again
};

/// True when the event changes two balls, so that `other` is a ball and `other_after` its state.
constexpr bool is_pair(EventKind kind) {
    return kind == EventKind::ball_ball;
}

/// As tables write it.
constexpr const char* name_of(EventKind kind) {
    switch (kind) {
        case EventKind::ball_ball:
            return "ball_ball";
        case EventKind::ball_wall:
            return "ball_wall";
        case EventKind::cluster:
            return "cluster";
        case EventKind::kick:
            return "kick";
        case EventKind::rest:
            return "rest";
        case EventKind::wake:
            break;
    }
    return "wake";
}

/// One impact, or another change of a ball's motion.
///
/// Walls are numbered: face of the box at the lower end of axis k is 2 k, at the upper end 2 k + 1;
/// the further walls of the scene follow from 2 N, and after them its containers.
template <int N>
struct Event {
    EventKind kind = EventKind::ball_ball;  ///< what it is about
    Time time;                              ///< of the impact
    std::uint32_t ball = 0;                 ///< index of the ball; of two balls the lower
    std::uint32_t other = 0;                ///< index of the other ball, or of the wall, or as `kind` says
    double restitution = 1;                 ///< used: the law's, 1 below the cut-off speed, 0 to slide
    BallState<N> ball_after;                ///< state of `ball` after the impact
    BallState<N>
        other_after;  ///< state of the other ball after the impact; as default-constructed without one
};

/// True for one event of each impact: of one with several contacts for the last ball that takes its part. Not
/// for what changes a ball's motion without an impact.
template <int N>
bool ends_impact(const Event<N>& event) {
    return event.kind == EventKind::ball_ball || event.kind == EventKind::ball_wall ||
           (event.kind == EventKind::cluster && event.other == 0);
}

}  // namespace carom
