// Which of the functions compiled for each instruction set to call. Never included where those are defined.
#pragma once

#include "sim/meet.hpp"
#include "sim/near.hpp"
#include "sim/wait.hpp"

namespace carom::detail {

/// The functions of one instruction set.
template <int N>
struct LaneFunctions {
    MeetFunction<N> meet;
    NearFunction<N> near;
    ChangesFunction changes;
    WaitFunction wait;
};

template <InstructionSet Set, int N>
LaneFunctions<N> lane_functions_of() {
    return {meet_in_lanes<Set, N>, near_in_lanes<Set, N>, changes_in_lanes<Set>, wait_in_lanes<Set, N>};
}

/// Those of the best set that is available.
template <int N>
LaneFunctions<N> lane_functions();

}  // namespace carom::detail
