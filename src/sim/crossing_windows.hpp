// Which balls cross into another cell in a window of time? Windows follow each other; what is due in one is
// taken at its beginning, all at once.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/prefetch.hpp"

namespace carom::detail {

class CrossingWindows {
public:
    /// Empties it. The first window begins at time 0 and is the present one.
    void reset(std::size_t balls, double length) {
        length_ = length;
        present_ = 0;
        waiting_ = 0;
        due_.assign(balls, kNotDue);
        fetches_ = balls > kInCache;
        for (auto& window : windows_) window.clear();
        later_.clear();
    }

    double end() const { return static_cast<double>(present_ + 1) * length_; }
    double length() const { return length_; }
    /// True when no ball is due in any window.
    bool is_empty() const { return waiting_ == 0; }

    /// The ball is due at `time` and not before; what was said of it before is void. It is taken in a later
    /// window than the present one.
    void schedule(std::uint32_t ball, double time) {
        if (due_[ball] != kNotDue) --waiting_;
        const double window = time / length_;
        due_[ball] = window < kLast ? std::max(static_cast<std::int64_t>(window), present_ + 1) : kNotDue;
        if (due_[ball] == kNotDue) return;
        ++waiting_;
        file(ball);
    }

    /// Makes the next window the present one as long as nothing is due in it and it ends before `until`.
    void pass_empty(double until) {
        while ((present_ + 1) % (kWindows / 2) != 0 && end() + length_ < until &&
               windows_[static_cast<std::size_t>((present_ + 1) % kWindows)].empty())
            ++present_;
    }

    /// Begins the next window. `take` is called with each ball that is due in it, and before that, where
    /// there are many, `ahead` with a number of balls that come first: `kFar`, `kMiddle`, `kNear`.
    template <class Take, class Ahead>
    void advance(Take take, Ahead ahead) {
        ++present_;
        if (present_ % (kWindows / 2) == 0) {
            for (const std::uint32_t ball : std::exchange(later_, {}))
                if (due_[ball] >= present_) file(ball);
        }
        std::swap(now_due_, windows_[static_cast<std::size_t>(present_ % kWindows)]);
        const std::size_t count = now_due_.size();
        const auto at = [&](std::size_t i) { return now_due_[std::min(i, count - 1)]; };
        for (std::size_t i = 0; i < count; ++i) {
            if (fetches_) {
                for (const std::size_t steps : {kFar, kMiddle, kNear}) ahead(steps, at(i + steps));
            }
            const std::uint32_t ball = now_due_[i];
            if (due_[ball] != present_) continue;
            due_[ball] = kNotDue;
            --waiting_;
            take(ball);
        }
        now_due_.clear();
    }
    void prefetch(std::uint32_t ball) const { prefetch_line(&due_[ball]); }

    static constexpr std::size_t kFar = 24;
    static constexpr std::size_t kMiddle = 16;
    static constexpr std::size_t kNear = 8;

private:
    static constexpr std::int64_t kWindows = 1024;
    static constexpr std::size_t kInCache = 30'000;  // what so many balls need lies in the cache anyway
    static constexpr std::int64_t kNotDue = -1;
    static constexpr double kLast = 0x1p62;

    void file(std::uint32_t ball) {
        const bool is_near = due_[ball] - present_ < kWindows;
        auto& window = is_near ? windows_[static_cast<std::size_t>(due_[ball] % kWindows)] : later_;
        window.push_back(ball);
    }

    double length_ = 1;
    bool fetches_ = false;
    std::int64_t present_ = 0;
    std::size_t waiting_ = 0;
    std::vector<std::int64_t> due_;  // by ball: the number of its window
    std::vector<std::vector<std::uint32_t>> windows_ = std::vector<std::vector<std::uint32_t>>(kWindows);
    std::vector<std::uint32_t> later_;
    std::vector<std::uint32_t> now_due_;
};

}  // namespace carom::detail
