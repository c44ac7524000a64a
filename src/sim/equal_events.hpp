// The events of the calendar at one and the same key, such as those of a lattice whose balls all meet at one
// moment: a heap, in the total order of events.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "motion/clock.hpp"

namespace carom::detail {

/// Of a pending event: the lower comes first. Another rank is another event.
struct EventRank {
    Time time;
    bool happens = false;  ///< false for what has to be looked at before anything happens
    std::uint32_t ball = 0;
    std::uint32_t kind = 0;
    std::uint32_t other = 0;

    friend auto operator<=>(const EventRank&, const EventRank&) = default;
};

class EqualEvents {
public:
    void clear() { heap_.clear(); }
    bool is_empty() const { return heap_.empty(); }
    std::size_t size() const { return heap_.size(); }
    std::size_t bytes() const { return heap_.capacity() * sizeof(Waiting); }

    /// Of all that are in it.
    double key() const { return key_; }

    /// Precondition: it is empty, or all others have the same key.
    void insert(double key, const EventRank& rank, std::uint32_t ball) {
        key_ = key;
        heap_.emplace_back(rank, ball);
        std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
    }

    /// The first, with its rank when it was put in. It is taken out, and all repetitions with it.
    std::pair<EventRank, std::uint32_t> take() {
        const Waiting first = heap_.front();
        do {
            std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
            heap_.pop_back();
        } while (!heap_.empty() && heap_.front() == first);
        return first;
    }

    /// Calls `visit` with each ball, and is empty then.
    template <class Visit>
    void take_all(Visit visit) {
        for (const Waiting& event : heap_) visit(event.second);
        heap_.clear();
    }

private:
    using Waiting = std::pair<EventRank, std::uint32_t>;

    std::vector<Waiting> heap_;
    double key_ = 0;
};

}  // namespace carom::detail
