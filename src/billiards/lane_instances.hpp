// The functions of InstructionSet::CAROM_LANES, which src/CMakeLists.txt defines.
#pragma once

#include "billiards/partner_rows_lanes.hpp"

namespace carom::billiards::detail {

template <InstructionSet Set>
PartnerRowFunctions partner_row_functions_of() {
    using Lanes = PartnerRowLanes<carom::detail::lanes_of(Set)>;
    return {Lanes::look, Lanes::look_both, Lanes::rescan, Lanes::earliest};
}

template PartnerRowFunctions partner_row_functions_of<InstructionSet::CAROM_LANES>();

}  // namespace carom::billiards::detail
