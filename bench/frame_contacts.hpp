// Contacts of a frame: their order, their hash, and whether two answers are the same bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include "carom/frame/frame_contact_finder.hpp"

namespace carom::frames {

template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// Everything that is promised of a contact, bit for bit.
template <class T>
auto content(const FrameContact<T>& c) {
    return std::tuple(c.a, c.b, std::bit_cast<Bits<T>>(c.first), std::bit_cast<Bits<T>>(c.last), c.state);
}

template <class T>
bool same(std::span<const FrameContact<T>> x, std::span<const FrameContact<T>> y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](const auto& p, const auto& q) { return content(p) == content(q); });
}

/// Of the contacts and their order (FNV-1a, a word at a time).
template <class T>
std::uint64_t hash(std::span<const FrameContact<T>> contacts) {
    std::uint64_t sum = 0xcbf29ce484222325;
    const auto add = [&](std::uint64_t word) {
        sum = (sum ^ word) * 0x100000001b3;
        sum ^= sum >> 32;
    };
    for (const FrameContact<T>& c : contacts) {
        add(c.a);
        add(c.b);
        add(std::bit_cast<Bits<T>>(c.first));
        add(std::bit_cast<Bits<T>>(c.last));
        add(static_cast<std::uint64_t>(c.state));
    }
    return sum;
}

template <class T>
bool comes_before(const FrameContact<T>& x, const FrameContact<T>& y) {
    return std::tie(x.first, x.a, x.b) < std::tie(y.first, y.a, y.b);
}

/// Sorts by (first, a, b): contacts at the start into buckets by a, the others by first, then each bucket.
template <class T>
class ContactSorter {
public:
    /// `balls` is above every a. What is returned is valid until the next call.
    std::span<const FrameContact<T>> sorted(std::span<const FrameContact<T>> contacts, std::size_t balls) {
        std::size_t at_start = 0;
        for (const auto& c : contacts) at_start += c.first == 0 ? 1 : 0;
        const std::size_t later = contacts.size() - at_start;
        const double by_ball = static_cast<double>(at_start) / static_cast<double>(balls);
        const auto bucket = [&](const FrameContact<T>& c) {
            if (c.first == 0) return static_cast<std::size_t>(static_cast<double>(c.a) * by_ball);
            return at_start +
                   static_cast<std::size_t>(static_cast<double>(c.first) * static_cast<double>(later));
        };
        begin_.assign(contacts.size() + 3, 0);
        for (const auto& c : contacts) ++begin_[bucket(c) + 2];
        for (std::size_t i = 2; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
        sorted_.resize(contacts.size());
        for (const auto& c : contacts) sorted_[begin_[bucket(c) + 1]++] = c;
        for (std::size_t i = 0; i + 1 < begin_.size(); ++i) sort(begin_[i], begin_[i + 1]);
        return sorted_;
    }
    std::size_t memory() const {
        return begin_.capacity() * sizeof begin_[0] + sorted_.capacity() * sizeof sorted_[0];
    }

private:
    void sort(std::size_t from, std::size_t to) {
        if (to - from < 2) return;
        std::sort(sorted_.begin() + static_cast<std::ptrdiff_t>(from),
                  sorted_.begin() + static_cast<std::ptrdiff_t>(to), comes_before<T>);
    }

    std::vector<std::uint32_t> begin_;
    std::vector<FrameContact<T>> sorted_;
};

}  // namespace carom::frames
