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

/// Origins are moved after this many usual waits, before the sketches' slack grows too large.
constexpr double kWaits = 32;

/// Events a bucket of the calendar holds when it comes up.
constexpr double kBucketEvents = 4;

/// Buckets of a lap of the calendar for each ball.
constexpr std::size_t kBucketsPerBall = 2;

/// What so many balls need lies in the cache anyway.
constexpr std::size_t kInCache = 5000;

}  // namespace

template <int N>
void Simulation<N>::Engine::reindex_if_due() {
    const bool out_of_order = impacts_since_ > kImpactsInOrder * records_.size() + kSortThreshold;
    if (out_of_order || shells_.is_crowded() || counts_used_up_) reindex();
}

/// Nothing may be looked at through sketches that are older than that.
template <int N>
bool Simulation<N>::Engine::is_beyond_horizon(Time time) const {
    return shells_.scale().since_origin(clock_, time) > shells_.scale().horizon;
}

template <int N>
void Simulation<N>::Engine::reindex() {
    impacts_since_ = 0;
    counts_used_up_ = false;
    if (records_.size() >= kSortThreshold) sort_along_curve();
    shells_.reset(clock_, records_, front_, HUGE_VAL);
    for (Place ball = 0; ball < records_.size(); ++ball) pending_[ball] = lower_bound_event(ball, front_);
    rebase_time_origin();
}

/// A new origin for the sketches, and a calendar to match the events that are pending.
template <int N>
void Simulation<N>::Engine::rebase_time_origin() {
    const double wait = usual_wait();
    shells_.move_origin(clock_, records_, front_, kWaits * wait);
    // Bounding flights that hold for long see touching balls too early.
    for (Place ball = 0; ball < records_.size(); ++ball) {
        const Pending& pending = pending_[ball];
        if (pending.kind == PendingKind::candidate && pending.time <= front_)
            pending_[ball] = lower_bound_event(ball, front_);
    }
    int exponent = Calendar::kEndless;
    const auto balls = static_cast<double>(records_.size());
    if (records_.size() >= kFewEvents && wait > 0 && wait < HUGE_VAL) {
        std::frexp(kBucketEvents * wait / balls / clock_.epoch_length(), &exponent);
        exponent = std::clamp(exponent, -40, 60);
    }
    calendar_.reset(clock_, front_, exponent, kBucketsPerBall * records_.size(), records_.size() > kInCache);
    for (Place ball = 0; ball < records_.size(); ++ball) calendar_.schedule(ball, pending_[ball].time);
}

/// The median time to a ball's pending event, infinity when most have none.
template <int N>
double Simulation<N>::Engine::usual_wait() const {
    std::vector<double> waits;
    const std::size_t step = records_.size() / 1024 + 1;
    for (std::size_t ball = 0; ball < records_.size(); ball += step) {
        const Time time = pending_[ball].time;
        if (time != kNever && time > front_) waits.push_back(clock_.between(front_, time));
    }
    if (waits.empty()) return HUGE_VAL;
    const auto middle = waits.begin() + static_cast<std::ptrdiff_t>(waits.size() / 2);
    std::nth_element(waits.begin(), middle, waits.end());
    return *middle;
}

template <int N>
void Simulation<N>::Engine::sort_along_curve() {
    const auto position_of = [this](Place ball) {
        Vec<double, N> position = center_at(clock_, domain_, records_[ball], front_);
        wrap(clock_, domain_, position, front_);
        return position;
    };
    Vec<double, N> lowest = position_of(0);
    Vec<double, N> highest = lowest;
    for (Place ball = 1; ball < records_.size(); ++ball) {
        const Vec<double, N> position = position_of(ball);
        for (int k = 0; k < N; ++k) {
            lowest[k] = std::min(lowest[k], position[k]);
            highest[k] = std::max(highest[k], position[k]);
        }
    }
    using Curve = HilbertCurve<N, int>;
    const int wanted = static_cast<int>(std::log2(static_cast<double>(records_.size()))) / N + 2;
    const int levels = std::min(wanted & ~1, Curve::kMostLevels);
    const double cells = std::ldexp(1.0, levels);
    const double widest = largest(highest - lowest);
    std::vector<std::pair<int, Place>> order;
    order.reserve(records_.size());
    for (Place ball = 0; ball < records_.size(); ++ball) {
        const Vec<double, N> from_corner = position_of(ball) - lowest;
        std::array<int, N> cell{};
        for (int k = 0; k < N; ++k) {
            const double part = widest > 0 ? from_corner[k] / widest : 0;
            cell[static_cast<std::size_t>(k)] = static_cast<int>(std::min(part * cells, cells - 1));
        }
        order.emplace_back(Curve(levels).place(cell), ball);
    }
    std::sort(order.begin(), order.end());
    // Each cycle of the permutation in turn, so that no second copy is needed.
    for (Place start = 0; start < order.size(); ++start) {
        const Record record = records_[start];
        const std::uint32_t index = indices_[start];
        Place to = start;
        while (order[to].second != start) {
            const Place from = std::exchange(order[to].second, to);
            records_[to] = records_[from];
            indices_[to] = indices_[from];
            to = from;
        }
        order[to].second = to;
        records_[to] = record;
        indices_[to] = index;
    }
    for (Place ball = 0; ball < indices_.size(); ++ball) places_[indices_[ball]] = ball;
}

template class Simulation<2>::Engine;
template class Simulation<3>::Engine;

}  // namespace carom
