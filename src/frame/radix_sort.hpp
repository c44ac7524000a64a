// Sorting of 64-bit words by their upper half.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
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

/// Sorts by key; equal keys stay in the order of their owners' numbers when they come in it. Long arrays are
/// shared among workers.
class RadixSort {
public:
    /// By the lowest bits. Returns where the sorted words are: `words` or `spare`, which has as much room.
    KeyWord* sort(KeyWord* words, KeyWord* spare, std::size_t size, int bits, const Workers& workers) {
        if (size <= kFew) {
            std::sort(words, words + size);
            return words;
        }
        const int passes = (bits + kMostDigit - 1) / kMostDigit;
        for (int pass = 0, from = 0; pass < passes; ++pass) {
            const int digit = (bits - from + passes - pass - 1) / (passes - pass);
            if (scatter(words, spare, size, 32 + from, digit, workers)) std::swap(words, spare);
            from += digit;
        }
        return words;
    }

    std::size_t bytes() const { return counts_.bytes(); }

private:
    static constexpr int kMostDigit = 12;
    static constexpr std::size_t kFew = 256;  // sorted by comparing

    /// False when all keys have the same digit, and nothing was moved.
    bool scatter(const KeyWord* from, KeyWord* to, std::size_t size, int shift, int digit,
                 const Workers& workers) {
        const std::size_t parts = even_parts(workers, size, 1U << 13);
        const std::size_t buckets = std::size_t{1} << digit;
        const KeyWord mask = buckets - 1;
        std::uint32_t* const counts = counts_.room((parts + 1) * buckets);
        std::fill_n(counts, (parts + 1) * buckets, 0U);
        in_parallel(workers, parts, [&](std::size_t p) {
            std::uint32_t* const mine = counts + p * buckets;
            const IndexRange part = part_of(size, p, parts);
            for (std::size_t i = part.begin; i < part.end; ++i) ++mine[(from[i] >> shift) & mask];
        });
        std::size_t first = 0;
        for (std::size_t p = 0; p < parts; ++p) first += counts[p * buckets + ((from[0] >> shift) & mask)];
        if (first == size) return false;
        counts_to_places(counts, parts, buckets, workers);
        in_parallel(workers, parts, [&](std::size_t p) {
            std::uint32_t* const mine = counts + p * buckets;
            const IndexRange part = part_of(size, p, parts);
            for (std::size_t i = part.begin; i < part.end; ++i)
                to[mine[(from[i] >> shift) & mask]++] = from[i];
        });
        return true;
    }

    /// From how many words each part has for each bucket to where the first of them goes. Behind the counts
    /// of the parts is a row of zeros. Row by row: a walk from part to part takes long when these are many.
    static void counts_to_places(std::uint32_t* counts, std::size_t parts, std::size_t buckets,
                                 const Workers& workers) {
        if (parts == 1) {
            std::exclusive_scan(counts, counts + buckets, counts, 0U);
            return;
        }
        std::uint32_t* const next = counts + parts * buckets;
        for (std::size_t p = 0; p < parts; ++p) {
            for (std::size_t b = 0; b < buckets; ++b) next[b] += counts[p * buckets + b];
        }
        std::exclusive_scan(next, next + buckets, next, 0U);
        for (std::size_t p = 0; p < parts; ++p) {
            pause(workers);
            for (std::size_t b = 0; b < buckets; ++b)
                next[b] += std::exchange(counts[p * buckets + b], next[b]);
        }
    }

    Scratch<std::uint32_t> counts_;
};

}  // namespace carom::detail
