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
[[gnu::flatten]] bool nearest_contact_in_lanes(const ImageSpace<N>& space, const Flight<N>& a,
                                               const Flight<N>& b, double r, Time seen, Time& contact) {
    using In = FlightLanes<Set, N>;
    using Lanes = typename In::Lanes;
    const Clock& clock = space.clock;
    const Time newer = a.time < b.time ? b.time : a.time;
    const Lanes at_a = In::load(&a.position[0]);
    const Lanes at_b = In::load(&b.position[0]);
    const Lanes va = In::load(&a.velocity[0]);
    const Lanes vb = In::load(&b.velocity[0]);
    const Lanes apart = (at_b + clock.between(b.time, seen) * vb) - (at_a + clock.between(a.time, seen) * va);
    const Lanes boxes = In::nearest_whole(-apart * In::load_padded(space.per_period));
    const Lanes then =
        (at_b + clock.between(b.time, newer) * vb) - (at_a + clock.between(a.time, newer) * va);
    const Lanes d = then + boxes * In::load_padded(space.period);
    const Lanes w = vb - va;
    const Lanes far = In::sizes(d);
    const Lanes fast = In::sizes(w);
    const double sum = In::sum(far) + In::sum(fast) + r;
    const double far_least = In::least(far);
    const double fast_least = In::least(fast);
    const double least = far_least < fast_least ? far_least : fast_least;
    if (!(sum <= 0x1p200 && least >= 0x1p-200 && r >= 0x1p-200)) return false;
    using Real = FusedReal<Set>;
    RelativeMotion<Real, N> motion;
    for (int k = 0; k < N; ++k) {
        motion.d[k] = Real(d[k]);
        motion.w[k] = Real(w[k]);
    }
    motion.r = Real(r);
    const double wait = first_closing_contact_in_range(motion).x;
    contact = clock.after(newer, wait);
    return wait > 0;
}

}  // namespace carom::detail
