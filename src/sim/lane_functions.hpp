// Which of the functions compiled for each instruction set to call. Never included where those are defined.
#pragma once

#include "sim/earliest.hpp"
#include "sim/flight.hpp"
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
    PairWaitFunction pair_wait;
    SketchFunction<N> sketch;
    ImpactFunction impact;
};

template <InstructionSet Set, int N>
LaneFunctions<N> lane_functions_of() {
    return {meet_in_lanes<Set, N>,  near_in_lanes<Set, N>,      changes_in_lanes<Set>,
            wait_in_lanes<Set, N>,  pair_wait_in_lanes<Set, N>, sketch_in_lanes<Set, N>,
            impact_in_lanes<Set, N>};
}

EarliestFunction earliest_function();

/// Those of the best set that is available.
template <int N>
LaneFunctions<N> lane_functions();

}  // namespace carom::detail
