// The event loop.
#include "sim/engine.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/two_term.hpp"
#include "pair/impact.hpp"
#include "sim/scales.hpp"

namespace carom {

using namespace detail;

namespace {

/// More impacts of one ball within an epoch, a millionth of a crossing of the scene, are a jam. A cascade
/// through touching balls needs far fewer.
constexpr std::uint32_t kJam = 100'000;

/// Without an end time, looking ahead stops after this many shells, and a hundred for each ball, without an
/// impact.
constexpr std::uint64_t kPatience = 1'000'000;

}  // namespace

template <int N>
Simulation<N>::Engine::Engine(const Scene<N>& scene, const Tuning& tuning, std::vector<Finding> notes)
    : clock_(detail::epoch_length(scene)),
      space_(make_space(scene.world)),
      law_(scene.law),
      elastic_below_(carom::elastic_below(scene)),
      notes_(std::move(notes)),
      records_(scene.balls.size()),
      pending_(scene.balls.size()),
      indices_(scene.balls.size()),
      places_(scene.balls.size()),
      shells_(space_, (tuning.shell_thickness > 0 ? tuning.shell_thickness : 1) * usual_shell(scene)) {
    for (std::uint32_t i = 0; i < records_.size(); ++i) {
        const SceneBall<N>& ball = scene.balls[i];
        Record& record = records_[i];
        record.flight = {ball.position, ball.velocity, {}};
        record.radius = ball.radius;
        record.mass = ball.mass;
        wrap(space_, record.flight.position, record.image);
        indices_[i] = i;
        places_[i] = i;
    }
    put_in_order();
}

template <int N>
std::optional<Event<N>> Simulation<N>::Engine::next_event(double until) {
    if (!(until >= 0)) return stop(StopReason::time_reached, now_);
    const Time limit = clock_.at(until);
    const std::uint64_t shells_before = counts_.shell_exits;
    if (jammed_) return stop(StopReason::jammed, now_);
    const auto time_of = [this](Place ball) { return pending_[ball].time; };
    const auto first = [this](Place x, Place y) { return precedes(x, y); };
    const auto happens = [this](Place ball) { return is_impact(pending_[ball].kind); };
    const auto ahead = [this](std::int64_t buckets, Place ball) { look_ahead(buckets, ball); };
    for (;;) {
        keep_in_order();
        const Place ball = calendar_.take(time_of, first, happens, ahead);
        if (ball == Calendar::kNobody) return stop(StopReason::no_more_events, limit);
        const Pending next = pending_[ball];
        const bool exits = next.kind == PendingKind::shell_exit;
        const bool too_far = exits && limit == kNever &&
                             counts_.shell_exits - shells_before > kPatience + 100 * records_.size();
        if (next.time > limit || too_far) {
            calendar_.schedule(ball, next.time);
            return too_far ? stop(StopReason::nothing_in_sight, now_) : stop(StopReason::time_reached, limit);
        }
        front_ = next.time;
        if (is_beyond_horizon(next.time)) {
            start_afresh();
        } else if (exits) {
            leave_shell(ball, next.time);
        } else if (is_stale(next)) {
            predict(ball, next.time);
        } else if (next.kind == PendingKind::maybe) {
            settle(ball, next);
        } else {
            return resolve(ball, next);
        }
    }
}

/// Brings into the cache what the events of the next buckets will need.
template <int N>
void Simulation<N>::Engine::look_ahead(std::int64_t buckets, Place ball) const {
    const Pending& pending = pending_[ball];
    const auto record = [this](Place place) {
        __builtin_prefetch(&records_[place]);
        __builtin_prefetch(reinterpret_cast<const char*>(&records_[place]) + 64);
        __builtin_prefetch(shells_.line(place));
    };
    const auto around = [this](Place place) {
        shells_.prefetch_shell(records_[place]);
        for (const Entry entry : shells_.of(place)) __builtin_prefetch(shells_.sketches() + place_of(entry));
    };
    const bool pair = pending.kind == PendingKind::ball_ball || pending.kind == PendingKind::maybe;
    if (buckets == 4) {
        __builtin_prefetch(&pending);
    } else if (buckets == 3) {
        record(ball);
    } else if (buckets == 2) {
        if (pair) record(pending.other);
        around(ball);
    } else if (pair) {
        around(pending.other);
    } else if (pending.kind == PendingKind::shell_exit) {
        shells_.prefetch_cells(records_[ball]);
    }
}

template <int N>
std::optional<Event<N>> Simulation<N>::Engine::stop(StopReason reason, Time at) {
    stop_reason_ = reason;
    if (at != kNever && at > now_) now_ = at;
    return {};
}

template <int N>
void Simulation<N>::Engine::leave_shell(Place ball, Time time) {
    shells_.rebuild(clock_, records_, ball, time);
    ++counts_.shell_exits;
    predict(ball, time);
}

template <int N>
Event<N> Simulation<N>::Engine::resolve(Place ball, const Pending& pending) {
    Event<N> event;
    event.time = pending.time;
    now_ = pending.time;
    Place other = ball;
    if (pending.kind == PendingKind::ball_ball) {
        Image<N> shift = shift_at_contact(ball, pending);
        Place lower = ball;
        other = pending.other;
        if (indices_[other] < indices_[ball]) {
            shift = -shift;
            std::swap(lower, other);
        }
        resolve_pair(lower, other, shift, event);
        ball = lower;
    } else {
        resolve_wall(ball, pending.other, event);
    }
    jammed_ = records_[ball].impacts_in_epoch > kJam;
    ++impacts_since_;
    predict(ball, now_);
    if (other != ball) predict(other, now_);
    stop_reason_ = StopReason::none;
    return event;
}

template <int N>
[[gnu::flatten]] void Simulation<N>::Engine::resolve_pair(Place a, Place b, const Image<N>& shift,
                                                          Event<N>& event) {
    const Record& one = records_[a];
    const Record& two = records_[b];
    const Vec<double, N> d = separation_at(clock_, space_, one.flight, two.flight, shift, event.time);
    const Vec<double, N> va = one.flight.velocity;
    const Vec<double, N> vb = two.flight.velocity;
    const double speed = law_.restitution_balls < 1 ? -dot(normalised(d), vb - va) : 0;
    event.kind = EventKind::ball_ball;
    event.ball = indices_[a];
    event.other = indices_[b];
    event.restitution = restitution_for(speed, law_.restitution_balls);
    const BounceVelocities<double, N> after =
        impact(d, va, vb, 1 / one.mass, 1 / two.mass, event.restitution);
    change(a, position_at(clock_, one.flight, event.time), after.a);
    change(b, position_at(clock_, two.flight, event.time), after.b);
    event.ball_after = state_at(a);
    event.other_after = state_at(b);
    ++counts_.ball_ball;
}

template <int N>
void Simulation<N>::Engine::resolve_wall(Place ball, std::uint32_t wall, Event<N>& event) {
    const Flight<N>& flight = records_[ball].flight;
    const Vec<double, N>& toward = space_.walls[wall].surface.toward;
    event.kind = EventKind::ball_wall;
    event.ball = indices_[ball];
    event.other = space_.walls[wall].number;
    event.restitution = restitution_for(dot(toward, flight.velocity), law_.restitution_walls);
    const Vec<double, N> after = impact(toward, flight.velocity, Vec<double, N>{}, 1, 0, event.restitution).a;
    change(ball, position_at(clock_, flight, event.time), after);
    event.ball_after = state_at(ball);
    ++counts_.ball_wall;
}

template <int N>
void Simulation<N>::Engine::change(Place ball, const Vec<double, N>& position,
                                   const Vec<double, N>& velocity) {
    Record& record = records_[ball];
    const bool same_epoch = record.flight.time.epoch == now_.epoch;
    record.impacts_in_epoch = same_epoch ? record.impacts_in_epoch + 1 : 1;
    counts_used_up_ = counts_used_up_ || !shells_.count_flight(ball);
    record.alone = 0;
    record.flight = {position, velocity, now_};
    wrap(space_, record.flight.position, record.image);
    shells_.refresh(clock_, record, ball, now_);
}

/// Elastic below the cut-off speed: see docs/math/collapse.md.
template <int N>
double Simulation<N>::Engine::restitution_for(double normal_speed, double law) {
    if (law >= 1 || normal_speed >= elastic_below_) return law;
    ++counts_.made_elastic;
    return 1;
}

template <int N>
BallState<N> Simulation<N>::Engine::state_at(Place ball) const {
    const Record& record = records_[ball];
    return {record.flight.position, record.flight.velocity, record.image, record.flight.time};
}

template <int N>
Vec<double, N> Simulation<N>::Engine::position_now(std::size_t ball) const {
    const Record& record = records_[places_[ball]];
    return shifted(space_, position_at(clock_, record.flight, now_), record.image);
}

template <int N>
double Simulation<N>::Engine::kinetic_energy() const {
    TwoTerm twice{};
    for (const Place place : places_) {
        const Record& record = records_[place];
        if (std::isinf(record.mass)) continue;
        for (int k = 0; k < N; ++k) {
            const double v = record.flight.velocity[k];
            twice = twice + two_product(v, v) * TwoTerm{record.mass, 0};
        }
    }
    return to_double(twice) / 2;
}

template <int N>
Vec<double, N> Simulation<N>::Engine::momentum() const {
    return generate<double, N>([&](int k) {
        TwoTerm sum{};
        for (const Place place : places_) {
            const Record& record = records_[place];
            if (!std::isinf(record.mass)) sum = sum + two_product(record.mass, record.flight.velocity[k]);
        }
        return to_double(sum);
    });
}

template class Simulation<2>::Engine;
template class Simulation<3>::Engine;

}  // namespace carom
