// How the calendar stores the balls of a page or a bucket.
#pragma once

#include <cstdint>
#include <utility>

#include "core/page_allocator.hpp"

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

/// A bucket of a page that is open. What it has no room for is in a chain.
struct alignas(64) CalendarBucket {
    static constexpr std::uint32_t kRoom = 15;

    std::uint32_t count = 0;
    std::uint32_t balls[kRoom] = {};
};

/// The chunks of all chains.
class CalendarChunks {
public:
    using Chain = CalendarChain;
    using Chunk = CalendarChunk;

    void clear() {
        chunks_.clear();
        free_ = Chain::kNone;
    }

    [[gnu::always_inline]] void add(Chain& chain, std::uint32_t ball) {
        if (chain.free == 0) chain = {fresh(chain.head), Chunk::kRoom};
        chunks_[chain.head].balls[--chain.free] = ball;
    }

    /// Gives the chunks of a chain back, and makes it empty.
    void release(Chain& chain) {
        for (std::uint32_t at = std::exchange(chain, {}).head; at != Chain::kNone;) {
            const std::uint32_t next = std::exchange(chunks_[at].next, free_);
            free_ = at;
            at = next;
        }
    }

    template <class Visit>
    void each(const Chain& chain, Visit visit) const {
        std::uint32_t from = chain.free;
        for (std::uint32_t at = chain.head; at != Chain::kNone; at = chunks_[at].next) {
            for (; from < Chunk::kRoom; ++from) visit(chunks_[at].balls[from]);
            from = 0;
        }
    }

    const Chunk& operator[](std::uint32_t at) const { return chunks_[at]; }
    std::size_t bytes() const { return chunks_.capacity() * sizeof(Chunk); }

private:
    [[gnu::noinline]] std::uint32_t fresh(std::uint32_t next) {
        std::uint32_t at = free_;
        if (at == Chain::kNone) {
            at = static_cast<std::uint32_t>(chunks_.size());
            append(chunks_);
        } else {
            free_ = chunks_[at].next;
        }
        chunks_[at].next = next;
        return at;
    }

    PageVector<Chunk> chunks_;
    std::uint32_t free_ = Chain::kNone;  // the first of the chunks in no chain
};

}  // namespace carom::detail
