// Rows of eight numbers as columns, for packs of W.
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

/// The same of doubles: W is 2, 4 or 8.
template <int W>
class DoubleRowLanes {
public:
    using Lanes = typename PackTypes<double, W>::Lanes;
    static constexpr int kColumns = 8;

    /// columns[k] is the k-th number of each of the W rows; row(lane) is the address of eight numbers.
    template <class Row>
    [[gnu::always_inline]] static void transpose(const Row& row, Lanes* columns) {
        for (int from = 0; from < kColumns; from += W) {
            Lanes part[W];
            for (int lane = 0; lane < W; ++lane)
                std::memcpy(&part[lane], reinterpret_cast<const char*>(row(lane)) + 8 * from,
                            sizeof part[lane]);
            square(part, columns + from);
        }
    }

private:
    /// W rows of W numbers.
    [[gnu::always_inline]] static void square(const Lanes* rows, Lanes* columns) {
        if constexpr (W == 2) {
            columns[0] = __builtin_shufflevector(rows[0], rows[1], 0, 2);
            columns[1] = __builtin_shufflevector(rows[0], rows[1], 1, 3);
        } else if constexpr (W == 4) {
            for (int half = 0; half < 2; ++half) {
                const Lanes x = half == 0 ? even(rows[0], rows[1]) : odd(rows[0], rows[1]);
                const Lanes y = half == 0 ? even(rows[2], rows[3]) : odd(rows[2], rows[3]);
                columns[half] = __builtin_shufflevector(x, y, 0, 1, 4, 5);
                columns[half + 2] = __builtin_shufflevector(x, y, 2, 3, 6, 7);
            }
        } else {
            square_of_eight(rows, columns);
        }
    }
    /// In three steps: pairs of rows, fours, all eight.
    [[gnu::always_inline]] static void square_of_eight(const Lanes* rows, Lanes* columns) {
        Lanes pairs[2][4];
        for (int j = 0; j < 4; ++j) {
            pairs[0][j] = even(rows[2 * j], rows[2 * j + 1]);
            pairs[1][j] = odd(rows[2 * j], rows[2 * j + 1]);
        }
        for (int half = 0; half < 2; ++half) {
            const Lanes* const p = pairs[half];
            Lanes low[2];  // columns half, half + 4: of the first four rows and of the last four
            Lanes high[2];
            for (int j = 0; j < 2; ++j) {
                low[j] = __builtin_shufflevector(p[2 * j], p[2 * j + 1], 0, 1, 8, 9, 4, 5, 12, 13);
                high[j] = __builtin_shufflevector(p[2 * j], p[2 * j + 1], 2, 3, 10, 11, 6, 7, 14, 15);
            }
            columns[half] = __builtin_shufflevector(low[0], low[1], 0, 1, 2, 3, 8, 9, 10, 11);
            columns[half + 4] = __builtin_shufflevector(low[0], low[1], 4, 5, 6, 7, 12, 13, 14, 15);
            columns[half + 2] = __builtin_shufflevector(high[0], high[1], 0, 1, 2, 3, 8, 9, 10, 11);
            columns[half + 6] = __builtin_shufflevector(high[0], high[1], 4, 5, 6, 7, 12, 13, 14, 15);
        }
    }
    /// x0 y0 x2 y2 ...
    [[gnu::always_inline]] static Lanes even(Lanes x, Lanes y) {
        if constexpr (W == 4)
            return __builtin_shufflevector(x, y, 0, 4, 2, 6);
        else
            return __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14);
    }
    /// x1 y1 x3 y3 ...
    [[gnu::always_inline]] static Lanes odd(Lanes x, Lanes y) {
        if constexpr (W == 4)
            return __builtin_shufflevector(x, y, 1, 5, 3, 7);
        else
            return __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15);
    }
};

}  // namespace carom::detail
