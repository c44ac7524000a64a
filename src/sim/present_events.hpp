// The few events of the calendar's present bucket, in no order: putting few in order costs more in branches
// that are guessed wrong than to look at all of them each time. When there are many after all, such as at a
// start where many balls touch, all but the earliest wait in a heap.
#pragma once

#include <algorithm>
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
    void clear() {
        while (count_ > 0) remove(count_ - 1);
        heap_.clear();
    }

    bool is_empty() const { return count_ == 0 && heap_.empty(); }
    std::size_t size() const { return count_ + heap_.size(); }
    std::size_t bytes() const {
        return keys_.capacity() * (sizeof(double) + sizeof(std::uint32_t)) +
               heap_.capacity() * sizeof(Waiting);
    }

    void insert(double key, std::uint32_t ball) { insert_if(true, key, ball); }

    void insert_if(bool holds, double key, std::uint32_t ball) {
        if (!heap_.empty() && key >= heap_.front().first) {
            if (holds) push(key, ball);
            return;
        }
        keys_[count_] = holds ? key : kNone;
        balls_[count_] = ball;
        count_ += holds ? 1 : 0;
        if (count_ == room_) spill();
    }

    /// Precondition: there is one. Those with the same key are among the first `near()`.
    Earliest earliest() {
        if (count_ == 0) refill();
        return earliest_(keys_.data(), (count_ + kAtOnce - 1) / kAtOnce * kAtOnce);
    }

    /// Events that are looked at: all others are later.
    std::size_t near() const { return count_; }
    double key(std::size_t at) const { return keys_[at]; }
    std::uint32_t ball(std::size_t at) const { return balls_[at]; }

    void remove(std::size_t at) {
        --count_;
        keys_[at] = keys_[count_];
        balls_[at] = balls_[count_];
        keys_[count_] = kNone;
    }

    /// All of the near ones that are of this ball.
    void remove_ball(std::uint32_t ball) {
        for (std::size_t at = count_; at-- > 0;) {
            if (balls_[at] == ball) remove(at);
        }
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

    void push(double key, std::uint32_t ball) {
        heap_.emplace_back(key, ball);
        std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
    }

    /// The later half goes to the heap, but none that has the key of one that stays.
    void spill() {
        std::vector<double> sorted(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(count_));
        std::sort(sorted.begin(), sorted.end());
        const double middle = sorted[count_ / 2];
        const double bound = middle > sorted[0] ? middle : sorted[count_ - 1];
        if (bound == sorted[0]) return make_room();
        for (std::size_t at = count_; at-- > 0;) {
            if (keys_[at] < bound) continue;
            push(keys_[at], balls_[at]);
            remove(at);
        }
        if (count_ == room_) make_room();
    }

    void make_room() {
        room_ *= 2;
        keys_.resize(room_ + kAtOnce, kNone);
        balls_.resize(room_ + kAtOnce);
    }

    /// The earliest of the heap, and all that have the key of one of them.
    void refill() {
        double last = 0;
        while (!heap_.empty() && (count_ < kMost / 2 || heap_.front().first == last)) {
            if (count_ + 1 == room_) make_room();
            std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
            last = heap_.back().first;
            keys_[count_] = last;
            balls_[count_++] = heap_.back().second;
            heap_.pop_back();
        }
    }

    // Those in no use have the key `kNone`.
    std::size_t room_ = kMost;
    std::vector<double> keys_ = std::vector<double>(kMost + kAtOnce, kNone);
    std::vector<std::uint32_t> balls_ = std::vector<std::uint32_t>(kMost + kAtOnce);
    std::size_t count_ = 0;
    std::vector<Waiting> heap_;  // all later than those above
    EarliestFunction earliest_ = earliest_function();
};

}  // namespace carom::detail
