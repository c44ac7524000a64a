// Which neighbours may a ball meet, and how soon at the earliest? Compiled for each instruction set.
#pragma once

#include <cstdint>

#include "carom/batch/instruction_set.hpp"
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

/// The neighbour that may be met first, and how soon the others.
struct Soonest {
    std::size_t at = 0;  ///< index in the list
    float first =
        0;  ///< no contact is earlier than this, from now, but for 2^-16 of it; infinity when none is
    float second = 0;  ///< nor one with another neighbour earlier than this
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
