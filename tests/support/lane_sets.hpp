// Every instruction set that the engine has functions for and this machine can run.
#pragma once

#include <vector>

#include "sim/lane_functions.hpp"

namespace carom::test {

template <int N>
std::vector<detail::LaneFunctions<N>> every_lane_functions() {
    std::vector functions{detail::lane_functions_of<InstructionSet::baseline, N>()};
#if defined(__x86_64__)
    if (is_available(InstructionSet::avx2))
        functions.push_back(detail::lane_functions_of<InstructionSet::avx2, N>());
    if (is_available(InstructionSet::avx512))
        functions.push_back(detail::lane_functions_of<InstructionSet::avx512, N>());
#endif
    return functions;
}

inline std::vector<detail::EarliestFunction> every_earliest_function() {
    std::vector<detail::EarliestFunction> functions{detail::earliest_in_lanes<InstructionSet::baseline>};
#if defined(__x86_64__)
    if (is_available(InstructionSet::avx2))
        functions.push_back(detail::earliest_in_lanes<InstructionSet::avx2>);
    if (is_available(InstructionSet::avx512))
        functions.push_back(detail::earliest_in_lanes<InstructionSet::avx512>);
#endif
    return functions;
}

/// Calls f<N>() for 2 and 3.
template <class F>
void in_both_dimensions(F f) {
    f.template operator()<2>();
    f.template operator()<3>();
}

}  // namespace carom::test
