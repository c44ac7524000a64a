/// \file
/// The events of a simulation.
#pragma once

#include <cstdint>

#include "carom/motion/ball_state.hpp"

namespace carom {

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
    if (kind == EventKind::ball_ball) return "ball_ball";
    if (kind == EventKind::ball_wall) return "ball_wall";
    if (kind == EventKind::cluster) return "cluster";
    if (kind == EventKind::kick) return "kick";
    return kind == EventKind::rest ? "rest" : "wake";
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
