#include "proof/pair_prover.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace carom::proof {
namespace {

/// Rounding bounds above this share of the smallest radius may let balls through each other.
constexpr double kCoarse = 0x1p-10;

template <int N>
void add_gravity(SharedFlight<N>& e, const Flight<N>& a, const Flight<N>& b) {
    for (int k = 0; k < N; ++k) {
        const double pull_a = a.rough_acceleration[k];
        const double pull_b = b.rough_acceleration[k];
        e.d[k] += e.age_j * e.age_j / 2 * pull_b - e.age_i * e.age_i / 2 * pull_a;
        e.w[k] += e.age_j * pull_b - e.age_i * pull_a;
        e.a[k] = pull_b - pull_a;
    }
}

}  // namespace

template <int N>
PairProver<N>::PairProver(const TrajectoryStart<N>& start, ReportBuilder& report)
    : context_(start), walls_(walls_of(start.scene.world)), report_(&report) {
    for (const SceneBall<N>& ball : start.scene.balls) {
        const BallState<N> state{ball.position, ball.velocity, {}, {}};
        flights_.push_back(make_flight(state, ball.radius, ball.mass));
        names_.push_back(ball.name);
    }
    note_start_gaps();
}

/// Some gaps of the start, so that no pair needs a look just because nothing was seen before it: of balls
/// that follow one another along the first axis.
template <int N>
void PairProver<N>::note_start_gaps() {
    std::vector<std::size_t> order(flights_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto x = [&](std::size_t i) { return flights_[i].state.position[0]; };
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return x(i) < x(j); });
    for (std::size_t at = 1; at < order.size(); ++at) {
        const Flight<N>& a = flights_[order[at - 1]];
        const Flight<N>& b = flights_[order[at]];
        const WideVec<N> d = widen(b.state.position) - widen(a.state.position);
        report_->note_gap(gap_between(d, Wide{a.radius} + Wide{b.radius}));
    }
}

template <int N>
double PairProver<N>::looked_for() const {
    const double of_law = context_.law.contact_tolerance.value_or(0);
    return std::min(std::max(report_->worst_gap(), of_law), context_.narrowest);
}

template <int N>
void PairProver<N>::set_state(std::size_t i, const BallState<N>& state) {
    Flight<N>& flight = flights_[i];
    const double drift = std::max(flight.drift, bound_at(i, state.time));
    flight = make_flight(state, flight.radius, flight.mass);
    flight.drift = drift;
}

/// Gravity moves what falls, and what slides along its wall.
template <int N>
Flight<N> PairProver<N>::make_flight(const BallState<N>& state, double radius, double mass) const {
    Flight<N> flight;
    flight.state = state;
    flight.radius = radius;
    flight.mass = mass;
    flight.speed = rough_length(state.velocity);
    flight.size = size_of(state, radius, context_);
    if (context_.gravity == 0 || state.phase == at_rest || std::isinf(mass)) return flight;
    flight.pull = context_.gravity;
    flight.accelerate(widen(context_.world.gravity));
    if (state.phase == free_flight) return flight;
    const WideVec<N>& normal = wall(state.phase.wall()).normal;
    flight.accelerate(flight.acceleration - dot(flight.acceleration, normal) * normal);
    return flight;
}

template <int N>
const WideWall<N>& PairProver<N>::wall(std::uint32_t number) const {
    return *std::find_if(walls_.begin(), walls_.end(),
                         [&](const WideWall<N>& wall) { return wall.number == number; });
}

template <int N>
double PairProver<N>::bound_at(std::size_t i, Time time) const {
    const double age = rough_seconds_between(flights_[i].state.time, time, context_.epoch_length);
    return rounding_bound(flights_[i], std::abs(age), context_);
}

template <int N>
void PairProver<N>::fault(Time time, const std::string& what) {
    report_->fault(fmt::format("t = {:.17g}: {}", seconds(time), what));
}

template <int N>
std::string PairProver<N>::name(std::size_t i) const {
    return names_[i].empty() ? fmt::format("ball {}", i) : fmt::format("ball {} ({})", i, names_[i]);
}

template <int N>
std::string PairProver<N>::name(const WideWall<N>& wall) const {
    return wall.name.empty() ? fmt::format("wall {}", wall.number)
                             : fmt::format("wall {} ({})", wall.number, wall.name);
}

template <int N>
double PairProver<N>::share_of_overlap(const NearestGap& approach) {
    const double sunk = std::min(approach.gap_before, 0.0) - approach.gap;
    return std::max(share_of(std::max(sunk, 0.0), approach.bound),
                    share_of(std::max(-approach.gap, 0.0), approach.bound + kAddedUp * approach.drift));
}

/// A closer look would say nothing else.
template <int N>
bool PairProver<N>::is_clear(const NearestGap& approach) const {
    return approach.gap > 2 * approach.bound || (share_of_overlap(approach) <= kClearShare &&
                                                 approach.bound <= kCoarse / 2 * context_.smallest_radius);
}

/// `who` names the two things only when there is something to say about them.
template <int N>
template <class Who>
void PairProver<N>::judge(const NearestGap& approach, double when, Who who) {
    const double gap = approach.gap;
    const double bound = approach.bound;
    report_->note_gap(gap);
    if (gap >= bound) return;
    const double share = share_of_overlap(approach);
    if (!report_->accepts(share)) {
        report_->fault(fmt::format("t = {:.17g}: {} overlap by {:.6g} ({:.3g} times what rounding explains)",
                                   when, who(), -gap, share));
    } else if (!(bound <= kCoarse * context_.smallest_radius)) {
        report_->note_open_contact();
    }
}

template <int N>
SharedFlight<N> PairProver<N>::encounter(std::size_t i, std::size_t j, Time now) const {
    const Flight<N>& a = flights_[i];
    const Flight<N>& b = flights_[j];
    const double unit = context_.epoch_length;
    SharedFlight<N> e{i, j, std::max(a.state.time, b.state.time), 0, 0, 0, {}, {}, {}, 0, 0, 0};
    e.age_i = rough_seconds_between(a.state.time, e.from, unit);
    e.age_j = rough_seconds_between(b.state.time, e.from, unit);
    e.duration = rough_seconds_between(e.from, now, unit);
    for (int k = 0; k < N; ++k) {
        const double at_a = a.state.position[k] + e.age_i * a.state.velocity[k];
        const double at_b = b.state.position[k] + e.age_j * b.state.velocity[k];
        e.d[k] = at_b - at_a;
        e.w[k] = b.state.velocity[k] - a.state.velocity[k];
    }
    if (a.pull > 0 || b.pull > 0) add_gravity(e, a, b);
    const double known_a = e.age_i + e.duration;
    const double known_b = e.age_j + e.duration;
    const double moved = a.fastest(known_a) * (known_a + unit) + b.fastest(known_b) * (known_b + unit);
    e.reach = a.radius + b.radius + kFilterMargin * (a.size + b.size + moved) + looked_for();
    return e;
}

template <int N>
void PairProver<N>::prove_pair(std::size_t i, std::size_t j, Time now) {
    const SharedFlight<N> e = encounter(i, j, now);
    if (now < e.from) return;
    report_->note_pair();
    if (context_.is_sheared()) {
        prove_rows(e, now);
    } else {
        prove_images(e, now);
    }
}

/// The look at one image, over the whole encounter: a first one, and the exact one where that is not clear.
template <int N>
void PairProver<N>::examine(const SharedFlight<N>& e, const Vec<double, N>& image, Time now) {
    const auto who = [&] { return names_of(e); };
    if (kHasQuick && !at_end_) {
        const auto arc = arc_of<Quick>(e, image);
        const auto duration = seconds_between<Quick>(e.from, now, context_.epoch_length);
        const Quick s = nearest_time(arc, duration);
        const NearestGap approach = nearest_gap(e, arc, s);
        if (is_clear(approach)) {
            note_contact(e, arc, duration, approach);
            return judge(approach, seconds(e.from) + narrow(s), who);
        }
    }
    const auto arc = arc_of<Wide>(e, image);
    const Wide duration = seconds_between(e.from, now, context_.epoch_length);
    const Wide s = nearest_time(arc, duration);
    const NearestGap approach = nearest_gap(e, arc, s);
    note_contact(e, arc, duration, approach);
    judge(approach, seconds(e.from) + narrow(s), who);
    if (at_end_ && s >= duration) note_pair_at_end(e, arc, s, approach);
}

template <int N>
template <class Real>
Arc<N, Real> PairProver<N>::arc_of(const SharedFlight<N>& e, const Vec<double, N>& image) const {
    const Flight<N>& a = flights_[e.i];
    const Flight<N>& b = flights_[e.j];
    const Real age_a = age<Real>(e.i, e.from);
    const Real age_b = age<Real>(e.j, e.from);
    Arc<N, Real> arc;
    arc.d = position_after(b, age_b) - position_after(a, age_a) + shift_of<Real>(image, context_);
    arc.w = velocity_after(b, age_b) - velocity_after(a, age_a);
    if (e.row != 0) {
        arc.d[context_.drift.flow] += static_cast<Real>(e.way);
        arc.w[context_.drift.flow] += Real{e.row} * Real{context_.drift.speed};
    }
    if (a.pull > 0 || b.pull > 0) arc.bend(b.template pulled<Real>() - a.template pulled<Real>());
    return arc;
}

/// At the time `s` when they are nearest.
template <int N>
template <class Real>
NearestGap PairProver<N>::nearest_gap(const SharedFlight<N>& e, const Arc<N, Real>& arc, Real s) const {
    const Flight<N>& a = flights_[e.i];
    const Flight<N>& b = flights_[e.j];
    const Real r = Real{a.radius} + Real{b.radius};
    const double after = narrow(s);
    NearestGap approach;
    approach.gap_before = gap_between(arc.d, r);
    approach.gap = s == 0 ? approach.gap_before : gap_between(arc.at(s), r);
    approach.bound =
        rounding_bound(a, e.age_i + after, context_) + rounding_bound(b, e.age_j + after, context_);
    if (context_.is_sheared()) approach.bound += drift_bound(std::abs(e.row) + 1, after, context_);
    approach.drift = a.drift + b.drift;
    return approach;
}

/// Are the two in contact at the end of the encounter? Those that overlap are a fault of their own.
template <int N>
template <class Real>
void PairProver<N>::note_contact(const SharedFlight<N>& e, const Arc<N, Real>& arc, Real duration,
                                 const NearestGap& approach) {
    const Flight<N>& a = flights_[e.i];
    const Flight<N>& b = flights_[e.j];
    const double near = context_.contact_reach(a.radius, b.radius);
    if (!(approach.gap + approach.bound <= near)) return;
    const double after = narrow(duration);
    const double bound =
        rounding_bound(a, e.age_i + after, context_) + rounding_bound(b, e.age_j + after, context_);
    if (std::abs(gap_between(arc.at(duration), Real{a.radius} + Real{b.radius})) + bound <= near)
        contacts_.push_back({e.i, e.j, nullptr});
}

template <int N>
void PairProver<N>::note_pair_at_end(const SharedFlight<N>& e, const Arc<N>& arc, Wide s,
                                     const NearestGap& approach) {
    const double after = narrow(s);
    const WideVec<N> d = arc.at(s);
    const WideVec<N> w = arc.velocity_at(s);
    const double distance = narrow(rough_length(d));
    const double tilt = distance > 0 ? approach.bound / distance : 1;
    const double fastest = flights_[e.i].fastest(e.age_i + after) + flights_[e.j].fastest(e.age_j + after);
    note_closing(approach.gap, approach.bound, -dot(d, w) / Wide{distance},
                 tilt * narrow(rough_length(w)) + kRoundings * kUnit * fastest);
}

/// Counts what touches and surely closes when the trajectory ends.
template <int N>
void PairProver<N>::note_closing(double gap, double bound, Wide closing, double unsure) {
    if (gap < bound && narrow(closing) > unsure + context_.still()) report_->note_contact_at_end();
}

template <int N>
void PairProver<N>::prove_walls(std::size_t i, Time now) {
    const Flight<N>& a = flights_[i];
    if (walls_.empty() || now < a.state.time) return;
    const auto quick_duration = age<Quick>(i, now);
    const Vec<double, N> arrival = narrow(position_after(a, quick_duration));
    std::optional<FlightSegment<N>> leg;
    for (const WideWall<N>& wall : walls_) {
        // What cannot move does not notice a wall that does.
        if (wall.speed != 0 && std::isinf(a.mass)) continue;
        if (!at_end_ && stays_clear(a, wall, arrival, narrow(quick_duration))) continue;
        if (!leg) leg = segment(i, now);
        if (wall.is_round) {
            prove_container(*leg, wall);
        } else {
            prove_plane(*leg, wall);
        }
        note_contact(*leg, wall);
        if (at_end_) note_wall_at_end(*leg, wall);
    }
}

/// Are the two in contact at the end of the leg?
template <int N>
void PairProver<N>::note_contact(const FlightSegment<N>& leg, const WideWall<N>& wall) {
    const double radius = flights_[leg.ball].radius;
    const double gap = narrow(wall.gap(leg.end, radius, leg.begin_time + leg.duration));
    if (std::abs(gap) + wall_bound(leg, wall, leg.duration) <= context_.contact_reach(radius, radius))
        contacts_.push_back({leg.ball, 0, &wall});
}

template <int N>
FlightSegment<N> PairProver<N>::segment(std::size_t i, Time now) const {
    const Flight<N>& a = flights_[i];
    const Wide duration = age(i, now);
    return {i, seconds_between({}, a.state.time, context_.epoch_length), duration, widen(a.state.position),
            position_after(a, duration)};
}

/// True when a plane is so far from a flight that a closer look would add nothing to the proof.
template <int N>
bool PairProver<N>::stays_clear(const Flight<N>& a, const WideWall<N>& wall, const Vec<double, N>& arrival,
                                double duration) const {
    if (wall.is_round || a.state.phase == sliding_on(wall.number)) return false;
    const double t = rough_seconds_between({}, a.state.time, context_.epoch_length);
    const double bend = a.pull * duration * (duration / 8);
    const double gap = wall.least_gap(a.state.position, arrival, bend, t, t + duration) - a.radius;
    const double speeds = a.fastest(duration) + std::abs(wall.speed);
    return gap > looked_for() + 4 * kFilterMargin * (a.size + speeds * context_.epoch_length);
}

template <int N>
void PairProver<N>::note_wall_at_end(const FlightSegment<N>& leg, const WideWall<N>& wall) {
    const Flight<N>& a = flights_[leg.ball];
    const Wide end = leg.begin_time + leg.duration;
    const WideVec<N> v = velocity_after(a, leg.duration);
    const WideVec<N> outward = wall.across(leg.end - wall.center);
    const double distance = narrow(rough_length(outward));
    const Wide closing =
        wall.is_round ? dot(outward, v) / Wide{distance} : Wide{wall.speed} - dot(wall.normal, v);
    const double bound = wall_bound(leg, wall, leg.duration);
    const double speed = a.fastest(narrow(leg.duration)) + std::abs(wall.speed);
    const double tilt = wall.is_round && distance > 0 ? bound / distance : 0;
    note_closing(narrow(wall.gap(leg.end, a.radius, end)), bound, closing,
                 (tilt + kRoundings * kUnit) * speed);
}

/// The gap is linear in time, or a parabola with one turn.
template <int N>
void PairProver<N>::prove_plane(const FlightSegment<N>& leg, const WideWall<N>& wall) {
    const Flight<N>& a = flights_[leg.ball];
    const double gap_begin = narrow(wall.gap(leg.begin, a.radius, leg.begin_time));
    const double gap_end = narrow(wall.gap(leg.end, a.radius, leg.begin_time + leg.duration));
    judge_wall(leg, wall, 0, gap_begin, gap_begin);
    judge_wall(leg, wall, leg.duration, gap_begin, gap_end);
    if (a.pull == 0) return;
    if (a.state.phase == sliding_on(wall.number)) {
        check_slide(leg, wall, gap_end - std::max(gap_begin, 0.0));
        return;
    }
    const Wide bend = dot(wall.normal, a.acceleration);
    const Wide turn = (Wide{wall.speed} - dot(wall.normal, widen(a.state.velocity))) / bend;
    if (!(bend > 0 && turn > 0 && turn < leg.duration)) return;
    const Wide gap = wall.gap(position_after(a, turn), a.radius, leg.begin_time + turn);
    judge_wall(leg, wall, turn, gap_begin, narrow(gap));
}

template <int N>
void PairProver<N>::prove_container(const FlightSegment<N>& leg, const WideWall<N>& wall) {
    const Flight<N>& a = flights_[leg.ball];
    Arc<N> arc;
    arc.d = wall.across(leg.begin - wall.center);
    arc.w = wall.across(widen(a.state.velocity));
    if (a.pull > 0) arc.bend(wall.across(a.acceleration));
    const Wide farthest = farthest_time(arc, leg.duration);
    const double gap_begin = narrow(wall.gap(leg.begin, a.radius, 0));
    judge_wall(leg, wall, 0, gap_begin, gap_begin);
    judge_wall(leg, wall, farthest, gap_begin, narrow(wall.gap(position_after(a, farthest), a.radius, 0)));
}

/// Judges the gap at the time s of the leg.
template <int N>
void PairProver<N>::judge_wall(const FlightSegment<N>& leg, const WideWall<N>& wall, Wide s, double gap_begin,
                               double gap) {
    judge({gap_begin, gap, wall_bound(leg, wall, s), flights_[leg.ball].drift}, narrow(leg.begin_time + s),
          [&] { return name(leg.ball) + " and " + name(wall); });
}

template <int N>
double PairProver<N>::wall_bound(const FlightSegment<N>& leg, const WideWall<N>& wall, Wide s) const {
    const double of_wall = wall.rounding_bound(leg.begin_time + s, context_.epoch_length);
    return rounding_bound(flights_[leg.ball], narrow(s), context_) + of_wall;
}

/// A ball that slides keeps to its wall.
template <int N>
void PairProver<N>::check_slide(const FlightSegment<N>& leg, const WideWall<N>& wall, double left) {
    if (left <= 0 || report_->accepts(share_of(left, wall_bound(leg, wall, leg.duration)))) return;
    report_->fault(fmt::format("t = {:.17g}: {} slides and leaves {} by {:.6g}",
                               narrow(leg.begin_time + leg.duration), name(leg.ball), name(wall), left));
}

template class PairProver<2>;
template class PairProver<3>;

}  // namespace carom::proof
