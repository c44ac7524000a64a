#include "proof/contact.hpp"

#include <fmt/format.h>

namespace carom::proof {
namespace {

/// (1 / mass) / (1 / mass + 1 / other)
Wide share(double mass, double other) {
    if (std::isinf(mass)) return 0;
    return std::isinf(other) ? Wide{1} : Wide{other} / (Wide{mass} + Wide{other});
}

/// Roundings of the relative velocity of a ball and a moving wall.
constexpr double kWallRoundings = 8;

/// Share of its speed that a ball that goes on sliding may lose to stay at its wall.
constexpr double kTurn = 0x1p-39;

template <int N>
bool keeps_sliding(MotionPhase before, const BallState<N>& after) {
    return before == after.phase && before.kind() == MotionPhase::Kind::sliding;
}

}  // namespace

template <int N>
double boxes_crossed(const PairProver<N>& prover, std::size_t i, const BallState<N>& after) {
    const int axis = prover.context().drift.gradient;
    return static_cast<double>(after.image[axis] - prover.flight(i).state.image[axis]);
}

template <int N>
double slide_bound(const PairProver<N>& prover, std::size_t i, const BallState<N>& after_i, std::size_t j,
                   const BallState<N>& after_j) {
    const double boxes =
        std::abs(boxes_crossed(prover, i, after_i)) + std::abs(boxes_crossed(prover, j, after_j)) + 1;
    const Wide age = std::min(prover.age(i, after_i.time), prover.age(j, after_j.time));
    return drift_bound(boxes, std::abs(narrow(age)), prover.context());
}

template <int N>
Partner<N> partner_of(const PairProver<N>& prover, std::size_t i, const BallState<N>& after, Wide share,
                      double boxes) {
    const Flight<N>& flight = prover.flight(i);
    Partner<N> x{widen(flight.state.velocity), widen(after.velocity), flight.speed, 0, 0, share};
    if (prover.context().is_sheared()) {
        const ShearDrift& drift = prover.context().drift;
        x.before[drift.flow] -= Wide{boxes_crossed(prover, i, after)} * Wide{drift.speed};
        x.speed = narrow(rough_length(x.before));
        x.unsure = kRoundings * kUnit * (boxes + 2) * std::abs(drift.speed);
    }
    if (flight.pull == 0) return x;
    const Wide age = prover.age(i, after.time);
    x.before = velocity_after(flight, age);
    x.speed = narrow(rough_length(x.before));
    x.unsure = velocity_bound(flight, std::abs(narrow(age)), prover.context());
    if (keeps_sliding(flight.state.phase, after)) x.turned = kTurn * rough_length(after.velocity);
    return x;
}

template <int N>
bool Contacts<N>::judge(const Event<N>& event) {
    const bool may_be_slow = is_pair(event.kind) ? judge_pair(event) : judge_wall(event);
    note_impact(event.ball, event.time);
    if (is_pair(event.kind)) note_impact(event.other, event.time);
    return may_be_slow;
}

template <int N>
void Contacts<N>::note_impact(std::size_t ball, Time time) {
    if (!last_.empty()) last_[ball] = time;
}

/// What a record claims, but for the geometry of the contact.
template <int N>
Impact<N> Contacts<N>::claim(const Event<N>& event, double law) const {
    const CollisionLaw& laws = prover_->context().law;
    Impact<N> impact;
    impact.restitution = event.restitution;
    impact.law = law;
    impact.elastic_below = laws.elastic_below.value_or(0);
    impact.still = prover_->context().still();
    impact.full_loss_speed = laws.full_loss_speed;
    impact.recent = is_recent(event);
    impact.gap_bound = prover_->bound_at(event.ball, event.time);
    return impact;
}

/// A ball that rests and is hit too slowly to be freed acts as an immovable one.
template <int N>
double Contacts<N>::mass(std::size_t i) const {
    return rests_now(i) ? immovable : prover_->flight(i).mass;
}

template <int N>
bool Contacts<N>::judge_pair(const Event<N>& event) {
    const double mass_a = mass(event.ball);
    const double mass_b = mass(event.other);
    const auto who = [&] { return prover_->name(event.ball) + " and " + prover_->name(event.other); };
    if (std::isinf(mass_a) && std::isinf(mass_b)) {
        prover_->fault(event.time, who() + " are both immovable");
        return false;
    }
    const double boxes = std::abs(boxes_crossed(*prover_, event.ball, event.ball_after)) +
                         std::abs(boxes_crossed(*prover_, event.other, event.other_after));
    const Partner<N> a = partner_of(*prover_, event.ball, event.ball_after, share(mass_a, mass_b), boxes);
    const Partner<N> b = partner_of(*prover_, event.other, event.other_after, share(mass_b, mass_a), boxes);
    const auto best = best_contact(event, a, b);
    if (!best) {
        prover_->fault(event.time, who() + " have the same centre");
        return false;
    }
    conclude(event.time, who, best->impact, best->verdict);
    if ((rests_now(event.ball) || rests_now(event.other)) && !best->verdict.may_be_slow)
        prover_->fault(event.time, who() + " meet too fast for the one that rests to stay");
    check_hold(event.ball, event.ball_after, rests_now(event.ball) ? at_rest : free_flight);
    check_hold(event.other, event.other_after, rests_now(event.other) ? at_rest : free_flight);
    return best->verdict.may_be_slow;
}

/// Does an acceleration press a ball to what lies in the direction of the normal? Nothing hops without end
/// there if not, and the cut-off has no use.
template <int N>
bool Contacts<N>::is_pressed(const WideVec<N>& acceleration, const WideVec<N>& normal) const {
    return dot(acceleration, normal) > Wide{kPress * prover_->context().gravity};
}

/// The record does not say which image of the other ball was hit.
template <int N>
std::optional<typename Contacts<N>::Best> Contacts<N>::best_contact(const Event<N>& event,
                                                                    const Partner<N>& a,
                                                                    const Partner<N>& b) const {
    Impact<N> impact = claim(event, prover_->context().restitution_of(event.ball, event.other));
    impact.gap_bound += prover_->bound_at(event.other, event.time);
    const ShearDrift& drift = prover_->context().drift;
    if (prover_->context().is_sheared()) {
        impact.gap_bound +=
            slide_bound(*prover_, event.ball, event.ball_after, event.other, event.other_after);
    }
    const Wide r = Wide{prover_->flight(event.ball).radius} + Wide{prover_->flight(event.other).radius};
    const WideVec<N> direct = widen(event.other_after.position) - widen(event.ball_after.position);
    const WideVec<N> pull =
        prover_->flight(event.ball).acceleration - prover_->flight(event.other).acceleration;
    std::optional<Best> best;
    const auto judge = [&](const WideVec<N>& from, const Vec<double, N>& image) {
        if (best && share_of(least_gap(from, image, r), impact.gap_bound) > best->verdict.worst()) return;
        const WideVec<N> d = from + shift_of(image, prover_->context());
        const Wide distance = length(d);
        if (distance == 0) return;
        impact.gap = gap_between(d, r);
        impact.normal = (1 / distance) * d;
        impact.tilt = narrow(Wide{impact.gap_bound} / distance);
        if (prover_->context().gravity > 0) impact.passes = !is_pressed(pull, impact.normal);
        Partner<N> seen = b;
        seen.before[drift.flow] += Wide{image[drift.gradient]} * Wide{drift.speed};
        seen.after[drift.flow] += Wide{image[drift.gradient]} * Wide{drift.speed};
        const ImpactVerdict v = verdict(impact, a, seen);
        if (!best || v.worst() < best->verdict.worst()) best = {impact, v};
    };
    for_each_near_image(direct, event.time, judge);
    return best;
}

/// The nearest image and those next to it, along the axes and diagonally, each with the vector from ball to
/// ball that its boxes are counted from. In a sheared box the nearest along the flow is another one in each
/// row along the gradient.
template <int N>
template <class Visit>
void Contacts<N>::for_each_near_image(const WideVec<N>& direct, Time time, Visit visit) const {
    const CheckContext<N>& context = prover_->context();
    const auto around = [&](const WideVec<N>& from, Vec<double, N> image, int fixed) {
        ImageRange<N> range{image, image};
        for (int k = 0; k < N; ++k) {
            if (context.width[k] == 0 || k == fixed) continue;
            range.first[k] -= 1;
            range.last[k] += 1;
        }
        visit(from, image);
        for_each_image(range, [&](const Vec<double, N>& next) {
            if (next != image) visit(from, next);
        });
    };
    const Vec<double, N> nearest = nearest_image(direct);
    if (!context.is_sheared()) return around(direct, nearest, -1);
    const ShearDrift& drift = context.drift;
    for (const double step : {0.0, -1.0, 1.0}) {
        const double row = nearest[drift.gradient] + step;
        WideVec<N> from = direct;
        from[drift.flow] += drift.way(row, seconds_between({}, time, context.epoch_length));
        Vec<double, N> image = nearest_image(from);
        image[drift.gradient] = row;
        around(from, image, drift.gradient);
    }
}

/// The gap to an image, or less than it; 0 where they might touch. In double precision: most images are
/// far away, so that they explain an impact worse than the nearest one does.
template <int N>
double Contacts<N>::least_gap(const WideVec<N>& direct, const Vec<double, N>& image, Wide r) const {
    Vec<double, N> d;
    double size = narrow(r);
    for (int k = 0; k < N; ++k) {
        const double shift = image[k] * prover_->context().width[k];
        d[k] = narrow(direct[k]) + shift;
        size += std::abs(d[k]) + std::abs(shift);
    }
    return std::max(rough_length(d) - narrow(r) - kFilterMargin * size, 0.0);
}

/// The nearest image, as far as images can be counted.
template <int N>
Vec<double, N> Contacts<N>::nearest_image(const WideVec<N>& d) const {
    Vec<double, N> image;
    for (int k = 0; k < N; ++k) {
        const double width = prover_->context().width[k];
        if (width == 0) continue;
        image[k] = -std::clamp(std::nearbyint(narrow(d[k]) / width), -kFarthestImage, kFarthestImage);
    }
    return image;
}

template <int N>
bool Contacts<N>::judge_wall(const Event<N>& event) {
    const Flight<N>& flight = prover_->flight(event.ball);
    const WideWall<N>& wall = prover_->wall(event.other);
    const auto who = [&] { return prover_->name(event.ball) + " and " + prover_->name(wall); };
    if (std::isinf(flight.mass)) {
        prover_->fault(event.time, who() + " are both immovable");
        return false;
    }
    const Wide t = seconds_between({}, event.time, prover_->context().epoch_length);
    const WideVec<N> x = widen(event.ball_after.position);
    Impact<N> impact = claim(event, prover_->context().law.restitution_walls);
    impact.gap_bound += wall.rounding_bound(t, prover_->context().epoch_length);
    impact.gap = narrow(wall.gap(x, flight.radius, t));
    impact.slides = event.ball_after.phase == sliding_on(wall.number);
    impact.normal = Wide{-1} * wall.normal;
    const WideVec<N> pull = widen(prover_->context().world.gravity);
    impact.passes = prover_->context().gravity > 0 && !wall.is_round && !is_pressed(pull, impact.normal);
    if (wall.is_round) {
        const WideVec<N> outward = wall.across(x - wall.center);
        const Wide distance = length(outward);
        if (distance == 0) {
            prover_->fault(event.time, who() + " do not touch");
            return false;
        }
        impact.normal = (1 / distance) * outward;
        impact.tilt = narrow(Wide{impact.gap_bound} / distance);
    }
    if (wall.temperature > 0) impact.drawn = drawn_at(event, wall, impact);
    const Partner<N> ball = partner_of(*prover_, event.ball, event.ball_after, 1,
                                       std::abs(boxes_crossed(*prover_, event.ball, event.ball_after)));
    const ImpactVerdict v = verdict(impact, ball, wall_partner(wall, ball.speed));
    conclude(event.time, who, impact, v);
    const bool slides = impact.slides && may_begin_to_slide(wall);
    check_hold(event.ball, event.ball_after, slides ? sliding_on(wall.number) : free_flight);
    return v.may_be_slow;
}

/// What a thermal wall gives a ball, on top of its own velocity.
template <int N>
DrawnVelocity<N> Contacts<N>::drawn_at(const Event<N>& event, const WideWall<N>& wall,
                                       const Impact<N>& impact) const {
    const Draws draws(seed_, event.ball, event.time);
    const double mass = prover_->flight(event.ball).mass;
    DrawnVelocity<N> drawn =
        thermal_velocity(wall.temperature, mass, Wide{-1} * impact.normal, impact.tilt, draws);
    drawn.velocity = drawn.velocity + Wide{wall.speed} * wall.normal;
    drawn.unsure += kDrawRoundings * kUnit * std::abs(wall.speed);
    return drawn;
}

/// A still wall is an immovable ball at rest.
template <int N>
Partner<N> Contacts<N>::wall_partner(const WideWall<N>& wall, double ball_speed) const {
    Partner<N> x;
    if (wall.speed == 0) return x;
    x.before = Wide{wall.speed} * wall.normal;
    x.after = x.before;
    x.speed = std::abs(wall.speed);
    x.unsure = kWallRoundings * kUnit * (x.speed + ball_speed);
    return x;
}

/// True when gravity presses balls against the wall, and nothing else moves them.
template <int N>
bool Contacts<N>::may_begin_to_slide(const WideWall<N>& wall) const {
    if (wall.is_round || wall.temperature > 0 || wall.speed != 0) return false;
    return dot(wall.normal, widen(prover_->context().world.gravity)) < 0;
}

/// A ball that slides may go on doing so when it leaves along its wall.
template <int N>
void Contacts<N>::check_hold(std::size_t i, const BallState<N>& after, MotionPhase expected) {
    if (after.phase == expected) return;
    if (keeps_sliding(prover_->flight(i).state.phase, after)) {
        const WideWall<N>& wall = prover_->wall(after.phase.wall());
        const double leaving = narrow(magnitude(dot(wall.normal, widen(after.velocity))));
        if (report_->accepts(share_of(leaving, kRoundings * kUnit * rough_length(after.velocity)))) return;
    }
    prover_->fault(after.time, prover_->name(i) + " is not held after the impact as the law demands");
}

/// For laws with a contact time: the time since the last impact, which the engine rounds. What a change other
/// than an impact counts for, or the start, the law leaves open.
template <int N>
Answer Contacts<N>::is_recent(std::size_t i, Time now) const {
    const CheckContext<N>& context = prover_->context();
    const double contact_time = context.law.contact_time;
    const double slack = kTimeRoundings * kUnit * (contact_time + context.epoch_length);
    if (last_[i]) {
        const Wide since = seconds_between(*last_[i], now, context.epoch_length);
        if (narrow(since) < contact_time - slack) return Answer::yes;
    }
    return narrow(prover_->age(i, now)) <= contact_time + slack ? Answer::perhaps : Answer::no;
}

template <int N>
Answer Contacts<N>::is_recent(const Event<N>& event) const {
    if (last_.empty()) return Answer::no;
    const Answer answer = is_recent(event.ball, event.time);
    return is_pair(event.kind) ? std::max(answer, is_recent(event.other, event.time)) : answer;
}

/// `who` names the two things only when there is something to say about them.
template <int N>
template <class Who>
void Contacts<N>::conclude(Time time, Who who, const Impact<N>& impact, const ImpactVerdict& v) {
    if (!report_->accepts(v.touch)) {
        prover_->fault(time, fmt::format("{} do not touch: gap {:.6g} (rounding explains {:.3g})", who(),
                                         impact.gap, impact.gap_bound));
    }
    if (!report_->accepts(v.closing)) prover_->fault(time, who() + " part already before their impact");
    if (!report_->accepts(v.velocity)) {
        prover_->fault(time,
                       fmt::format("{} do not leave as momentum and restitution demand ({:.3g} times the "
                                   "rounding bound)",
                                   who(), v.velocity));
    }
    if (!v.restitution_is_right) {
        prover_->fault(time, fmt::format("{} bounce with restitution {}, the law says otherwise", who(),
                                         impact.restitution));
    }
}

template double slide_bound(const PairProver<2>&, std::size_t, const BallState<2>&, std::size_t,
                            const BallState<2>&);
template double slide_bound(const PairProver<3>&, std::size_t, const BallState<3>&, std::size_t,
                            const BallState<3>&);
template double boxes_crossed(const PairProver<2>&, std::size_t, const BallState<2>&);
template double boxes_crossed(const PairProver<3>&, std::size_t, const BallState<3>&);
template Partner<2> partner_of(const PairProver<2>&, std::size_t, const BallState<2>&, Wide, double);
template Partner<3> partner_of(const PairProver<3>&, std::size_t, const BallState<3>&, Wide, double);

template class Contacts<2>;
template class Contacts<3>;

}  // namespace carom::proof
