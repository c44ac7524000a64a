#include "carom/core/instruction_set.hpp"

#include "core/instruction_sets.hpp"

namespace carom {

bool is_available(InstructionSet set) {
    switch (set) {
        case InstructionSet::baseline:
            return true;
#if defined(__x86_64__)
        case InstructionSet::avx2:
            return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
        case InstructionSet::avx512:
            return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
                   __builtin_cpu_supports("fma") != 0;
#endif
        default:
            return false;
    }
}

InstructionSet fastest_instruction_set() {
    static const InstructionSet fastest = [] {
        for (const InstructionSet set : detail::kInstructionSets) {
            if (is_available(set)) return set;
        }
        return InstructionSet::baseline;
    }();
    return fastest;
}

const char* name(InstructionSet set) {
    switch (set) {
        case InstructionSet::avx2:
            return "avx2";
        case InstructionSet::avx512:
            return "avx512";
        default:
            return "baseline";
    }
}

}  // namespace carom
