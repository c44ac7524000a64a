// Whose window ends first? A binary heap of balls by time that knows where each ball stands.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "carom/sim/event.hpp"

namespace carom::proof {

class Agenda {
public:
    explicit Agenda(std::size_t balls) : times_(balls), place_(balls, kNowhere) {}

    bool empty() const { return heap_.empty(); }
    /// The ball with the earliest time. Precondition: not empty.
    std::size_t first() const { return heap_.front(); }
    Time first_time() const { return times_[heap_.front()]; }

    /// Notes a ball's time, instead of the one before.
    void set(std::size_t ball, Time time) {
        times_[ball] = time;
        if (place_[ball] == kNowhere) {
            place_[ball] = heap_.size();
            heap_.push_back(ball);
        }
        sink(rise(place_[ball]));
    }

    void remove(std::size_t ball) {
        const std::size_t at = place_[ball];
        if (at == kNowhere) return;
        swap(at, heap_.size() - 1);
        heap_.pop_back();
        place_[ball] = kNowhere;
        if (at < heap_.size()) sink(rise(at));
    }

private:
    static constexpr std::size_t kNowhere = ~std::size_t{0};

    bool earlier(std::size_t a, std::size_t b) const { return times_[heap_[a]] < times_[heap_[b]]; }

    void swap(std::size_t a, std::size_t b) {
        std::swap(heap_[a], heap_[b]);
        place_[heap_[a]] = a;
        place_[heap_[b]] = b;
    }

    std::size_t rise(std::size_t at) {
        for (; at > 0 && earlier(at, (at - 1) / 2); at = (at - 1) / 2) swap(at, (at - 1) / 2);
        return at;
    }

    void sink(std::size_t at) {
        for (;;) {
            std::size_t least = at;
            for (const std::size_t child : {2 * at + 1, 2 * at + 2}) {
                if (child < heap_.size() && earlier(child, least)) least = child;
            }
            if (least == at) return;
            swap(at, least);
            at = least;
        }
    }

    std::vector<Time> times_;
    std::vector<std::size_t> place_;
    std::vector<std::size_t> heap_;
};

}  // namespace carom::proof
