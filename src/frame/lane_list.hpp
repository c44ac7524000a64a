// Lists of what set bits name, appended to without a branch.
//
// Everything here depends on the instruction set, so that code compiled for one never serves another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "frame/blocks.hpp"
#include "math/pack.hpp"

namespace carom::detail {

/// W tells apart what was compiled for different instruction sets.
template <int W>
class LaneList {
public:
    /// Writes first + k for every set bit k of sixteen at `to`, ascending, and returns their number. What
    /// lies in the next kBlock places is lost.
    [[gnu::always_inline]] static std::size_t append(std::uint32_t* to, std::uint32_t first, unsigned bits) {
#if defined(__AVX512F__)
        const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        const __m512i all = _mm512_add_epi32(lanes, _mm512_set1_epi32(static_cast<int>(first)));
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), all));
        return static_cast<std::size_t>(__builtin_popcount(bits));
#else
        const std::size_t low = put(to, first, kSetBits[bits & 0xFF]);
        return low + put(to + low, first + 8, kSetBits[bits >> 8]);
#endif
    }

    /// Writes those lanes that have a bit at `to`, and returns their number. What lies in the next kBlock
    /// places is lost.
    [[gnu::always_inline]] static std::size_t append_lanes(std::uint32_t* to,
                                                           typename PackTypes<float, W>::Bits lanes,
                                                           unsigned bits) {
#if defined(__AVX512F__)
        const __m512i kept =
            _mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), reinterpret_cast<__m512i>(lanes));
        _mm512_storeu_si512(to, kept);
        return static_cast<std::size_t>(__builtin_popcount(bits));
#else
        // Mostly none or one.
        std::uint32_t all[W];
        std::memcpy(all, &lanes, sizeof all);
        constexpr unsigned last = 1U << (W - 1);
        const auto count = static_cast<std::size_t>(__builtin_popcount(bits));
        to[0] = all[__builtin_ctz(bits | last)];
        for (std::size_t i = 1; i < count; ++i) {
            bits &= bits - 1;
            to[i] = all[__builtin_ctz(bits)];
        }
        return count;
#endif
    }

#if !defined(__AVX512F__)
private:
    struct SetBits {
        std::uint8_t lane[8];
        std::uint8_t count;
    };
    static constexpr std::array<SetBits, 256> kSetBits = [] {
        std::array<SetBits, 256> all{};
        for (unsigned bits = 0; bits < 256; ++bits) {
            for (unsigned lane = 0; lane < 8; ++lane) {
                if ((bits >> lane & 1) != 0)
                    all[bits].lane[all[bits].count++] = static_cast<std::uint8_t>(lane);
            }
        }
        return all;
    }();

    [[gnu::always_inline]] static std::size_t put(std::uint32_t* to, std::uint32_t first,
                                                  const SetBits& set) {
        for (std::size_t i = 0; i < 8; ++i) to[i] = first + set.lane[i];
        return set.count;
    }
#endif
};

}  // namespace carom::detail
