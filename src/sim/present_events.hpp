// The few events of the calendar's present bucket, in no order: putting few in order costs more in branches
// that are guessed wrong than to look at all of them each time. When there are many after all, such as at a
// start where many balls touch, all but the earliest wait in a heap.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "sim/lane_functions.hpp"

namespace carom::detail {

class PresentEvents {
public:
    PresentEvents() { keys_.fill(kNone); }

    void clear() {
        while (count_ > 0) remove(count_ - 1);
        heap_.clear();
    }

    bool is_empty() const { return count_ == 0 && heap_.empty(); }
    std::size_t size() const { return count_ + heap_.size(); }
    std::size_t bytes() const { return heap_.capacity() * sizeof(Waiting); }

    void insert(double key, std::uint32_t ball) { insert_if(true, key, ball); }

    void insert_if(bool holds, double key, std::uint32_t ball) {
        if (!heap_.empty() && key >= heap_.front().first) {
            if (holds) push({key, ball});
            return;
        }
        keys_[count_] = holds ? key : kNone;
        balls_[count_] = ball;
        count_ += holds ? 1 : 0;
        if (count_ == kMost) spill();
    }

    /// Precondition: there is one. It stands still until something is inserted or removed.
    [[gnu::always_inline]] Earliest earliest() {
        if (count_ == 0) [[unlikely]]
            refill();
        Earliest first = earliest_(keys_.data(), (count_ + kAtOnce - 1) / kAtOnce * kAtOnce);
        first.is_alone = first.is_alone && (heap_.empty() || heap_.front().first != first.key);
        return first;
    }

    std::uint32_t ball(std::size_t at) const { return balls_[at]; }

    void remove(std::size_t at) {
        --count_;
        keys_[at] = keys_[count_];
        balls_[at] = balls_[count_];
        keys_[count_] = kNone;
    }

    /// Calls `visit` with the ball of each that has the key of the earliest, and takes them out.
    template <class Visit>
    void take_equals(double key, Visit visit) {
        for (std::size_t at = count_; at-- > 0;) {
            if (keys_[at] != key) continue;
            visit(balls_[at]);
            remove(at);
        }
        while (!heap_.empty() && heap_.front().first == key) visit(pop().second);
    }

    /// Calls `visit` with the key and the ball of each, and is empty then.
    template <class Visit>
    void take_all(Visit visit) {
        for (std::size_t at = 0; at < count_; ++at) visit(keys_[at], balls_[at]);
        for (const Waiting& event : heap_) visit(event.first, event.second);
        clear();
    }

private:
    using Waiting = std::pair<double, std::uint32_t>;
    static constexpr std::size_t kAtOnce = 8;
    static constexpr std::size_t kMost = 64;
    static constexpr double kNone = std::numeric_limits<double>::infinity();

    void push(const Waiting& event) {
        heap_.push_back(event);
        std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
    }

    Waiting pop() {
        std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
        const Waiting event = heap_.back();
        heap_.pop_back();
        return event;
    }

    /// The later half goes to the heap.
    [[gnu::noinline]] void spill() {
        std::array<Waiting, kMost> events;
        for (std::size_t at = 0; at < kMost; ++at) events[at] = {keys_[at], balls_[at]};
        std::nth_element(events.begin(), events.begin() + kMost / 2, events.end());
        while (count_ > 0) remove(count_ - 1);
        for (std::size_t at = 0; at < kMost; ++at) {
            if (at < kMost / 2) {
                put(events[at]);
            } else {
                push(events[at]);
            }
        }
    }

    /// The earliest of the heap.
    [[gnu::noinline]] void refill() {
        while (!heap_.empty() && count_ < kMost / 2) put(pop());
    }

    void put(const Waiting& event) {
        keys_[count_] = event.first;
        balls_[count_++] = event.second;
    }

    // Those in no use have the key `kNone`.
    alignas(64) std::array<double, kMost> keys_{};
    std::array<std::uint32_t, kMost> balls_{};
    std::size_t count_ = 0;
    std::vector<Waiting> heap_;                                 // none earlier than those above
    EarliestFunction earliest_ = lane_functions<2>().earliest;  // of both dimensions
};

}  // namespace carom::detail
