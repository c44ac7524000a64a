#include "sim/cell_query_lanes.hpp"
#include "sim/contact_bounds_lanes.hpp"
#include "sim/earliest_lanes.hpp"
#include "sim/flight_lanes.hpp"
#include "sim/time_to_contact_lanes.hpp"

namespace carom::detail {

template Earliest earliest_in_lanes<InstructionSet::avx2>(const double*, std::size_t);
template EarliestBounds contact_bounds_in_lanes<InstructionSet::avx2, 2>(const BoundingFlight<2>*,
                                                                         const Entry*, unsigned,
                                                                         const NeighbourQuery<2>&, float*);
template EarliestBounds contact_bounds_in_lanes<InstructionSet::avx2, 3>(const BoundingFlight<3>*,
                                                                         const Entry*, unsigned,
                                                                         const NeighbourQuery<3>&, float*);
template unsigned cell_query_in_lanes<InstructionSet::avx2, 2>(const CellQuery<2>&, Entry*, unsigned);
template unsigned cell_query_in_lanes<InstructionSet::avx2, 3>(const CellQuery<3>&, Entry*, unsigned);
template Changes changes_in_lanes<InstructionSet::avx2>(const Entry*, unsigned, const Entry*, unsigned);
template double time_to_contact_in_lanes<InstructionSet::avx2, 2>(const double*, const double*, double);
template double time_to_contact_in_lanes<InstructionSet::avx2, 3>(const double*, const double*, double);
template double pair_time_to_contact_in_lanes<InstructionSet::avx2, 2>(const FlightPair&);
template double pair_time_to_contact_in_lanes<InstructionSet::avx2, 3>(const FlightPair&);
template InShell bounding_flight_in_lanes<InstructionSet::avx2, 2>(const FlightUnits&, const double*,
                                                                   const double*, const float*, double,
                                                                   BoundingFlight<2>&);
template InShell bounding_flight_in_lanes<InstructionSet::avx2, 3>(const FlightUnits&, const double*,
                                                                   const double*, const float*, double,
                                                                   BoundingFlight<3>&);
template bool impact_in_lanes<InstructionSet::avx2, 2>(const double*, const double*, const double*, double,
                                                       double, double, double*, double*);
template bool impact_in_lanes<InstructionSet::avx2, 3>(const double*, const double*, const double*, double,
                                                       double, double, double*, double*);

}  // namespace carom::detail
