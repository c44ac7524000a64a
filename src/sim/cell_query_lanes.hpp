// A shell against the eight places of a block at once.
//
// Everything here depends on the instruction set, so that code compiled for one never serves another.
#pragma once

#include <cstring>

#include "carom/core/instruction_set.hpp"
#include "math/pack.hpp"
#include "sim/cell_query.hpp"

namespace carom::detail {

template <InstructionSet Set>
struct EightLanes {
    // NOLINTBEGIN(modernize-use-using): the attribute belongs to a typedef
    typedef float Floats __attribute__((vector_size(32)));
    typedef int Bits __attribute__((vector_size(32)));
    // NOLINTEND(modernize-use-using)

#if defined(__AVX2__)
    /// For 7 bits: the numbers of those that are set, first.
    struct CompactionTable {
        int lanes[128][8] = {};
        constexpr CompactionTable() {
            for (int bits = 0; bits < 128; ++bits) {
                int count = 0;
                for (int lane = 0; lane < 7; ++lane) {
                    if ((bits >> lane & 1) != 0) lanes[bits][count++] = lane;
                }
            }
        }
    };
    static constexpr CompactionTable kPacked{};
#endif

    template <class Lanes>
    static Lanes load(const void* from) {
        Lanes lanes;
        std::memcpy(&lanes, from, sizeof lanes);
        return lanes;
    }

    /// Writes the lanes whose bit is set, and what may be to up to 8, and returns how many.
    static unsigned pack(Bits lanes, unsigned bits, Entry* to) {
#if defined(__AVX2__)
        const Bits packed = reinterpret_cast<Bits>(_mm256_permutevar8x32_epi32(
            reinterpret_cast<__m256i>(lanes), load<__m256i>(kPacked.lanes[bits])));
        std::memcpy(to, &packed, sizeof packed);
        return static_cast<unsigned>(__builtin_popcount(bits));
#else
        unsigned count = 0;
        for (unsigned lane = 0; lane < 7; ++lane, bits >>= 1) {
            to[count] = static_cast<Entry>(lanes[lane]);
            count += bits & 1U;
        }
        return count;
#endif
    }

    /// Bit k is the truth in lane k.
    static unsigned bits_of(Bits mask) {
#if defined(__AVX2__)
        return static_cast<unsigned>(_mm256_movemask_ps(reinterpret_cast<__m256>(mask)));
#elif defined(__SSE2__)
        const auto low = load_half<__m128>(mask, 0);
        const auto high = load_half<__m128>(mask, 1);
        return static_cast<unsigned>(_mm_movemask_ps(low) | _mm_movemask_ps(high) << 4);
#elif defined(__wasm_simd128__)
        return wasm_i32x4_bitmask(load_half<v128_t>(mask, 0)) | wasm_i32x4_bitmask(load_half<v128_t>(mask, 1))
                                                                    << 4;
#else
        unsigned bits = 0;
        for (int k = 0; k < 8; ++k) bits |= mask[k] != 0 ? 1U << k : 0U;
        return bits;
#endif
    }

#if (defined(__SSE2__) && !defined(__AVX2__)) || defined(__wasm_simd128__)
    template <class Half>
    static Half load_half(Bits mask, int half) {
        Half lanes;
        std::memcpy(&lanes, reinterpret_cast<const char*>(&mask) + 16 * half, sizeof lanes);
        return lanes;
    }
#endif

    /// Which cells are near is hard to guess: they are noted without branches, and then looked into.
    template <int N>
    static unsigned near(const CellQuery<N>& query, Entry* found, unsigned room) {
        constexpr unsigned kCells = 32;
        constexpr CellLayer flat{};
        Bits cells[kCells];
        unsigned count = 0;
        FoundEntries result{found, found + room};
        const unsigned last_axis = N == 3 ? query.count[N - 1] : 1;
        for (unsigned k = 0; k < last_axis; ++k) {
            const CellLayer& z = N == 3 ? query.layers[N - 1][k] : flat;
            for (unsigned j = 0; j < query.count[1]; ++j) {
                const CellLayer& y = query.layers[1][j];
                const Bits row = load<Bits>(&y) + load<Bits>(&z);
                const float left = query.farthest - (y.gap + z.gap);
                for (unsigned i = 0; i < query.count[0]; ++i) {
                    const CellLayer& x = query.layers[0][i];
                    cells[count] = row + load<Bits>(&x);
                    count += x.gap <= left ? 1 : 0;
                    if (count < kCells) continue;
                    if (!near_in_cells(query, cells, count, result)) return room + 1;
                    count = 0;
                }
            }
        }
        if (!near_in_cells(query, cells, count, result)) return room + 1;
        return static_cast<unsigned>(result.next - found);
    }

    struct FoundEntries {
        Entry* next;
        const Entry* end;
    };

    /// The shell that is asked about, as it stands to the image of a cell.
    template <int N>
    struct Seen {
        Floats center[N];
        Floats reach;
        Bits image;
    };

    static Floats reach_of(float reach, float pad) {
        return (reach + Floats{}) * (1 + 0x1p-20F) + pad;
    }

    /// False when there is no room for what the cell may hold. The lanes behind a block's last slot hold
    /// what follows in it, and `used` has no bits for them. Numbers of balls read as floats would be
    /// subnormal, which costs 100 ns a block.
    template <int N>
    static bool near_in_cell(const ShellBlock<N>* blocks, std::uint32_t at, const Seen<N>& seen,
                             FoundEntries& found) {
        do {
            if (found.next + 8 > found.end) return false;
            const ShellBlock<N>& block = blocks[at];
            const Floats reaches = load<Floats>(block.reach) * (1 + 0x1p-20F) + seen.reach;
            const Floats dx = load<Floats>(block.center[0]) - seen.center[0];
            const Floats dy = load<Floats>(block.center[1]) - seen.center[1];
            Floats squared = dx * dx + dy * dy;
            if constexpr (N == 3) {
                const Floats dz = load<Floats>(block.center[2]) - seen.center[2];
                squared += dz * dz;
            }
            const unsigned touching = bits_of(squared <= reaches * reaches) & block.used;
            const Bits balls = (load<Bits>(block.ball) & static_cast<int>(kPlaceMask)) | seen.image;
            found.next += pack(balls, touching, found.next);
            at = block.next;
        } while (at != ShellBlock<N>::kNone);
        return true;
    }

    template <int N>
    static bool near_in_cells(const CellQuery<N>& query, const Bits* cells, unsigned count,
                              FoundEntries& found) {
        Seen<N> seen;
        seen.reach = reach_of(query.shell.reach, query.pad);
        for (unsigned i = 0; i < count; ++i) {
            const auto cell = load<CellLayer>(&cells[i]);
            for (int k = 0; k < N; ++k) seen.center[k] = cell.center[k] + Floats{};
            seen.image = static_cast<int>(cell.image) + Bits{};
            if (!near_in_cell(query.blocks, cell.offset, seen, found)) return false;
        }
        return true;
    }

    template <int N>
    static unsigned near_in_steps(const StepQuery<N>& query, Entry* found, unsigned room) {
        FoundEntries result{found, found + room};
        constexpr CellStep none{};
        Seen<N> seen;
        seen.reach = reach_of(query.shell.reach, query.pad);
        const unsigned last_axis = N == 3 ? query.count[N - 1] : 1;
        for (unsigned k = 0; k < last_axis; ++k) {
            const CellStep& z = N == 3 ? query.steps[N - 1][k] : none;
            if constexpr (N == 3) seen.center[2] = (query.shell.center[2] - z.shift[2]) + Floats{};
            for (unsigned j = 0; j < query.count[1]; ++j) {
                const CellStep& y = query.steps[1][j];
                seen.center[1] = (query.shell.center[1] - y.shift[1]) + Floats{};
                for (unsigned i = 0; i < query.count[0]; ++i) {
                    const CellStep& x = query.steps[0][i];
                    seen.center[0] = (query.shell.center[0] - x.shift[0]) + Floats{};
                    seen.image = static_cast<int>(x.image | y.image | z.image) + Bits{};
                    if (!near_in_cell(query.blocks, x.offset + y.offset + z.offset, seen, result))
                        return room + 1;
                }
            }
        }
        return static_cast<unsigned>(result.next - found);
    }

    /// The same of the cells around one.
    template <int N>
    static unsigned near_around(const ShellCells<N>& cells, const std::int32_t (&at)[N],
                                const Shell<N>& shell, Entry* found, unsigned room) {
        constexpr int kCells = N == 3 ? 27 : 9;
        alignas(64) Bits around[kCells + 1];
        int count = 0;
        for (int k = N == 3 ? -1 : 1; k <= 1; ++k) {
            Bits z{};
            if constexpr (N == 3) z = load<Bits>(&cells.steps[2][at[2] + k]);
            for (int j = -1; j <= 1; ++j) {
                const Bits row = load<Bits>(&cells.steps[1][at[1] + j]) + z;
                for (int i = -1; i <= 1; ++i) around[count++] = row + load<Bits>(&cells.steps[0][at[0] + i]);
            }
        }
        FoundEntries result{found, found + room};
        return near_in_all(cells, around, kCells, shell, result) ? static_cast<unsigned>(result.next - found)
                                                                 : room + 1;
    }

    /// In a cell that is a sum of steps.
    template <int N>
    static bool near_in_one(const ShellCells<N>& cells, Bits cell, const Shell<N>& shell,
                            FoundEntries& found) {
        const auto step = load<CellStep>(&cell);
        Seen<N> seen;
        seen.reach = reach_of(shell.reach, cells.pad);
        for (int k = 0; k < N; ++k) seen.center[k] = (shell.center[k] - step.shift[k]) + Floats{};
        seen.image = static_cast<int>(step.image) + Bits{};
        return near_in_cell(cells.blocks, step.offset, seen, found);
    }

#if defined(__AVX512DQ__)
    // NOLINTBEGIN(modernize-use-using): the attribute belongs to a typedef
    typedef float PairFloats __attribute__((vector_size(64)));
    typedef int PairBits __attribute__((vector_size(64)));
    // NOLINTEND(modernize-use-using)

    /// Two by two, and the last alone.
    template <int N>
    static bool near_in_all(const ShellCells<N>& cells, const Bits* around, int count, const Shell<N>& shell,
                            FoundEntries& found) {
        const PairFloats reach = (shell.reach + PairFloats{}) * (1 + 0x1p-20F) + cells.pad;
        for (int i = 0; i + 1 < count; i += 2) {
            const auto steps = load<PairBits>(&around[i]);
            const ShellBlock<N>& one = cells.blocks[around[i][kOffset]];
            const ShellBlock<N>& other = cells.blocks[around[i + 1][kOffset]];
            const PairFloats reaches = two<PairFloats>(one.reach, other.reach) * (1 + 0x1p-20F) + reach;
            PairFloats squared{};
            for (int k = 0; k < N; ++k) {
                const auto shift = reinterpret_cast<PairFloats>(spread(steps, k));
                const PairFloats seen = shell.center[k] - shift;
                const PairFloats d = two<PairFloats>(one.center[k], other.center[k]) - seen;
                squared += d * d;
            }
            const auto touching = static_cast<__mmask16>(
                _mm512_cmp_ps_mask(squared, reaches * reaches, _CMP_LE_OQ) & (one.used | other.used << 8));
            const PairBits balls =
                (two<PairBits>(one.ball, other.ball) & static_cast<int>(kPlaceMask)) | spread(steps, kImage);
            const auto packed = reinterpret_cast<PairBits>(
                _mm512_maskz_compress_epi32(touching, reinterpret_cast<__m512i>(balls)));
            if (found.next + kPair > found.end) return false;
            std::memcpy(found.next, &packed, sizeof packed);
            found.next += __builtin_popcount(touching);
            if ((one.next & other.next) == ShellBlock<N>::kNone) continue;
            if (!near_behind(cells, around[i], one.next, shell, found) ||
                !near_behind(cells, around[i + 1], other.next, shell, found))
                return false;
        }
        return near_in_one(cells, around[count - 1], shell, found);
    }

    static constexpr int kPair = 16;
    static constexpr int kOffset = 3;  // in a step
    static constexpr int kImage = 4;

    /// The k-th number of each of two steps, for its eight lanes.
    static PairBits spread(PairBits steps, int k) {
        const int l = k + 8;
        const PairBits from = {k, k, k, k, k, k, k, k, l, l, l, l, l, l, l, l};
        return reinterpret_cast<PairBits>(_mm512_maskz_permutexvar_epi32(
            0xFFFF, reinterpret_cast<__m512i>(from), reinterpret_cast<__m512i>(steps)));
    }

    template <class Lanes>
    static Lanes two(const void* low, const void* high) {
        return reinterpret_cast<Lanes>(__builtin_shufflevector(load<Bits>(low), load<Bits>(high), 0, 1, 2, 3,
                                                               4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    }

    /// Blocks that hang on the first of a cell.
    template <int N>
    static bool near_behind(const ShellCells<N>& cells, Bits cell, std::uint32_t at, const Shell<N>& shell,
                            FoundEntries& found) {
        if (at == ShellBlock<N>::kNone) return true;
        cell[kOffset] = static_cast<int>(at);
        return near_in_one(cells, cell, shell, found);
    }
#else
    template <int N>
    static bool near_in_all(const ShellCells<N>& cells, const Bits* around, int count, const Shell<N>& shell,
                            FoundEntries& found) {
        for (int i = 0; i < count; ++i) {
            if (!near_in_one(cells, around[i], shell, found)) return false;
        }
        return true;
    }
#endif

    /// Where it stands among 16, one of which it is.
    static unsigned place_of_entry(const Entry* list, Entry entry) {
        const Bits wanted = Bits{} + static_cast<int>(entry);
        const unsigned low = bits_of(load<Bits>(list) == wanted);
        const unsigned high = bits_of(load<Bits>(list + 8) == wanted);
        return static_cast<unsigned>(__builtin_ctz(low | high << 8));
    }

    /// Of up to 8 `Packs` entries before.
    template <unsigned Packs>
    static Changes changes(const Entry* before, unsigned count_before, const Entry* after,
                           unsigned count_after) {
        Bits packs[Packs];
        for (unsigned k = 0; k < Packs; ++k) packs[k] = load<Bits>(before + std::size_t{8} * k);
        const unsigned real = (1U << count_before) - 1;
        unsigned stay = 0;
        unsigned come = 0;
        for (unsigned i = 0; i < count_after; ++i) {
            const Bits entry = Bits{} + static_cast<int>(after[i]);
            unsigned same = 0;
            for (unsigned k = 0; k < Packs; ++k) same |= bits_of(packs[k] == entry) << (8 * k);
            same &= real;
            stay |= same;
            come |= (same == 0 ? 1U : 0U) << i;
        }
        return {real & ~stay, come};
    }
};

template <InstructionSet Set, int N>
[[gnu::flatten]] unsigned cell_query_in_lanes(const CellQuery<N>& query, Entry* found, unsigned room) {
    return EightLanes<Set>::near(query, found, room);
}

template <InstructionSet Set, int N>
[[gnu::flatten]] unsigned step_query_in_lanes(const StepQuery<N>& query, Entry* found, unsigned room) {
    return EightLanes<Set>::near_in_steps(query, found, room);
}

template <InstructionSet Set>
Changes changes_in_lanes(const Entry* before, unsigned count_before, const Entry* after,
                         unsigned count_after) {
    if (count_before <= 16)
        return EightLanes<Set>::template changes<2>(before, count_before, after, count_after);
    return EightLanes<Set>::template changes<3>(before, count_before, after, count_after);
}

}  // namespace carom::detail
