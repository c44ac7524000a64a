// The event loop.
#include "sim/engine.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/prefetch.hpp"
#include "math/two_term.hpp"
#include "pair/impact.hpp"
#include "sim/scales.hpp"

namespace carom {

using namespace detail;

namespace {

/// More impacts of one ball within an epoch, a millionth of a crossing of the scene, are a jam. A cascade
/// through touching balls needs far fewer.
constexpr std::uint32_t kJam = 100'000;

/// So are more impacts of each ball on average, and a hundred times as many more, within so many epochs: a
/// thousandth of a crossing. No gas comes near.
constexpr std::uint64_t kSlowJam = 10'000;
constexpr std::int64_t kWindow = 1000;

/// Without an end time, looking ahead stops after this many shells, and a hundred for each ball, without an
/// impact.
constexpr std::uint64_t kMaxExpiriesWithoutImpact = 1'000'000;

}  // namespace

template <int N>
Simulation<N>::Engine::Engine(const Scene<N>& scene, const Tuning& tuning, std::vector<Finding> notes)
    : clock_(detail::epoch_length(scene)),
      domain_(make_domain(scene.world)),
      rules_(bounce_law(scene)),
      restitutions_(scene),
      notes_(std::move(notes)),
      records_(scene.balls.size()),
      pending_(scene.balls.size()),
      indices_(scene.balls.size()),
      places_(scene.balls.size()),
      shells_(domain_, (tuning.shell_thickness > 0 ? tuning.shell_thickness : 1) * usual_shell(scene),
              scene.law.contact_tolerance, rules_.hop),
      only_balls_(domain_.walls.empty() && !domain_.has_gravity && !domain_.is_sheared() && rules_.kick_rate == 0),
      clusters_(looks_for_clusters(scene.law)) {
    for (std::uint32_t i = 0; i < records_.size(); ++i) {
        const SceneBall<N>& ball = scene.balls[i];
        Record& record = records_[i];
        record.flight = {ball.position, ball.velocity, {}};
        record.radius = ball.radius;
        record.mass = ball.mass;
        enter_box(record);
        indices_[i] = i;
        places_[i] = i;
    }
    reindex();
}

/// Returns `event` and nothing else, so that it is made where the caller wants it.
template <int N>
std::optional<Event<N>> Simulation<N>::Engine::next_event(double until) {
    std::optional<Event<N>> event;
    if (jammed_ || !(until >= 0)) {
        stop(until >= 0 ? StopReason::jammed : StopReason::time_reached, now_);
        return event;
    }
    const Time limit = clock_.at(until);
    const std::uint64_t shells_before = counts_.list_rebuilds;
    const auto time_of = [this](Place ball) { return pending_[ball].time; };
    const auto rank = [this](Place ball) { return rank_of(ball); };
    const auto ahead = [this](std::int64_t buckets, Place ball) { prefetch(buckets, ball); };
    if (now_ <= limit && !next_.is_empty()) event = follow_up();
    if (event) return event;
    for (;;) {
        reindex_if_due();
        const Place ball = calendar_.take(time_of, rank, ahead);
        if (ball == Calendar::kNobody) {
            stop(StopReason::no_more_events, limit);
            return event;
        }
        const Pending next = pending_[ball];
        const bool exits = next.kind == PendingKind::list_expiry;
        const bool too_far = exits && limit == kNever &&
                             counts_.list_rebuilds - shells_before > kMaxExpiriesWithoutImpact + 100 * records_.size();
        if (next.time > limit || too_far) {
            calendar_.schedule(ball, next.time);
            stop(too_far ? StopReason::nothing_in_sight : StopReason::time_reached, too_far ? now_ : limit);
            return event;
        }
        front_ = next.time;
        if (is_beyond_horizon(next.time)) {
            rebase_time_origin();
        } else if (exits) {
            rebuild_list(ball, next.time);
        } else if (is_stale(next)) {
            handle_stale(ball);
        } else if (next.kind != PendingKind::candidate) {
            resolve(ball, next, event.emplace());
            return event;
        } else if (refine_prediction(ball, next)) {
            const Pending contact = pending_[ball];
            if (contact.time > limit || is_beyond_horizon(contact.time)) {
                calendar_.schedule(ball, contact.time);
                continue;
            }
            front_ = contact.time;
            resolve(ball, contact, event.emplace());
            return event;
        }
    }
}

/// Brings into the cache what the events of the next buckets will need.
template <int N>
void Simulation<N>::Engine::prefetch(std::int64_t buckets, Place ball) const {
    const Pending& pending = pending_[ball];
    const auto record = [this](Place place) {
        prefetch_line(&records_[place]);
        prefetch_line(reinterpret_cast<const char*>(&records_[place]) + 64);
        prefetch_line(shells_.line(place));
        prefetch_line(&indices_[place]);
    };
    const auto around = [this](Place place) {
        shells_.prefetch_shell(records_[place]);
        shells_.prefetch_neighbours(place);
    };
    const bool pair = pending.kind == PendingKind::ball_ball || pending.kind == PendingKind::candidate;
    const Place other = pair ? pending.other : ball;
    const auto wait = [this](Place place) {
        prefetch_line(&pending_[place]);
        prefetch_line(reinterpret_cast<const char*>(&pending_[place] + 1) - 1);  // may be in the next line
    };
    if (buckets == 4 || buckets == Calendar::kOpened) {
        wait(ball);
    } else if (buckets == 3) {
        record(ball);
    } else if (buckets == 2) {
        record(other);
        wait(other);
        around(ball);
    } else if (pair) {
        around(pending.other);
    } else if (pending.kind == PendingKind::list_expiry) {
        shells_.prefetch_cells(records_[ball], ball);
    }
}

template <int N>
void Simulation<N>::Engine::stop(StopReason reason, Time at) {
    stop_reason_ = reason;
    if (at != kNever && at > now_) now_ = at;
}

template <int N>
void Simulation<N>::Engine::rebuild_list(Place ball, Time time) {
    const ListChange change = shells_.rebuild(clock_, records_, ball, time);
    ++counts_.list_rebuilds;
    predict(ball, time);
    shells_.tell_neighbours(ball, change);  // last: their lists are on the way
}

template <int N>
void Simulation<N>::Engine::resolve(Place ball, const Pending& pending, Event<N>& event) {
    now_ = pending.time;
    ++impacts_since_;
    stop_reason_ = StopReason::none;
    event.time = now_;
    if (pending.kind != PendingKind::kick)
        return resolve_contact(parties(ball, pending), due_contact(ball, pending), event);
    resolve_kick(ball, event);
    predict(ball, now_);
}

template <int N>
auto Simulation<N>::Engine::parties(Place ball, const Pending& pending) const -> Parties {
    if (pending.kind == PendingKind::ball_wall) return {ball, ball};
    if (indices_[pending.other] < indices_[ball]) return {pending.other, ball};
    return {ball, pending.other};
}

/// A pair by its lower index, which decides about bits.
template <int N>
DueContact<N> Simulation<N>::Engine::due_contact(Place ball, const Pending& pending) const {
    if (pending.kind == PendingKind::ball_wall) return {indices_[ball], {}, &domain_.walls[pending.other]};
    const Image<N> shift = shift_at_contact(ball, pending);
    const std::uint32_t one = indices_[ball];
    const std::uint32_t other = indices_[pending.other];
    if (other < one) return {other, NearBall<N>{one, -shift}, nullptr};
    return {one, NearBall<N>{other, shift}, nullptr};
}

template <int N>
void Simulation<N>::Engine::resolve_contact(const Parties& parties, const Due& due, Event<N>& event) {
    count_impact();
    if (!clusters_) {
        resolve_alone(parties, due, event);
    } else if (domain_.has_gravity) {
        if (has_more_than_contact(due) && resolve_cluster(due, event)) return;
        resolve_alone(parties, due, event);
    } else if (resolve_with_cluster_test(parties, due, event)) {
        return;
    }
    jammed_ = is_jammed(parties.ball);
}

template <int N>
void Simulation<N>::Engine::resolve_alone(const Parties& parties, const Due& due, Event<N>& event) {
    const auto [ball, other] = parties;
    if (due.other) {
        resolve_pair(ball, other, due.other->shift, event);
    } else {
        resolve_wall(ball, *due.wall, event);
    }
    touching_ = 0;
    if (only_balls_) {
        predict_both(ball, other, now_);
        calendar_.schedule(ball, pending_[ball].time);
        calendar_.schedule(other, pending_[other].time);
    } else {
        predict(ball, now_);
        if (other != ball) predict(other, now_);
    }
    tell_states(parties, event);
}

/// Of a pair after its impact: once what was written of it lies in the cache, since to read it sooner takes
/// several times as long.
template <int N>
void Simulation<N>::Engine::tell_states(const Parties& parties, Event<N>& event) const {
    if (event.kind != EventKind::ball_ball) return;
    tell_state(parties.ball, event.ball_after);
    tell_state(parties.other, event.other_after);
}

template <int N>
void Simulation<N>::Engine::count_impact() {
    if (now_.epoch - window_.epoch >= kWindow) window_ = {now_.epoch, 0};
    ++window_.impacts;
}

template <int N>
bool Simulation<N>::Engine::is_jammed(Place ball) const {
    return records_[ball].impacts_in_epoch > kJam || window_.impacts > kSlowJam * (records_.size() + 100);
}

template <int N>
[[gnu::flatten]] void Simulation<N>::Engine::resolve_pair(Place a, Place b, const Image<N>& shift,
                                                          Event<N>& event) {
    const Record& one = records_[a];
    const Record& two = records_[b];
    const Vec<double, N> at_a = center_at(clock_, domain_, one, event.time);
    const Vec<double, N> at_b = center_at(clock_, domain_, two, event.time);
    const Vec<double, N> d = shifted(clock_, domain_, at_b - at_a, shift, event.time);
    const Vec<double, N> va = velocity_at(clock_, domain_, one, event.time);
    const Vec<double, N> vb = carried(domain_, velocity_at(clock_, domain_, two, event.time), shift);
    const bool needs_speed = restitutions_.least() < 1 || domain_.has_gravity;
    const Vec<double, N> to = needs_speed ? normalised(d) : Vec<double, N>{};
    const double speed = needs_speed ? -dot(to, vb - va) : 0;
    if (domain_.has_gravity && !meets_as_usual(a, b, shift, to, va, vb, event)) return;
    const std::uint8_t calm_a = slow_row(a);
    const std::uint8_t calm_b = slow_row(b);
    event.kind = EventKind::ball_ball;
    event.ball = indices_[a];
    event.other = indices_[b];
    const bool passing = domain_.has_gravity &&
                         !is_pressed(domain_, acceleration_of(domain_, one) - acceleration_of(domain_, two), to);
    event.restitution = counted(restitution_at(rules_, restitutions_.of(event.ball, event.other), speed,
                                               std::min(since_last(a), since_last(b)),
                                               passing ? Contact::passing : Contact::may_collapse));
    const auto share = [](const Record& record) { return record.phase == at_rest ? 0 : 1 / record.mass; };
    const BounceVelocities<double, N> after = bounced(d, va, vb, share(one), share(two), event.restitution);
    const Held<N> held_a = held_after(domain_, one.phase, after.a);
    const Held<N> held_b = held_after(domain_, two.phase, carried(domain_, after.b, -shift));
    const bool slow = speed < rules_.cut_off;
    change(a, at_a, held_a.velocity, one.phase == at_rest ? at_rest : held_a.phase);
    change(b, at_b, held_b.velocity, two.phase == at_rest ? at_rest : held_b.phase);
    if (slow) records_[a].slow_events_in_row = calm_a;
    if (slow) records_[b].slow_events_in_row = calm_b;
    ++counts_.ball_ball;
    if (slow && is_static(two)) expect_rest(a);
    if (slow && is_static(one)) expect_rest(b);
}

/// `impact` by way of the instruction set's function.
template <int N>
BounceVelocities<double, N> Simulation<N>::Engine::bounced(const Vec<double, N>& d, const Vec<double, N>& va,
                                                           const Vec<double, N>& vb, double inverse_mass_a,
                                                           double inverse_mass_b, double restitution) const {
    double a[4];
    double b[4];
    const bool usual =
        lanes_.impact(&d[0], &va[0], &vb[0], inverse_mass_a, inverse_mass_b, restitution, a, b);
    if (!usual) return impact(d, va, vb, inverse_mass_a, inverse_mass_b, restitution);
    return {generate<double, N>([&](int k) { return a[k]; }),
            generate<double, N>([&](int k) { return b[k]; })};
}

/// Under gravity: false when the two do not bounce off each other now, and `event` says what happens instead.
template <int N>
bool Simulation<N>::Engine::meets_as_usual(Place a, Place b, const Image<N>& shift, const Vec<double, N>& to,
                                           const Vec<double, N>& va, const Vec<double, N>& vb,
                                           Event<N>& event) {
    const Place lying = records_[a].phase == at_rest ? a : b;
    const double speed = -dot(to, vb - va);
    if (records_[lying].phase == at_rest && speed >= rules_.cut_off && speed > rules_.still) {
        wake(lying, {}, event);
        next_.bounces = true;
        next_.ball = indices_[a];
        next_.other = indices_[b];
        next_.shift = shift;
        return false;
    }
    if (speed > 0x1p-40 * (largest(va) + largest(vb)) + rules_.still) return true;
    if (is_static(records_[a])) {
        part(b, -to, event);
    } else {
        part(a, to, event);
    }
    return false;
}

template <int N>
void Simulation<N>::Engine::resolve_wall(Place ball, const NumberedWall<N>& wall, Event<N>& event) {
    const Record& record = records_[ball];
    const Vec<double, N> at = center_at(clock_, domain_, record, event.time);
    const Arrival<N> arrival{
        indices_[ball], record.mass,      at,         velocity_at(clock_, domain_, record, event.time),
        event.time,     since_last(ball), record.phase};
    if (record.phase == at_rest) wake_those_above(ball);
    if (domain_.has_gravity && (wall.shape != WallShape::plane || wall.speed != 0)) {
        const Vec<double, N> to = toward(wall, at);
        const double speed = dot(to, arrival.velocity - velocity_of(wall));
        if (speed <= 0x1p-40 * largest(arrival.velocity) + rules_.still) return part(ball, to, event);
    }
    const std::uint8_t slow_events_in_row = slow_row(ball);
    event.kind = EventKind::ball_wall;
    event.ball = indices_[ball];
    event.other = wall.number;
    const WallBounce<N> bounce = bounce_off(domain_, rules_, wall, arrival);
    event.restitution = counted(bounce.restitution);
    change(ball, at, bounce.velocity, bounce.phase);
    event.ball_after = state_at(ball);
    if (bounce.is_slow) records_[ball].slow_events_in_row = calm;
    ++counts_.ball_wall;
    if (bounce.is_slow) expect_rest(ball);
}

template <int N>
void Simulation<N>::Engine::resolve_kick(Place ball, Event<N>& event) {
    const Record& record = records_[ball];
    event.kind = EventKind::kick;
    event.ball = indices_[ball];
    change(ball, center_at(clock_, domain_, record, event.time),
           kicked_velocity<N>(rules_, indices_[ball], record.mass, event.time));
    event.ball_after = state_at(ball);
    ++counts_.kicks;
}

template <int N>
void Simulation<N>::Engine::change(Place ball, const Vec<double, N>& position, const Vec<double, N>& velocity,
                                   MotionPhase phase) {
    Record& record = records_[ball];
    const bool same_epoch = record.flight.time.epoch == now_.epoch;
    record.impacts_in_epoch = same_epoch ? record.impacts_in_epoch + 1 : 1;
    counts_used_up_ = counts_used_up_ || !shells_.count_flight(ball);
    record.expiries_since_impact = 0;
    record.slow_events_in_row = 0;
    record.flight.position = position;
    record.flight.velocity = velocity;
    record.flight.time = now_;
    record.phase = phase;
    enter_box(record);
    shells_.refresh(clock_, record, ball, record.flight.position, record.flight.velocity, now_);
}

/// Brings a flight that has just begun into the periodic box.
template <int N>
void Simulation<N>::Engine::enter_box(Record& record) const {
    const Image<N> crossings = wrap(clock_, domain_, record.flight.position, record.flight.time);
    if (crossings == Image<N>{}) return;
    record.image = record.image + crossings;
    record.flight.velocity = carried(domain_, record.flight.velocity, -crossings);
}

/// Elastic below the cut-off speed: see docs/math/collapse.md.
template <int N>
double Simulation<N>::Engine::counted(const Restitution& restitution) {
    if (restitution.made_elastic) ++counts_.made_elastic;
    return restitution.e;
}

template <int N>
BallState<N> Simulation<N>::Engine::state_at(Place ball) const {
    BallState<N> state;
    tell_state(ball, state);
    return state;
}

/// Straight to where it is wanted.
template <int N>
void Simulation<N>::Engine::tell_state(Place ball, BallState<N>& state) const {
    const Record& record = records_[ball];
    state.position = record.flight.position;
    state.velocity = record.flight.velocity;
    state.image = record.image;
    state.time = record.flight.time;
    state.phase = record.phase;
}

template <int N>
Vec<double, N> Simulation<N>::Engine::position_now(std::size_t ball) const {
    const Record& record = records_[places_[ball]];
    return shifted(clock_, domain_, center_at(clock_, domain_, record, now_), record.image, now_);
}

/// Relative to the flow of a sheared box, which is the same for all images.
template <int N>
Vec<double, N> Simulation<N>::Engine::velocity_in_flow(const Record& record) const {
    Vec<double, N> velocity = velocity_at(clock_, domain_, record, now_);
    if (!domain_.is_sheared()) return velocity;
    const Drift& drift = domain_.drift;
    const double middle = domain_.lower[drift.gradient] + domain_.period[drift.gradient] / 2;
    const double above = center_at(clock_, domain_, record, now_)[drift.gradient] - middle;
    velocity[drift.flow] -= drift.rate * above;
    return velocity;
}

template <int N>
double Simulation<N>::Engine::kinetic_energy() const {
    TwoTerm twice{};
    for (const Place place : places_) {
        const Record& record = records_[place];
        if (std::isinf(record.mass)) continue;
        const Vec<double, N> velocity = velocity_in_flow(record);
        for (int k = 0; k < N; ++k) {
            const double v = velocity[k];
            twice = twice + two_product(v, v) * TwoTerm{record.mass, 0};
        }
    }
    return to_double(twice) / 2;
}

template <int N>
double Simulation<N>::Engine::potential_energy() const {
    TwoTerm sum{};
    for (std::size_t ball = 0; ball < places_.size() && domain_.has_gravity; ++ball) {
        const double mass = records_[places_[ball]].mass;
        const Vec<double, N> at = position_now(ball);
        for (int k = 0; k < N && !std::isinf(mass); ++k)
            sum = sum - two_product(domain_.gravity[k], at[k]) * TwoTerm{mass, 0};
    }
    return to_double(sum);
}

template <int N>
Vec<double, N> Simulation<N>::Engine::momentum() const {
    return generate<double, N>([&](int k) {
        TwoTerm sum{};
        for (const Place place : places_) {
            const Record& record = records_[place];
            if (std::isinf(record.mass)) continue;
            sum = sum + two_product(record.mass, velocity_in_flow(record)[k]);
        }
        return to_double(sum);
    });
}

template class Simulation<2>::Engine;
template class Simulation<3>::Engine;

}  // namespace carom
