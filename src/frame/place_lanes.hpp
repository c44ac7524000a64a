// Balls on their way into the tree, a block at a time.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

#include <algorithm>
#include <limits>

#include "batch/lanes.hpp"
#include "core/prefetch.hpp"
#include "frame/place.hpp"
#include "math/row_lanes.hpp"

namespace carom::detail {

template <int W, int N>
class PlaceLanes {
public:
    PlaceLanes(const OrderedBalls<float, N>& from, float factor) : from_(from), factor_(factor) {}

    void place(std::size_t first, BallBlock<float, N>& block, std::uint32_t* numbers) {
        const std::size_t count = std::min(kBlock, from_.size - first);
        const std::size_t ahead = std::min(2 * kBlock, from_.size - first);
        for (std::size_t i = kBlock; i < ahead; ++i) prefetch_line(&from_.at(first + i));
        for (std::size_t at = 0; at < kBlock; at += W) {
            const auto row = [&](int lane) -> const void* {
                const std::size_t i = at + static_cast<std::size_t>(lane);
                if (i < count) return &from_.at(first + i);
                return kNoBall.numbers;
            };
            Lanes columns[RowLanes<W>::kColumns];
            RowLanes<W>::transpose(row, columns);
            store_scaled(columns, block, at);
            std::memcpy(numbers + at, &columns[kNumber], sizeof(Lanes));
        }
    }

    /// True when scaling has changed no number.
    bool is_exact() const {
        int any = 0;
        for (int k = 0; k < W; ++k) any |= changed_[k];
        return any == 0;
    }

private:
    using Lanes = typename RowLanes<W>::Lanes;
    static constexpr int kRadius = N;
    static constexpr int kNumber = 2 * N + 1;

    /// As `set_no_ball` has it.
    struct NoBall {
        float numbers[RowLanes<W>::kColumns] = {};
        constexpr NoBall() { numbers[kRadius] = -std::numeric_limits<float>::infinity(); }
    };
    static constexpr NoBall kNoBall{};

    void store_scaled(const Lanes* columns, BallBlock<float, N>& block, std::size_t at) {
        const float back = 1 / factor_;
        const auto put = [&](Lanes x, float* column) {
            const Lanes y = x * factor_;
            changed_ |= y * back != x;
            std::memcpy(column + at, &y, sizeof y);
        };
        for (int k = 0; k < N; ++k) {
            put(columns[k], block.center[k]);
            put(columns[kRadius + 1 + k], block.displacement[k]);
        }
        put(columns[kRadius], block.radius);
    }

    const OrderedBalls<float, N> from_;
    const float factor_;
    typename PackTypes<float, W>::Bits changed_{};
};

template <InstructionSet Set, int N>
bool place_blocks(const OrderedBalls<float, N>& from, std::size_t begin, std::size_t end, float factor,
                  BallBlock<float, N>* blocks, std::uint32_t* numbers) {
    PlaceLanes<Set == InstructionSet::baseline ? 4 : 8, N> lanes(from, factor);
    for (std::size_t block = begin; block < end; ++block) {
        lanes.place(block * kBlock, blocks[block], numbers + block * kBlock);
    }
    return lanes.is_exact();
}

}  // namespace carom::detail
