#include "proof/rest.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "proof/nearest_point.hpp"

namespace carom::proof {
namespace {

/// More than the roundings of a product or two of doubles, as a share.
constexpr double kSlack = 0x1p-40;

/// A ball is wedged when so many calm events followed each other, each within this share of the time to lose
/// the cut-off speed to gravity, or two of them and it moves no faster than so many times that speed.
constexpr std::uint8_t kWedged = 8;
constexpr double kWedge = 0x1p-10 * (1 + kSlack);
constexpr double kSlowInWedge = 8 * (1 + kSlack);

/// Else it comes to rest at up to so many times the cut-off speed, where what it touches holds it up to this
/// share of gravity.
constexpr double kRestSpeed = 2 * (1 + kSlack);
constexpr double kSurelySlow = 2 * (1 - kSlack);
constexpr double kStaticFriction = 0.05 * (1 + 0x1p-30);
/// The engine looks for the weights so often, of so many directions.
constexpr int kSweeps = 64;
constexpr std::size_t kMostSupports = 32;
constexpr double kSurelyHeld = 0.05 * (1 - 0x1p-30);

/// Surfaces nearer than a hop of the cut-off speed, or this share of the smallest radius, hold a ball.
constexpr double kFarthestSupport = 0x1p-3;
/// Of its numbers: added for their rounding.
constexpr double kSupportRounding = 0x1p-44;

/// A ball that touches something without end is parted from it by a quarter of the cut-off speed, or by this
/// share of the speed that falling by a radius gives.
constexpr double kLeastNudge = 0x1p-12;

/// Two things close no faster than this share of their speeds, or than what counts as none: the contact
/// lasts.
constexpr double kHardly = 0x1p-40 * (1 + kSlack);

/// Roundings of a relative velocity, and of a velocity that a nudge has changed.
constexpr double kVelocityRoundings = 8;

}  // namespace

template <int N>
RestJudge<N>::RestJudge(PairProver<N>& prover, ReportBuilder& report)
    : prover_(&prover),
      report_(&report),
      finder_(prover),
      calm_(prover.ball_count()),
      stopped_(prover.ball_count()) {
    has_pistons_ = std::any_of(prover.walls().begin(), prover.walls().end(),
                               [](const WideWall<N>& wall) { return wall.speed != 0; });
}

template <int N>
void RestJudge<N>::expect(const Event<N>& event) {
    if (event.time != moved_) conclude(event.time);
    expect_rest(event);
    if (hit_ && !is_hit(event)) fault_of_hit();
    hit_.reset();
}

template <int N>
void RestJudge<N>::expect_at_end(Time end) {
    if (end == moved_) return;
    conclude(end);
    for (const std::size_t i : must_rest_) fault_of_rest(i);
    if (hit_) fault_of_hit();
}

template <int N>
void RestJudge<N>::fault_of_hit() {
    prover_->fault(prover_->flight(*hit_).state.time,
                   prover_->name(*hit_) + " awakes, but nothing hits it, and what it lies on stays");
}

template <int N>
void RestJudge<N>::fault_of_rest(std::size_t i) {
    prover_->fault(prover_->flight(i).state.time,
                   prover_->name(i) + " is held and hardly moves, but does not come to rest");
}

/// Those that an impact has stopped come to rest at once, in any order.
template <int N>
void RestJudge<N>::expect_rest(const Event<N>& event) {
    if (must_rest_.empty()) return;
    if (event.kind == EventKind::rest && must_rest_.erase(event.ball) > 0) return;
    if (event.kind == EventKind::rest && event.time == prover_->flight(*must_rest_.begin()).state.time)
        return;
    for (const std::size_t i : must_rest_) fault_of_rest(i);
    must_rest_.clear();
}

/// Time goes on.
template <int N>
void RestJudge<N>::conclude(Time now) {
    for (const std::size_t i : must_wake_)
        prover_->fault(moved_, prover_->name(i) + " stays at rest, but what it lies on moves");
    must_wake_.clear();
    may_wake_.clear();
    moved_ = now;
}

template <int N>
std::string RestJudge<N>::what_is_wrong(const Event<N>& event) {
    if (prover_->context().gravity == 0) return " comes to rest or awakes in a world where nothing rests";
    return event.kind == EventKind::rest ? what_is_wrong_with_rest(event) : what_is_wrong_with_wake(event);
}

/// Only where impacts take energy, and from a low speed or wedged; or without any speed.
template <int N>
std::string RestJudge<N>::what_is_wrong_with_rest(const Event<N>& event) const {
    const std::size_t i = event.ball;
    if (rests(i) || event.ball_after.phase != at_rest) return " does not come to rest as recorded";
    const double speed = narrow(rough_length(velocity_before(i, event.time))) - unsure_before(i, event.time);
    const bool loses = is_lossy(prover_->context().law);
    if (loses && is_confined(event, speed)) return "";
    if (speed > (loses ? kRestSpeed * cut_off() : 0))
        return " comes to rest but moves too fast, or in a world where nothing rests";
    const bool has_stopped = stopped_[i] && event.time == prover_->flight(i).state.time;
    if (!has_stopped && lasting_touches(event).empty())
        return " comes to rest, but touches nothing just then";
    return is_held(event) ? "" : " comes to rest, but nothing holds it";
}

template <int N>
bool RestJudge<N>::is_confined(const Event<N>& event, double speed) const {
    if (!stopped_[event.ball] || event.time != prover_->flight(event.ball).state.time) return false;
    const std::uint8_t calm = calm_[event.ball];
    return calm >= kWedged || (calm >= 2 && speed <= kSlowInWedge * cut_off());
}

/// Is gravity a sum of directions to still things, with weights >= 0, up to what friction holds? What is left
/// of it is the point nearest to gravity that no such direction goes to.
template <int N>
bool RestJudge<N>::is_held(const Event<N>& event) const {
    const CheckContext<N>& context = prover_->context();
    const Vec<double, N>& x = event.ball_after.position;
    double tilt = 0;
    std::vector<NearestPoint::Bound> bounds;
    for (const Touch<N>& touch : finder_.find(event.ball, x, event.time, support_reach(event.ball, x))) {
        if (!is_still(touch)) continue;
        NearestPoint::Bound bound;
        for (int k = 0; k < N; ++k) bound.c.push_back(-narrow(touch.to[k]));
        bounds.push_back(std::move(bound));
        tilt = std::max(tilt, touch.tilt);
    }
    NearestPoint::Column left;
    for (int k = 0; k < N; ++k) left.push_back(context.world.gravity[k] / context.gravity);
    std::vector<std::size_t> all(bounds.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    NearestPoint nearest(bounds);
    nearest.solve(all, left);
    const double squared = std::inner_product(left.begin(), left.end(), left.begin(), 0.0);
    return std::sqrt(squared) <= kStaticFriction + kAddedUp * tilt;
}

/// Does the ball, which an impact has just stopped, surely come to rest?
template <int N>
bool RestJudge<N>::must_rest(std::size_t i, const BallState<N>& state) const {
    const double speed = narrow(rough_length(widen(state.velocity)));
    return is_lossy(prover_->context().law) && speed <= kSurelySlow * cut_off() && is_surely_held(i, state);
}

/// By the rule of the engine, which puts the sum of directions together step by step: docs/math/gravity.md.
template <int N>
bool RestJudge<N>::is_surely_held(std::size_t i, const BallState<N>& state) const {
    const CheckContext<N>& context = prover_->context();
    const double reach = support_reach(i, state.position);
    std::vector<Vec<Quick, N>> directions;
    double tilt = 0;
    for (const Touch<N>& touch : finder_.find(i, state.position, state.time, reach)) {
        if (!is_still(touch)) continue;
        if (!(touch.gap + touch.unsure <= reach * (1 - 4 * kSlack))) return false;  // it may count or not
        directions.push_back(as<Quick>(touch.to));
        tilt = std::max(tilt, touch.tilt);
    }
    if (directions.size() > kMostSupports) return false;
    Vec<Quick, N> left = 1 / Quick{context.gravity} * widen<Quick>(context.world.gravity);
    std::vector<Quick> weights(directions.size());
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        for (std::size_t at = 0; at < directions.size(); ++at) {
            const Quick step = std::max(dot(left, directions[at]), -weights[at]);
            weights[at] += step;
            left = left - step * directions[at];
        }
    }
    const Quick weight = std::accumulate(weights.begin(), weights.end(), Quick{1});
    return narrow(rough_length(left)) <= kSurelyHeld - kSweeps * narrow(weight) * tilt;
}

/// Nothing moves it, or nothing but a strong impact.
template <int N>
bool RestJudge<N>::is_still(const Touch<N>& touch) const {
    if (touch.wall != nullptr) return touch.wall->speed == 0 && touch.wall->temperature == 0;
    return is_still(touch.other);
}

template <int N>
double RestJudge<N>::support_reach(std::size_t i, const Vec<double, N>& x) const {
    const CheckContext<N>& context = prover_->context();
    const double hop = cut_off() * cut_off() / context.gravity;
    double largest = 0;
    for (int k = 0; k < N; ++k) largest = std::max(largest, std::abs(x[k]));
    return (1 + kSlack) * (std::min(hop, kFarthestSupport * context.smallest_radius) +
                           kSupportRounding * (largest + prover_->flight(i).radius));
}

/// A ball at rest awakes with no speed, for a reason; any other is parted from what it touches.
template <int N>
std::string RestJudge<N>::what_is_wrong_with_wake(const Event<N>& event) {
    if (event.ball_after.phase != free_flight) return " awakes but is held";
    if (!rests(event.ball) || event.ball_after.velocity != Vec<double, N>{})
        return is_nudge(event) ? "" : " awakes with a push that nothing explains";
    if (event.time != moved_ || may_wake_.count(event.ball) == 0) hit_ = event.ball;
    return "";
}

/// How fast a ball is parted from what it would otherwise touch without end.
template <int N>
double RestJudge<N>::nudge() const {
    const CheckContext<N>& context = prover_->context();
    const double hop = std::sqrt(context.gravity) * std::sqrt(context.smallest_radius);
    return std::max(cut_off() / 4, kLeastNudge * hop);
}

template <int N>
bool RestJudge<N>::is_nudge(const Event<N>& event) {
    const WideVec<N> before = velocity_before(event.ball, event.time);
    const WideVec<N> after = widen(event.ball_after.velocity);
    const double rounding = kVelocityRoundings * kUnit * narrow(rough_length(before) + rough_length(after)) +
                            unsure_before(event.ball, event.time);
    double best = std::numeric_limits<double>::infinity();
    for (const Touch<N>& touch : lasting_touches(event)) {
        const double off = narrow(rough_length(after - before + Wide{nudge()} * touch.to));
        best = std::min(best, share_of(off, rounding + nudge() * (touch.tilt + kRoundings * kUnit)));
    }
    return best <= 1 && report_->accepts(best);
}

/// Those in which the ball comes to rest or gets a nudge.
template <int N>
std::vector<Touch<N>> RestJudge<N>::lasting_touches(const Event<N>& event) const {
    std::vector<Touch<N>> touches = finder_.find(event.ball, event.ball_after.position, event.time, 0);
    touches.erase(
        std::remove_if(touches.begin(), touches.end(),
                       [&](const Touch<N>& touch) { return !is_lasting(event.ball, touch, event.time); }),
        touches.end());
    return touches;
}

/// Of two balls the lower one is parted from the other, if it can move; at still planes balls slide. A ball
/// at rest is moved by what moves itself, and of that by walls alone.
template <int N>
bool RestJudge<N>::is_lasting(std::size_t i, const Touch<N>& touch, Time now) const {
    const bool is_wall = touch.wall != nullptr;
    if (is_wall && touch.wall->speed == 0 && (!touch.wall->is_round || rests(i))) return false;
    if (!is_wall && (rests(i) || (touch.other < i && !is_still(touch.other)))) return false;
    const ContactMotion m = meeting(i, touch, now);
    const double still = prover_->context().still();
    if (m.closing > kHardly * m.fastest + still + m.unsure) return false;
    // What is pressed together opens by no more than a rounding of the speed that parts it.
    return m.closing > -m.unsure || (m.closing >= -m.unsure - kUnit * nudge() && m.presses);
}

template <int N>
auto RestJudge<N>::meeting(std::size_t i, const Touch<N>& touch, Time now) const -> ContactMotion {
    WideVec<N> w = Wide{-1} * velocity_before(i, now);
    WideVec<N> pull = Wide{-1} * prover_->flight(i).acceleration;
    double speed = narrow(rough_length(w));
    double unsure = unsure_before(i, now);
    if (touch.wall == nullptr) {
        const WideVec<N> of_other = velocity_before(touch.other, now);
        w = w + of_other;
        pull = pull + prover_->flight(touch.other).acceleration;
        speed += narrow(rough_length(of_other));
        unsure += unsure_before(touch.other, now);
    } else if (touch.wall->is_round) {
        w = touch.wall->across(w);
    } else {
        w = w + Wide{touch.wall->speed} * touch.wall->normal;
        speed += std::abs(touch.wall->speed);
    }
    const Wide opening = dot(touch.to, w);
    const double across = narrow(dot(w, w) - opening * opening);
    const double bend = narrow(dot(touch.to, pull)) + touch.curvature * across;
    const double margin = pull == WideVec<N>{} ? 0 : kPress * prover_->context().gravity;
    ContactMotion m;
    m.closing = -narrow(opening);
    m.unsure = unsure + touch.tilt * narrow(rough_length(w)) + kVelocityRoundings * kUnit * speed;
    m.fastest = speed;
    m.presses = bend < margin;
    return m;
}

/// Is this the impact that the ball awoke for, and not surely slower than the cut-off?
template <int N>
bool RestJudge<N>::is_hit(const Event<N>& event) const {
    const bool is_first = event.ball == *hit_;
    if (!is_pair(event.kind) || !(is_first || event.other == *hit_)) return false;
    if (prover_->flight(*hit_).state.time != event.time) return false;
    const BallState<N>& state = is_first ? event.ball_after : event.other_after;
    const std::size_t other = is_first ? event.other : event.ball;
    const std::vector<Touch<N>> touches = finder_.find(*hit_, state.position, event.time, 0);
    return std::any_of(touches.begin(), touches.end(), [&](const Touch<N>& touch) {
        if (touch.wall != nullptr || touch.other != other) return false;
        const ContactMotion m = meeting(*hit_, touch, event.time);
        return m.closing + m.unsure >= cut_off();
    });
}

template <int N>
WideVec<N> RestJudge<N>::velocity_before(std::size_t i, Time now) const {
    return velocity_after(prover_->flight(i), prover_->age(i, now));
}

template <int N>
double RestJudge<N>::unsure_before(std::size_t i, Time now) const {
    const double age = std::abs(narrow(prover_->age(i, now)));
    return age == 0 ? 0 : velocity_bound(prover_->flight(i), age, prover_->context());
}

template <int N>
auto RestJudge<N>::change_of_impact(const Event<N>& event, Answer slow, bool of_other) const -> MotionChange {
    if (is_pair(event.kind))
        return {slow != Answer::no, is_still(of_other ? event.ball : event.other) ? slow : Answer::no, true};
    const WideWall<N>& wall = prover_->wall(event.other);
    const bool slides = event.restitution == 0 && event.ball_after.phase == sliding_on(event.other);
    const bool is_still = wall.speed == 0 && wall.temperature == 0;
    const Answer stopped = slides ? Answer::yes : is_still ? slow : Answer::no;
    return {stopped != Answer::no, stopped, true};
}

template <int N>
void RestJudge<N>::begin_flight(std::size_t i, const BallState<N>& state, const MotionChange& change) {
    if (state.phase != at_rest) {
        if (rests(i) && change.leaves) note_those_above(i, state.time);
        must_wake_.erase(i);
    }
    const double age = narrow(prover_->age(i, state.time));
    const bool at_once = age * prover_->context().gravity <= kWedge * cut_off();
    std::uint8_t row = at_once ? std::min<std::uint8_t>(calm_[i] + 1, kWedged) : 1;
    // A ball may stand on one thing while a wall that moves pushes it.
    if (age == 0 && has_pistons_) row = std::max<std::uint8_t>(calm_[i], 1);
    calm_[i] = change.calm ? row : 0;
    stopped_[i] = change.stopped != Answer::no;
    if (change.stopped == Answer::yes && state.phase != at_rest && must_rest(i, state)) must_rest_.insert(i);
}

/// The balls at rest that lie on ball i, which begins to move.
template <int N>
void RestJudge<N>::note_those_above(std::size_t i, Time now) {
    const CheckContext<N>& context = prover_->context();
    const Vec<double, N>& x = prover_->flight(i).state.position;
    const double reach = 2 * support_reach(i, x);
    for (const Touch<N>& touch : finder_.find(i, x, now, reach)) {
        if (touch.wall != nullptr || !rests(touch.other)) continue;
        const double sinks = narrow(dot(touch.to, widen(context.world.gravity))) / context.gravity;
        const double slack = touch.tilt + kSlack;
        if (sinks > slack) continue;
        may_wake_.insert(touch.other);
        const bool is_near = touch.gap + touch.unsure <= reach * (1 - 4 * kSlack);
        if (is_near && sinks < -slack) must_wake_.insert(touch.other);
    }
}

template class RestJudge<2>;
template class RestJudge<3>;

}  // namespace carom::proof
