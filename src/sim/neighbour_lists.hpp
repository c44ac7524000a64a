// Who is near whom: a list of entries for each ball, in one cache line as long as it is short, with the rest
// in a block when it is a little longer, and else in a vector.
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
#include "sim/bounding_flight.hpp"

namespace carom::detail {

/// Room for a list that is put together from a line and a block, or from cells. Each thread has its own.
struct ListScratch {
    static constexpr std::uint32_t kRoom = 24;
    Entry entries[kRoom] = {};
    std::vector<std::uint32_t> cells;
    std::vector<Entry> gathered;
};

/// A list as long as it is short; else what leads to it.
struct alignas(64) NeighbourLine {
    static constexpr std::uint32_t kRoom = 15;

    Entry entries[kRoom] = {};
    std::uint32_t count = 0;  ///< more than there is room for: not all are here
};

class NeighbourLists {
public:
    /// Entries of a short list, and what may be read of it.
    static constexpr std::uint32_t kShort = NeighbourLine::kRoom;
    static constexpr std::uint32_t kPadded = 16;
    /// Of one that fits a line and a block.
    static constexpr std::uint32_t kMaxBlockEntries = ListScratch::kRoom;

    void reset(std::size_t balls) {
        lines_.assign(balls, Line{});
        blocks_ = PageVector<Block>();
        free_blocks_.clear();
        long_.clear();
        free_.clear();
    }

    /// Valid until the lists change, or `scratch` is used again.
    std::span<const Entry> of(std::uint32_t ball, ListScratch& scratch) const {
        const Line& line = lines_[ball];
        if (line.count <= kShort) return {line.entries, line.count};
        if (line.count > kMaxBlockEntries) return long_[line.entries[kHead]];
        std::copy_n(line.entries, kHead, scratch.entries);
        std::copy_n(blocks_[line.entries[kHead]].entries, kMaxBlockEntries - kHead, scratch.entries + kHead);
        return {scratch.entries, line.count};
    }

    bool fits_one_line(std::uint32_t ball) const { return lines_[ball].count <= kShort; }

    void assign(std::uint32_t ball, std::span<const Entry> entries) {
        Line& line = lines_[ball];
        release(line);
        if (entries.size() > kMaxBlockEntries) {
            make_long(line).assign(entries.begin(), entries.end());
            return;
        }
        const std::size_t in_line = entries.size() > kShort ? kHead : entries.size();
        std::copy_n(entries.begin(), in_line, line.entries);
        if (in_line < entries.size())
            std::copy(entries.begin() + kHead, entries.end(), make_block(line).entries);
        line.count = static_cast<std::uint32_t>(entries.size());
    }

    void add(std::uint32_t ball, Entry entry) {
        Line& line = lines_[ball];
        if (line.count >= kMaxBlockEntries) {
            if (line.count == kMaxBlockEntries) move_to_vector(line);
            append(long_[line.entries[kHead]]) = entry;
            return;
        }
        if (line.count == kShort) {
            const Entry last = line.entries[kHead];
            make_block(line).entries[0] = last;
        }
        at(line, line.count, line.count + 1) = entry;
        ++line.count;
    }

    /// Precondition: the entry is listed.
    void remove(std::uint32_t ball, Entry entry) {
        Line& line = lines_[ball];
        if (line.count > kMaxBlockEntries) {
            std::vector<Entry>& entries = long_[line.entries[kHead]];
            *std::find(entries.begin(), entries.end(), entry) = entries.back();
            entries.pop_back();
            return;
        }
        const Entry last = at(line, line.count - 1, line.count);
        const std::uint32_t in_line = line.count > kShort ? kHead : line.count;
        Entry* place = std::find(line.entries, line.entries + in_line, entry);
        if (place == line.entries + in_line) {
            Block& block = blocks_[line.entries[kHead]];
            place = std::find(block.entries, block.entries + (line.count - kHead), entry);
        }
        *place = last;
        if (--line.count == kShort) {
            const std::uint32_t block = line.entries[kHead];
            line.entries[kHead] = blocks_[block].entries[0];
            free_blocks_.push_back(block);
        }
    }

    /// Calls `visit` with the places of neighbours. A short list is visited in full, stale entries included,
    /// to avoid a branch on the count.
    template <class Visit>
    void visit_roughly(std::uint32_t ball, Visit visit) const {
        const Line& line = lines_[ball];
        if (line.count > kShort) {
            ListScratch scratch;
            for (const Entry entry : of(ball, scratch)) visit(place_of(entry));
            return;
        }
        for (const Entry entry : line.entries) visit(place_of(entry));
    }

    /// The first entry of a list that is not empty.
    Entry first(std::uint32_t ball) const {
        const Line& line = lines_[ball];
        return line.count > kMaxBlockEntries ? long_[line.entries[kHead]].front() : line.entries[0];
    }
    bool is_empty(std::uint32_t ball) const { return lines_[ball].count == 0; }

    NeighbourLine* lines() { return lines_.data(); }

    /// To fetch ahead; `ball` may be any number.
    const void* line(std::uint32_t ball) const { return lines_.data() + ball; }

    std::size_t bytes() const {
        std::size_t sum = lines_.capacity() * sizeof(Line) + blocks_.capacity() * sizeof(Block) +
                          long_.capacity() * sizeof(std::vector<Entry>);
        for (const std::vector<Entry>& entries : long_) sum += entries.capacity() * sizeof(Entry);
        return sum;
    }

private:
    static constexpr std::uint32_t kLong = kMaxBlockEntries + 1;
    /// Entries in the line of a list that is not short. Behind them is the index of its block, or of the
    /// vector that holds all of them.
    static constexpr std::uint32_t kHead = kShort - 1;

    using Line = NeighbourLine;  // its count is kLong when the entries are in a vector
    struct Block {
        Entry entries[kMaxBlockEntries - kHead] = {};
    };

    /// The entry of a list of so many, up to kMaxBlockEntries.
    Entry& at(Line& line, std::uint32_t index, std::uint32_t count) {
        if (count <= kShort || index < kHead) return line.entries[index];
        return blocks_[line.entries[kHead]].entries[index - kHead];
    }

    Block& make_block(Line& line) {
        if (free_blocks_.empty()) {
            free_blocks_.push_back(static_cast<std::uint32_t>(blocks_.size()));
            append(blocks_);
        }
        line.entries[kHead] = free_blocks_.back();
        free_blocks_.pop_back();
        return blocks_[line.entries[kHead]];
    }

    std::vector<Entry>& make_long(Line& line) {
        if (free_.empty()) {
            free_.push_back(static_cast<std::uint32_t>(long_.size()));
            long_.emplace_back();
        }
        line.count = kLong;
        line.entries[kHead] = free_.back();
        free_.pop_back();
        return long_[line.entries[kHead]];
    }

    void move_to_vector(Line& line) {
        const std::uint32_t block = line.entries[kHead];
        std::vector<Entry>& entries = make_long(line);
        entries.assign(line.entries, line.entries + kHead);
        const Block& rest = blocks_[block];
        entries.insert(entries.end(), rest.entries, rest.entries + (kMaxBlockEntries - kHead));
        free_blocks_.push_back(block);
    }

    /// What a list has besides its line.
    void release(Line& line) {
        if (line.count > kMaxBlockEntries) {
            long_[line.entries[kHead]] = std::vector<Entry>();
            free_.push_back(line.entries[kHead]);
        } else if (line.count > kShort) {
            free_blocks_.push_back(line.entries[kHead]);
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
