#include "sim/image_passes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "math/lane.hpp"
#include "sim/nearest_whole.hpp"

namespace carom::detail {
namespace {

constexpr double kNoTime = std::numeric_limits<double>::infinity();

/// An offset is known to so much of a period at first, and is off by so much more after each crossing.
constexpr double kOffsetSlack = 0x1p-46;

/// More than the rounding of what is computed from the reach, and of times.
constexpr double kReachSlack = 0x1p-30;
constexpr double kPassSlack = 0x1p-40;

/// More crossings are not looked for: the slack of an offset would grow too large.
constexpr double kMostCrossings = 0x1p26;

/// The part of x beyond whole numbers, on the circle.
std::uint64_t on_circle(double x) {
    const double part = x - nearest_whole(x);
    const auto turned = static_cast<std::int64_t>(part * static_cast<double>(CircleReturns::kCircle));
    return static_cast<std::uint64_t>(turned) & (CircleReturns::kCircle - 1);
}

/// At least the share of a period that an image takes up on both sides of an axis, where the way along the
/// axis that is crossed is `slope` times as long.
double share_of_period(double reach, double slope, double period) {
    return reach * std::sqrt(1 + slope * slope) / period;
}

/// The axis whose crossings count. The fewest are near an image on the next slower axis if this one is
/// neither the fastest nor the slowest. But the image must not take up much of any axis.
template <int N>
int axis_to_cross(const Vec<double, N>& w, const Vec<double, N>& period, double reach) {
    int fastest = 0;
    int slowest = N - 1;
    for (int k = 0; k < N; ++k) {
        fastest = std::fabs(w[k]) > std::fabs(w[fastest]) ? k : fastest;
        slowest = std::fabs(w[k]) < std::fabs(w[slowest]) ? k : slowest;
    }
    if (N == 2 || fastest == slowest) return fastest;
    const int middle = 3 - fastest - slowest;
    const double slope = w[fastest] / w[middle];
    return share_of_period(reach, slope, period[fastest]) < 0.1 ? middle : fastest;
}

/// x + times y, where that is beyond the circle its length: as turns go, that is too many to be of interest.
std::uint64_t capped(std::uint64_t x, std::uint64_t times, std::uint64_t y) {
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(times, y, &product) || product > CircleReturns::kCircle)
        return CircleReturns::kCircle;
    return std::min(x + product, CircleReturns::kCircle);
}

}  // namespace

CircleReturns::CircleReturns(std::uint64_t start, std::uint64_t step, std::uint64_t most)
    : most_(most), at_(start), up_(step), down_(kCircle - step) {
    while (shorten()) {
    }
}

/// The arc from 0 to up_ + down_ becomes as long as the longer of the two, or shorter, in several steps at
/// once, but longer than `most_`. A point beyond its new end comes down at once. False when the arc stays.
bool CircleReturns::shorten() {
    const std::uint64_t least = most_ + 1;
    if (up_ == 0 || down_ == 0 || std::max(up_, down_) < least) return false;
    if (up_ >= down_) {
        const std::uint64_t steps = (up_ - std::max(down_, least)) / down_ + 1;
        const std::uint64_t end = up_ - (steps - 1) * down_;
        if (at_ >= end) {
            const std::uint64_t moves = (at_ - end) / down_ + 1;
            at_ -= moves * down_;
            turn_ = capped(turn_, moves, turns_down_);
        }
        up_ -= steps * down_;
        turns_up_ = capped(turns_up_, steps, turns_down_);
    } else {
        const std::uint64_t steps = (down_ - std::max(up_ + 1, least)) / up_ + 1;
        const std::uint64_t end = down_ - (steps - 1) * up_;
        if (at_ >= end) {
            const std::uint64_t before = at_ >= down_ ? 0 : (down_ - at_ - 1) / up_ + 1;
            at_ -= down_ - before * up_;
            turn_ = capped(capped(turn_, before, turns_up_), 1, turns_down_);
        }
        down_ -= steps * up_;
        turns_down_ = capped(turns_down_, steps, turns_up_);
    }
    return true;
}

/// Which way it goes on cannot be guessed: no branch.
std::uint64_t CircleReturns::next(std::uint64_t last) {
    if (std::exchange(was_there_, true)) {
        const std::uint64_t rises = at_ < down_ ? ~std::uint64_t{0} : 0;
        at_ = at_ + (up_ & rises) - (down_ & ~rises);
        turn_ += (turns_up_ & rises) | (turns_down_ & ~rises);
    }
    if (at_ > most_ && turn_ <= last) {
        // It comes down, unless it stands where it is.
        if (down_ == 0 || at_ < down_) return last + 1;
        const std::uint64_t moves = (at_ - most_ - 1) / down_ + 1;
        at_ -= moves * down_;
        turn_ = capped(turn_, moves, turns_down_);
    }
    return turn_;
}

template <int N>
ImagePasses<N>::ImagePasses(const Vec<double, N>& d, const Vec<double, N>& w, const Vec<double, N>& period,
                            double reach, double until)
    : until_(until) {
    const int crossed = axis_to_cross(w, period, reach);
    const double speed = std::fabs(w[crossed]);
    if (!(speed > 0)) return;
    const double x = w[crossed] > 0 ? d[crossed] : -d[crossed];
    const double first = nearest_whole((x - reach) / period[crossed]);
    first_time_ = (first * period[crossed] - x) / speed;
    between_ = period[crossed] / speed;
    const double crossings = (until - first_time_) / between_ + 1;
    if (!(crossings >= 0)) return;
    last_ = static_cast<std::uint64_t>(smaller(crossings, kMostCrossings));
    if (crossings > kMostCrossings) until_ = first_time_ + (kMostCrossings - 1) * between_;
    speed_squared_ = speed * speed;
    reach_ = reach * (1 + kReachSlack);
    int slower = (crossed + 1) % N;
    if (N == 3 && std::fabs(w[(crossed + 2) % N]) < std::fabs(w[slower])) slower = (crossed + 2) % N;
    for (int i = 0; i < N - 1; ++i) {
        const int k = i == 0 ? slower : 3 - crossed - slower;
        Across& across = across_[i];
        across.period = period[k];
        across.speed = w[k];
        speed_squared_ += w[k] * w[k];
        const double step = w[k] * between_ / period[k];
        const double slack = kOffsetSlack * (static_cast<double>(last_) + 1) * (1 + std::fabs(step));
        across.below = share_of_period(reach_, w[k] / speed, period[k]) + slack;
        across.start = on_circle((d[k] + w[k] * first_time_) / period[k] + across.below);
        across.step = on_circle(step);
        across.arc = static_cast<std::uint64_t>(2 * across.below * static_cast<double>(kCircle)) + 2;
        reach_ += slack * period[k];
    }
    returns_.emplace(across_[0].start, across_[0].step, across_[0].arc);
}

/// Where the point across an axis is after so many crossings.
template <int N>
std::uint64_t ImagePasses<N>::point(const Across& across, std::uint64_t crossing) const {
    return (across.start + crossing * across.step) & (kCircle - 1);
}

template <int N>
double ImagePasses<N>::next() {
    if (!returns_) return kNoTime;
    for (;;) {
        const std::uint64_t crossing = returns_->next(last_);
        if (crossing > last_) return kNoTime;
        if (N == 3 && point(across_[N - 2], crossing) > across_[N - 2].arc) continue;
        const double time = time_of_touch(crossing);
        if (time == kNoTime) continue;
        return time <= until_ ? time : kNoTime;
    }
}

/// While the two pass each other at a crossing.
template <int N>
double ImagePasses<N>::time_of_touch(std::uint64_t crossing) const {
    const double there = first_time_ + static_cast<double>(crossing) * between_;
    double along = 0;
    double gap = -reach_ * reach_;
    for (const Across& across : across_) {
        const double turned = static_cast<double>(point(across, crossing)) / static_cast<double>(kCircle);
        const double share = turned - across.below;
        const double offset = (share - nearest_whole(share)) * across.period;
        along += offset * across.speed;
        gap += offset * offset;
    }
    const double square = along * along - speed_squared_ * gap;
    if (square < 0) return kNoTime;
    const double root = std::sqrt(square);
    const double begins = there - (along + root) / speed_squared_;
    if (begins > 0) return begins * (1 - kPassSlack);
    const double ends = there - (along - root) / speed_squared_;
    const double parts = along - speed_squared_ * there;
    const bool parting = parts > kReachSlack * std::sqrt(speed_squared_) * reach_;
    return ends < 0 || parting ? kNoTime : 0;
}

template class ImagePasses<2>;
template class ImagePasses<3>;

}  // namespace carom::detail
