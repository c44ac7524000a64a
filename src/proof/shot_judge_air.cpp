// Judges the events of balls off the bed: in the air, and on rails.
#include <fmt/format.h>

#include <algorithm>

#include "proof/air_laws.hpp"
#include "proof/shot_judge.hpp"

namespace carom::proof {

using billiards::EventKind;
using billiards::Phase;
using billiards::ShotEvent;

namespace {

/// How near the bounds of a decision may come before both answers are right.
constexpr double kUndecided = 1e-9;

}  // namespace

bool ShotJudge::is_off_bed(const ShotEvent& event) const {
    if (event.kind >= EventKind::bed) return true;
    const bool other_is_high =
        event.kind == EventKind::ball_ball && prover_->flight(index(event.other)).is_high;
    return other_is_high || prover_->flight(index(event.ball)).is_high;
}

void ShotJudge::judge_off_bed(const ShotEvent& event) {
    switch (event.kind) {
        case EventKind::strike:
            return prover_->fault(event.time, prover_->name(index(event.ball)) + " is struck off the bed");
        case EventKind::ball_ball:
            return judge_pair_in_air(event);
        case EventKind::straight_cushion:
        case EventKind::round_cushion:
            return judge_cushion_in_air(event);
        case EventKind::bed:
            return judge_bed(event);
        case EventKind::rail_edge:
            return judge_rail_edge(event);
        case EventKind::pocket:
        case EventKind::off_table:
            return judge_end_in_air(event);
        default:
            return judge_change(event);
    }
}

/// A ball that does not fly is as high as one on the bed, or as one on a rail or a jaw.
void ShotJudge::expect_lying(const Passage& p, double time) {
    const double radius = prover_->ball(p.ball).radius;
    const double height = p.after.position[2];
    const Rails& rails = prover_->rails();
    const bool is_high = rails.exist() && height == rails.centre_height(radius);
    if ((height != radius && !is_high) || p.after.velocity[2] != 0)
        prover_->fault(time, prover_->name(p.ball) + " lies on nothing");
}

void ShotJudge::judge_bed(const ShotEvent& event) {
    const Passage p = passage(index(event.ball), event.time, event.ball_after);
    const billiards::BallProperties& ball = prover_->ball(p.ball);
    const Rails& rails = prover_->rails();
    if (!prover_->flight(p.ball).flies())
        prover_->fault(event.time, prover_->name(p.ball) + " comes down, but was not in the air");
    const WideVec<2> place = place_of(event.ball_after);
    const double on_bed = event.ball_after.position[2] - ball.radius;
    const bool on_rail = rails.exist() && on_bed > p.place_bound;
    const double gap = on_rail ? event.ball_after.position[2] - rails.centre_height(ball.radius) : on_bed;
    const double outside = rails.exist() ? (on_rail ? rails.inside(place) : -rails.inside(place)) : 0;
    if (!prover_->accepts(std::abs(gap), p.place_bound) ||
        !prover_->accepts(std::max({outside, rails.in_pocket(place), 0.0}), p.place_bound))
        return prover_->fault(event.time, prover_->name(p.ball) + " comes down on nothing");
    const double gravity = scene_->setup.table.gravity;
    const Wide rise = Wide{ball.bed_restitution} * -p.before.velocity[2];
    const bool stays = p.after.phase != Phase::airborne;
    const Wide near = (stays ? Wide{1 - kUndecided} : Wide{1 + kUndecided}) * rise;
    if (stays != is_low_bounce(near, scene_->setup.laws, gravity))
        prover_->fault(event.time,
                       prover_->name(p.ball) + (stays ? " stays, but bounces" : " bounces too low"));
    if (stays && p.after.phase != Phase::sliding)
        prover_->fault(event.time, prover_->name(p.ball) + " does not slide after its landing");
    WideMotion wanted = p.before;
    meet_bed(wanted, ball, stays);
    const double speed =
        narrow(rough_length(p.before.velocity)) + ball.radius * narrow(rough_length(p.before.spin));
    expect(p, wanted, 4 * p.bound + kMotionRoundings * kUnit * speed, event.time,
           "the bed gives another motion");
}

/// After an impact in the air a ball flies on; one that lies stays where it is lifted too little.
void ShotJudge::expect_after_impact(const Passage& p, const WideMotion& wanted, double bound, double time) {
    const TableFlight& flight = prover_->flight(p.ball);
    const Wide rise = wanted.velocity[2];
    const double gravity = scene_->setup.table.gravity;
    const bool stays = p.after.phase == Phase::sliding;
    WideMotion motion = wanted;
    if (stays) {
        motion.velocity[2] = 0;
        const bool low =
            narrow(rise) >= -bound && is_low_bounce(Wide{1 - kUndecided} * rise, scene_->setup.laws, gravity);
        if (flight.flies() || !low)
            prover_->fault(time, prover_->name(p.ball) + " stays down after an impact that lifts it");
    } else if (p.after.phase != Phase::airborne) {
        prover_->fault(time, prover_->name(p.ball) + " neither flies nor slides after its impact");
    } else if (!flight.flies() && narrow(rise) > bound &&
               is_low_bounce(Wide{1 + kUndecided} * rise, scene_->setup.laws, gravity)) {
        prover_->fault(time, prover_->name(p.ball) + " flies after an impact that hardly lifts it");
    }
    expect(p, motion, bound, time, "the impact of two balls gives another motion");
}

void ShotJudge::judge_pair_in_air(const ShotEvent& event) {
    const Passage a = passage(index(event.ball), event.time, event.ball_after);
    const Passage b = passage(index(event.other), event.time, event.other_after);
    const auto& of_a = prover_->ball(a.ball);
    const auto& of_b = prover_->ball(b.ball);
    const WideVec<3> away = widen(event.other_after.position) - widen(event.ball_after.position);
    const Wide distance = length(away);
    const double gap = gap_between(away, Wide{of_a.radius} + Wide{of_b.radius});
    const double unsure = a.place_bound + b.place_bound;
    if (!prover_->accepts(std::max(gap, 0.0), unsure + kTouchGap) || !(distance > 0))
        return prover_->fault(event.time, fmt::format("{} and {} do not touch: gap {:.3g} m",
                                                      prover_->name(a.ball), prover_->name(b.ball), gap));
    const WideVec<3> normal = (1 / distance) * away;
    const double speeds = narrow(rough_length(a.before.velocity) + rough_length(b.before.velocity)) +
                          of_a.radius * narrow(rough_length(a.before.spin)) +
                          of_b.radius * narrow(rough_length(b.before.spin));
    const double tilt = unsure / narrow(distance);
    double bound = 4 * (a.bound + b.bound) + (8 * tilt + kMotionRoundings * kUnit) * speeds;
    if (narrow(dot(a.before.velocity - b.before.velocity, normal)) < -bound)
        prover_->fault(event.time, prover_->name(a.ball) + " and " + prover_->name(b.ball) +
                                       " part already before their impact");
    if (a.is_held || b.is_held) {
        ++report_->impacts_open;
        return;
    }
    WideMotion first = a.before, second = b.before;
    const bool lower_lies = !prover_->flight(normal[2] < 0 ? b.ball : a.ball).flies();
    meet_in_air(first, second, of_a, of_b, normal, lower_lies, scene_->setup.laws,
                scene_->setup.table.gravity);
    const double scale = std::max(of_a.mass / of_b.mass, of_b.mass / of_a.mass);
    bound *= std::min(scale, 1e3);
    expect_after_impact(a, first, bound, event.time);
    expect_after_impact(b, second, bound, event.time);
}

void ShotJudge::judge_cushion_in_air(const ShotEvent& event) {
    const Passage p = passage(index(event.ball), event.time, event.ball_after);
    const billiards::BallProperties& ball = prover_->ball(p.ball);
    const bool is_straight = event.kind == EventKind::straight_cushion;
    const WideVec<3> place = widen(event.ball_after.position);
    const NoseContact at = is_straight ? prover_->rails().straight(index(event.other), place, ball.radius)
                                       : prover_->rails().round(index(event.other), place, ball.radius);
    if (is_straight) {
        const WideCushion& cushion = prover_->cushion(index(event.other));
        const double along = narrow(dot(seen_from_above(place) - cushion.from, cushion.along));
        if (along < -p.place_bound || along > narrow(cushion.length) + p.place_bound)
            prover_->fault(event.time, prover_->name(p.ball) + " is not beside its cushion");
    }
    if (!prover_->accepts(std::abs(at.gap), p.place_bound + kTouchGap))
        return prover_->fault(event.time, fmt::format("{} and its cushion do not touch: gap {:.3g} m",
                                                      prover_->name(p.ball), at.gap));
    const double speed =
        narrow(rough_length(p.before.velocity)) + ball.radius * narrow(rough_length(p.before.spin));
    const double bound = 4 * p.bound + (8 * p.place_bound / ball.radius + kMotionRoundings * kUnit) * speed;
    if (narrow(dot(p.before.velocity, at.normal)) > bound)
        prover_->fault(event.time, prover_->name(p.ball) + " leaves its cushion before the impact");
    WideMotion wanted = p.before;
    if (at.normal[2] < 1) {
        meet_cushion_in_air(wanted, ball, at.normal, scene_->setup.laws, scene_->setup.table.gravity);
    } else {
        const bool lies = p.after.phase == Phase::resting;
        meet_bed(wanted, ball, lies);
        if (lies) wanted = {};
    }
    expect(p, wanted, bound, event.time, "the cushion gives another motion");
}

void ShotJudge::judge_rail_edge(const ShotEvent& event) {
    const Passage p = passage(index(event.ball), event.time, event.ball_after);
    const WideVec<2> place = place_of(event.ball_after);
    const WideEdge* edge = nullptr;
    for (const WideEdge& one : prover_->rails().edges()) {
        const WideVec<2> d = place - one.from;
        const double along = narrow(dot(d, one.along));
        const bool is_here = std::abs(narrow(dot(d, one.normal))) <= p.place_bound &&
                             along >= -p.place_bound && along <= narrow(one.length) + p.place_bound;
        if (is_here && dot(seen_from_above(p.before.velocity), one.normal) > 0) edge = &one;
    }
    if (edge == nullptr || !prover_->flight(p.ball).moves())
        return prover_->fault(event.time, prover_->name(p.ball) + " is not at the edge of a rail");
    WideMotion wanted = p.before;
    const Wide speed = dot(seen_from_above(p.before.velocity), edge->normal);
    const Wide hop = kHopSpeed;
    if (p.after.phase == Phase::airborne) {
        const Wide change = root(speed * speed - hop * hop) - speed;
        for (int axis = 0; axis < 2; ++axis) wanted.velocity[axis] += change * edge->normal[axis];
        wanted.velocity[2] = hop;
    } else {
        wanted.velocity = {};
        wanted.spin[0] = wanted.spin[1] = 0;
    }
    const bool falls = p.after.phase == Phase::airborne;
    if (falls == (speed < hop * Wide{falls ? 1 - kUndecided : 1 + kUndecided}))
        prover_->fault(event.time,
                       prover_->name(p.ball) + " does not go on from the edge of a rail as it must");
    // the root of a small difference
    const double steep = falls ? narrow(speed / root(std::max(speed * speed - hop * hop, Wide{1e-12}))) : 1;
    expect(p, wanted, 4 * steep * p.bound, event.time, "the edge of a rail gives another motion");
}

/// Falls into a pocket or off the table.
void ShotJudge::judge_end_in_air(const ShotEvent& event) {
    const std::size_t i = index(event.ball);
    const TableFlight& flight = prover_->flight(i);
    const Rails& rails = prover_->rails();
    const double bound = flight.place_bound(event.time);
    const WideVec<3> there = flight.place_in_space(event.time);
    const WideVec<2> place = seen_from_above(there);
    if (event.kind == EventKind::off_table) {
        const billiards::BallState gone{Phase::off_table, event.ball_after.position, {}, {}};
        const double off = narrow(length(widen(event.ball_after.position) - there));
        if (!rails.exist() || !prover_->accepts(std::abs(rails.within_rails(place)), bound) ||
            !prover_->accepts(off, bound) || event.ball_after != gone)
            prover_->fault(event.time,
                           prover_->name(i) + " does not leave the table at the end of its rails");
        return;
    }
    const billiards::Pocket& pocket = scene_->setup.table.pockets[index(event.other)];
    const double radius = prover_->ball(i).radius;
    const double depth = -gap_between(place - widen(pocket.centre), Wide{pocket.radius});
    const auto is_at = [&](double height) { return std::abs(narrow(there[2]) - height) <= bound; };
    bool falls = flight.flies() ? depth >= -bound && is_at(radius) : std::abs(depth) <= bound;
    if (rails.exist()) {
        const double top = rails.centre_height(radius);
        falls = falls || (depth >= -bound && is_at(top) && rails.inside(place) <= bound);
        for (const WideEdge& edge : rails.edges()) {
            const bool crosses =
                edge.pocket == event.other && std::abs(narrow(dot(place - edge.from, edge.normal))) <= bound;
            falls = falls || (crosses && narrow(there[2]) <= top + bound);
        }
    }
    if (!falls) prover_->fault(event.time, prover_->name(i) + " does not fall into its pocket");
    const billiards::BallState end{
        Phase::pocketed, {pocket.centre[0], pocket.centre[1], -pocket.depth}, {}, {}};
    if (event.ball_after != end) prover_->fault(event.time, prover_->name(i) + " does not lie in its pocket");
}

}  // namespace carom::proof
