#pragma once

#include "pair/kernel.hpp"
#include "sim/fused_real.hpp"

namespace carom::detail {

template <InstructionSet Set, int N>
[[gnu::flatten]] double wait_in_lanes(const double* d, const double* w, double r) {
    using Real = FusedReal<Set>;
    RelativeMotion<Real, N> motion;
    for (int k = 0; k < N; ++k) {
        motion.d[k] = Real(d[k]);
        motion.w[k] = Real(w[k]);
    }
    motion.r = Real(r);
    return first_closing_contact_in_range(motion).x;
}

}  // namespace carom::detail
