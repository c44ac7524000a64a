// One pending event per ball, the earliest on top: a binary heap that knows where each ball stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/pending.hpp"

namespace carom::detail {

template <int N>
class EventQueue {
public:
    /// All balls wait for nothing.
    explicit EventQueue(std::size_t balls) : pending_(balls), heap_(balls), place_(balls) {
        for (std::size_t i = 0; i < balls; ++i) {
            heap_[i] = static_cast<std::uint32_t>(i);
            place_[i] = static_cast<std::uint32_t>(i);
        }
    }

    /// The ball whose event is next. Precondition: there is a ball.
    std::uint32_t next_ball() const { return heap_.front(); }

    const Pending<N>& pending(std::uint32_t ball) const { return pending_[ball]; }

    void set(std::uint32_t ball, const Pending<N>& pending) {
        pending_[ball] = pending;
        sift_up(place_[ball]);
        sift_down(place_[ball]);
    }

private:
    bool earlier(std::size_t x, std::size_t y) const { return pending_[heap_[x]] < pending_[heap_[y]]; }

    void exchange(std::size_t x, std::size_t y) {
        std::swap(heap_[x], heap_[y]);
        place_[heap_[x]] = static_cast<std::uint32_t>(x);
        place_[heap_[y]] = static_cast<std::uint32_t>(y);
    }

    void sift_up(std::size_t at) {
        while (at > 0 && earlier(at, (at - 1) / 2)) {
            exchange(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    void sift_down(std::size_t at) {
        for (;;) {
            std::size_t child = 2 * at + 1;
            if (child >= heap_.size()) return;
            if (child + 1 < heap_.size() && earlier(child + 1, child)) ++child;
            if (!earlier(child, at)) return;
            exchange(at, child);
            at = child;
        }
    }

    std::vector<Pending<N>> pending_;   // by ball
    std::vector<std::uint32_t> heap_;   // balls, heap order
    std::vector<std::uint32_t> place_;  // by ball: index in heap_
};

}  // namespace carom::detail
