// Sorting of 64-bit words by their upper half.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "frame/parallel.hpp"
#include "frame/scratch.hpp"

namespace carom::detail {

/// A key in the upper half, its owner's number in the lower one.
using KeyWord = std::uint64_t;

inline KeyWord key_word(std::uint32_t key, std::uint32_t owner) {
    return KeyWord{key} << 32 | owner;
}
inline std::uint32_t key_of(KeyWord word) {
    return static_cast<std::uint32_t>(word >> 32);
}
inline std::uint32_t owner_of(KeyWord word) {
    return static_cast<std::uint32_t>(word);
}

/// Sorts by key, stable, with the lowest digit first. Long arrays are shared among workers.
class RadixSort {
public:
    /// Sorts `words` by the lowest `bits` bits of the keys, which have no others. Returns where the sorted
    /// words are: `words` or `spare`, which has as much room.
    KeyWord* sort(KeyWord* words, KeyWord* spare, std::size_t size, int bits, const Workers& workers) {
        const int passes = (bits + kMostDigit - 1) / kMostDigit;
        if (passes == 0 || size < 2) return words;
        const int digit = (bits + passes - 1) / passes;
        for (int pass = 0; pass < passes; ++pass) {
            scatter(words, spare, size, 32 + pass * digit, digit, workers);
            std::swap(words, spare);
        }
        return words;
    }

    std::size_t bytes() const { return counts_.bytes(); }

private:
    static constexpr int kMostDigit = 10;

    void scatter(const KeyWord* from, KeyWord* to, std::size_t size, int shift, int digit,
                 const Workers& workers) {
        const std::size_t parts = even_parts(workers, size, 1U << 15);
        const std::size_t buckets = std::size_t{1} << digit;
        const KeyWord mask = buckets - 1;
        std::uint32_t* const counts = counts_.room(parts * buckets);
        std::fill_n(counts, parts * buckets, 0U);
        in_parallel(workers, parts, [&](std::size_t p) {
            std::uint32_t* const mine = counts + p * buckets;
            const Part part = part_of(size, p, parts);
            for (std::size_t i = part.begin; i < part.end; ++i) ++mine[(from[i] >> shift) & mask];
        });
        std::uint32_t sum = 0;
        for (std::size_t b = 0; b < buckets; ++b) {
            for (std::size_t p = 0; p < parts; ++p) sum += std::exchange(counts[p * buckets + b], sum);
        }
        in_parallel(workers, parts, [&](std::size_t p) {
            std::uint32_t* const mine = counts + p * buckets;
            const Part part = part_of(size, p, parts);
            for (std::size_t i = part.begin; i < part.end; ++i)
                to[mine[(from[i] >> shift) & mask]++] = from[i];
        });
    }

    Scratch<std::uint32_t> counts_;
};

}  // namespace carom::detail
