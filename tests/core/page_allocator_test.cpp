// Memory in large pages: aligned, and given back as it was taken.
#include "core/page_allocator.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

namespace carom::detail {
namespace {

template <class X>
bool is_aligned(const PageVector<X>& numbers, std::size_t alignment) {
    return reinterpret_cast<std::uintptr_t>(numbers.data()) % alignment == 0;
}

TEST(PageAllocator, SmallArraysStartACacheLine) {
    for (std::size_t count : {std::size_t{1}, std::size_t{17}, std::size_t{100'000}})
        EXPECT_TRUE(is_aligned(PageVector<std::uint32_t>(count), 64)) << count;
}

TEST(PageAllocator, LargeArraysStartAPage) {
    constexpr std::size_t kPage = std::size_t{1} << 21;
    for (const std::size_t bytes : {2 * kPage, 2 * kPage + 8, 5 * kPage - 8})
        EXPECT_TRUE(is_aligned(PageVector<double>(bytes / 8), kPage)) << bytes;
}

TEST(PageAllocator, AnAlignmentOfTheTypesOwnIsKept) {
    struct alignas(256) Wide {
        char bytes[256];
    };
    for (std::size_t count = 1; count < 40; ++count) EXPECT_TRUE(is_aligned(PageVector<Wide>(count), 256));
}

/// From small to large and back, over the border of 4 MiB.
TEST(PageAllocator, AGrowingArrayKeepsItsNumbers) {
    PageVector<std::uint64_t> numbers;
    constexpr std::uint64_t kCount = 1'500'000;
    for (std::uint64_t i = 0; i < kCount; ++i) numbers.push_back(i);
    EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0}), kCount * (kCount - 1) / 2);
    numbers.resize(100);
    numbers.shrink_to_fit();
    EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0}), 4950U);
    const PageVector<std::uint64_t> copy = numbers;
    EXPECT_EQ(copy, numbers);
}

}  // namespace
}  // namespace carom::detail
