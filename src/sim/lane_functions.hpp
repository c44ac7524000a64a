// Which of the functions compiled for each instruction set to call. Never included where those are defined.
#pragma once

#include "sim/cell_query.hpp"
#include "sim/contact_bounds.hpp"
#include "sim/earliest.hpp"
#include "sim/flight_functions.hpp"
#include "sim/time_to_contact.hpp"

namespace carom::detail {

/// The functions of one instruction set.
template <int N>
struct LaneFunctions {
    ContactBoundsFunction<N> contact_bounds;
    CellQueryFunction<N> cell_query;
    ChangesFunction changes;
    TimeToContactFunction time_to_contact;
    PairTimeToContactFunction pair_time_to_contact;
    BoundingFlightFunction<N> bounding_flight;
    ImpactFunction impact;
};

template <InstructionSet Set, int N>
LaneFunctions<N> lane_functions_of() {
    return {contact_bounds_in_lanes<Set, N>,
            cell_query_in_lanes<Set, N>,
            changes_in_lanes<Set>,
            time_to_contact_in_lanes<Set, N>,
            pair_time_to_contact_in_lanes<Set, N>,
            bounding_flight_in_lanes<Set, N>,
            impact_in_lanes<Set, N>};
}

EarliestFunction earliest_function();

/// Those of the best set that is available.
template <int N>
LaneFunctions<N> lane_functions();

}  // namespace carom::detail
