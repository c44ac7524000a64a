// Rows of eight floats as columns, for packs of W.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

#include "math/four_lanes.hpp"
#include "math/pack.hpp"

namespace carom::detail {

/// W is 4, 8 or 16.
template <int W>
class RowLanes {
public:
    using Lanes = typename PackTypes<float, W>::Lanes;
    static constexpr int kColumns = 8;

    /// columns[k] is the k-th number of each of the W rows; row(lane) is the address of eight numbers.
    template <class Row>
    [[gnu::always_inline]] static void transpose(const Row& row, Lanes* columns) {
        if constexpr (W == 16) {
            transpose_pairs(row, columns);
        } else {
            transpose_halves(row, columns);
        }
    }

private:
    using Half = typename PackTypes<float, 4>::Lanes;

    template <class Row>
    [[gnu::always_inline]] static void transpose_halves(const Row& row, Lanes* columns) {
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
            FourLanes<W>::transpose(rows, columns + 4 * h);
        }
    }

    /// Sixteen whole rows, two by two in a register.
    template <class Row>
    [[gnu::always_inline]] static void transpose_pairs(const Row& row, Lanes* columns) {
        using Whole = typename PackTypes<float, 8>::Lanes;
        const auto whole = [&](int lane) {
            Whole x;
            std::memcpy(&x, row(lane), sizeof x);
            return x;
        };
        Lanes fours[2][4];  // in the columns c and c + 4: the rows 0 to 7, and 8 to 15
        for (int half = 0; half < 2; ++half) {
            Lanes rows[4];
            for (int j = 0; j < 4; ++j) {
                rows[j] = __builtin_shufflevector(whole(8 * half + j), whole(8 * half + j + 4), 0, 1, 2, 3, 4,
                                                  5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            }
            FourLanes<W>::transpose(rows, fours[half]);
        }
        for (int c = 0; c < 4; ++c) {
            columns[c] = __builtin_shufflevector(fours[0][c], fours[1][c], 0, 1, 2, 3, 8, 9, 10, 11, 16, 17,
                                                 18, 19, 24, 25, 26, 27);
            columns[c + 4] = __builtin_shufflevector(fours[0][c], fours[1][c], 4, 5, 6, 7, 12, 13, 14, 15, 20,
                                                     21, 22, 23, 28, 29, 30, 31);
        }
    }
};

}  // namespace carom::detail
