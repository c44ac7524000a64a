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
        const Place ball = balls_.place(next_.cluster.back().ball);
        emit_cluster_record(event);
        return done(ball);
    }
    if (std::exchange(next_.bounces, false)) {
        const Parties parties{balls_.place(next_.ball), balls_.place(next_.other)};
        resolve_pair(parties.ball, parties.other, next_.shift, event);
        write_states(parties, event);
        predict(parties.other, now_);
        return done(parties.ball);
    }
    while (!next_.resting.empty()) {
        const Place ball = balls_.place(next_.resting.back().ball);
        const bool confined = next_.resting.back().confined;
        next_.resting.pop_back();
        if (!may_rest(ball, confined)) continue;
        put_to_sleep(ball, event);
        return done(ball);
    }
    while (!next_.waking.empty()) {
        const Place ball = balls_.place(next_.waking.back());
        next_.waking.pop_back();
        if (balls_[ball].phase != at_rest) continue;
        wake(ball, {}, event);
        return done(ball);
    }
    return {};
}

template <int N>
void Simulation<N>::Engine::put_to_sleep(Place ball, Event<N>& event) {
    event.kind = EventKind::rest;
    event.ball = balls_.index(ball);
    const std::uint8_t row = slow_row(ball);
    change(ball, balls_.position_at(ball, now_), {}, at_rest);
    balls_.record(ball).slow_events_in_row = row;
    event.ball_after = balls_.state(ball);
    ++counts_.rests;
}

/// The ball is about to move: those that lie on it, if it rests, will move again too.
template <int N>
void Simulation<N>::Engine::wake_those_above(Place ball) {
    const Vec<double, N> at = balls_.position_at(ball, now_);
    const double radius = balls_[ball].radius;
    for (const Entry entry : neighbours_.of_balls(ball, scratch_.list)) {
        const Place other = place_of(entry);
        if (balls_[other].phase != at_rest || balls_[ball].phase != at_rest) continue;
        const Vec<double, N> d = shifted(world_.clock, world_.domain, balls_.position_at(other, now_) - at,
                                         predictor_.shift_between(ball, entry, now_), now_);
        const double gap = length(d) - radius - balls_[other].radius;
        if (gap <= 2 * support_reach(world_.rules, at, radius) && dot(d, world_.domain.gravity) < 0)
            next_.waking.push_back(balls_.index(other));
    }
    std::sort(next_.waking.begin(), next_.waking.end(), std::greater<>());
    next_.waking.erase(std::unique(next_.waking.begin(), next_.waking.end()), next_.waking.end());
}

/// Lets the ball move again, and soon those that lie on it too.
template <int N>
void Simulation<N>::Engine::wake(Place ball, const Vec<double, N>& velocity, Event<N>& event) {
    wake_those_above(ball);
    event.kind = EventKind::wake;
    event.ball = balls_.index(ball);
    const std::uint8_t row = slow_row(ball);
    change(ball, balls_.position_at(ball, now_), velocity, free_flight);
    balls_.record(ball).slow_events_in_row = row;
    event.ball_after = balls_.state(ball);
    ++counts_.wakes;
}

/// Two things touch, hardly close, and are pressed together: the ball rests if it can, else it gets a nudge
/// away from what lies in the direction of `to`. It is not confined by that: it may be sliding along.
template <int N>
void Simulation<N>::Engine::nudge_apart(Place ball, const Vec<double, N>& to, Event<N>& event) {
    if (may_rest(ball, false)) return put_to_sleep(ball, event);
    wake(ball, balls_.velocity_at(ball, now_) - world_.rules.nudge * to, event);
}

template <int N>
void Simulation<N>::Engine::expect_rest(Place ball) {
    if (!world_.domain.has_gravity || is_static(balls_[ball])) return;
    next_.resting.push_back({balls_.index(ball), is_confined(world_.rules, balls_[ball].slow_events_in_row,
                                                             length(balls_[ball].flight.velocity))});
}

/// True when the ball hardly moves and all that touches it without moving holds it, or it is confined.
template <int N>
bool Simulation<N>::Engine::may_rest(Place ball, bool confined) {
    const Record& record = balls_[ball];
    if (!world_.domain.has_gravity || is_static(record)) return false;
    const double speed = length(balls_.velocity_at(ball, now_));
    if (confined) return true;
    if (speed > kSlowEnough * world_.rules.cut_off) return false;
    const std::vector<Vec<double, N>> supports = supports_of(ball);
    return is_balanced<N>(world_.domain.gravity, supports);
}

/// Directions to the walls, immovable balls and balls at rest that touch it, in the order of their numbers.
template <int N>
std::vector<Vec<double, N>> Simulation<N>::Engine::supports_of(Place ball) {
    const Record& record = balls_[ball];
    const Vec<double, N> at = balls_.position_at(ball, now_);
    const double reach = support_reach(world_.rules, at, record.radius);
    std::vector<std::pair<std::uint32_t, Vec<double, N>>> found;
    for (const Entry entry : neighbours_.of(ball, scratch_.list)) {
        if (place_of(entry) >= neighbours_.first_wall()) {
            const NumberedWall<N>& wall = world_.domain.walls[entry - neighbours_.first_wall()];
            if (wall.speed != 0 || wall.temperature > 0) continue;
            if (rough_gap(world_.clock, wall, at, record.radius, now_) <= reach)
                found.emplace_back(wall.number, toward(wall, at));
            continue;
        }
        const Record& other = balls_[place_of(entry)];
        if (!is_static(other)) continue;
        const Vec<double, N> d =
            shifted(world_.clock, world_.domain, balls_.position_at(place_of(entry), now_) - at,
                    predictor_.shift_between(ball, entry, now_), now_);
        if (length(d) - record.radius - other.radius > reach) continue;
        found.emplace_back(world_.first_ball_number() + balls_.index(place_of(entry)), normalised(d));
    }
    std::sort(found.begin(), found.end(), [](const auto& x, const auto& y) {
        return std::tie(x.first, x.second.coordinates) < std::tie(y.first, y.second.coordinates);
    });
    std::vector<Vec<double, N>> supports;
    supports.reserve(found.size());
    for (const auto& [number, to] : found) supports.push_back(to);
    return supports;
}

/// Slow events in a row with one that happens now.
template <int N>
std::uint8_t Simulation<N>::Engine::slow_row(Place ball) const {
    if (!world_.domain.has_gravity) return 0;
    return detail::slow_row(world_.domain, world_.rules, balls_[ball].slow_events_in_row,
                            balls_.since_last_event(ball, now_));
}

template class Simulation<2>::Engine;
template class Simulation<3>::Engine;

}  // namespace carom
