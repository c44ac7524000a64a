// Rows of eight floats as columns, for packs of W.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

#include "batch/pack.hpp"

namespace carom::detail {

/// W is 4 or 8.
template <int W>
class RowLanes {
public:
    using Lanes = typename PackTypes<float, W>::Lanes;
    static constexpr int kColumns = 8;

    /// columns[k] is the k-th number of each of the W rows; row(lane) is the address of eight numbers.
    template <class Row>
    [[gnu::always_inline]] static void transpose(const Row& row, Lanes* columns) {
        // rows[j]: half h of the rows j, j + 4, ... , side by side
        const auto half = [&](int lane, int h) {
            Half x;
            std::memcpy(&x, reinterpret_cast<const char*>(row(lane)) + 16 * h, sizeof x);
            return x;
        };
        for (int h = 0; h < 2; ++h) {
            Lanes rows[4];
            for (int j = 0; j < 4; ++j) {
                if constexpr (W == 4) {
                    rows[j] = half(j, h);
                } else {
                    rows[j] = __builtin_shufflevector(half(j, h), half(j + 4, h), 0, 1, 2, 3, 4, 5, 6, 7);
                }
            }
            // Four by four in each 128 bits.
            const Lanes p = low(rows[0], rows[2]);
            const Lanes q = low(rows[1], rows[3]);
            const Lanes s = high(rows[0], rows[2]);
            const Lanes t = high(rows[1], rows[3]);
            columns[4 * h] = low(p, q);
            columns[4 * h + 1] = high(p, q);
            columns[4 * h + 2] = low(s, t);
            columns[4 * h + 3] = high(s, t);
        }
    }

private:
    using Half = typename PackTypes<float, 4>::Lanes;

    static Lanes low(Lanes x, Lanes y) {
        if constexpr (W == 4)
            return __builtin_shufflevector(x, y, 0, 4, 1, 5);
        else
            return __builtin_shufflevector(x, y, 0, 8, 1, 9, 4, 12, 5, 13);
    }
    static Lanes high(Lanes x, Lanes y) {
        if constexpr (W == 4)
            return __builtin_shufflevector(x, y, 2, 6, 3, 7);
        else
            return __builtin_shufflevector(x, y, 2, 10, 3, 11, 6, 14, 7, 15);
    }
};

}  // namespace carom::detail
