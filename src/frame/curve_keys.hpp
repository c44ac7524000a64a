// What balls are ordered by. One kernel, compiled for each instruction set.
#pragma once

#include <algorithm>
#include <cmath>

#include "frame/join.hpp"
#include "frame/middles.hpp"
#include "frame/read_balls.hpp"

namespace carom::detail {

/// Balls of one size class have sizes within a factor of 4. Behind them comes the class of balls that are not
/// valid.
inline constexpr int kClasses = 15;

/// Some balls as the order sees them, and their keys.
template <int N>
struct alignas(64) KeyBlock {
    static constexpr std::size_t kSize = 64;

    float cell[N][kSize];  ///< the place in cells; from outside to the nearest
    float size[kSize];     ///< in units of the size of most balls; -1 for a ball that is not valid
    int key[kSize];        ///< the class of size, and below it N * levels bits of the place on the curve
};

/// Sets the keys. Defined in frame/curve_lanes.hpp.
template <InstructionSet Set, int N>
void set_keys(KeyBlock<N>& block, int levels);

/// How balls get their keys.
template <class T, int N>
struct Keys {
    Vec<T, N> corner;  ///< of the cells of the curve
    T cells_per_length = 0;
    T sizes = 1;  ///< 1 / the size of most balls
    int levels = 2;
    InstructionSet set = InstructionSet::baseline;

    /// take(i, key of ball(i)) for each i in [begin, end).
    template <class BallAt, class Take>
    void each(std::size_t begin, std::size_t end, const BallAt& ball, const Take& take) const {
        KeyBlock<N> block{};
        for (std::size_t from = begin; from < end; from += KeyBlock<N>::kSize) {
            const std::size_t count = std::min(end - from, KeyBlock<N>::kSize);
            for (std::size_t i = 0; i < count; ++i) put(block, i, ball(from + i));
            for_instruction_set(set, [&]<InstructionSet Set>() { set_keys<Set>(block, levels); });
            for (std::size_t i = 0; i < count; ++i) take(from + i, static_cast<std::uint32_t>(block.key[i]));
        }
    }

    int bits() const { return N * levels; }
    /// The side of the cube that is cut into cells. False when it is too small or too large for that.
    bool set_width(T width) {
        const T cells = static_cast<T>(1 << levels) / width;
        const bool is_cut = width > 0 && cells > 0 && std::isfinite(cells);
        cells_per_length = is_cut ? cells : T{0};
        return is_cut;
    }

private:
    [[gnu::always_inline]] void put(KeyBlock<N>& block, std::size_t i, const MovingBall<T, N>& ball) const {
        for (int k = 0; k < N; ++k) {
            block.cell[k][i] = static_cast<float>((middle(ball, k) - corner[k]) * cells_per_length);
        }
        block.size[i] = is_valid(ball) ? static_cast<float>(size_of(ball) * sizes) : -1;
    }
};

}  // namespace carom::detail
