// Arithmetic of times that are an epoch number plus a small offset.
//
// An epoch is a millionth of what the fastest ball of the start needs to cross the scene, so a rounded time
// moves no ball, not even one a million times faster, by more than a rounded coordinate does, however long
// the simulation runs. Nothing happens at the end of an epoch: states are not rebased, which would add
// rounding to balls that have no event (docs/decisions/0003-epoch-time.md). Test: tests/sim/clock_test.cpp.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "carom/motion/ball_state.hpp"

namespace carom::detail {

/// After everything else.
inline constexpr Time kNever{std::numeric_limits<std::int64_t>::max(), 0};

class Clock {
public:
    /// `epoch_length` is a power of two.
    explicit Clock(double epoch_length) : epoch_length_(epoch_length), per_epoch_length_(1 / epoch_length) {}

    /// Nothing is predicted from a later epoch on, and no moment lies beyond twice this.
    static constexpr std::int64_t kLastEpoch = std::int64_t{1} << 61;

    double epoch_length() const { return epoch_length_; }

    /// to - from; negative when `to` is earlier. Relative error below 2^-51 once beyond an epoch.
    double between(Time from, Time to) const {
        return static_cast<double>(to.epoch - from.epoch) * epoch_length_ + (to.offset - from.offset);
    }

    /// The moment `wait` >= 0 after `from`; `kNever` when that is infinite, NaN or beyond 2^62 epochs.
    Time after(Time from, double wait) const {
        const double offset = from.offset + wait;
        if (offset < epoch_length_) return {from.epoch, offset};
        const double epochs = offset * per_epoch_length_;
        if (!(epochs < 0x1p61) || from.epoch > kLastEpoch) return kNever;
        const auto whole = static_cast<std::int64_t>(epochs);
        return {from.epoch + whole, offset - static_cast<double>(whole) * epoch_length_};
    }

    double seconds(Time time) const { return static_cast<double>(time.epoch) * epoch_length_ + time.offset; }

    /// The moment `seconds` >= 0 after the start; `kNever` when that is infinite.
    Time at(double seconds) const { return after({}, seconds); }

private:
    double epoch_length_;
    double per_epoch_length_;
};

}  // namespace carom::detail
