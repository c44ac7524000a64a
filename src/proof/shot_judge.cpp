#include "proof/shot_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace carom::proof {

using billiards::BallState;
using billiards::EventKind;
using billiards::Phase;
using billiards::ShotEvent;

namespace {

/// The player ends its search for the impulses of several contacts this near to their law [m/s].
constexpr double kJointSpeed = 2e-12;

/// Gaps below it count as none, and smaller ones as touching [m].
constexpr double kTouchGap = 2e-14;

/// Balls that stay in contact lose what closes: so many times the speed below which they do.
constexpr double kClosesSlowly = 4;

/// Less than this counts as no speed [m/s]: where balls touch, and anywhere.
constexpr double kStandstill = 5e-12;
constexpr double kNoSpeed = 1e-15;

/// By how many of its bounds a speed may miss 0 where a phase ends: the end is a rounded time.
constexpr double kEndOfPhase = 4;

std::size_t index(int i) {
    return static_cast<std::size_t>(i);
}

WideVec<2> place_of(const BallState& state) {
    return {{Wide{state.position[0]}, Wide{state.position[1]}}};
}

WideVec<3> lifted(const WideVec<2>& x) {
    return {{x[0], x[1], 0}};
}

}  // namespace

/// The ball arrives where its flight leads.
ShotJudge::Passage ShotJudge::passage(std::size_t ball, double time, const BallState& after) {
    const TableFlight& flight = prover_->flight(ball);
    Passage p{ball,
              prover_->motion(ball, time),
              after,
              flight.place_bound(time),
              flight.velocity_bound(time, prover_->ball(ball).radius),
              flight.is_held};
    if (after.phase == Phase::pocketed) return p;
    if (flight.state.phase == Phase::pocketed)
        prover_->fault(time, prover_->name(ball) + " lies in a pocket and comes back");
    const double jump = narrow(length(place_of(after) - flight.place(time)));
    // Balls that press on each other are put back in touch.
    if (jump > p.place_bound && prover_->touches(ball, time)) p.place_bound += kHeldPlace;
    if (!prover_->accepts(jump, p.place_bound))
        prover_->fault(time, fmt::format("{} jumps by {:.3g} m (rounding explains {:.3g})",
                                         prover_->name(ball), jump, p.place_bound));
    if (after.position[2] != prover_->ball(ball).radius || after.velocity[2] != 0)
        prover_->fault(time, prover_->name(ball) + " leaves the bed");
    return p;
}

void ShotJudge::expect(const Passage& passage, const WideMotion& wanted, double bound, double time,
                       const std::string& what) {
    const double radius = prover_->ball(passage.ball).radius;
    const double of_velocity = narrow(length(widen(passage.after.velocity) - wanted.velocity));
    const double of_spin = radius * narrow(length(widen(passage.after.spin) - wanted.spin));
    // the spin of a ball that was pressed is not known
    const double off = passage.is_held ? of_velocity : std::max(of_velocity, of_spin);
    if (prover_->accepts(off, bound)) return;
    prover_->fault(time, fmt::format("{}: {} (off by {:.3g} m/s, rounding explains {:.3g})",
                                     prover_->name(passage.ball), what, off, bound));
}

void ShotJudge::expect_phase(const Passage& passage, Phase before, Phase after, double time) {
    const Phase was = prover_->flight(passage.ball).state.phase;
    if (was == before && passage.after.phase == after) return;
    prover_->fault(time, fmt::format("{} goes from {} to {}", prover_->name(passage.ball), name_of(was),
                                     name_of(passage.after.phase)));
}

void ShotJudge::strike(const ShotEvent& event, const billiards::PlannedShot& planned) {
    const std::size_t i = index(event.ball);
    const Passage p = passage(i, event.time, event.ball_after);
    if (event.ball != planned.shot.cue_ball || event.time != 0)
        prover_->fault(event.time, prover_->name(i) + " is struck, which the scene does not say");
    expect_phase(p, Phase::resting, Phase::sliding, event.time);
    const WideMotion wanted = struck(prover_->ball(i), scene_->setup.cue, planned.shot.strike);
    const double size = planned.shot.strike.speed * 8;
    expect(p, wanted, kMotionRoundings * kUnit * size, event.time, "the cue gives another motion");
}

void ShotJudge::judge(const ShotEvent& event) {
    switch (event.kind) {
        case EventKind::strike:
            return prover_->fault(event.time, prover_->name(index(event.ball)) + " is struck once more");
        case EventKind::ball_ball:
            return judge_pair(event);
        case EventKind::straight_cushion:
        case EventKind::round_cushion:
            return judge_cushion(event);
        case EventKind::pocket:
            return judge_pocket(event);
        default:
            return judge_change(event);
    }
}

/// Two balls touch: the normal from the first to the second, and how far rounding may turn it.
bool ShotJudge::check_touch(const ShotEvent& event, WideVec<2>& normal, double& tilt, double bound) {
    const WideVec<2> d = place_of(event.other_after) - place_of(event.ball_after);
    const Wide distance = length(d);
    const Wide reach =
        Wide{prover_->ball(index(event.ball)).radius} + Wide{prover_->ball(index(event.other)).radius};
    const double gap = gap_between(d, reach);
    if (!prover_->accepts(std::max(gap, 0.0), bound + kTouchGap) || !(distance > 0)) {
        prover_->fault(event.time,
                       fmt::format("{} and {} do not touch: gap {:.3g} m", prover_->name(index(event.ball)),
                                   prover_->name(index(event.other)), gap));
        return false;
    }
    normal = (1 / distance) * d;
    tilt = bound / narrow(distance);
    return true;
}

void ShotJudge::judge_pair(const ShotEvent& event) {
    const Passage a = passage(index(event.ball), event.time, event.ball_after);
    const Passage b = passage(index(event.other), event.time, event.other_after);
    WideVec<2> flat_normal;
    double tilt = 0;
    if (!check_touch(event, flat_normal, tilt, a.place_bound + b.place_bound)) return;
    const WideVec<3> normal = lifted(flat_normal);
    const auto& of_a = prover_->ball(a.ball);
    const auto& of_b = prover_->ball(b.ball);
    const double speeds = narrow(rough_length(a.before.velocity) + rough_length(b.before.velocity)) +
                          of_a.radius * narrow(rough_length(a.before.spin) + rough_length(b.before.spin));
    const double bound = 4 * (a.bound + b.bound) + (8 * tilt + kMotionRoundings * kUnit) * speeds;
    const double closing = narrow(dot(a.before.velocity - b.before.velocity, normal));
    if (closing < 0 && !prover_->accepts(-closing, bound))
        prover_->fault(event.time, prover_->name(a.ball) + " and " + prover_->name(b.ball) +
                                       " part already before their impact");
    if (a.is_held || b.is_held) ++report_->impacts_open;
    for (const Passage* p : {&a, &b}) {
        if (p->after.phase != Phase::sliding)
            prover_->fault(event.time, prover_->name(p->ball) + " does not slide after its impact");
    }
    // A spin that is not known changes the friction, too.
    if (a.is_held || b.is_held) return;
    WideMotion first = a.before;
    WideMotion second = b.before;
    meet(first, second, of_a, of_b, normal, scene_->setup.laws);
    const std::string what = "the impact of two balls gives another motion";
    expect(a, first, bound, event.time, what);
    expect(b, second, bound, event.time, what);
}

void ShotJudge::judge_cushion(const ShotEvent& event) {
    const Passage p = passage(index(event.ball), event.time, event.ball_after);
    const billiards::BallProperties& ball = prover_->ball(p.ball);
    const auto& table = scene_->setup.table;
    const bool is_straight = event.kind == EventKind::straight_cushion;
    const WideVec<2> place = place_of(event.ball_after);
    WideVec<2> outward;
    Wide level = ball.radius;
    double gap = 0;
    double tilt = 0;
    if (is_straight) {
        const WideCushion& cushion = prover_->cushion(index(event.other));
        const Wide along = dot(place - cushion.from, cushion.along);
        outward = cushion.normal;
        gap = narrow(dot(place - cushion.from, outward) - Wide{ball.radius});
        if (along < -p.place_bound || along > cushion.length + p.place_bound)
            prover_->fault(event.time, prover_->name(p.ball) + " is not beside its cushion");
    } else {
        const billiards::RoundCushion& cushion = table.round_cushions[index(event.other)];
        const WideVec<2> d = place - widen(cushion.centre);
        level += Wide{cushion.radius};
        gap = gap_between(d, level);
        outward = (1 / length(d)) * d;
        tilt = p.place_bound / narrow(length(d));
    }
    const double bound_of_gap = p.place_bound + (gap > 0 ? kTouchGap : billiards::kTouching);
    if (!prover_->accepts(std::abs(gap), bound_of_gap))
        return prover_->fault(event.time, fmt::format("{} and its cushion do not touch: gap {:.3g} m",
                                                      prover_->name(p.ball), gap));
    const double height = is_straight ? table.straight_cushions[index(event.other)].height
                                      : table.round_cushions[index(event.other)].height;
    const double speed =
        narrow(rough_length(p.before.velocity)) + ball.radius * narrow(rough_length(p.before.spin));
    const double bound = 4 * p.bound + (8 * tilt + kMotionRoundings * kUnit) * speed;
    const double leaving = narrow(dot(p.before.velocity, lifted(outward)));
    if (leaving > 0 && !prover_->accepts(leaving, bound))
        return prover_->fault(event.time, prover_->name(p.ball) + " leaves its cushion before the impact");
    if (p.after.phase != Phase::sliding)
        prover_->fault(event.time, prover_->name(p.ball) + " does not slide after its impact");
    if (p.is_held) {
        ++report_->impacts_open;
        return;
    }
    WideMotion wanted = p.before;
    meet_cushion(wanted, ball, lifted(outward), level, height, scene_->setup.laws);
    expect(p, wanted, bound, event.time, "the cushion gives another motion");
}

void ShotJudge::judge_pocket(const ShotEvent& event) {
    const std::size_t i = index(event.ball);
    const billiards::Pocket& pocket = scene_->setup.table.pockets[index(event.other)];
    const TableFlight& flight = prover_->flight(i);
    const WideVec<2> d = flight.place(event.time) - widen(pocket.centre);
    const double gap = gap_between(d, Wide{pocket.radius});
    const double bound = flight.place_bound(event.time);
    if (!prover_->accepts(std::abs(gap), bound))
        prover_->fault(event.time,
                       fmt::format("{} is {:.3g} m from the edge of its pocket", prover_->name(i), gap));
    const BallState there{Phase::pocketed, {pocket.centre[0], pocket.centre[1], -pocket.depth}, {}, {}};
    if (event.ball_after != there)
        prover_->fault(event.time, prover_->name(i) + " does not lie in its pocket");
}

/// What counts as no speed beside rounding.
double ShotJudge::no_speed(const Passage& p, double time) const {
    return prover_->touches(p.ball, time) ? kStandstill : kNoSpeed;
}

/// So much may vanish where balls come together slowly and stay in contact.
double ShotJudge::slow_closing(const Passage& p, double time) const {
    return kClosesSlowly * scene_->setup.contact_speed * prover_->stopping_factor(p.ball, time);
}

/// The end of a phase, or another acceleration.
void ShotJudge::judge_change(const ShotEvent& event) {
    const Passage p = passage(index(event.ball), event.time, event.ball_after);
    const double time = event.time;
    const double radius = prover_->ball(p.ball).radius;
    switch (event.kind) {
        case EventKind::slide_to_roll: {
            expect_phase(p, Phase::sliding, Phase::rolling, time);
            WideMotion rolling = p.before;
            rolling.spin[0] = -rolling.velocity[1] / Wide{radius};
            rolling.spin[1] = rolling.velocity[0] / Wide{radius};
            const double slip = narrow(length(slip_on_cloth(p.before, radius)));
            if (!p.is_held && !prover_->accepts(slip, kEndOfPhase * p.bound + no_speed(p, time)))
                prover_->fault(time,
                               fmt::format("{} rolls, but slips by {:.3g} m/s", prover_->name(p.ball), slip));
            return expect(p, rolling, p.bound + slow_closing(p, time), time, "rolling changes the motion");
        }
        case EventKind::rest_to_roll: {
            if (prover_->flight(p.ball).state.phase != Phase::spinning)
                expect_phase(p, Phase::resting, Phase::rolling, time);
            ++report_->motions_open;
            if (!prover_->touches(p.ball, time))
                prover_->fault(time, prover_->name(p.ball) + " starts to roll, but touches nothing");
            return expect(p, p.before, p.bound + slow_closing(p, time), time, "it starts with a speed");
        }
        case EventKind::motion:
            return judge_motion(p, time);
        default:
            return judge_end_of_motion(p, event);
    }
}

/// A ball stands, and turns on or not.
void ShotJudge::judge_end_of_motion(const Passage& p, const ShotEvent& event) {
    const bool turned = event.kind == EventKind::spin_to_rest;
    const bool turns = event.kind == EventKind::roll_to_spin;
    // Friction of a ball that presses on it can turn a ball that rests.
    const Phase was = prover_->flight(p.ball).state.phase;
    if (!turns || was != Phase::resting || !prover_->touches(p.ball, event.time))
        expect_phase(p, turned ? Phase::spinning : Phase::rolling, turns ? Phase::spinning : Phase::resting,
                     event.time);
    WideMotion still;
    if (turns) still.spin[2] = p.before.spin[2];
    const double radius = prover_->ball(p.ball).radius;
    const double speed = narrow(rough_length(p.before.velocity));
    const double turning = turns ? 0 : radius * narrow(magnitude(p.before.spin[2]));
    const double taken = slow_closing(p, event.time);
    const double bound = kEndOfPhase * p.bound + no_speed(p, event.time) + taken;
    if (!prover_->accepts(std::max(speed, p.is_held ? 0 : turning), bound))
        prover_->fault(event.time, fmt::format("{} stops at {:.3g} m/s", prover_->name(p.ball),
                                               std::max(speed, turning)));
    if (turns && p.after.spin[2] == 0)
        prover_->fault(event.time, prover_->name(p.ball) + " turns on without spin");
    expect(p, still, p.bound + taken, event.time, "it stands, but moves");
}

/// Balls that come together slowly stay in contact: what closes then is taken away.
void ShotJudge::judge_motion(const Passage& p, double time) {
    const Phase before = prover_->flight(p.ball).state.phase;
    expect_phase(p, before, before, time);
    const double change = narrow(length(widen(p.after.velocity) - p.before.velocity));
    if (change > p.bound) ++report_->motions_open;
    expect(p, p.before, p.bound + slow_closing(p, time), time, "the motion changes without an event");
}

/// All of them are at one time, each pair meets once, and a ball has one state after all of it.
bool ShotJudge::are_one_impact(std::span<const ShotEvent> events, std::size_t count) {
    std::map<int, const BallState*> after;
    std::set<std::pair<int, int>> pairs;
    bool agrees = events.size() == count;
    const auto note = [&](int ball, const BallState& state) {
        const auto [at, is_new] = after.emplace(ball, &state);
        agrees = agrees && (is_new || *at->second == state);
    };
    for (std::size_t k = 0; k < events.size(); ++k) {
        const ShotEvent& event = events[k];
        agrees = agrees && event.kind == EventKind::ball_ball && event.time == events.front().time &&
                 static_cast<std::size_t>(event.following) == count - 1 - k &&
                 pairs.insert(std::minmax(event.ball, event.other)).second;
        if (!agrees) break;
        note(event.ball, event.ball_after);
        note(event.other, event.other_after);
    }
    if (!agrees) prover_->fault(events.front().time, "an impact of several balls does not agree with itself");
    return agrees;
}

void ShotJudge::judge_together(std::span<const ShotEvent> events, std::size_t count) {
    if (!are_one_impact(events, count)) return;
    const double time = events.front().time;
    std::map<int, std::size_t> place_of;  // of each ball in `passages`
    std::vector<Passage> passages;
    const auto note = [&](int ball, const BallState& after) {
        if (place_of.emplace(ball, passages.size()).second)
            passages.push_back(passage(index(ball), time, after));
    };
    for (const ShotEvent& event : events) {
        note(event.ball, event.ball_after);
        note(event.other, event.other_after);
    }
    std::vector<JointContact> contacts;
    double tilt = 0;
    for (const ShotEvent& event : events) {
        const std::size_t a = place_of[event.ball], b = place_of[event.other];
        WideVec<2> normal;
        double turned = 0;
        if (!check_touch(event, normal, turned, passages[a].place_bound + passages[b].place_bound)) return;
        tilt = std::max(tilt, turned);
        contacts.push_back({a, b, lifted(normal)});
    }
    const auto is_held = [](const Passage& p) { return p.is_held; };
    const bool is_known = std::none_of(passages.begin(), passages.end(), is_held);
    if (is_known && follows_joint_law(passages, contacts, tilt, time)) return;
    report_->impacts_open += events.size();
    check_sums(passages, time);
}

/// False where the law of several contacts leaves the motion open.
bool ShotJudge::follows_joint_law(const std::vector<Passage>& passages,
                                  const std::vector<JointContact>& contacts, double tilt, double time) {
    std::vector<JointBall> balls;
    double speeds = 0;
    double bound = kJointSpeed;
    for (const Passage& p : passages) {
        const billiards::BallProperties& ball = prover_->ball(p.ball);
        balls.push_back({&ball, p.before});
        speeds += narrow(rough_length(p.before.velocity)) + ball.radius * narrow(rough_length(p.before.spin));
        bound += 4 * p.bound;
    }
    if (meet_together(balls, contacts, scene_->setup.laws) > kJointSpeed / 4) return false;
    bound += (8 * tilt + kMotionRoundings * kUnit) * speeds;
    for (std::size_t k = 0; k < passages.size(); ++k) {
        expect(passages[k], balls[k].motion, bound, time, "the impact of several balls gives another motion");
        if (passages[k].after.phase != Phase::sliding)
            prover_->fault(time, prover_->name(passages[k].ball) + " does not slide after its impact");
    }
    return true;
}

/// Momentum is kept, and no energy gained.
void ShotJudge::check_sums(const std::vector<Passage>& passages, double time) {
    WideVec<3> push;
    double bound = 0, before = 0, after = 0, slack = 0;
    for (const Passage& p : passages) {
        const billiards::BallProperties& ball = prover_->ball(p.ball);
        const WideVec<3> v = widen(p.after.velocity);
        push = push + Wide{ball.mass} * (v - p.before.velocity);
        const double speed = narrow(rough_length(v) + rough_length(p.before.velocity));
        const double unsure = ball.mass * (p.bound + kMotionRoundings * kUnit * speed);
        bound += unsure;
        before += kinetic_energy(p.before, ball);
        after += kinetic_energy({v, widen(p.after.spin)}, ball);
        slack += unsure * (speed + p.bound) + (p.is_held ? 1e-6 * before : 0);
    }
    if (!prover_->accepts(narrow(length(push)), 8 * bound))
        prover_->fault(time, "balls that meet together do not keep their momentum");
    if (!prover_->accepts(std::max(after - before, 0.0), 8 * slack))
        prover_->fault(time, "balls that meet together gain energy");
}

}  // namespace carom::proof
