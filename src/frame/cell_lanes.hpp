// Balls to cells and spheres in packs.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

#include <algorithm>

#include "batch/lanes.hpp"
#include "frame/cell_map.hpp"
#include "math/four_lanes.hpp"
#include "math/row_lanes.hpp"

namespace carom::detail {

/// With u the unit roundoff of T, the middle of a way is computed within 3 u (|center| + |displacement| +
/// |corner|) on each axis, and as a float within 2^-24 of itself. The reach takes in these errors on all
/// axes, twice over, and its own: the computed middles of balls that touch are no further apart than the sum
/// of their computed reaches, with 2^-19 of it to spare.
template <int W, class T, int N>
class CellLanes {
public:
    explicit CellLanes(const CellMap<T, N>& map) : map_(map) {}

    [[gnu::flatten]] float set_cells(const BallRows<T, N>& from, std::size_t size,
                                     std::int32_t* cells) const {
        Floats most{};
        for (std::size_t i = 0; i < size; i += W) {
            const std::size_t count = std::min<std::size_t>(W, size - i);
            const Spheres spheres = some(from, i, count);
            const Floats reach = spheres.cell == map_.no_ball ? Floats{} : spheres.reach;
            most = reach > most ? reach : most;
            put(spheres.cell, count, cells + i);
        }
        float largest = 0;
        for (int lane = 0; lane < W; ++lane) largest = std::max(largest, most[lane]);
        return largest;
    }

    [[gnu::flatten]] void set_spheres(const BallRows<T, N>& from, std::size_t size, float* to) const {
        std::size_t i = 0;
        for (; i + W <= size; i += W) write(some(from, i, W), to + 4 * i);
        if (i == size) return;
        float last[4 * W];
        write(some(from, i, size - i), last);
        std::copy_n(last, 4 * (size - i), to + 4 * i);
    }

private:
    using Real = Pack<T, W>;
    using Floats = typename PackTypes<float, W>::Lanes;
    using Ints = typename PackTypes<float, W>::Bits;
    static constexpr int kNumbers = 2 * N + 1;

    struct Spheres {
        Floats middle[3]{}, reach{};
        Ints cell{};
    };

    static Real all(T x) { return Real(x - typename Real::Lanes{}); }
    static Floats floats(Real x) { return __builtin_convertvector(x.lanes, Floats); }

    [[gnu::always_inline]] static void put(const Ints& cell, std::size_t count, std::int32_t* to) {
        if (count == W) {
            std::memcpy(to, &cell, sizeof cell);
        } else {
            for (std::size_t lane = 0; lane < count; ++lane) to[lane] = cell[lane];
        }
    }

    /// Of the balls from i on; the last of them stands for those that are missing.
    [[gnu::always_inline]] Spheres some(const BallRows<T, N>& from, std::size_t i, std::size_t count) const {
        if (count == W) {
            return spheres([&](int lane) { return from.at(i + static_cast<std::size_t>(lane)); });
        }
        return spheres(
            [&](int lane) { return from.at(i + std::min(static_cast<std::size_t>(lane), count - 1)); });
    }

    template <class Row>
    [[gnu::always_inline]] static void read(const Row& row, Real* number) {
        if constexpr (std::is_same_v<T, float>) {
            typename PackTypes<float, W>::Lanes columns[8];
            RowLanes<W>::transpose(row, columns);
            for (int k = 0; k < kNumbers; ++k) number[k] = Real(columns[k]);
        } else {
            for (int k = 0; k < kNumbers; ++k) {
                number[k] = gather<W>([&](int lane) { return row(lane)[k]; });
            }
        }
    }

    template <class Row>
    [[gnu::always_inline]] Spheres spheres(const Row& row) const {
        Real number[kNumbers];
        read(row, number);
        const Real per_length = all(map_.per_length);
        const Real radius = number[N];
        Real square = all(0);
        Real far = all(0);               // of the middle, in cells
        Real sizes = all(0);             // of the numbers it comes from
        Real nothing = radius - radius;  // 0, or NaN
        Spheres to;
        to.cell = map_.first + Ints{};
        for (int k = 0; k < N; ++k) {
            const Real center = number[k];
            const Real moves = number[N + 1 + k];
            const Real corner = all(map_.corner[k]);
            const Real middle = ((center + all(T(0.5)) * moves) - corner) * per_length;
            const Real way = moves * per_length;
            square = square + way * way;
            far = far + absolute(middle);
            sizes = sizes + (absolute(center) + absolute(moves) + absolute(corner));
            nothing = nothing + ((center - center) + (moves - moves));
            to.middle[k] = floats(middle);
            to.cell += cells_along(k, to.middle[k]);
        }
        to.reach = floats(reach_of(radius * per_length, square, sizes * per_length, far));
        to.cell = to.reach <= 0.5F ? to.cell : map_.large + Ints{};
        const Floats wrong = floats(either(both(nothing == all(0), radius >= all(0)), all(0), all(1)));
        to.cell = wrong > 0 ? map_.no_ball + Ints{} : to.cell;
        return to;
    }

    [[gnu::always_inline]] Ints cells_along(int axis, Floats middle) const {
        Floats inside = axis == 0 ? middle * map_.along_row : middle;
        inside = inside > 0 ? inside : Floats{};
        inside = inside < map_.last[axis] ? inside : map_.last[axis] + Floats{};
        return __builtin_convertvector(inside, Ints) * map_.stride[axis];
    }

    [[gnu::always_inline]] static Real reach_of(Real radius, Real square_of_way, Real sizes, Real far) {
        constexpr T kError = std::is_same_v<T, float> ? T(0x1p-21) : T(0x1p-50);
        constexpr T kLeast = T(0x1p-40);  // where squares underflow
        const Real reach = radius + all(T(0.5)) * rounded_root(square_of_way);
        return reach * all(T(1 + 0x1p-18)) + (sizes * all(kError) + far * all(T(0x1p-22)) + all(kLeast));
    }

    [[gnu::always_inline]] static void write(const Spheres& spheres, float* to) {
        const Floats columns[4]{spheres.middle[0], spheres.middle[1], spheres.middle[2], spheres.reach};
        if constexpr (W < 4) {
            for (int i = 0; i < W; ++i) {
                for (int k = 0; k < 4; ++k) to[4 * i + k] = columns[k][i];
            }
        } else {
            Floats rows[4];  // in a group k the balls 4 k + row
            FourLanes<W>::transpose(columns, rows);
            for (int row = 0; row < 4; ++row) {
                const auto* const groups = reinterpret_cast<const char*>(&rows[row]);
                for (int k = 0; k < W / 4; ++k) std::memcpy(to + 16 * k + 4 * row, groups + 16 * k, 16);
            }
        }
    }

    const CellMap<T, N>& map_;
};

/// Numbers of T in a pack.
template <class T>
constexpr int cell_lanes_for(InstructionSet set) {
    return lanes_of(set) * (std::is_same_v<T, float> ? 2 : 1);
}

template <InstructionSet Set, class T, int N>
float set_cells(const CellMap<T, N>& map, const BallRows<T, N>& from, std::size_t size, std::int32_t* cells) {
    return CellLanes<cell_lanes_for<T>(Set), T, N>(map).set_cells(from, size, cells);
}
template <InstructionSet Set, class T, int N>
void set_spheres(const CellMap<T, N>& map, const BallRows<T, N>& from, std::size_t size, float* spheres) {
    CellLanes<cell_lanes_for<T>(Set), T, N>(map).set_spheres(from, size, spheres);
}

}  // namespace carom::detail
