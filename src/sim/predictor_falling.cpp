// What comes next for a ball where gravity bends flights: bounds of all that it may meet, in plain numbers,
// and solutions of those contacts only that may come first.
#include <algorithm>
#include <cmath>

#include "math/lane.hpp"
#include "sim/falling_bounds.hpp"
#include "sim/predictor.hpp"
#include "sim/wall_contact.hpp"

namespace carom::detail {
namespace {

/// Packs write as many waits at once.
constexpr std::size_t kMostLanes = 8;

}  // namespace

template <int N>
PresentMotion<N> Predictor<N>::present(Place ball, Time now) const {
    const Record& record = balls_[ball];
    PresentMotion<N> motion;
    motion.acceleration = balls_.acceleration(ball);
    motion.position = balls_.position_at(ball, now);
    motion.velocity = balls_.velocity_at(ball, now);
    motion.radius = record.radius;
    const double since = clock().between(record.flight.time, now);
    motion.fastest = largest(record.flight.velocity) + since * largest(motion.acceleration);
    motion.moved = largest(record.flight.position) + since * motion.fastest;
    return motion;
}

/// How long at least until the ball meets a neighbour in a periodic box.
template <int N>
double Predictor<N>::falling_bound(Place ball, const PresentMotion<N>& mine, Entry entry, Time now) const {
    const PresentMotion<N> its = present(place_of(entry), now);
    const Vec<double, N> d =
        shifted(clock(), domain(), its.position - mine.position, shift_between(ball, entry, now), now);
    const Vec<double, N> w = its.velocity - mine.velocity;
    const Vec<double, N> bend = its.acceleration - mine.acceleration;
    const FallingUnits units = falling_units();
    const double r = mine.radius + its.radius;
    const double slack = kLengthSlack * (largest(d) + r) +
                         kCoordinateSlack * (mine.moved + its.moved + largest(domain().period));
    const double touch = (r + slack) * units.length;
    const double speeds = (mine.fastest + its.fastest) * units.speed;
    const Vec<double, N> far = units.length * d;
    const Vec<double, N> fast = units.speed * w;
    const Vec<double, N> strong = units.speed * (units.second * bend);
    if (largest(bend) > 0) return bent_bound<N>(&far[0], &fast[0], &strong[0], touch, speeds) * units.second;
    return largest(w) > 0 ? straight_bound<N>(&far[0], &fast[0], touch, speeds) * units.second : HUGE_VAL;
}

template <int N>
FallingUnits Predictor<N>::falling_units() const {
    const FlightScale<N>& scale = neighbours_.scale();
    return {scale.length, scale.speed, scale.second};
}

/// How long at least until the ball meets a wall.
template <int N>
double Predictor<N>::falling_bound(const Record& record, const PresentMotion<N>& mine,
                                   const NumberedWall<N>& wall, Time now) const {
    if (std::isinf(record.mass) || (record.phase == at_rest && wall.speed == 0)) return HUGE_VAL;
    if (record.phase == sliding_on(wall.number)) return HUGE_VAL;
    if (wall.shape == WallShape::plane)
        return plane_bound(wall, wall.speed == 0 ? 0 : wall.speed * clock().seconds(now), mine);
    const Vec<double, N> off = across(wall, mine.position - wall.center);
    const double slack = kLengthSlack * wall.radius + kCoordinateSlack * (mine.moved + largest(wall.center));
    const double room = wall.radius - mine.radius - length(off) - slack;
    const double speed = length(mine.velocity) + kRateSlack * N * mine.fastest;
    return least_time(room, speed, length(mine.acceleration));
}

/// Bounds of all that the ball may meet, in the order of its list.
template <int N>
std::span<const Entry> Predictor<N>::bound_falling(Place ball, Time now, PredictionScratch& scratch) const {
    const std::span<const Entry> list = neighbours_.of(ball, scratch.list);
    scratch.waits.resize(list.size() + kMostLanes);
    const std::size_t walls = count_walls(list);
    const std::span<const Entry> others = list.subspan(walls);
    double* const waits = &scratch.waits[walls];
    const FallingRows<N>& rows = neighbours_.falling_rows();
    const bool in_rows = !domain().is_periodic() && !rows.is_other(ball);
    if (in_rows) {
        const double since = neighbours_.scale().since_origin(clock(), now);
        lanes_.falling_bounds(rows.data(), others.data(), static_cast<unsigned>(others.size()),
                              rows.query(ball, since), waits);
    }
    const bool all_in_rows = in_rows && !rows.has_others();
    if (walls > 0 || !all_in_rows) {
        const PresentMotion<N> mine = present(ball, now);
        for (std::size_t i = 0; i < walls; ++i)
            scratch.waits[i] = falling_bound(balls_[ball], mine, wall_of(list[i]), now);
        for (std::size_t i = 0; i < others.size() && !all_in_rows; ++i)
            if (!in_rows || rows.is_other(place_of(others[i])))
                waits[i] = falling_bound(ball, mine, others[i], now);
    }
    scratch.waits.resize(list.size());
    return list;
}

/// False when the ball surely touches none of its neighbours but `partner`, a place.
template <int N>
bool Predictor<N>::may_touch_another(Place ball, Place partner, Time now, PredictionScratch& scratch) const {
    const std::span<const Entry> list = neighbours_.of_balls(ball, scratch.list);
    if (domain().is_periodic()) return !list.empty();
    const FallingRows<N>& rows = neighbours_.falling_rows();
    const double since = neighbours_.scale().since_origin(clock(), now);
    return lanes_.falling_touch(rows.data(), list.data(), static_cast<unsigned>(list.size()),
                                rows.query(ball, since), partner);
}

/// `lower_bound_event` under gravity.
template <int N>
Pending Predictor<N>::lower_bound_of_fall(Place ball, Time now, PredictionScratch& scratch) const {
    const Pending limit = bounds_without_contacts(ball, now);
    const std::span<const Entry> list = bound_falling(ball, now, scratch);
    std::size_t at = 0;
    double first = HUGE_VAL;
    double second = clock().between(now, limit.time);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const double wait = scratch.waits[i];
        second = smaller(second, larger(first, wait));
        at = wait < first ? i : at;
        first = smaller(first, wait);
    }
    const Time time = clock().after(now, first);
    if (limit.time < time) return limit;
    if (limit.time == time) return predict_event(ball, now, scratch);
    const std::uint32_t place = place_of(list[at]);
    Pending candidate = place < neighbours_.first_wall()
                            ? Pending(time, PendingKind::candidate, place, flights(place))
                            : Pending(time, PendingKind::wall_candidate, place - neighbours_.first_wall());
    const double margin = larger(second - first, 0.0) * (1 - 0x1p-20);
    candidate.set_margin(margin * neighbours_.scale().time);
    return candidate;
}

/// `predict_event` under gravity: those that may come first are solved for, soonest first.
template <int N>
Pending Predictor<N>::predict_fall(Place ball, Time now, PredictionScratch& scratch) const {
    Pending earliest = bounds_without_contacts(ball, now);
    const std::span<const Entry> list = bound_falling(ball, now, scratch);
    for (std::size_t left = list.size(); left > 0; --left) {
        const auto next = std::min_element(scratch.waits.begin(), scratch.waits.end());
        if (*next == HUGE_VAL || clock().after(now, *next) > earliest.time) break;
        *next = HUGE_VAL;
        const Entry entry = list[static_cast<std::size_t>(next - scratch.waits.begin())];
        if (place_of(entry) < neighbours_.first_wall()) {
            try_pair(ball, entry, now, scratch, earliest);
        } else {
            try_wall(ball, place_of(entry) - neighbours_.first_wall(), earliest);
        }
    }
    return earliest;
}

template class Predictor<2>;
template class Predictor<3>;

}  // namespace carom::detail
