// Who is near whom: a list of entries for each ball, in one cache line as long as it is short.
//
// Short lists may be read up to 16 entries: what stands behind the last one is some number that has been an
// entry, or below 64.
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

    void reset(std::size_t balls) {
        lines_.assign(balls, Line{});
        long_.clear();
        free_.clear();
    }

    std::span<const Entry> of(std::uint32_t ball) const {
        const Line& line = lines_[ball];
        if (line.count <= kShort) return {line.entries, line.count};
        return long_[line.entries[0]];
    }

    void assign(std::uint32_t ball, std::span<const Entry> entries) {
        Line& line = lines_[ball];
        if (line.count > kShort) release(line);
        if (entries.size() <= kShort) {
            std::copy(entries.begin(), entries.end(), line.entries);
            line.count = static_cast<std::uint32_t>(entries.size());
        } else {
            make_long(line).assign(entries.begin(), entries.end());
        }
    }

    void add(std::uint32_t ball, Entry entry) {
        Line& line = lines_[ball];
        if (line.count < kShort) {
            line.entries[line.count++] = entry;
        } else if (line.count == kShort) {
            const std::vector<Entry> entries(line.entries, line.entries + kShort);
            std::vector<Entry>& longer = make_long(line);
            longer = entries;
            longer.push_back(entry);
        } else {
            long_[line.entries[0]].push_back(entry);
        }
    }

    /// Precondition: the entry is listed.
    void remove(std::uint32_t ball, Entry entry) {
        Line& line = lines_[ball];
        if (line.count > kShort) {
            std::vector<Entry>& entries = long_[line.entries[0]];
            *std::find(entries.begin(), entries.end(), entry) = entries.back();
            entries.pop_back();
        } else {
            Entry* const at = std::find(line.entries, line.entries + line.count, entry);
            *at = line.entries[--line.count];
        }
    }

    /// Calls `visit` with the places of neighbours, of a short list always with all that it has room for, so
    /// that how many there are needs not be guessed: with some of balls that were neighbours.
    template <class Visit>
    void visit_roughly(std::uint32_t ball, Visit visit) const {
        const Line& line = lines_[ball];
        if (line.count > kShort) {
            for (const Entry entry : long_[line.entries[0]]) visit(place_of(entry));
            return;
        }
        for (const Entry entry : line.entries) visit(place_of(entry));
    }

    /// To fetch ahead; `ball` may be any number.
    const void* line(std::uint32_t ball) const { return lines_.data() + ball; }

    std::size_t bytes() const {
        std::size_t sum = lines_.capacity() * sizeof(Line) + long_.capacity() * sizeof(std::vector<Entry>);
        for (const std::vector<Entry>& entries : long_) sum += entries.capacity() * sizeof(Entry);
        return sum;
    }

private:
    static constexpr std::uint32_t kLong = kShort + 1;

    struct alignas(64) Line {
        Entry entries[kShort] = {};
        std::uint32_t count = 0;  // kLong: entries[0] is the index of a long list
    };

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

    void release(Line& line) {
        long_[line.entries[0]].clear();
        free_.push_back(line.entries[0]);
        line.count = 0;
    }

    PageVector<Line> lines_;
    std::vector<std::vector<Entry>> long_;
    std::vector<std::uint32_t> free_;  // indices of long lists that nobody uses
};

}  // namespace carom::detail
