// Putting the engine's stores in order: neighbours in space near each other in memory, units that fit, a
// calendar of the right grain. Nothing here changes a bit of the trajectory.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "math/hilbert.hpp"
#include "sim/engine.hpp"

namespace carom {

using namespace detail;

namespace {

/// Fewer balls than this need no order.
constexpr std::size_t kSortThreshold = 256;

/// The events of fewer balls than this need no calendar.
constexpr std::size_t kFewEvents = 64;

/// Balls are sorted again after so many impacts for each that there is.
constexpr std::uint64_t kImpactsInOrder = 32;

/// Origins are moved after this many usual waits, before the bounding flights' slack grows too large.
constexpr double kWaits = 32;

/// Events a bucket of the calendar holds when it comes up.
constexpr double kBucketEvents = 4;

/// Buckets of a lap of the calendar for each ball.
constexpr std::size_t kBucketsPerBall = 2;

/// What so many balls need lies in the cache anyway.
constexpr std::size_t kInCache = 20'000;

}  // namespace

template <int N>
void Simulation<N>::Engine::reindex(Patience& patience) {
    impacts_since_ = 0;
    exits_in_row_ = 0;
    impacts_in_order_ = kImpactsInOrder * balls_.size() + kSortThreshold + 1;
    counts_used_up_ = false;
    if (balls_.size() >= kSortThreshold) balls_.sort_along_curve(front_);
    neighbours_.reset(balls_, front_, HUGE_VAL, patience);
    for (Place ball = 0; ball < balls_.size(); ++ball) {
        if (patience.ends()) return;
        queue_.pending(ball) = predictor_.lower_bound_event(ball, front_, scratch_).event;
    }
    rebase_time_origin(patience);
}

/// A new origin for the bounding flights, and a calendar to match the events that are pending.
template <int N>
void Simulation<N>::Engine::rebase_time_origin(Patience& patience) {
    const double wait = neighbours_.in_cells() ? neighbours_.free_time() : usual_time_to_event();
    neighbours_.move_origin(balls_, front_, kWaits * wait, patience);
    describe_gas();
    // Bounding flights that hold for long see touching balls too early.
    for (Place ball = 0; ball < balls_.size(); ++ball) {
        if (patience.ends()) return;
        const Pending& pending = queue_[ball];
        const bool is_too_early = pending.kind == PendingKind::candidate && pending.time <= front_;
        if (is_too_early || neighbours_.in_cells())
            queue_.pending(ball) = predictor_.lower_bound_event(ball, front_, scratch_).event;
    }
    int exponent = Calendar::kEndless;
    const auto balls = static_cast<double>(balls_.size());
    if (balls_.size() >= kFewEvents && wait > 0 && wait < HUGE_VAL) {
        std::frexp(kBucketEvents * wait / balls / world_.clock.epoch_length(), &exponent);
        exponent = std::clamp(exponent, -40, 60);
    }
    queue_.rebuild(world_.clock, front_, exponent, kBucketsPerBall * balls_.size(), balls_.size() > kInCache);
}

template <int N>
void Simulation<N>::Engine::describe_gas() {
    gas_ = plain_gas_in(world_);
    gas_.records = balls_.records().data();
    gas_.pending = queue_.all().data();
    neighbours_.describe(gas_);
    is_plain_ = world_.flies_straight && neighbours_.is_plain();
}

/// Nothing may be looked at through bounding flights beyond their horizon. A gas in cells may have cooled:
/// its windows are made for its present speeds.
template <int N>
void Simulation<N>::Engine::pass_horizon() {
    if (neighbours_.in_cells()) {
        reindex();
    } else {
        Patience endless;
        rebase_time_origin(endless);
    }
}

/// The median time to a ball's pending event, infinity when most have none.
template <int N>
double Simulation<N>::Engine::usual_time_to_event() const {
    std::vector<double> waits;
    const auto step = static_cast<Place>(balls_.size() / 1024 + 1);
    for (Place ball = 0; ball < balls_.size(); ball += step) {
        const Time time = queue_[ball].time;
        if (time != kNever && time > front_) waits.push_back(world_.clock.between(front_, time));
    }
    if (waits.empty()) return HUGE_VAL;
    const auto middle = waits.begin() + static_cast<std::ptrdiff_t>(waits.size() / 2);
    std::nth_element(waits.begin(), middle, waits.end());
    return *middle;
}

template class Simulation<2>::Engine;
template class Simulation<3>::Engine;

}  // namespace carom
