// Which neighbours may a ball meet, and how soon at the earliest? Compiled for each instruction set.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "carom/core/instruction_set.hpp"
#include "sim/sketch.hpp"

namespace carom::detail {

/// A ball at the present time, in the sketches' units.
template <int N>
struct Meeting {
    float position[N] = {};
    float velocity[N] = {};
    float reach = 0;
    float slack = 0;  ///< of both balls
    float speed = 0;  ///< sum of the |velocity| on each axis
    float since = 0;  ///< the present, from the origin of time
    float limit = 0;  ///< contacts later than this, from now, are of no interest
    float period[N] = {};
};

/// The ball of a sketch at `since` from the origin of time. `slack` is that of two balls; the limit is left
/// open.
template <int N>
Meeting<N> meeting_of(const Sketch<N>& sketch, const SketchScale<N>& scale, double since, float slack) {
    Meeting<N> meeting;
    meeting.since = static_cast<float>(since);
    for (int k = 0; k < N; ++k) {
        meeting.position[k] = sketch.position[k] + meeting.since * sketch.velocity[k];
        meeting.velocity[k] = sketch.velocity[k];
        meeting.speed += std::fabs(sketch.velocity[k]);
        meeting.period[k] = static_cast<float>(scale.period[k]);
    }
    meeting.reach = sketch.reach;
    meeting.slack = slack;
    return meeting;
}

/// False when the two are surely apart at the present time, each where it is seen from the other's shell.
template <int N>
bool may_touch(const Meeting<N>& meeting, const Sketch<N>& sketch, Entry entry) {
    const float r = meeting.reach + sketch.reach;
    float apart = -r * r;
    for (int k = 0; k < N; ++k) {
        const float at = sketch.position[k] + meeting.since * sketch.velocity[k];
        const float d = at - meeting.position[k] + static_cast<float>(image_of(entry, k)) * meeting.period[k];
        apart += d * d;
    }
    return !(apart > 0);
}

/// The neighbour that may be met first, and how soon the others.
struct Soonest {
    std::size_t at = 0;  ///< index in the list
    float first = 0;   ///< from now, but for 2^-16 of it, no contact is earlier; infinity when there is none
    float second = 0;  ///< and none with another neighbour is earlier than this
    unsigned touching = 0;  ///< neighbours, at least those within reach at present
};

/// Looks at list[0] to list[count - 1], at most `kAtOnce`. The list can be read up to a multiple of 16, and
/// what it holds there are numbers of sketches. `soonest` has room for as many, and gets the time before
/// which there is no contact with each, infinity when there is none of interest.
template <int N>
using MeetFunction = Soonest (*)(const Sketch<N>* sketches, const Entry* list, unsigned count,
                                 const Meeting<N>& meeting, float* soonest);

inline constexpr unsigned kAtOnce = 64;

/// Defined in sim/meet_lanes.hpp, compiled once for each set in its file.
template <InstructionSet Set, int N>
Soonest meet_in_lanes(const Sketch<N>* sketches, const Entry* list, unsigned count, const Meeting<N>& meeting,
                      float* soonest);

}  // namespace carom::detail
