// The few events of the calendar's present bucket, the earliest first. When there are many after all, such as
// at a start where many balls touch, all but the earliest wait in a heap.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace carom::detail {

class PresentEvents {
public:
    void clear() {
        first_ = end_ = 0;
        heap_.clear();
    }

    bool is_empty() const { return first_ == end_ && heap_.empty(); }
    std::size_t size() const { return end_ - first_ + heap_.size(); }
    std::size_t bytes() const { return heap_.capacity() * sizeof(Waiting); }

    void insert(double key, std::uint32_t ball) {
        if (end_ == kMost) make_room();
        if (!heap_.empty() && key >= heap_.front().first) return push({key, ball});
        std::size_t at = end_++;
        for (; at > first_ && keys_[at - 1] > key; --at) {
            keys_[at] = keys_[at - 1];
            balls_[at] = balls_[at - 1];
        }
        keys_[at] = key;
        balls_[at] = ball;
    }

    /// Precondition: there is one. Events of the same key are in no order.
    double key() {
        if (first_ == end_) [[unlikely]]
            refill();
        return keys_[first_];
    }
    /// No other has the key of the earliest. Precondition: `key` has been asked.
    bool is_alone() const {
        const bool in_row = first_ + 1 < end_ && keys_[first_ + 1] == keys_[first_];
        return !in_row && (heap_.empty() || heap_.front().first != keys_[first_]);
    }
    /// Takes out the earliest. Precondition: `key` has been asked.
    std::uint32_t take() { return balls_[first_++]; }

    /// Calls `visit` with the ball of each that has the key of the earliest, and takes them out.
    template <class Visit>
    void take_equals(double key, Visit visit) {
        while (first_ < end_ && keys_[first_] == key) visit(balls_[first_++]);
        while (!heap_.empty() && heap_.front().first == key) visit(pop().second);
    }

    /// Calls `visit` with the key and the ball of each, and is empty then.
    template <class Visit>
    void take_all(Visit visit) {
        for (std::size_t at = first_; at < end_; ++at) visit(keys_[at], balls_[at]);
        for (const Waiting& event : heap_) visit(event.first, event.second);
        clear();
    }

    /// Another way to fill it, where it is empty: any number are written behind those there, in any order,
    /// and then put in order.
    class Filling {
    public:
        explicit Filling(PresentEvents& events) : events_(events) { events.first_ = events.end_ = 0; }
        Filling(const Filling&) = delete;
        Filling& operator=(const Filling&) = delete;
        ~Filling() { events_.sort(); }

        /// Without a branch on whether it `holds`, which cannot be guessed.
        void add(bool holds, double key, std::uint32_t ball) {
            if (events_.end_ == kMost) [[unlikely]]
                events_.spill();
            events_.keys_[events_.end_] = key;
            events_.balls_[events_.end_] = ball;
            events_.end_ += holds ? 1 : 0;
        }

    private:
        PresentEvents& events_;
    };

private:
    using Waiting = std::pair<double, std::uint32_t>;
    static constexpr std::size_t kMost = 64;
    static constexpr std::size_t kFew = 16;

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

    /// A few by their ranks: which is less cannot be guessed.
    void sort() {
        const std::size_t count = end_;
        if (count > kFew || !heap_.empty()) return sort_many();
        // NOLINTBEGIN(cppcoreguidelines-pro-type-member-init): to fill all of them would take longer
        std::array<double, kFew> keys;
        std::array<std::uint32_t, kFew> balls;
        // NOLINTEND(cppcoreguidelines-pro-type-member-init)
        std::array<std::size_t, kFew> ranks{};
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t before = 0;
            for (std::size_t j = 0; j < i; ++j) {
                const std::size_t is_later = keys_[j] <= keys_[i] ? 1 : 0;
                before += is_later;
                ranks[j] += 1 - is_later;
            }
            keys[i] = keys_[i];
            balls[i] = balls_[i];
            ranks[i] = before;
        }
        for (std::size_t i = 0; i < count; ++i) {
            keys_[ranks[i]] = keys[i];
            balls_[ranks[i]] = balls[i];
        }
    }

    [[gnu::noinline]] void sort_many() {
        spill();
        refill();
    }

    /// At the end of the row.
    [[gnu::noinline]] void make_room() {
        if (first_ == 0) {
            while (end_ > kMost / 2) push({keys_[end_ - 1], balls_[end_ - 1]}), --end_;
            return;
        }
        std::copy(keys_.begin() + first_, keys_.begin() + end_, keys_.begin());
        std::copy(balls_.begin() + first_, balls_.begin() + end_, balls_.begin());
        end_ -= std::exchange(first_, 0);
    }

    /// All go to the heap.
    [[gnu::noinline]] void spill() {
        for (std::size_t at = first_; at < end_; ++at) push({keys_[at], balls_[at]});
        first_ = end_ = 0;
    }

    /// The earliest of the heap.
    [[gnu::noinline]] void refill() {
        for (first_ = end_ = 0; !heap_.empty() && end_ < kMost / 2; ++end_) {
            const Waiting event = pop();
            keys_[end_] = event.first;
            balls_[end_] = event.second;
        }
    }

    std::array<double, kMost> keys_{};  // of those from first_ to end_, rising
    std::array<std::uint32_t, kMost> balls_{};
    std::size_t first_ = 0;
    std::size_t end_ = 0;
    std::vector<Waiting> heap_;  // none earlier than those in the row
};

}  // namespace carom::detail
