#include "proof/contact.hpp"

#include <fmt/format.h>

namespace carom::proof {
namespace {

/// (1 / mass) / (1 / mass + 1 / other)
template <class Real>
Real share(double mass, double other) {
    if (std::isinf(mass)) return 0;
    return std::isinf(other) ? Real{1} : Real{other} / (Real{mass} + Real{other});
}

/// Roundings of the relative velocity of a ball and a moving wall.
constexpr double kWallRoundings = 8;

}  // namespace

template <int N>
Answer Contacts<N>::judge(const Event<N>& event) {
    const Answer slow = is_pair(event.kind) ? judge_pair(event) : judge_wall(event);
    note_impact(event.ball, event.time);
    if (is_pair(event.kind)) note_impact(event.other, event.time);
    return slow;
}

template <int N>
void Contacts<N>::note_impact(std::size_t ball, Time time) {
    if (!last_.empty()) last_[ball] = time;
}

/// What a record claims, but for the geometry of the contact.
template <int N>
template <class Real>
Impact<N, Real> Contacts<N>::claim(const Event<N>& event, double law) const {
    const CollisionLaw& laws = prover_->context().law;
    Impact<N, Real> impact;
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
Answer Contacts<N>::judge_pair(const Event<N>& event) {
    const auto who = [&] { return prover_->name(event.ball) + " and " + prover_->name(event.other); };
    if (std::isinf(mass(event.ball)) && std::isinf(mass(event.other))) {
        prover_->fault(event.time, who() + " are both immovable");
        return Answer::no;
    }
    const auto quick = kHasQuick ? best_contact<Quick>(event) : std::nullopt;
    if (quick && quick->verdict.worst() <= kClearShare && quick->verdict.restitution_is_right) {
        conclude_pair(event, *quick);
        return quick->verdict.slow;
    }
    const auto best = best_contact<Wide>(event);
    if (!best) {
        prover_->fault(event.time, who() + " have the same centre");
        return Answer::no;
    }
    conclude_pair(event, *best);
    return best->verdict.slow;
}

template <int N>
template <class Real>
void Contacts<N>::conclude_pair(const Event<N>& event, const Best<Real>& best) {
    const auto who = [&] { return prover_->name(event.ball) + " and " + prover_->name(event.other); };
    conclude(event.time, who, best.impact, best.verdict);
    if ((rests_now(event.ball) || rests_now(event.other)) && best.verdict.slow == Answer::no)
        prover_->fault(event.time, who() + " meet too fast for the one that rests to stay");
    check_hold(event.ball, event.ball_after, rests_now(event.ball) ? at_rest : free_flight);
    check_hold(event.other, event.other_after, rests_now(event.other) ? at_rest : free_flight);
}

/// Does an acceleration press a ball to what lies in the direction of the normal? Nothing hops without end
/// there if not, and the cut-off has no use.
template <int N>
template <class Real>
bool Contacts<N>::is_pressed(const Vec<Real, N>& acceleration, const Vec<Real, N>& normal) const {
    return dot(acceleration, normal) > Real{kPress * prover_->context().gravity};
}

template <int N>
template <class Real>
Impact<N, Real> Contacts<N>::claim_of_pair(const Event<N>& event) const {
    auto impact = claim<Real>(event, prover_->context().restitution_of(event.ball, event.other));
    impact.gap_bound += prover_->bound_at(event.other, event.time);
    if (prover_->context().is_sheared())
        impact.gap_bound +=
            slide_bound(*prover_, event.ball, event.ball_after, event.other, event.other_after);
    return impact;
}

/// The record does not say which image of the other ball was hit. Nothing when both have the same centre.
template <int N>
template <class Real>
auto Contacts<N>::best_contact(const Event<N>& event) const -> std::optional<Best<Real>> {
    const CheckContext<N>& context = prover_->context();
    const Flight<N>& flight_a = prover_->flight(event.ball);
    const Flight<N>& flight_b = prover_->flight(event.other);
    const double boxes = std::abs(boxes_crossed(*prover_, event.ball, event.ball_after)) +
                         std::abs(boxes_crossed(*prover_, event.other, event.other_after));
    const auto partner = [&](std::uint32_t i, const BallState<N>& after, std::uint32_t other) {
        return partner_of<N, Real>(*prover_, i, after, share<Real>(mass(i), mass(other)), boxes);
    };
    const Partner<N, Real> a = partner(event.ball, event.ball_after, event.other);
    const Partner<N, Real> b = partner(event.other, event.other_after, event.ball);
    auto impact = claim_of_pair<Real>(event);
    const Real r = Real{flight_a.radius} + Real{flight_b.radius};
    const Vec<Real, N> direct =
        widen<Real>(event.other_after.position) - widen<Real>(event.ball_after.position);
    const auto pull = flight_a.template pulled<Real>() - flight_b.template pulled<Real>();
    std::optional<Best<Real>> best;
    const auto is_worse = [&](double gap) {
        return best && share_of(gap, impact.gap_bound) > best->verdict.worst();
    };
    const auto judge = [&](const Vec<Real, N>& from, const Vec<double, N>& image) {
        if (is_worse(least_gap(narrow(from), image, narrow(r)))) return;
        const Vec<Real, N> d = from + shift_of<Real>(image, context);
        const Real distance = length(d);
        if (distance == 0) return;
        impact.gap = gap_between(d, r);
        impact.normal = (1 / distance) * d;
        impact.tilt = narrow(Real{impact.gap_bound} / distance);
        if (context.gravity > 0) impact.passes = !is_pressed(pull, impact.normal);
        Partner<N, Real> seen = b;
        if (context.is_sheared()) {
            seen.before[context.drift.flow] +=
                Real{image[context.drift.gradient]} * Real{context.drift.speed};
            seen.after[context.drift.flow] += Real{image[context.drift.gradient]} * Real{context.drift.speed};
        }
        const ImpactVerdict v = verdict(impact, a, seen);
        if (!best || v.worst() < best->verdict.worst()) best = {impact, v};
    };
    for_each_near_image(direct, event.time, [&](const Vec<Real, N>& from, const Vec<double, N>& image) {
        judge(from, image);
        return !is_worse(least_gap_of_others(narrow(from), narrow(r)));
    });
    return best;
}

/// The nearest image and those next to it, along the axes and diagonally, each with the vector from ball to
/// ball that its boxes are counted from. In a sheared box the nearest along the flow is another one in each
/// row along the gradient. When `visit` says so of the nearest, its neighbours are left out.
template <int N>
template <class Real, class Visit>
void Contacts<N>::for_each_near_image(const Vec<Real, N>& direct, Time time, Visit visit) const {
    const CheckContext<N>& context = prover_->context();
    const auto around = [&](const Vec<Real, N>& from, Vec<double, N> image, int fixed) {
        if (!visit(from, image)) return;
        ImageRange<N> range{image, image};
        for (int k = 0; k < N; ++k) {
            if (context.width[k] == 0 || k == fixed) continue;
            range.first[k] -= 1;
            range.last[k] += 1;
        }
        for_each_image(range, [&](const Vec<double, N>& next) {
            if (next != image) visit(from, next);
        });
    };
    const Vec<double, N> nearest = nearest_image(narrow(direct));
    if (!context.is_sheared()) return around(direct, nearest, -1);
    const ShearDrift& drift = context.drift;
    for (const double step : {0.0, -1.0, 1.0}) {
        const double row = nearest[drift.gradient] + step;
        Vec<Real, N> from = direct;
        from[drift.flow] +=
            static_cast<Real>(drift.way(row, seconds_between({}, time, context.epoch_length)));
        Vec<double, N> image = nearest_image(narrow(from));
        image[drift.gradient] = row;
        around(from, image, drift.gradient);
    }
}

/// The gap to an image, or less than it; 0 where they might touch. In double precision: most images are
/// far away, so that they explain an impact worse than the nearest one does.
template <int N>
double Contacts<N>::least_gap(const Vec<double, N>& direct, const Vec<double, N>& image, double r) const {
    Vec<double, N> d;
    double size = r;
    for (int k = 0; k < N; ++k) {
        const double shift = image[k] * prover_->context().width[k];
        d[k] = direct[k] + shift;
        size += std::abs(d[k]) + std::abs(shift);
    }
    return std::max(rough_length(d) - r - kFilterMargin * size, 0.0);
}

/// The same for all images but the nearest one, each of which is half a width away on some axis.
template <int N>
double Contacts<N>::least_gap_of_others(const Vec<double, N>& direct, double r) const {
    const CheckContext<N>& context = prover_->context();
    double size = r + context.narrowest;
    for (const double x : direct.coordinates) size += std::abs(x);
    return context.periodic ? std::max(context.narrowest / 2 - r - kFilterMargin * size, 0.0) : HUGE_VAL;
}

/// The nearest image, as far as images can be counted.
template <int N>
Vec<double, N> Contacts<N>::nearest_image(const Vec<double, N>& d) const {
    Vec<double, N> image;
    for (int k = 0; k < N; ++k) {
        const double width = prover_->context().width[k];
        if (width == 0) continue;
        image[k] = -std::clamp(std::nearbyint(d[k] / width), -kFarthestImage, kFarthestImage);
    }
    return image;
}

template <int N>
Answer Contacts<N>::judge_wall(const Event<N>& event) {
    const Flight<N>& flight = prover_->flight(event.ball);
    const WideWall<N>& wall = prover_->wall(event.other);
    const auto who = [&] { return prover_->name(event.ball) + " and " + prover_->name(wall); };
    if (std::isinf(flight.mass)) {
        prover_->fault(event.time, who() + " are both immovable");
        return Answer::no;
    }
    const Wide t = seconds_between({}, event.time, prover_->context().epoch_length);
    const WideVec<N> x = widen(event.ball_after.position);
    auto impact = claim<Wide>(event, prover_->context().law.restitution_walls);
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
            return Answer::no;
        }
        impact.normal = (1 / distance) * outward;
        impact.tilt = narrow(Wide{impact.gap_bound} / distance);
    }
    if (wall.temperature > 0) impact.drawn = drawn_at(event, wall, impact);
    const Partner<N> ball = partner_of(*prover_, event.ball, event.ball_after, Wide{1},
                                       std::abs(boxes_crossed(*prover_, event.ball, event.ball_after)));
    const ImpactVerdict v = verdict(impact, ball, wall_partner(wall, ball.speed));
    conclude(event.time, who, impact, v);
    const bool slides = impact.slides && may_begin_to_slide(wall);
    check_hold(event.ball, event.ball_after, slides ? sliding_on(wall.number) : free_flight);
    return v.slow;
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
template <class Who, class Real>
void Contacts<N>::conclude(Time time, Who who, const Impact<N, Real>& impact, const ImpactVerdict& v) {
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

template class Contacts<2>;
template class Contacts<3>;

}  // namespace carom::proof
