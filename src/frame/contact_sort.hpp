// Contacts in the order of their times.
#pragma once

#include <bit>
#include <cmath>
#include <span>

#include "carom/frame/frame_contact_finder.hpp"
#include "core/prefetch.hpp"
#include "frame/radix_sort.hpp"

namespace carom::detail {

template <class T>
bool comes_before(const FrameContact<T>& x, const FrameContact<T>& y) {
    if (x.first != y.first) return x.first < y.first;
    return x.a != y.a ? x.a < y.a : x.b < y.b;
}
template <class T>
bool comes_before(const ObstacleContact<T>& x, const ObstacleContact<T>& y) {
    if (x.first != y.first) return x.first < y.first;
    if (x.ball != y.ball) return x.ball < y.ball;
    if (x.obstacle.kind != y.obstacle.kind) return x.obstacle.kind < y.obstacle.kind;
    return x.obstacle.index < y.obstacle.index;
}

inline std::uint32_t lower_ball(const auto& contact) {
    if constexpr (requires { contact.ball; }) {
        return contact.ball;
    } else {
        return contact.a;
    }
}

/// Sorts by time first, then by ball: a number of 32 bits says nearly everything, and short runs are left to
/// compare. Those that touch at the start, whose time is 0, come by the lower ball.
template <class Contact>
class ContactSort {
public:
    /// `from` may not be `to`.
    void sort(std::span<const Contact> from, Contact* to, std::size_t balls, const Workers& workers) {
        const std::size_t size = from.size();
        KeyWord* const one = one_.room(size);
        KeyWord* const other = other_.touched_room(size, workers);
        const std::size_t starts = set_words(from, workers);
        finish(from, sorted(one, other, starts, bits(balls), workers), starts, to, workers);
        finish(from, sorted(one + starts, other + starts, size - starts, bits(size) + kFine, workers),
               size - starts, to + starts, workers);
    }

    std::size_t bytes() const { return one_.bytes() + other_.bytes() + slots_.bytes() + sort_.bytes(); }

private:
    static constexpr int kFine = 2;
    static constexpr std::size_t kLeast = 1U << 12;  // of a part

    /// Where words of a part go: its starts from `start` on, all others before `later`.
    struct Slots {
        std::size_t start = 0, later = 0;
    };

    /// Sets `one_` to the words of all contacts, first of those that touch at the start, and returns how many
    /// these are.
    std::size_t set_words(std::span<const Contact> from, const Workers& workers) {
        const std::size_t size = from.size();
        KeyWord* const words = one_.data();
        const std::size_t parts = even_parts(workers, size, kLeast);
        Slots* const slots = slots_.room(parts);
        slots[0] = {0, size};
        if (parts > 1) share(from, slots, parts, workers);
        in_parallel(workers, parts, [&](std::size_t p) {
            const IndexRange part = part_of(size, p, parts);
            Slots mine = slots[p];
            for (std::size_t i = part.begin; i < part.end; ++i) {
                const auto number = static_cast<std::uint32_t>(i);
                if (from[i].first == 0) {
                    words[mine.start++] = key_word(lower_ball(from[i]), number);
                } else {
                    words[--mine.later] = key_word(time_key(from[i].first, size), number);
                }
            }
            slots[p] = mine;
        });
        return slots[parts - 1].start;
    }

    static void share(std::span<const Contact> from, Slots* slots, std::size_t parts,
                      const Workers& workers) {
        in_parallel(workers, parts, [&](std::size_t p) {
            const IndexRange part = part_of(from.size(), p, parts);
            const auto some = from.subspan(part.begin, part.end - part.begin);
            const auto starts = std::count_if(some.begin(), some.end(),
                                              [](const Contact& contact) { return contact.first == 0; });
            slots[p] = {static_cast<std::size_t>(starts), some.size() - static_cast<std::size_t>(starts)};
        });
        std::size_t start = 0;
        std::size_t later = 0;
        for (std::size_t p = 0; p < parts; ++p) later += slots[p].start;
        for (std::size_t p = 0; p < parts; ++p) {
            later += slots[p].later;
            start += std::exchange(slots[p], {start, later}).start;
        }
    }

    static int bits(std::size_t size) { return std::min(static_cast<int>(std::bit_width(size)), 32 - kFine); }
    /// Times in (0, 1] to about four numbers a contact.
    template <class T>
    static std::uint32_t time_key(T first, std::size_t size) {
        const std::uint32_t most = (std::uint32_t{1} << (bits(size) + kFine)) - 1;
        return static_cast<std::uint32_t>(static_cast<double>(first) * most);
    }
    const KeyWord* sorted(KeyWord* words, KeyWord* spare, std::size_t size, int key_bits,
                          const Workers& workers) {
        return sort_.sort(words, spare, size, key_bits, workers);
    }

    static void finish(std::span<const Contact> from, const KeyWord* words, std::size_t size, Contact* to,
                       const Workers& workers) {
        const std::size_t parts = even_parts(workers, size, kLeast);
        // A part ends where a run of equal keys ends.
        const auto cut = [&](std::size_t at) {
            while (at > 0 && at < size && key_of(words[at]) == key_of(words[at - 1])) ++at;
            return at;
        };
        in_parallel(workers, parts, [&](std::size_t p) {
            const IndexRange part = part_of(size, p, parts);
            const std::size_t end = cut(part.end);
            for (std::size_t i = cut(part.begin); i < end;) {
                const std::size_t run = i;
                for (; i < end && key_of(words[i]) == key_of(words[run]); ++i) {
                    if (i + kAhead < size) prefetch_line(&from[owner_of(words[i + kAhead])]);
                    to[i] = from[owner_of(words[i])];
                }
                if (i - run > 1) {
                    std::sort(to + run, to + i,
                              [](const Contact& x, const Contact& y) { return comes_before(x, y); });
                }
            }
        });
    }

    static constexpr std::size_t kAhead = 16;

    Scratch<KeyWord> one_, other_;
    Scratch<Slots> slots_;
    RadixSort sort_;
};

}  // namespace carom::detail
