// Impacts of two balls, of a ball and a wall, and kicks of the thermostat.
#include <algorithm>
#include <cmath>

#include "pair/impact.hpp"
#include "sim/contact_law.hpp"
#include "sim/engine.hpp"
#include "sim/jam_watch.hpp"

namespace carom {

using namespace detail;

template <int N>
void Simulation<N>::Engine::resolve(Place ball, const Pending& pending, Event<N>& event) {
    now_ = pending.time;
    ++impacts_since_;
    exits_in_row_ = 0;
    stop_reason_ = StopReason::none;
    event.time = now_;
    if (pending.kind == PendingKind::kick) {
        resolve_kick(ball, event);
        return predict(ball, now_);
    }
    const Parties both = parties(ball, pending);
    const bool may_be_plain = is_plain_ && pending.kind == PendingKind::ball_ball;
    if (may_be_plain && resolve_in_gas(both, event)) return;
    resolve_contact(both, due_contact(ball, pending), event);
}

/// An impact of two balls in a plain gas. False when it is to be resolved in another way: then nothing has
/// changed.
template <int N>
bool Simulation<N>::Engine::resolve_in_gas(const Parties& parties, Event<N>& event) {
    const auto [ball, other] = parties;
    const Record& one = balls_[ball];
    const Record& two = balls_[other];
    if (std::max(one.impacts_in_epoch, two.impacts_in_epoch) > kBusy) return false;
    if (!neighbours_.meet_in_nearest(one, two)) return false;
    if (neighbours_.has_walls(ball) || neighbours_.has_walls(other)) return false;
    const Counts counts = counts_;
    GasImpact<N>& impact = gas_impact_;
    event.kind = EventKind::ball_ball;
    event.ball = balls_.index(ball);
    event.other = balls_.index(other);
    impact.ball = ball;
    impact.other = other;
    impact.now = now_;
    impact.restitution = world_.restitutions.of(event.ball, event.other);
    impact.shells[0] = neighbours_.shell_of(one);
    impact.shells[1] = neighbours_.shell_of(two);
    impact.after[0] = &event.ball_after;
    impact.after[1] = &event.other_after;
    lanes_.gas_impact(gas_, impact);
    if (!impact.happens) return false;
    ++counts_.ball_ball;
    event.restitution = counted({impact.restitution, impact.made_elastic});
    counts_used_up_ = counts_used_up_ || impact.counts_used_up;
    unsigned in_reach = impact.in_reach;
    if (impact.has_looked) {
        queue_.schedule(ball);
        queue_.schedule(other);
    } else {
        in_reach = predict_parties(parties);
    }
    // Two balls see each other.
    if (in_reach <= 2 || !world_.looks_for_clusters) return true;
    take_back(parties, impact.before[0], impact.before[1], counts);
    event = {};
    event.time = now_;
    return false;
}

template <int N>
auto Simulation<N>::Engine::parties(Place ball, const Pending& pending) const -> Parties {
    if (pending.kind == PendingKind::ball_wall) return {ball, ball};
    if (balls_.index(pending.other) < balls_.index(ball)) return {pending.other, ball};
    return {ball, pending.other};
}

/// A pair by its lower index, which decides about bits.
template <int N>
DueContact<N> Simulation<N>::Engine::due_contact(Place ball, const Pending& pending) {
    if (pending.kind == PendingKind::ball_wall)
        return {balls_.index(ball), {}, &world_.domain.walls[pending.other]};
    const Image<N> shift = predictor_.shift_at_contact(ball, pending, scratch_);
    const std::uint32_t one = balls_.index(ball);
    const std::uint32_t other = balls_.index(pending.other);
    if (other < one) return {other, NearBall<N>{one, -shift}, nullptr};
    return {one, NearBall<N>{other, shift}, nullptr};
}

template <int N>
void Simulation<N>::Engine::resolve_contact(const Parties& parties, const Due& due, Event<N>& event) {
    look_for_jam(parties, due);
    if (!world_.looks_for_clusters) {
        resolve_alone(parties, due, event);
    } else if (world_.domain.has_gravity) {
        if (has_more_than_contact(due) && resolve_cluster(due, event)) return;
        resolve_alone(parties, due, event);
    } else {
        resolve_with_cluster_test(parties, due, event);
    }
}

/// Returns how many balls are in reach of those that bounce.
template <int N>
unsigned Simulation<N>::Engine::resolve_alone(const Parties& parties, const Due& due, Event<N>& event) {
    const auto [ball, other] = parties;
    if (due.other) {
        resolve_pair(ball, other, due.other->shift, event);
    } else {
        resolve_wall(ball, *due.wall, event);
    }
    const unsigned in_reach = predict_parties(parties);
    write_states(parties, event);
    return in_reach;
}

/// How many balls a scan has found in reach of the two.
template <int N>
unsigned Simulation<N>::Engine::predict_parties(const Parties& parties) {
    const auto [ball, other] = parties;
    unsigned in_reach = 0;
    for (const Place party : {ball, other}) {
        const Prediction prediction = predictor_.lower_bound_event(party, now_, scratch_);
        queue_.schedule(party, prediction.event);
        in_reach += prediction.in_reach;
        if (other == ball) break;
    }
    return in_reach;
}

/// Of a pair after its impact: once what was written of it lies in the cache, since to read it sooner takes
/// several times as long.
template <int N>
void Simulation<N>::Engine::write_states(const Parties& parties, Event<N>& event) const {
    if (event.kind != EventKind::ball_ball) return;
    balls_.write_state(parties.ball, event.ball_after);
    balls_.write_state(parties.other, event.other_after);
}

/// Precondition: the balls are as before the impact.
template <int N>
void Simulation<N>::Engine::look_for_jam(const Parties& parties, const Due& due) {
    const auto is_busy = [&](Place ball) { return balls_[ball].impacts_in_epoch > kBusy; };
    const auto [ball, other] = parties;
    if (!is_busy(ball) && !is_busy(other)) return;
    const Vec<double, N> at = balls_.position_at(ball, now_);
    Vec<double, N> to;
    Vec<double, N> of_other;
    if (due.other) {
        const Image<N>& shift = due.other->shift;
        to = normalised(
            shifted(world_.clock, world_.domain, balls_.position_at(other, now_) - at, shift, now_));
        of_other = carried(world_.domain, balls_.velocity_at(other, now_), shift);
    } else {
        to = toward(*due.wall, at);
        of_other = velocity_of(*due.wall);
    }
    const double closing = dot(to, balls_.velocity_at(ball, now_) - of_other);
    const double since = std::min(balls_.since_last_event(ball, now_), balls_.since_last_event(other, now_));
    const double radius = std::min(balls_[ball].radius, balls_[other].radius);
    const bool has_room = closing * since > least_room(radius, largest(at));
    for (const Place party : {ball, other}) {
        if (is_busy(party) && note_impact(watch_, balls_.index(party), closing, has_room)) jammed_ = true;
        if (other == ball) break;
    }
}

template <int N>
[[gnu::flatten]] void Simulation<N>::Engine::resolve_pair(Place a, Place b, const Image<N>& shift,
                                                          Event<N>& event) {
    const Record& one = balls_[a];
    const Record& two = balls_[b];
    const Vec<double, N> at_a = balls_.position_at(a, event.time);
    const Vec<double, N> at_b = balls_.position_at(b, event.time);
    const Vec<double, N> d = shifted(world_.clock, world_.domain, at_b - at_a, shift, event.time);
    const Vec<double, N> va = balls_.velocity_at(a, event.time);
    const Vec<double, N> vb = carried(world_.domain, balls_.velocity_at(b, event.time), shift);
    const bool needs_speed = world_.restitutions.least() < 1 || world_.domain.has_gravity;
    const Vec<double, N> to = needs_speed ? normalised(d) : Vec<double, N>{};
    const double speed = needs_speed ? -dot(to, vb - va) : 0;
    if (world_.domain.has_gravity && !bounces_as_usual(a, b, shift, to, va, vb, event)) return;
    const std::uint8_t row_a = slow_row(a);
    const std::uint8_t row_b = slow_row(b);
    event.kind = EventKind::ball_ball;
    event.ball = balls_.index(a);
    event.other = balls_.index(b);
    const bool passing = world_.domain.has_gravity &&
                         !is_pressed(world_.domain, balls_.acceleration(a) - balls_.acceleration(b), to);
    event.restitution =
        counted(restitution_at(world_.rules, world_.restitutions.of(event.ball, event.other), speed,
                               std::min(balls_.since_last_event(a, now_), balls_.since_last_event(b, now_)),
                               passing ? CollapseRisk::none : CollapseRisk::possible));
    const auto share = [](const Record& record) { return record.phase == at_rest ? 0 : 1 / record.mass; };
    const BounceVelocities<double, N> after =
        pair_law_(d, {va, share(one)}, {vb, share(two)}, event.restitution);
    const Held<N> held_a = held_after(world_.domain, one.phase, after.a);
    const Held<N> held_b = held_after(world_.domain, two.phase, carried(world_.domain, after.b, -shift));
    const bool slow = speed < world_.rules.cut_off;
    change(a, at_a, held_a.velocity, one.phase == at_rest ? at_rest : held_a.phase);
    change(b, at_b, held_b.velocity, two.phase == at_rest ? at_rest : held_b.phase);
    if (slow) balls_.record(a).slow_events_in_row = row_a;
    if (slow) balls_.record(b).slow_events_in_row = row_b;
    ++counts_.ball_ball;
    if (slow && is_static(two)) expect_rest(a);
    if (slow && is_static(one)) expect_rest(b);
}

/// Under gravity: false when the two do not bounce off each other now, and `event` says what happens instead.
template <int N>
bool Simulation<N>::Engine::bounces_as_usual(Place a, Place b, const Image<N>& shift,
                                             const Vec<double, N>& to, const Vec<double, N>& va,
                                             const Vec<double, N>& vb, Event<N>& event) {
    const Place lying = balls_[a].phase == at_rest ? a : b;
    const double speed = -dot(to, vb - va);
    if (balls_[lying].phase == at_rest && speed >= world_.rules.cut_off && speed > world_.rules.still) {
        wake(lying, {}, event);
        next_.bounces = true;
        next_.ball = balls_.index(a);
        next_.other = balls_.index(b);
        next_.shift = shift;
        return false;
    }
    if (speed > 0x1p-40 * (largest(va) + largest(vb)) + world_.rules.still) return true;
    if (is_static(balls_[a])) {
        nudge_apart(b, -to, event);
    } else {
        nudge_apart(a, to, event);
    }
    return false;
}

template <int N>
void Simulation<N>::Engine::resolve_wall(Place ball, const NumberedWall<N>& wall, Event<N>& event) {
    const Record& record = balls_[ball];
    const Vec<double, N> at = balls_.position_at(ball, event.time);
    const Arrival<N> arrival{balls_.index(ball),
                             record.mass,
                             at,
                             balls_.velocity_at(ball, event.time),
                             event.time,
                             balls_.since_last_event(ball, now_),
                             record.phase};
    if (record.phase == at_rest) wake_those_above(ball);
    if (world_.domain.has_gravity && (wall.shape != WallShape::plane || wall.speed != 0)) {
        const Vec<double, N> to = toward(wall, at);
        const double speed = dot(to, arrival.velocity - velocity_of(wall));
        if (speed <= 0x1p-40 * largest(arrival.velocity) + world_.rules.still)
            return nudge_apart(ball, to, event);
    }
    const std::uint8_t row = slow_row(ball);
    event.kind = EventKind::ball_wall;
    event.ball = balls_.index(ball);
    event.other = wall.number;
    const WallBounce<N> bounce = bounce_off(world_.domain, world_.rules, wall, arrival);
    event.restitution = counted(bounce.restitution);
    change(ball, at, bounce.velocity, bounce.phase);
    event.ball_after = balls_.state(ball);
    if (bounce.is_slow) balls_.record(ball).slow_events_in_row = row;
    ++counts_.ball_wall;
    if (bounce.is_slow) expect_rest(ball);
}

template <int N>
void Simulation<N>::Engine::resolve_kick(Place ball, Event<N>& event) {
    const Record& record = balls_[ball];
    event.kind = EventKind::kick;
    event.ball = balls_.index(ball);
    change(ball, balls_.position_at(ball, event.time),
           kicked_velocity<N>(world_.rules, balls_.index(ball), record.mass, event.time));
    event.ball_after = balls_.state(ball);
    ++counts_.kicks;
}

template <int N>
void Simulation<N>::Engine::change(Place ball, const Vec<double, N>& position, const Vec<double, N>& velocity,
                                   MotionPhase phase) {
    counts_used_up_ = counts_used_up_ || !neighbours_.count_flight(ball);
    balls_.begin_flight(ball, position, velocity, phase, now_);
    const Flight<N>& flight = balls_[ball].flight;
    neighbours_.refresh(balls_, ball, flight.position, flight.velocity, now_);
}

/// Elastic below the cut-off speed: see docs/math/collapse.md.
template <int N>
double Simulation<N>::Engine::counted(const Restitution& restitution) {
    if (restitution.made_elastic) ++counts_.made_elastic;
    return restitution.e;
}

template class Simulation<2>::Engine;
template class Simulation<3>::Engine;

}  // namespace carom
