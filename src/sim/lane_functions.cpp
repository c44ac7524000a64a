#include "sim/lane_functions.hpp"

namespace carom::detail {

#if defined(CAROM_X86_LANES)
namespace {

/// Intel's machines take roots and divisions of 64 bytes in two halves: with packs of 32 bytes the engine is
/// 5 % faster there.
bool are_widest_best() {
    return is_available(InstructionSet::avx512) && __builtin_cpu_is("intel") == 0;
}

}  // namespace
#endif

template <int N>
LaneFunctions<N> lane_functions() {
#if defined(CAROM_X86_LANES)
    if (are_widest_best()) return lane_functions_of<InstructionSet::avx512, N>();
    if (is_available(InstructionSet::avx2)) return lane_functions_of<InstructionSet::avx2, N>();
#endif
    return lane_functions_of<InstructionSet::baseline, N>();
}

EarliestFunction earliest_function() {
#if defined(CAROM_X86_LANES)
    if (are_widest_best()) return earliest_in_lanes<InstructionSet::avx512>;
    if (is_available(InstructionSet::avx2)) return earliest_in_lanes<InstructionSet::avx2>;
#endif
    return earliest_in_lanes<InstructionSet::baseline>;
}

template LaneFunctions<2> lane_functions();
template LaneFunctions<3> lane_functions();

}  // namespace carom::detail
