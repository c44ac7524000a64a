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
        std::uint32_t* const counts = counts_.room(parts * buckets);
        std::fill_n(counts, parts * buckets, 0U);
        in_parallel(workers, parts, [&](std::size_t p) {
            std::uint32_t* const mine = counts + p * buckets;
            const IndexRange part = part_of(size, p, parts);
            for (std::size_t i = part.begin; i < part.end; ++i) ++mine[(from[i] >> shift) & mask];
        });
        std::size_t first = 0;
        for (std::size_t p = 0; p < parts; ++p) first += counts[p * buckets + ((from[0] >> shift) & mask)];
        if (first == size) return false;
        std::uint32_t sum = 0;
        for (std::size_t b = 0; b < buckets; ++b) {
            for (std::size_t p = 0; p < parts; ++p) sum += std::exchange(counts[p * buckets + b], sum);
        }
        in_parallel(workers, parts, [&](std::size_t p) {
            std::uint32_t* const mine = counts + p * buckets;
            const IndexRange part = part_of(size, p, parts);
            for (std::size_t i = part.begin; i < part.end; ++i)
                to[mine[(from[i] >> shift) & mask]++] = from[i];
        });
        return true;
    }

    Scratch<std::uint32_t> counts_;
};

}  // namespace carom::detail
