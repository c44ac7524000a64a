// Lists of neighbours against plain vectors, over the border between short and long ones.
#include "sim/neighbour_lists.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace carom::detail {
namespace {

std::vector<Entry> sorted(std::span<const Entry> list) {
    std::vector<Entry> entries(list.begin(), list.end());
    std::sort(entries.begin(), entries.end());
    return entries;
}

TEST(NeighbourLists, AgreeWithVectors) {
    constexpr std::uint32_t kBalls = 40;
    std::mt19937_64 random(3);
    NeighbourLists lists;
    ListScratch scratch;
    lists.reset(kBalls);
    std::vector<std::vector<Entry>> expected(kBalls);
    Entry next = 0;
    for (int step = 0; step < 100'000; ++step) {
        const auto ball = static_cast<std::uint32_t>(random() % kBalls);
        std::vector<Entry>& entries = expected[ball];
        const std::uint64_t what = random() % 64;
        if (what == 0) {
            entries.clear();
            for (std::uint64_t count = random() % 40; count > 0; --count) entries.push_back(next++);
            lists.assign(ball, entries);
        } else if (what < 32 || entries.empty()) {
            entries.push_back(next);
            lists.add(ball, next++);
        } else {
            const auto at = entries.begin() + static_cast<std::ptrdiff_t>(random() % entries.size());
            lists.remove(ball, *at);
            entries.erase(at);
        }
        ASSERT_EQ(sorted(lists.of(ball, scratch)), entries) << "step " << step;
        if (step % 20'000 == 0) {
            lists.reset(kBalls);
            expected.assign(kBalls, {});
        }
    }
    for (std::uint32_t ball = 0; ball < kBalls; ++ball)
        EXPECT_EQ(sorted(lists.of(ball, scratch)), expected[ball]);
}

/// Those of walls come first, and stay first.
TEST(NeighbourLists, KeepTheFirstEntriesInPlace) {
    for (const std::uint32_t count : {3U, 14U, 15U, 16U, 40U}) {
        NeighbourLists lists;
        ListScratch scratch;
        lists.reset(1);
        std::vector<Entry> entries{1000, 1001};
        for (Entry entry = 0; entry < count; ++entry) entries.push_back(entry);
        lists.assign(0, entries);
        for (Entry entry = 0; entry < count; ++entry) {
            lists.remove(0, entry);
            lists.add(0, entry + 100);
            ASSERT_EQ(lists.of(0, scratch)[0], 1000U);
            ASSERT_EQ(lists.of(0, scratch)[1], 1001U);
            ASSERT_EQ(lists.of(0, scratch).size(), count + 2);
        }
    }
}

/// What a list had besides its line is used by others, or given back.
TEST(NeighbourLists, TakeNoMemoryThatTheyDoNotNeed) {
    NeighbourLists lists;
    lists.reset(64);
    const std::size_t empty = lists.bytes();
    const auto fill_and_empty = [&](std::uint32_t ball, std::uint32_t count) {
        for (Entry entry = 0; entry < count; ++entry) lists.add(ball, entry);
        for (Entry entry = 0; entry < count; ++entry) lists.remove(ball, entry);
        lists.assign(ball, {});
    };
    fill_and_empty(0, 24);
    const std::size_t one = lists.bytes();
    for (std::uint32_t ball = 0; ball < 64; ++ball) fill_and_empty(ball, 24);
    EXPECT_EQ(lists.bytes(), one);
    for (std::uint32_t ball = 0; ball < 64; ++ball) fill_and_empty(ball, 5'000);
    EXPECT_LT(lists.bytes(), one + 1'000);
    for (std::uint32_t ball = 0; ball < 64; ++ball) lists.assign(ball, std::vector<Entry>(24));
    EXPECT_GT(lists.bytes(), empty + 2'000);
    lists.reset(64);
    EXPECT_LT(lists.bytes(), empty + 1'000);
}

TEST(NeighbourLists, AShortListIsOneCacheLineThatCanBeReadToItsEnd) {
    NeighbourLists lists;
    ListScratch scratch;
    lists.reset(3);
    for (Entry entry = 0; entry < NeighbourLists::kShort; ++entry) lists.add(1, entry + 200);
    const std::span<const Entry> list = lists.of(1, scratch);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(list.data()) % 64, 0U);
    EXPECT_EQ(static_cast<const void*>(list.data()), lists.line(1));
    for (Entry entry = 0; entry < 10; ++entry) lists.remove(1, entry + 200);
    for (std::uint32_t k = 5; k < NeighbourLists::kPadded; ++k) {
        const Entry behind = lists.of(1, scratch).data()[k];
        EXPECT_TRUE(behind < 64 || (behind >= 200 && behind < 215)) << behind;
    }
}

TEST(NeighbourLists, LongListsAreUsedAgain) {
    NeighbourLists lists;
    lists.reset(100);
    std::vector<Entry> many(30, 7);
    for (int round = 0; round < 50; ++round) {
        for (std::uint32_t ball = 0; ball < 100; ++ball) lists.assign(ball, many);
        for (std::uint32_t ball = 0; ball < 100; ++ball) lists.assign(ball, {});
    }
    EXPECT_LT(lists.bytes(), 100'000U);
}

}  // namespace
}  // namespace carom::detail
