// Promise: memory that grows keeps what is in it, and the caller may pause, and end the call, at each
// megabyte of the move.
#include "frame/scratch.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace carom::detail {
namespace {

struct Enough {};

/// Throws at the `left`-th pause.
struct Counted {
    std::size_t left = 0, pauses = 0;

    static void pause(void* pool) {
        auto& mine = *static_cast<Counted*>(pool);
        ++mine.pauses;
        if (mine.left > 0 && --mine.left == 0) throw Enough{};
    }
    Workers workers() { return {1, this, nullptr, &pause}; }
};

constexpr std::size_t kKept = 10 << 17;  // 10 MB

void fill(Scratch<std::uint64_t>& scratch) {
    std::uint64_t* const values = scratch.room(kKept);
    std::iota(values, values + kKept, 7U);
}
void check(const Scratch<std::uint64_t>& scratch) {
    for (std::size_t i = 0; i < kKept; ++i) ASSERT_EQ(scratch.data()[i], i + 7) << i;
}

TEST(Scratch, PausesAtEachMegabyteThatItMoves) {
    Scratch<std::uint64_t> scratch;
    fill(scratch);
    Counted counted;
    std::uint64_t* const more = scratch.more_room(kKept, 2 * kKept, counted.workers());
    EXPECT_EQ(more, scratch.data() + kKept);
    EXPECT_EQ(counted.pauses, 10U);
    check(scratch);
    EXPECT_EQ(scratch.more_room(kKept, kKept, counted.workers()), more) << "there is room";
    EXPECT_EQ(counted.pauses, 10U);
}

TEST(Scratch, KeepsWhatItHasWhenAPauseEndsTheMove) {
    for (const std::size_t at : {1U, 5U, 10U}) {
        Scratch<std::uint64_t> scratch;
        fill(scratch);
        const std::size_t bytes = scratch.bytes();
        Counted counted{at};
        EXPECT_THROW(scratch.more_room(kKept, 2 * kKept, counted.workers()), Enough);
        EXPECT_EQ(scratch.bytes(), bytes);
        check(scratch);
        scratch.more_room(kKept, 2 * kKept, counted.workers());
        check(scratch);
    }
}

TEST(Scratch, PausesAtEachMegabyteThatItTouches) {
    Scratch<std::uint64_t> scratch;
    Counted counted;
    std::uint64_t* const values = scratch.touched_room(kKept, counted.workers());
    EXPECT_EQ(counted.pauses, 10U);
    std::iota(values, values + kKept, 7U);
    EXPECT_EQ(scratch.touched_room(kKept, counted.workers()), values) << "it is not new";
    EXPECT_EQ(counted.pauses, 10U);
    check(scratch);
}

}  // namespace
}  // namespace carom::detail
