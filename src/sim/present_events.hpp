// The few events of the calendar's present bucket, in no order: putting few in order costs more in branches
// that are guessed wrong than to look at all of them each time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/lane_functions.hpp"

namespace carom::detail {

class PresentEvents {
public:
    void clear() {
        keys_.assign(kAtOnce, kNone);
        balls_.assign(kAtOnce, 0);
        count_ = 0;
    }

    bool is_empty() const { return count_ == 0; }
    std::size_t size() const { return count_; }
    double key(std::size_t at) const { return keys_[at]; }
    std::uint32_t ball(std::size_t at) const { return balls_[at]; }
    std::size_t bytes() const {
        return keys_.capacity() * sizeof(double) + balls_.capacity() * sizeof(std::uint32_t);
    }

    void insert(double key, std::uint32_t ball) { insert_if(true, key, ball); }

    void insert_if(bool holds, double key, std::uint32_t ball) {
        keys_[count_] = holds ? key : kNone;
        balls_[count_] = ball;
        count_ += holds ? 1 : 0;
        if (count_ == keys_.size()) grow();
    }

    /// Precondition: there is one.
    Earliest earliest() const { return earliest_(keys_.data(), (count_ + kAtOnce - 1) / kAtOnce * kAtOnce); }

    void remove(std::size_t at) {
        --count_;
        keys_[at] = keys_[count_];
        balls_[at] = balls_[count_];
        keys_[count_] = kNone;
    }

    /// All that are of this ball. Precondition: there is one.
    void remove_ball(std::uint32_t ball) {
        for (std::size_t at = count_; at-- > 0;) {
            if (balls_[at] == ball) remove(at);
        }
    }

private:
    static constexpr std::size_t kAtOnce = 8;
    static constexpr double kNone = std::numeric_limits<double>::infinity();

    void grow() {
        keys_.resize(2 * keys_.size(), kNone);
        balls_.resize(keys_.size());
    }

    // Those in no use have the key `kNone`; there is always one of them.
    std::vector<double> keys_ = std::vector<double>(kAtOnce, kNone);
    std::vector<std::uint32_t> balls_ = std::vector<std::uint32_t>(kAtOnce);
    std::size_t count_ = 0;
    EarliestFunction earliest_ = earliest_function();
};

}  // namespace carom::detail
