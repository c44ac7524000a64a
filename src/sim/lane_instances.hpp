// The functions of InstructionSet::CAROM_LANES, which src/CMakeLists.txt defines.
#pragma once

#include "sim/cell_query_lanes.hpp"
#include "sim/contact_bounds_lanes.hpp"
#include "sim/falling_bounds_lanes.hpp"
#include "sim/flight_lanes.hpp"
#include "sim/gas_shell_lanes.hpp"
#include "sim/lane_functions.hpp"
#include "sim/plain_gas_lanes.hpp"
#include "sim/time_to_contact_lanes.hpp"

namespace carom::detail {

template <InstructionSet Set, int N>
LaneFunctions<N> lane_functions_of() {
    return {
        contact_bounds_in_lanes<Set, N>,  cell_bounds_in_lanes<Set, N>,     place_in_cell_in_lanes<Set, N>,
        cell_query_in_lanes<Set, N>,      step_query_in_lanes<Set, N>,      changes_in_lanes<Set>,
        time_to_contact_in_lanes<Set, N>, nearest_contact_in_lanes<Set, N>, bounding_flight_in_lanes<Set, N>,
        straight_flight_in_lanes<Set, N>, cells_on_way_in_lanes<Set, N>,    impact_in_lanes<Set, N>,
        falling_bounds_in_lanes<Set, N>,  falling_touch_in_lanes<Set, N>,   gas_impact_in_lanes<Set, N>,
        gas_bound_in_lanes<Set, N>,       gas_shell_in_lanes<Set, N>};
}

template LaneFunctions<2> lane_functions_of<InstructionSet::CAROM_LANES>();
template LaneFunctions<3> lane_functions_of<InstructionSet::CAROM_LANES>();

}  // namespace carom::detail
