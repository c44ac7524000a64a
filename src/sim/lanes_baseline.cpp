#include "sim/earliest_lanes.hpp"
#include "sim/flight_lanes.hpp"
#include "sim/meet_lanes.hpp"
#include "sim/near_lanes.hpp"
#include "sim/wait_lanes.hpp"

namespace carom::detail {

template Earliest earliest_in_lanes<InstructionSet::baseline>(const double*, std::size_t);
template Soonest meet_in_lanes<InstructionSet::baseline, 2>(const Sketch<2>*, const Entry*, unsigned,
                                                            const Meeting<2>&, float*);
template Soonest meet_in_lanes<InstructionSet::baseline, 3>(const Sketch<3>*, const Entry*, unsigned,
                                                            const Meeting<3>&, float*);
template unsigned near_in_lanes<InstructionSet::baseline, 2>(const NearQuery<2>&, Entry*, unsigned);
template unsigned near_in_lanes<InstructionSet::baseline, 3>(const NearQuery<3>&, Entry*, unsigned);
template Changes changes_in_lanes<InstructionSet::baseline>(const Entry*, unsigned, const Entry*, unsigned);
template double wait_in_lanes<InstructionSet::baseline, 2>(const double*, const double*, double);
template double wait_in_lanes<InstructionSet::baseline, 3>(const double*, const double*, double);
template double pair_wait_in_lanes<InstructionSet::baseline, 2>(const FlightPair&);
template double pair_wait_in_lanes<InstructionSet::baseline, 3>(const FlightPair&);
template InShell sketch_in_lanes<InstructionSet::baseline, 2>(const SketchUnits&, const double*,
                                                              const double*, const float*, double,
                                                              Sketch<2>&);
template InShell sketch_in_lanes<InstructionSet::baseline, 3>(const SketchUnits&, const double*,
                                                              const double*, const float*, double,
                                                              Sketch<3>&);
template bool impact_in_lanes<InstructionSet::baseline, 2>(const double*, const double*, const double*,
                                                           double, double, double, double*, double*);
template bool impact_in_lanes<InstructionSet::baseline, 3>(const double*, const double*, const double*,
                                                           double, double, double, double*, double*);

}  // namespace carom::detail
