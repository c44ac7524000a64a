// The order of std::stable_sort, whatever the size of the keys and whoever does the work.
#include "frame/radix_sort.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace carom::detail {
namespace {

/// Odd seeds draw few different keys, multiples of 3 the same high bits for all.
std::vector<KeyWord> random_words(std::size_t size, int bits, unsigned seed) {
    std::mt19937 draw(seed);
    std::vector<KeyWord> words(size);
    const std::uint64_t all = (std::uint64_t{1} << bits) - 1;
    const std::uint64_t lows = seed % 3 == 0 ? all >> 4 : all;
    std::uint32_t owner = 0;
    for (KeyWord& word : words) {
        const std::uint64_t key = seed % 2 == 0 ? draw() : draw() % 7 * 0x1111'1111U;
        const std::uint64_t high = std::uint64_t{seed} * 0x9E37'79B9U;
        word = key_word(static_cast<std::uint32_t>(((key & lows) | (high & ~lows)) & all), owner++);
    }
    return words;
}

void expect_sorted(std::size_t size, int bits, unsigned seed, RadixSort& sort, const Workers& workers) {
    std::vector<KeyWord> words = random_words(size, bits, seed);
    std::vector<KeyWord> expected = words;
    std::stable_sort(expected.begin(), expected.end(),
                     [](KeyWord x, KeyWord y) { return key_of(x) < key_of(y); });
    std::vector<KeyWord> spare(size);
    const KeyWord* const sorted = sort.sort(words.data(), spare.data(), size, bits, workers);
    ASSERT_TRUE(sorted == words.data() || sorted == spare.data());
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), sorted))
        << size << " words of " << bits << " bits, seed " << seed;
}

TEST(RadixSort, IsAStableSort) {
    RadixSort sort;
    for (const int bits : {0, 1, 2, 9, 10, 11, 12, 13, 20, 24, 25, 28, 30, 32}) {
        for (const std::size_t size : {0U, 1U, 2U, 3U, 100U, 1001U}) {
            for (const unsigned seed : {1U, 2U, 3U, 6U}) expect_sorted(size, bits, seed, sort, {});
        }
    }
}

TEST(RadixSort, IsTheSameWhenWorkersShareIt) {
    RadixSort sort;
    for (const std::size_t threads : {2U, 3U, 8U}) {
        const ThreadPool pool(threads);
        for (const int bits : {7, 24, 32}) {
            for (const unsigned seed : {1U, 2U, 3U, 6U}) {
                expect_sorted(100'003, bits, seed, sort, pool.workers());
            }
        }
    }
}

TEST(Parts, CoverEverythingOnceInOrder) {
    for (const std::size_t size : {0U, 1U, 5U, 16U, 17U, 1000U}) {
        for (const std::size_t parts : {1U, 2U, 3U, 7U, 40U}) {
            for (const std::size_t grain : {1U, 16U}) {
                std::size_t end = 0;
                for (std::size_t i = 0; i < parts; ++i) {
                    const IndexRange part = part_of(size, i, parts, grain);
                    ASSERT_EQ(part.begin, end);
                    ASSERT_GE(part.end, part.begin);
                    ASSERT_TRUE(part.end % grain == 0 || part.end == size);
                    end = part.end;
                }
                ASSERT_EQ(end, size);
            }
        }
    }
}

}  // namespace
}  // namespace carom::detail
