// When to look at the balls.
#pragma once

#include <algorithm>
#include <cstdint>

namespace carom::detail {

/// Looks at equal distances after a start. They are made twice as far apart whenever there are enough of
/// them, up to a widest distance; and beyond it where less happens than the looks cost. So a short run has
/// enough looks, and the cost of a long one grows with its impacts, not with its time.
class Schedule {
public:
    /// The first look is one `step` after `start`.
    Schedule(double start, double step, double widest, double balls)
        : start_(start), step_(step), widest_(widest), balls_(balls) {}

    double last() const { return start_ + static_cast<double>(done_) * step_; }
    double next() const { return start_ + static_cast<double>(done_ + 1) * step_; }
    double step() const { return step_; }
    /// What a look counts: how many first steps it is after the one before.
    double weight() const { return weight_; }

    /// The next look was made; there were so many events until then.
    void look(std::uint64_t events) {
        ++done_;
        ++looks_;
        if (done_ < kEnough || done_ % 2 == 1 || (2 * step_ > widest_ && !is_calm(events))) return;
        done_ /= 2;
        step_ *= 2;
        weight_ *= 2;
    }

private:
    static constexpr std::uint64_t kEnough = 128;
    /// A look costs each ball about as much as so many events.
    static constexpr double kEventsPerBall = 1.0 / 16;

    bool is_calm(std::uint64_t events) const {
        return static_cast<double>(events) < kEventsPerBall * balls_ * static_cast<double>(looks_);
    }

    double start_, step_, widest_, balls_;
    double weight_ = 1;
    std::uint64_t done_ = 0;  // looks that there would have been at the present distance
    std::uint64_t looks_ = 0;
};

}  // namespace carom::detail
