// Every instruction set that the engine has functions for and this machine can run.
#pragma once

#include <vector>

#include "sim/lane_functions.hpp"

namespace carom::test {

template <int N>
std::vector<detail::LaneFunctions<N>> every_lane_functions() {
    std::vector<detail::LaneFunctions<N>> functions;
    for (const InstructionSet set :
         {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        if (is_available(set)) functions.push_back(detail::lane_functions<N>(set));
    }
    return functions;
}

/// Calls f<N>() for 2 and 3.
template <class F>
void in_both_dimensions(F f) {
    f.template operator()<2>();
    f.template operator()<3>();
}

}  // namespace carom::test
