#pragma once

#include "pair/kernel.hpp"
#include "sim/flight_lanes.hpp"
#include "sim/fused_real.hpp"
#include "sim/time_to_contact.hpp"

namespace carom::detail {

template <InstructionSet Set, int N>
[[gnu::flatten]] double time_to_contact_in_lanes(const double* d, const double* w, double r) {
    using Real = FusedReal<Set>;
    RelativeMotion<Real, N> motion;
    for (int k = 0; k < N; ++k) {
        motion.d[k] = Real(d[k]);
        motion.w[k] = Real(w[k]);
    }
    motion.r = Real(r);
    return first_closing_contact_in_range(motion).x;
}

template <InstructionSet Set, int N>
[[gnu::flatten]] double pair_time_to_contact_in_lanes(const FlightPair& pair) {
    using In = FlightLanes<Set, N>;
    using Lanes = typename In::Lanes;
    const Lanes at_a = In::load(pair.a);
    const Lanes at_b = In::load(pair.b);
    const Lanes va = In::load(pair.a + N);
    const Lanes vb = In::load(pair.b + N);
    const Lanes seen = (at_b + pair.b_seen * vb) - (at_a + pair.a_seen * va);
    const Lanes boxes = In::nearest_whole(-seen * In::load(pair.per_period));
    const Lanes d = ((at_b + pair.b_ago * vb) - (at_a + pair.a_ago * va)) + boxes * In::load(pair.period);
    const Lanes w = vb - va;
    const Lanes far = In::sizes(d);
    const Lanes fast = In::sizes(w);
    const double sum = In::sum(far) + In::sum(fast) + pair.r;
    const double far_least = In::least(far);
    const double fast_least = In::least(fast);
    const double least = far_least < fast_least ? far_least : fast_least;
    if (!(sum <= 0x1p200 && least >= 0x1p-200 && pair.r >= 0x1p-200)) return __builtin_nan("");
    using Real = FusedReal<Set>;
    RelativeMotion<Real, N> motion;
    for (int k = 0; k < N; ++k) {
        motion.d[k] = Real(d[k]);
        motion.w[k] = Real(w[k]);
    }
    motion.r = Real(pair.r);
    return first_closing_contact_in_range(motion).x;
}

}  // namespace carom::detail
