// The place of a cell on a Hilbert curve: cells next to each other on the curve are next to each other in
// space.
//
// The curve is the one of J. Skilling, "Programming the Hilbert curve" (AIP Conf. Proc. 707, 2004), without
// branches, so that a number may be a pack of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace carom::detail {

/// The curve through the 2^(N levels) cells of a square or cube; `levels` is even, at most 14 in 2D and 10 in
/// 3D. `Int` is int, or a vector of them.
template <int N, class Int>
class HilbertCurve {
public:
    static constexpr int kMostLevels = N == 2 ? 14 : 10;

    explicit HilbertCurve(int levels) : levels_(levels) {}

    Int place(std::array<Int, N> cell) const {
        for (int level = levels_ - 1; level > 0; --level) turn(cell, level);
        // Gray code.
        for (std::size_t k = 1; k < N; ++k) cell[k] ^= cell[k - 1];
        Int flips = cell[N - 1] >> 1;
        for (int shift = 1; shift < kMostLevels; shift *= 2) flips ^= flips >> shift;
        Int place = spread(cell[0] ^ flips);
        for (std::size_t k = 1; k < N; ++k) place = place << 1 | spread(cell[k] ^ flips);
        return place;
    }

private:
    /// What the curve does inside a half of each axis: where the half is the upper one, axis 0 is mirrored
    /// below this level; where it is the lower one, axis 0 and the other are exchanged.
    static void turn(std::array<Int, N>& cell, int level) {
        const int below = (1 << level) - 1;
        cell[0] ^= -((cell[0] >> level) & 1) & below;
        for (std::size_t k = 1; k < N; ++k) {
            const Int mirrored = -((cell[k] >> level) & 1) & below;
            const Int exchanged = (cell[0] ^ cell[k]) & (mirrored ^ below);
            cell[0] ^= exchanged | mirrored;
            cell[k] ^= exchanged;
        }
    }

    /// The bits of x, N - 1 zeros between each two.
    static Int spread(Int x) {
        if constexpr (N == 2) {
            x = (x | x << 8) & 0x00FF00FF;
            x = (x | x << 4) & 0x0F0F0F0F;
            x = (x | x << 2) & 0x33333333;
            return (x | x << 1) & 0x55555555;
        } else {
            x = (x | x << 16) & 0x030000FF;
            x = (x | x << 8) & 0x0300F00F;
            x = (x | x << 4) & 0x030C30C3;
            return (x | x << 2) & 0x09249249;
        }
    }

    int levels_;
};

}  // namespace carom::detail
