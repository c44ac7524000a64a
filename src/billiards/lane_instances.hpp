// The functions of InstructionSet::CAROM_LANES, which src/CMakeLists.txt defines.
#pragma once

#include "billiards/near_rows_lanes.hpp"

namespace carom::billiards::detail {

template <InstructionSet Set>
PartnerRowFunctions partner_row_functions_of(bool full_rows) {
    constexpr int lanes = carom::detail::lanes_of(Set);
    using Lanes = PartnerRowLanes<lanes>;
    using Near = NearRowLanes<lanes>;
    if (!full_rows) return {Near::look, Near::look_both, Near::rescan, Near::earliest};
    return {Lanes::look, Lanes::look_both, Lanes::rescan, Lanes::earliest};
}

template PartnerRowFunctions partner_row_functions_of<InstructionSet::CAROM_LANES>(bool);

}  // namespace carom::billiards::detail
