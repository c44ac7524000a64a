// The instruction sets that functions are compiled for. A new one has its lines here and in
// instruction_set.cpp, its flags in src/CMakeLists.txt, and its packs in math/pack.hpp.
#pragma once

#include <cstddef>

#include "carom/core/instruction_set.hpp"

namespace carom::detail {

/// The widest first; the baseline is the last.
inline constexpr InstructionSet kInstructionSets[] = {
#if defined(__x86_64__)
    InstructionSet::avx512, InstructionSet::avx2,
#endif
    InstructionSet::baseline};

/// Doubles side by side.
constexpr int lanes_of(InstructionSet set) {
    return set == InstructionSet::avx512 ? 8 : set == InstructionSet::avx2 ? 4 : 2;
}

/// What work.operator()<Set>() gives for `set`, or for the baseline where that is not available.
template <std::size_t From = 0, class Work>
auto for_instruction_set(InstructionSet set, const Work& work) {
    constexpr InstructionSet one = kInstructionSets[From];
    if constexpr (one != InstructionSet::baseline) {
        if (set != one || !is_available(one)) return for_instruction_set<From + 1>(set, work);
    }
    return work.template operator()<one>();
}

}  // namespace carom::detail
