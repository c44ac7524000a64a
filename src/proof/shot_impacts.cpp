// Judges impacts: of two balls, of a ball and a cushion, and of several balls at once.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "proof/shot_judge.hpp"

namespace carom::proof {

using billiards::BallState;
using billiards::EventKind;
using billiards::Phase;
using billiards::ShotEvent;

namespace {

/// The player ends its search for the impulses of several contacts this near to their law [m/s].
constexpr double kJointSpeed = 2e-12;

/// Laws of growing impulses are integrated this well by the player, for each m/s.
constexpr double kMathavanSteps = 1e-11;

WideVec<3> lifted(const WideVec<2>& x) {
    return {{x[0], x[1], 0}};
}

}  // namespace

/// Two balls touch: the normal from the first to the second, and how far rounding may turn it.
bool ShotJudge::check_touch(const ShotEvent& event, WideVec<2>& normal, double& tilt, double bound) {
    const WideVec<2> d = place_of(event.other_after) - place_of(event.ball_after);
    const Wide distance = length(d);
    const Wide reach = WideTouch(prover_->ball(index(event.ball)), prover_->ball(index(event.other))).level;
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
                          of_a.radius * narrow(rough_length(a.before.spin)) +
                          of_b.radius * narrow(rough_length(b.before.spin));
    const bool grows = scene_->setup.laws.ball_ball >= billiards::BallBallModel::mathavan_2014;
    const double law = grows ? kMathavanSteps : kMotionRoundings * kUnit;
    const double bound = 4 * (a.bound + b.bound) + (8 * tilt + law) * speeds;
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
    const bool grows = scene_->setup.laws.cushion == billiards::CushionModel::mathavan_2010;
    const double law = grows ? kMathavanSteps : kMotionRoundings * kUnit;
    const double bound = 4 * p.bound + (8 * tilt + law) * speed;
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
