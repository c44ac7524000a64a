// Everything here depends on the instruction set, so that code compiled for one never serves another.
#pragma once

#include "core/instruction_sets.hpp"
#include "math/earliest.hpp"
#include "math/pack.hpp"

namespace carom::detail {

template <int W>
struct EarliestLanes {
    using Real = Pack<double, W>;

    static double least_lane(Real x) {
        if constexpr (W == 8) {
            x = smaller(x, shuffled<4, 5, 6, 7, 0, 1, 2, 3>(x));
            x = smaller(x, shuffled<2, 3, 0, 1, 6, 7, 4, 5>(x));
            return smaller(x, shuffled<1, 0, 3, 2, 5, 4, 7, 6>(x)).lanes[0];
        } else if constexpr (W == 4) {
            x = smaller(x, shuffled<2, 3, 0, 1>(x));
            return smaller(x, shuffled<1, 0, 3, 2>(x)).lanes[0];
        } else {
            return smaller(x, shuffled<1, 0>(x)).lanes[0];
        }
    }

    /// Which of eight keys are this one.
    static unsigned equal(const double* keys, Real key) {
        unsigned bits = 0;
        for (int at = 0; at < 8; at += W) bits |= bits_of(load<double, W>(keys + at) == key) << at;
        return bits;
    }

    static Earliest earliest(const double* keys, std::size_t count) {
        Real least = load<double, W>(keys);
        for (std::size_t at = W; at < count; at += W) least = smaller(least, load<double, W>(keys + at));
        Earliest first{least_lane(least), 0, true};
        const Real key(first.key);
        std::size_t at = 0;
        while (equal(keys + at, key) == 0) at += 8;
        const unsigned bits = equal(keys + at, key);
        first.at = at + static_cast<std::size_t>(__builtin_ctz(bits));
        first.is_alone = (bits & (bits - 1)) == 0;
        for (at += 8; at < count; at += 8) first.is_alone = first.is_alone && equal(keys + at, key) == 0;
        return first;
    }

    template <int... Lane>
    static Real shuffled(Real x) {
        return Real(__builtin_shufflevector(x.lanes, x.lanes, Lane...));
    }
};

template <InstructionSet Set>
[[gnu::flatten]] Earliest earliest_in_lanes(const double* keys, std::size_t count) {
    return EarliestLanes<lanes_of(Set)>::earliest(keys, count);
}

}  // namespace carom::detail
