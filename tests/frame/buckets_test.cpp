// Buckets hold everything once, in the order it came, whoever moves it.
#include "frame/buckets.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace carom::detail {
namespace {

std::vector<std::uint32_t> random_keys(std::size_t size, std::size_t buckets, unsigned seed) {
    std::mt19937 draw(seed);
    std::vector<std::uint32_t> keys(size);
    // Odd seeds fill few buckets.
    for (std::uint32_t& key : keys)
        key = static_cast<std::uint32_t>(draw() % buckets / (seed % 2 == 0 ? 1 : 3));
    return keys;
}

/// The indices of the keys, bucket by bucket.
std::vector<std::uint32_t> expected_order(const std::vector<std::uint32_t>& keys) {
    std::vector<std::uint32_t> order(keys.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
    return order;
}

void expect_buckets(std::size_t size, std::size_t count, unsigned seed, const Workers& workers) {
    const auto keys = random_keys(size, count, seed);
    std::vector<std::uint32_t> moved(size, ~0U);
    Buckets buckets;
    buckets.count(size, count, workers, [&](const IndexRange& part, std::uint32_t* counts) {
        for (std::size_t i = part.begin; i < part.end; ++i) ++counts[keys[i]];
    });
    buckets.move(workers, [&](const IndexRange& part, std::uint32_t* places) {
        for (std::size_t i = part.begin; i < part.end; ++i) {
            moved[places[keys[i]]++] = static_cast<std::uint32_t>(i);
        }
    });
    ASSERT_EQ(moved, expected_order(keys));
    ASSERT_EQ(buckets.end(count - 1), size);

    // Of the first half of the buckets, each is met once, and whole.
    const std::size_t half = (count + 1) / 2;
    std::vector<std::size_t> end_of(size, 0);
    buckets.each(half, workers, [&](std::size_t first) {
        return [&end_of, at = first](std::size_t begin, std::size_t end) mutable {
            EXPECT_EQ(begin, std::exchange(at, end));
            end_of[begin] += end;
        };
    });
    std::size_t at = 0;
    while (at < size && keys[moved[at]] < half) {
        const std::uint32_t bucket = keys[moved[at]];
        const std::size_t begin = at;
        while (at < size && keys[moved[at]] == bucket) ++at;
        ASSERT_EQ(end_of[begin], at) << "bucket " << bucket << " of " << count << ", seed " << seed;
        for (std::size_t i = begin + 1; i < at; ++i) ASSERT_EQ(end_of[i], 0U);
    }
    for (; at < size; ++at) ASSERT_EQ(end_of[at], 0U);
}

TEST(Buckets, KeepTheOrder) {
    for (const std::size_t count : {1U, 2U, 16U, 5000U}) {
        for (const std::size_t size : {0U, 1U, 2U, 100U, 1001U}) {
            for (const unsigned seed : {1U, 2U}) expect_buckets(size, count, seed, {});
        }
    }
}

TEST(Buckets, AreTheSameWhenWorkersFillThem) {
    for (const std::size_t threads : {2U, 3U, 8U}) {
        const ThreadPool pool(threads);
        for (const std::size_t count : {1U, 7U, 16384U}) {
            for (const unsigned seed : {1U, 2U}) expect_buckets(150'003, count, seed, pool.workers());
        }
    }
}

}  // namespace
}  // namespace carom::detail
