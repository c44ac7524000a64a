#include "proof/shot_judge.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace carom::proof {

using billiards::BallState;
using billiards::EventKind;
using billiards::Phase;
using billiards::ShotEvent;

namespace {

/// Balls that stay in contact lose what closes: so many times the speed below which they do.
constexpr double kClosesSlowly = 4;

/// Less than this counts as no speed [m/s]: where balls touch, and anywhere.
constexpr double kStandstill = 5e-12;
constexpr double kNoSpeed = 1e-15;

/// By how many of its bounds a speed may miss 0 where a phase ends: the end is a rounded time.
constexpr double kEndOfPhase = 4;

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
    if (is_out_of_play(after.phase)) return p;
    if (is_out_of_play(flight.state.phase))
        prover_->fault(time, prover_->name(ball) + " is out of play and comes back");
    const double jump = narrow(length(widen(after.position) - flight.place_in_space(time)));
    // Balls that press on each other are put back in touch.
    if (jump > p.place_bound && prover_->touches(ball, time)) p.place_bound += kHeldPlace;
    if (!prover_->accepts(jump, p.place_bound))
        prover_->fault(time, fmt::format("{} jumps by {:.3g} m (rounding explains {:.3g})",
                                         prover_->name(ball), jump, p.place_bound));
    if (after.phase != Phase::airborne) expect_lying(p, time);
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
    const bool jumps = scene_->setup.laws.jumps && planned.shot.strike.elevation > 0;
    expect_phase(p, Phase::resting, jumps ? Phase::airborne : Phase::sliding, event.time);
    const WideMotion wanted = struck(prover_->ball(i), scene_->setup.cue, planned.shot.strike, jumps);
    const double size = planned.shot.strike.speed * 8;
    expect(p, wanted, kMotionRoundings * kUnit * size, event.time, "the cue gives another motion");
}

void ShotJudge::judge(const ShotEvent& event) {
    if (is_off_bed(event)) return judge_off_bed(event);
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
            const double bound = kEndOfPhase * p.bound + no_speed(p, time) + slow_closing(p, time);
            if (!p.is_held && !prover_->accepts(slip, bound))
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

}  // namespace carom::proof
