// Who is near whom: a list of entries for each ball, in one cache line as long as it is short, in a block of
// its own when it is a little longer, and else in a vector.
//
// Short lists may be read up to 16 entries: what stands behind the last one is some number that has been an
// entry, or below 64 or the number of balls.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/page_allocator.hpp"
#include "sim/sketch.hpp"

namespace carom::detail {

class NeighbourLists {
public:
    /// Entries of a short list, and what may be read of it.
    static constexpr std::uint32_t kShort = 15;
    static constexpr std::uint32_t kReadable = 16;
    /// Of one that fits a block.
    static constexpr std::uint32_t kBlock = 24;

    void reset(std::size_t balls) {
        lines_.assign(balls, Line{});
        blocks_.clear();
        free_blocks_.clear();
        long_.clear();
        free_.clear();
    }

    std::span<const Entry> of(std::uint32_t ball) const {
        const Line& line = lines_[ball];
        if (line.count <= kShort) return {line.entries, line.count};
        if (line.count <= kBlock) return {blocks_[line.entries[0]].entries, line.count};
        return long_[line.entries[0]];
    }

    void assign(std::uint32_t ball, std::span<const Entry> entries) {
        Line& line = lines_[ball];
        release(line);
        if (entries.size() > kBlock) {
            make_long(line).assign(entries.begin(), entries.end());
            return;
        }
        Entry* const to = entries.size() > kShort ? make_block(line) : line.entries;
        std::copy(entries.begin(), entries.end(), to);
        line.count = static_cast<std::uint32_t>(entries.size());
    }

    void add(std::uint32_t ball, Entry entry) {
        Line& line = lines_[ball];
        if (line.count < kShort) {
            line.entries[line.count++] = entry;
        } else if (line.count == kShort) {
            const Line before = line;
            Entry* const to = make_block(line);
            std::copy_n(before.entries, kShort, to);
            to[line.count++] = entry;
        } else if (line.count < kBlock) {
            blocks_[line.entries[0]].entries[line.count++] = entry;
        } else {
            if (line.count == kBlock) move_to_vector(line);
            long_[line.entries[0]].push_back(entry);
        }
    }

    /// Precondition: the entry is listed.
    void remove(std::uint32_t ball, Entry entry) {
        Line& line = lines_[ball];
        if (line.count > kBlock) {
            std::vector<Entry>& entries = long_[line.entries[0]];
            *std::find(entries.begin(), entries.end(), entry) = entries.back();
            entries.pop_back();
            return;
        }
        Entry* const entries = line.count > kShort ? blocks_[line.entries[0]].entries : line.entries;
        Entry* const at = std::find(entries, entries + line.count, entry);
        *at = entries[--line.count];
        if (line.count == kShort && entries != line.entries) {
            free_blocks_.push_back(line.entries[0]);
            std::copy_n(entries, kShort, line.entries);
        }
    }

    /// Calls `visit` with the places of neighbours, of a short list always with all that it has room for, so
    /// that how many there are needs not be guessed: with some of balls that were neighbours.
    template <class Visit>
    void visit_roughly(std::uint32_t ball, Visit visit) const {
        const Line& line = lines_[ball];
        if (line.count > kShort) {
            for (const Entry entry : of(ball)) visit(place_of(entry));
            return;
        }
        for (const Entry entry : line.entries) visit(place_of(entry));
    }

    /// To fetch ahead; `ball` may be any number.
    const void* line(std::uint32_t ball) const { return lines_.data() + ball; }

    std::size_t bytes() const {
        std::size_t sum = lines_.capacity() * sizeof(Line) + blocks_.capacity() * sizeof(Block) +
                          long_.capacity() * sizeof(std::vector<Entry>);
        for (const std::vector<Entry>& entries : long_) sum += entries.capacity() * sizeof(Entry);
        return sum;
    }

private:
    static constexpr std::uint32_t kLong = kBlock + 1;

    /// Of more than kShort entries, the first one is the index of their block, or of their vector.
    struct alignas(64) Line {
        Entry entries[kShort] = {};
        std::uint32_t count = 0;  // kLong when they are in a vector
    };
    struct Block {
        Entry entries[kBlock] = {};
    };

    /// The line's count is the caller's to set.
    Entry* make_block(Line& line) {
        if (free_blocks_.empty()) {
            free_blocks_.push_back(static_cast<std::uint32_t>(blocks_.size()));
            blocks_.emplace_back();
        }
        line.entries[0] = free_blocks_.back();
        free_blocks_.pop_back();
        return blocks_[line.entries[0]].entries;
    }

    std::vector<Entry>& make_long(Line& line) {
        if (free_.empty()) {
            free_.push_back(static_cast<std::uint32_t>(long_.size()));
            long_.emplace_back();
        }
        line.count = kLong;
        line.entries[0] = free_.back();
        free_.pop_back();
        return long_[line.entries[0]];
    }

    void move_to_vector(Line& line) {
        const std::uint32_t block = line.entries[0];
        const Entry* const entries = blocks_[block].entries;
        make_long(line).assign(entries, entries + kBlock);
        free_blocks_.push_back(block);
    }

    /// What a list has besides its line.
    void release(Line& line) {
        if (line.count > kBlock) {
            long_[line.entries[0]].clear();
            free_.push_back(line.entries[0]);
        } else if (line.count > kShort) {
            free_blocks_.push_back(line.entries[0]);
        }
        line.count = 0;
    }

    PageVector<Line> lines_;
    PageVector<Block> blocks_;
    std::vector<std::uint32_t> free_blocks_;
    std::vector<std::vector<Entry>> long_;
    std::vector<std::uint32_t> free_;  // indices of long lists that nobody uses
};

}  // namespace carom::detail
