// The place of a cell on a Hilbert curve: cells next to each other on the curve are next to each other in
// space.
//
// The curve is the one of J. Skilling, "Programming the Hilbert curve" (AIP Conf. Proc. 707, 2004). His loop
// over the levels is a machine with few states, a signed permutation of the axes and a parity; the tables
// take two levels a step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace carom::detail {

/// One state: which axis and sign each axis of the curve has here, and whether codes are complemented.
template <int N>
struct CurveState {
    std::array<int, N> axis{};
    std::array<int, N> flip{};
    int complement = 0;

    /// Different for different states, below 2^(3 N + 1).
    std::size_t number() const {
        int all = complement;
        for (std::size_t k = 0; k < N; ++k) all = all << 3 | axis[k] << 1 | flip[k];
        return static_cast<std::size_t>(all);
    }
};

template <int N>
struct CurveStep {
    int code = 0;
    CurveState<N> next;
};

/// One level: the code of a half in every axis, bit N - 1 - k of `halves` for axis k.
template <int N>
CurveStep<N> curve_step(const CurveState<N>& state, int halves) {
    std::array<int, N> x{};
    for (int i = 0; i < N; ++i) {
        const auto at = static_cast<std::size_t>(i);
        x[at] = ((halves >> (N - 1 - state.axis[at])) & 1) ^ state.flip[at];
    }
    CurveStep<N> step{0, state};
    int gray = 0;
    for (int i = 0; i < N; ++i) {
        gray ^= x[static_cast<std::size_t>(i)];
        step.code = step.code << 1 | (gray ^ state.complement);
    }
    step.next.complement ^= gray;
    for (std::size_t i = 0; i < N; ++i) {
        if (x[i] != 0) {
            step.next.flip[0] ^= 1;
        } else {
            std::swap(step.next.axis[0], step.next.axis[i]);
            std::swap(step.next.flip[0], step.next.flip[i]);
        }
    }
    return step;
}

/// All states that can be reached, and the steps of two levels.
template <int N>
struct CurveTable {
    static constexpr int kMost = N == 2 ? 16 : 96;
    static constexpr int kHalves = 1 << N;
    static constexpr int kQuarters = kHalves * kHalves;
    struct Step {
        std::uint8_t code = 0, next = 0;
    };
    std::array<std::array<Step, kQuarters>, kMost> steps{};
};

template <int N>
CurveTable<N> curve_table() {
    using Table = CurveTable<N>;
    std::array<CurveState<N>, Table::kMost> states{};
    for (int k = 0; k < N; ++k) states[0].axis[static_cast<std::size_t>(k)] = k;
    std::size_t count = 1;
    std::array<std::uint8_t, std::size_t{2} << (3 * N)> place_of{};  // 1 more; 0: not yet met
    place_of[states[0].number()] = 1;
    const auto place = [&](const CurveState<N>& state) {
        std::uint8_t& known = place_of[state.number()];
        if (known == 0) {
            states[count] = state;
            known = static_cast<std::uint8_t>(++count);
        }
        return static_cast<std::uint8_t>(known - 1);
    };
    Table table;
    for (std::size_t i = 0; i < count; ++i) {
        for (int q = 0; q < Table::kQuarters; ++q) {
            const CurveStep<N> one = curve_step<N>(states[i], q / Table::kHalves);
            const CurveStep<N> two = curve_step<N>(one.next, q % Table::kHalves);
            table.steps[i][static_cast<std::size_t>(q)] = {
                static_cast<std::uint8_t>(one.code * Table::kHalves + two.code), place(two.next)};
        }
    }
    return table;
}

/// The bits of x, N - 1 zeros between each two; x < 2^15 in 2D, < 2^10 in 3D.
template <int N>
constexpr std::uint32_t spread(std::uint32_t x) {
    if constexpr (N == 2) {
        x = (x | x << 8) & 0x00FF00FFU;
        x = (x | x << 4) & 0x0F0F0F0FU;
        x = (x | x << 2) & 0x33333333U;
        return (x | x << 1) & 0x55555555U;
    } else {
        x = (x | x << 16) & 0x030000FFU;
        x = (x | x << 8) & 0x0300F00FU;
        x = (x | x << 4) & 0x030C30C3U;
        return (x | x << 2) & 0x09249249U;
    }
}

/// The curve through the 2^(N levels) cells of a square or cube; `levels` is even, at most 14 in 2D and 10 in
/// 3D.
template <int N>
class HilbertCurve {
public:
    static constexpr int kMostLevels = N == 2 ? 14 : 10;

    explicit HilbertCurve(int levels) : table_(&table()), levels_(levels) {}

    std::uint32_t cells_per_axis() const { return std::uint32_t{1} << levels_; }
    int bits() const { return N * levels_; }

    std::uint32_t place(const std::array<std::uint32_t, N>& cell) const {
        std::uint32_t halves = 0;
        for (std::size_t k = 0; k < N; ++k) halves |= spread<N>(cell[k]) << (N - 1 - k);
        std::uint32_t place = 0;
        std::uint32_t state = 0;
        for (int shift = N * (levels_ - 2); shift >= 0; shift -= 2 * N) {
            const auto step = table_->steps[state][(halves >> shift) & (CurveTable<N>::kQuarters - 1)];
            place = place << (2 * N) | step.code;
            state = step.next;
        }
        return place;
    }

private:
    static const CurveTable<N>& table() {
        static const CurveTable<N> only = curve_table<N>();
        return only;
    }

    const CurveTable<N>* table_;
    int levels_;
};

}  // namespace carom::detail
