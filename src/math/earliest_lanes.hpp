// The least of some numbers.
//
// Everything here depends on the instruction set, so that code compiled for one never serves another.
#pragma once

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

    template <int... Lane>
    static Real shuffled(Real x) {
        return Real(__builtin_shufflevector(x.lanes, x.lanes, Lane...));
    }
};

}  // namespace carom::detail
