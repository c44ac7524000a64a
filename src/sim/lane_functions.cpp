#include "sim/lane_functions.hpp"

#include "core/instruction_sets.hpp"

namespace carom::detail {

template <int N>
LaneFunctions<N> lane_functions(InstructionSet set) {
    return for_instruction_set(set, []<InstructionSet Set>() { return lane_functions_of<Set, N>(); });
}

InstructionSet fastest_engine_set() {
    const InstructionSet fastest = fastest_instruction_set();
#if defined(__x86_64__)
    // Intel's machines take roots and divisions of 64 bytes in two halves: with packs of 32 bytes the engine
    // is 5 % faster there.
    if (fastest == InstructionSet::avx512 && __builtin_cpu_is("intel") != 0) return InstructionSet::avx2;
#endif
    return fastest;
}

template LaneFunctions<2> lane_functions(InstructionSet);
template LaneFunctions<3> lane_functions(InstructionSet);

}  // namespace carom::detail
