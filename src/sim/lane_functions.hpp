// Which of the functions compiled for each instruction set to call.
#pragma once

#include "carom/core/instruction_set.hpp"
#include "sim/cell_query.hpp"
#include "sim/contact_bounds.hpp"
#include "sim/falling_bounds.hpp"
#include "sim/flight_functions.hpp"
#include "sim/plain_gas.hpp"
#include "sim/time_to_contact.hpp"

namespace carom::detail {

/// The functions of one instruction set. A new one has its line here and in sim/lane_instances.hpp.
template <int N>
struct LaneFunctions {
    ContactBoundsFunction<N> contact_bounds;
    CellBoundsFunction<N> cell_bounds;
    PlaceInCellFunction<N> place_in_cell;
    CellQueryFunction<N> cell_query;
    StepQueryFunction<N> step_query;
    ChangesFunction changes;
    TimeToContactFunction time_to_contact;
    NearestContactFunction<N> nearest_contact;
    BoundingFlightFunction<N> bounding_flight;
    StraightFlightFunction<N> straight_flight;
    CellsOnWayFunction cells_on_way;
    ImpactFunction impact;
    FallingBoundsFunction<N> falling_bounds;
    FallingTouchFunction<N> falling_touch;
    GasImpactFunction<N> gas_impact;
    GasBoundFunction<N> gas_bound;
    GasShellFunction<N> gas_shell;
};

/// Defined in sim/lane_instances.hpp, compiled once for each set.
template <InstructionSet Set, int N>
LaneFunctions<N> lane_functions_of();

/// The set with which the engine is fastest.
InstructionSet fastest_engine_set();

/// Those of `set`, or of the baseline where that is not available.
template <int N>
LaneFunctions<N> lane_functions(InstructionSet set = fastest_engine_set());

}  // namespace carom::detail
