// Keys of balls in packs.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

#include "batch/lanes.hpp"
#include "frame/curve_keys.hpp"
#include "math/hilbert.hpp"
#include "math/pack.hpp"

namespace carom::detail {

template <int W, int N>
class CurveLanes {
public:
    static void set_keys(KeyBlock<N>& block, int levels) {
        const HilbertCurve<N, Ints> curve(levels);
        const float last = static_cast<float>((1 << levels) - 1);
        for (std::size_t at = 0; at < KeyBlock<N>::kSize; at += W) {
            std::array<Ints, N> cell{};
            for (int k = 0; k < N; ++k) {
                cell[static_cast<std::size_t>(k)] = cells(load<float, W>(block.cell[k] + at).lanes, last);
            }
            const Ints key =
                size_class(load<float, W>(block.size + at).lanes) << (N * levels) | curve.place(cell);
            std::memcpy(block.key + at, &key, sizeof key);
        }
    }

private:
    using Floats = typename PackTypes<float, W>::Lanes;
    using Ints = typename PackTypes<float, W>::Bits;

    static Ints cells(Floats x, float last) {
        x = x > 0 ? x : Floats{};
        x = x < last ? x : last - Floats{};
        return __builtin_convertvector(x, Ints);
    }
    /// The exponent of the size, in steps of two, with the sizes of most balls in the middle of a class.
    static Ints size_class(Floats size) {
        const Ints exponent = (reinterpret_cast<Ints>(size) >> 23) - 127;
        Ints number = (exponent + (1 + kClasses)) >> 1;
        number = number > 0 ? number : Ints{};
        number = number < kClasses - 1 ? number : kClasses - 1 - Ints{};
        return size < 0 ? kClasses - Ints{} : number;
    }
};

template <InstructionSet Set, int N>
void set_keys(KeyBlock<N>& block, int levels) {
    CurveLanes<2 * lanes_of(Set), N>::set_keys(block, levels);
}

}  // namespace carom::detail
