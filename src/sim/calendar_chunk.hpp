// How the calendar stores the balls of a page or a bucket: in chunks of a cache line.
#pragma once

#include <cstdint>

namespace carom::detail {

/// A list of chunks of which only the first may have room.
struct CalendarChain {
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    std::uint32_t head = kNone;
    std::uint32_t free = 0;  ///< places in the first chunk
};

/// A ball that is to be added to a page.
struct CalendarAddition {
    std::uint32_t page = CalendarChain::kNone;  ///< of the lap
    std::uint32_t ball = 0;
};

struct alignas(64) CalendarChunk {
    static constexpr std::uint32_t kRoom = 15;

    std::uint32_t next = CalendarChain::kNone;
    std::uint32_t balls[kRoom] = {};
};

}  // namespace carom::detail
