// Registers as groups of four lanes, in which numbers change places.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

#include "math/pack.hpp"

namespace carom::detail {

/// W is 4, 8 or 16. With x and y as the four lanes of a group:
template <int W>
class FourLanes {
public:
    using Lanes = typename PackTypes<float, W>::Lanes;

    /// x0 y0 x1 y1
    [[gnu::always_inline]] static Lanes low(Lanes x, Lanes y) {
        if constexpr (W == 4)
            return __builtin_shufflevector(x, y, 0, 4, 1, 5);
        else if constexpr (W == 16)
            return __builtin_shufflevector(x, y, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
        else
            return __builtin_shufflevector(x, y, 0, 8, 1, 9, 4, 12, 5, 13);
    }
    /// x2 y2 x3 y3
    [[gnu::always_inline]] static Lanes high(Lanes x, Lanes y) {
        if constexpr (W == 4)
            return __builtin_shufflevector(x, y, 2, 6, 3, 7);
        else if constexpr (W == 16)
            return __builtin_shufflevector(x, y, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
        else
            return __builtin_shufflevector(x, y, 2, 10, 3, 11, 6, 14, 7, 15);
    }
    /// x0 x1 y0 y1
    [[gnu::always_inline]] static Lanes low_halves(Lanes x, Lanes y) {
        if constexpr (W == 4)
            return __builtin_shufflevector(x, y, 0, 1, 4, 5);
        else if constexpr (W == 16)
            return __builtin_shufflevector(x, y, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
        else
            return __builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13);
    }
    /// x2 x3 y2 y3
    [[gnu::always_inline]] static Lanes high_halves(Lanes x, Lanes y) {
        if constexpr (W == 4)
            return __builtin_shufflevector(x, y, 2, 3, 6, 7);
        else if constexpr (W == 16)
            return __builtin_shufflevector(x, y, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
        else
            return __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15);
    }
    /// columns[k] has number k of each group of four in rows[0], then those of rows[1], and so on, in turns.
    [[gnu::always_inline]] static void transpose(const Lanes* rows, Lanes* columns) {
        const Lanes p = low(rows[0], rows[2]);
        const Lanes q = low(rows[1], rows[3]);
        const Lanes r = high(rows[0], rows[2]);
        const Lanes s = high(rows[1], rows[3]);
        columns[0] = low(p, q);
        columns[1] = high(p, q);
        columns[2] = low(r, s);
        columns[3] = high(r, s);
    }
    /// Four numbers from memory, in each group. In steps, or g++ 12 goes through memory.
    [[gnu::always_inline]] static Lanes repeated(const float* from) {
        const auto x = load<float, 4>(from).lanes;
        if constexpr (W == 4) {
            return x;
        } else {
            const auto y = __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7);
            if constexpr (W == 8) {
                return y;
            } else {
                return __builtin_shufflevector(y, y, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            }
        }
    }
};

}  // namespace carom::detail
