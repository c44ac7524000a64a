// How the endless hopping of a ball under gravity ends: it rests on what supports it, until something hits
// it or takes its support away. docs/math/gravity.md.
#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

#include "sim/engine.hpp"

namespace carom {

using namespace detail;

/// What follows from the last event at the same time.
template <int N>
std::optional<Event<N>> Simulation<N>::Engine::follow_up() {
    if (next_.is_empty()) return {};
    Event<N> event;
    event.time = now_;
    const auto done = [&](Place ball) {
        predict(ball, now_);
        stop_reason_ = StopReason::none;
        return event;
    };
    if (!next_.cluster.empty()) {
        const Place ball = places_[next_.cluster.back().ball];
        emit_cluster_record(event);
        return done(ball);
    }
    if (std::exchange(next_.bounces, false)) {
        const Parties parties{places_[next_.ball], places_[next_.other]};
        resolve_pair(parties.ball, parties.other, next_.shift, event);
        tell_states(parties, event);
        predict(parties.other, now_);
        return done(parties.ball);
    }
    while (!next_.resting.empty()) {
        const Place ball = places_[next_.resting.back().ball];
        const bool wedged = next_.resting.back().wedged;
        next_.resting.pop_back();
        if (!may_rest(ball, wedged)) continue;
        put_to_sleep(ball, event);
        return done(ball);
    }
    while (!next_.waking.empty()) {
        const Place ball = places_[next_.waking.back()];
        next_.waking.pop_back();
        if (records_[ball].phase != at_rest) continue;
        wake(ball, {}, event);
        return done(ball);
    }
    return {};
}

template <int N>
void Simulation<N>::Engine::put_to_sleep(Place ball, Event<N>& event) {
    event.kind = EventKind::rest;
    event.ball = indices_[ball];
    const std::uint8_t slow_events_in_row = slow_row(ball);
    change(ball, center_at(clock_, domain_, records_[ball], now_), {}, at_rest);
    records_[ball].slow_events_in_row = calm;
    event.ball_after = state_at(ball);
    ++counts_.rests;
}

/// The ball is about to move: those that lie on it, if it rests, will move again too.
template <int N>
void Simulation<N>::Engine::wake_those_above(Place ball) {
    const Vec<double, N> at = center_at(clock_, domain_, records_[ball], now_);
    const double radius = records_[ball].radius;
    for (const Entry entry : shells_.of_balls(ball)) {
        const Place other = place_of(entry);
        if (records_[other].phase != at_rest || records_[ball].phase != at_rest) continue;
        const Vec<double, N> d =
            shifted(clock_, domain_, center_at(clock_, domain_, records_[other], now_) - at,
                    shift_between(ball, entry, now_), now_);
        const double gap = length(d) - radius - records_[other].radius;
        if (gap <= 2 * support_reach(rules_, at, radius) && dot(d, domain_.gravity) < 0)
            next_.waking.push_back(indices_[other]);
    }
    std::sort(next_.waking.begin(), next_.waking.end(), std::greater<>());
    next_.waking.erase(std::unique(next_.waking.begin(), next_.waking.end()), next_.waking.end());
}

/// Lets the ball move again, and soon those that lie on it too.
template <int N>
void Simulation<N>::Engine::wake(Place ball, const Vec<double, N>& velocity, Event<N>& event) {
    wake_those_above(ball);
    event.kind = EventKind::wake;
    event.ball = indices_[ball];
    const std::uint8_t slow_events_in_row = slow_row(ball);
    change(ball, center_at(clock_, domain_, records_[ball], now_), velocity, free_flight);
    records_[ball].slow_events_in_row = calm;
    event.ball_after = state_at(ball);
    ++counts_.wakes;
}

/// Two things touch, hardly close, and are pressed together: the ball rests if it can, else it gets a nudge
/// away from what lies in the direction of `to`. It is not wedged by that: it may be sliding along.
template <int N>
void Simulation<N>::Engine::part(Place ball, const Vec<double, N>& to, Event<N>& event) {
    if (may_rest(ball, false)) return put_to_sleep(ball, event);
    const Record& record = records_[ball];
    wake(ball, velocity_at(clock_, domain_, record, now_) - rules_.nudge * to, event);
}

template <int N>
void Simulation<N>::Engine::expect_rest(Place ball) {
    if (!domain_.has_gravity || is_static(records_[ball])) return;
    next_.resting.push_back(
        {indices_[ball], is_wedged(rules_, records_[ball].slow_events_in_row, length(records_[ball].flight.velocity))});
}

/// True when the ball hardly moves and all that touches it without moving holds it, or it is wedged.
template <int N>
bool Simulation<N>::Engine::may_rest(Place ball, bool wedged) const {
    const Record& record = records_[ball];
    if (!domain_.has_gravity || is_static(record)) return false;
    const double speed = length(velocity_at(clock_, domain_, record, now_));
    if (wedged) return true;
    if (speed > kSlowEnough * rules_.cut_off) return false;
    const std::vector<Vec<double, N>> supports = supports_of(ball);
    return is_balanced<N>(domain_.gravity, supports);
}

/// Directions to the walls, immovable balls and balls at rest that touch it, in the order of their numbers.
template <int N>
std::vector<Vec<double, N>> Simulation<N>::Engine::supports_of(Place ball) const {
    const Record& record = records_[ball];
    const Vec<double, N> at = center_at(clock_, domain_, record, now_);
    const double reach = support_reach(rules_, at, record.radius);
    std::vector<std::pair<std::uint32_t, Vec<double, N>>> found;
    for (const Entry entry : shells_.of(ball)) {
        if (place_of(entry) >= shells_.first_wall()) {
            const NumberedWall<N>& wall = domain_.walls[entry - shells_.first_wall()];
            if (wall.speed != 0 || wall.temperature > 0) continue;
            if (rough_gap(clock_, wall, at, record.radius, now_) <= reach)
                found.emplace_back(wall.number, toward(wall, at));
            continue;
        }
        const Record& other = records_[place_of(entry)];
        if (!is_static(other)) continue;
        const Vec<double, N> d = shifted(clock_, domain_, center_at(clock_, domain_, other, now_) - at,
                                         shift_between(ball, entry, now_), now_);
        if (length(d) - record.radius - other.radius > reach) continue;
        found.emplace_back(first_ball_number() + indices_[place_of(entry)], normalised(d));
    }
    std::sort(found.begin(), found.end(), [](const auto& x, const auto& y) {
        return std::tie(x.first, x.second.coordinates) < std::tie(y.first, y.second.coordinates);
    });
    std::vector<Vec<double, N>> supports;
    supports.reserve(found.size());
    for (const auto& [number, to] : found) supports.push_back(to);
    return supports;
}

template class Simulation<2>::Engine;
template class Simulation<3>::Engine;

}  // namespace carom
