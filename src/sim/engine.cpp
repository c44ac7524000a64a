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
      stamps_(scene.balls.size()),
      exits_(scene.balls.size(), kNever),
      crowds_(scene.balls.size()),
      neighbours_(space_, scene, tuning.shell_thickness * free_space(scene)),
      queue_(scene.balls.size()) {
    bodies_.reserve(scene.balls.size());
    states_.reserve(scene.balls.size());
    for (const SceneBall<N>& ball : scene.balls) {
        bodies_.push_back({ball.radius, ball.mass, 1 / ball.mass});
        BallState<N> state{ball.position, ball.velocity, {}, {}};
        wrap(space_, state.position, state.image);
        states_.push_back(state);
    }
    for (std::uint32_t ball = 0; ball < states_.size(); ++ball) leave_shell(ball, {});
}

template <int N>
std::optional<Event<N>> Simulation<N>::Engine::next_event(double until) {
    if (!(until >= 0)) return stop(StopReason::time_reached, now_);
    const Time limit = clock_.at(until);
    const std::uint64_t shells_before = counts_.shell_exits;
    if (jammed_) return stop(StopReason::jammed, now_);
    for (;;) {
        const std::uint32_t ball = queue_.next_ball();
        const Pending next = queue_.pending(ball);
        if (next.time == kNever) return stop(StopReason::no_more_events, limit);
        if (next.time > limit) return stop(StopReason::time_reached, limit);
        if (next.kind == PendingKind::shell_exit) {
            if (limit == kNever && counts_.shell_exits - shells_before > kPatience + 100 * states_.size()) {
                return stop(StopReason::nothing_in_sight, now_);
            }
            leave_shell(ball, next.time);
        } else if (is_stale(next)) {
            predict(ball);
        } else {
            return resolve(next);
        }
    }
}

template <int N>
std::optional<Event<N>> Simulation<N>::Engine::stop(StopReason reason, Time at) {
    stop_reason_ = reason;
    if (at != kNever && at > now_) now_ = at;
    return {};
}

/// True when one of the balls has had an event since.
template <int N>
bool Simulation<N>::Engine::is_stale(const Pending& pending) const {
    std::uint64_t stamps = stamps_[pending.ball];
    if (pending.kind == PendingKind::ball_ball) stamps += stamps_[pending.other];
    return stamps != pending.stamps;
}

template <int N>
void Simulation<N>::Engine::predict(std::uint32_t ball) {
    Pending earliest;
    earliest.time = exits_[ball];
    earliest.ball = ball;
    predict_walls(ball, earliest);
    predict_pairs(ball, earliest);
    queue_.set(ball, earliest);
}

template <int N>
void Simulation<N>::Engine::predict_pairs(std::uint32_t ball, Pending& earliest) {
    for (const Neighbour<N>& neighbour : neighbours_.of(ball)) {
        const double r = bodies_[ball].radius + bodies_[neighbour.ball].radius;
        Pending found;
        found.time = predict_pair(clock_, space_, states_[ball], states_[neighbour.ball], neighbour.image, r);
        found.kind = PendingKind::ball_ball;
        found.stamps = stamps_[ball] + stamps_[neighbour.ball];
        found.ball = std::min(ball, neighbour.ball);
        found.other = std::max(ball, neighbour.ball);
        found.image = ball < neighbour.ball ? neighbour.image : -neighbour.image;
        if (found.time != kNever && found < earliest) earliest = found;
    }
    counts_.predictions += neighbours_.of(ball).size();
}

template <int N>
void Simulation<N>::Engine::predict_walls(std::uint32_t ball, Pending& earliest) {
    for (const NumberedWall<N>& wall : space_.walls) {
        Pending found;
        found.time = predict_wall(clock_, wall.surface, states_[ball], bodies_[ball].radius);
        found.kind = PendingKind::ball_wall;
        found.ball = ball;
        found.other = wall.number;
        found.stamps = stamps_[ball];
        if (found.time != kNever && found < earliest) earliest = found;
    }
    counts_.predictions += space_.walls.size();
}

/// A new shell around where the ball is at `time`; its state stays as it is.
template <int N>
void Simulation<N>::Engine::leave_shell(std::uint32_t ball, Time time) {
    const BallState<N>& state = states_[ball];
    neighbours_.rebuild(ball, position_at(clock_, state, time), state.image);
    set_exit(ball, time);
    predict(ball);
    ++counts_.shell_exits;
}

template <int N>
void Simulation<N>::Engine::set_exit(std::uint32_t ball, Time time) {
    const BallState<N>& state = states_[ball];
    const Vec<double, N> position = position_at(clock_, state, time);
    exits_[ball] = clock_.after(time, neighbours_.time_to_exit(ball, position, state.image, state.velocity));
}

template <int N>
Event<N> Simulation<N>::Engine::resolve(const Pending& pending) {
    Event<N> event;
    event.time = pending.time;
    event.ball = pending.ball;
    event.other = pending.other;
    now_ = pending.time;
    if (pending.kind == PendingKind::ball_ball) {
        resolve_pair(pending, event);
    } else {
        resolve_wall(pending, event);
    }
    watch_for_jam(event.ball);
    predict(event.ball);
    if (event.kind == EventKind::ball_ball) predict(event.other);
    stop_reason_ = StopReason::none;
    return event;
}

template <int N>
void Simulation<N>::Engine::resolve_pair(const Pending& pending, Event<N>& event) {
    const BallState<N>& a = states_[event.ball];
    const BallState<N>& b = states_[event.other];
    const Vec<double, N> d = separation_at(clock_, space_, a, b, pending.image, event.time);
    const double speed = -dot(normalised(d), b.velocity - a.velocity);
    event.kind = EventKind::ball_ball;
    event.restitution = restitution_for(speed, law_.restitution_balls);
    const BounceVelocities<double, N> after =
        impact(d, a.velocity, b.velocity, bodies_[event.ball].inverse_mass, bodies_[event.other].inverse_mass,
               event.restitution);
    change(event.ball, event.time, position_at(clock_, a, event.time), after.a);
    change(event.other, event.time, position_at(clock_, b, event.time), after.b);
    event.ball_after = a;
    event.other_after = b;
    ++counts_.ball_ball;
}

template <int N>
void Simulation<N>::Engine::resolve_wall(const Pending& pending, Event<N>& event) {
    const BallState<N>& a = states_[event.ball];
    const auto wall = std::find_if(space_.walls.begin(), space_.walls.end(),
                                   [&](const NumberedWall<N>& w) { return w.number == pending.other; });
    const Vec<double, N>& toward = wall->surface.toward;
    event.kind = EventKind::ball_wall;
    event.restitution = restitution_for(dot(toward, a.velocity), law_.restitution_walls);
    const Vec<double, N> after = impact(toward, a.velocity, Vec<double, N>{}, 1, 0, event.restitution).a;
    change(event.ball, event.time, position_at(clock_, a, event.time), after);
    event.ball_after = a;
    ++counts_.ball_wall;
}

template <int N>
void Simulation<N>::Engine::change(std::uint32_t ball, Time time, const Vec<double, N>& position,
                                   const Vec<double, N>& velocity) {
    BallState<N>& state = states_[ball];
    state.position = position;
    state.velocity = velocity;
    state.time = time;
    wrap(space_, state.position, state.image);
    ++stamps_[ball];
    neighbours_.met(ball);
    set_exit(ball, time);
}

/// Elastic below the cut-off speed: see docs/math/collapse.md.
template <int N>
double Simulation<N>::Engine::restitution_for(double normal_speed, double law) {
    if (law >= 1 || normal_speed >= elastic_below_) return law;
    ++counts_.made_elastic;
    return 1;
}

template <int N>
void Simulation<N>::Engine::watch_for_jam(std::uint32_t ball) {
    Crowd& crowd = crowds_[ball];
    if (crowd.epoch != now_.epoch) crowd = {now_.epoch, 0};
    jammed_ = ++crowd.impacts > kJam;
}

template <int N>
Vec<double, N> Simulation<N>::Engine::position_now(std::size_t ball) const {
    return shifted(space_, position_at(clock_, states_[ball], now_), states_[ball].image);
}

template <int N>
double Simulation<N>::Engine::kinetic_energy() const {
    TwoTerm twice{};
    for (std::size_t i = 0; i < states_.size(); ++i) {
        if (bodies_[i].inverse_mass == 0) continue;
        for (int k = 0; k < N; ++k) {
            const double v = states_[i].velocity[k];
            twice = twice + two_product(v, v) * TwoTerm{bodies_[i].mass, 0};
        }
    }
    return to_double(twice) / 2;
}

template <int N>
Vec<double, N> Simulation<N>::Engine::momentum() const {
    return generate<double, N>([&](int k) {
        TwoTerm sum{};
        for (std::size_t i = 0; i < states_.size(); ++i) {
            if (bodies_[i].inverse_mass != 0)
                sum = sum + two_product(bodies_[i].mass, states_[i].velocity[k]);
        }
        return to_double(sum);
    });
}

template class Simulation<2>::Engine;
template class Simulation<3>::Engine;

}  // namespace carom
