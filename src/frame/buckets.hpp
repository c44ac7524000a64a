// Things moved once, into buckets that fit a cache, by workers that share the way there.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "frame/parallel.hpp"
#include "frame/scratch.hpp"

namespace carom::detail {

/// Stable, whoever does the work: count, then move, each part in the order of its things.
class Buckets {
public:
    /// How many bits of a key choose a bucket, for about 2^8 things in each until there are enough buckets.
    static int bits_for(std::size_t size) {
        return std::clamp(static_cast<int>(std::bit_width(size)) - 9, 0, kMostBits);
    }

    /// count(part, counts) adds up how many things of a part go to each of `buckets`.
    template <class Count>
    void count(std::size_t size, std::size_t buckets, const Workers& workers, const Count& count) {
        size_ = size;
        buckets_ = buckets;
        parts_ = even_parts(workers, size, kLeast);
        std::uint32_t* const counts = counts_.room(parts_ * buckets);
        std::fill_n(counts, parts_ * buckets, 0U);
        in_parallel(workers, parts_,
                    [&](std::size_t p) { count(part_of(size, p, parts_), counts + p * buckets); });
        std::uint32_t sum = 0;
        for (std::size_t b = 0; b < buckets; ++b) {
            for (std::size_t p = 0; p < parts_; ++p) sum += std::exchange(counts[p * buckets + b], sum);
        }
    }
    /// move(part, places) takes each of the same things to places[its bucket]++.
    template <class Move>
    void move(const Workers& workers, const Move& move) {
        std::uint32_t* const places = counts_.data();
        in_parallel(workers, parts_,
                    [&](std::size_t p) { move(part_of(size_, p, parts_), places + p * buckets_); });
        // The last part leaves where each bucket ends.
        if (parts_ > 1) std::copy_n(places + (parts_ - 1) * buckets_, buckets_, places);
    }

    /// Of the things that have been moved.
    std::size_t end(std::size_t bucket) const { return counts_.data()[bucket]; }
    /// visit(begin, end) for each of the first buckets that holds something. Buckets that follow each other
    /// are visited one after the other by the same worker, with a visit = start(begin of the first) of its
    /// own.
    template <class Start>
    void each(std::size_t buckets, const Workers& workers, const Start& start) const {
        const std::uint32_t* const ends = counts_.data();
        const std::size_t size = end(buckets - 1);
        const std::size_t parts = even_parts(workers, size, kLeast);
        in_parallel(workers, parts, [&](std::size_t p) {
            const IndexRange part = part_of(size, p, parts);
            // A bucket is with the part in which it begins.
            const std::uint32_t* const first =
                std::lower_bound(ends, ends + buckets, static_cast<std::uint32_t>(part.begin));
            std::size_t begin = part.begin == 0 ? 0 : *first;
            auto visit = start(begin);
            for (auto at = part.begin == 0 ? ends : first + 1; at != ends + buckets && begin < part.end;
                 ++at) {
                if (begin < *at) visit(begin, std::size_t{*at});
                begin = *at;
            }
        });
    }

    std::size_t bytes() const { return counts_.bytes(); }

private:
    static constexpr int kMostBits = 10;
    static constexpr std::size_t kLeast = 1U << 14;  // of a part

    std::size_t size_ = 0, buckets_ = 0, parts_ = 1;
    Scratch<std::uint32_t> counts_;
};

}  // namespace carom::detail
