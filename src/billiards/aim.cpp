#include "carom/billiards/aim.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom::billiards {
namespace {

/// From one value that does it towards `end`, in steps, to the first that does not; then between the two.
template <class DoesIt>
WindowLimit limit_from(double inside, double step, double end, const DoesIt& does_it) {
    double outside = inside;
    while (outside == inside) {
        const double next = step > 0 ? std::min(inside + step, end) : std::max(inside + step, end);
        if (next == inside) return {end, end};
        outside = next;
        if (does_it(next)) inside = next;
    }
    while (std::fabs(outside - inside) > kWindowPrecision) {
        const double middle = 0.5 * (inside + outside);
        (does_it(middle) ? inside : outside) = middle;
    }
    return {inside, outside};
}

std::vector<FallenBall> sorted(std::vector<FallenBall> pocketed) {
    std::sort(pocketed.begin(), pocketed.end(),
              [](const FallenBall& a, const FallenBall& b) { return a.ball < b.ball; });
    return pocketed;
}

double normal_below(double x) {
    return 0.5 * std::erfc(-x * 0.70710678118654752440);
}

/// Of a normal deviate around `value`.
double share_in(const Window& window, double value, double error) {
    if (error == 0) return 1;
    return normal_below((window.upper.inside - value) / error) -
           normal_below((window.lower.inside - value) / error);
}

/// A window of directions begins anywhere on the circle.
bool overlap(const Window& a, const Window& b) {
    const double apart = b.lower.inside - a.lower.inside;
    const double shift = 360 * std::round(apart / 360);
    return b.lower.inside - shift <= a.upper.inside && a.lower.inside <= b.upper.inside - shift;
}

bool same_aim(const Aim& a, const Aim& b) {
    if (a.pocketed != b.pocketed) return false;
    const double speed = b.shot.strike.speed;
    if (a.shot.strike.speed == speed) return overlap(a.direction, b.direction);
    return a.route == b.route && a.speed.lower.inside <= speed && speed <= a.speed.upper.inside;
}

}  // namespace

AimSearch::AimSearch(const ShotSetup& setup, std::span<const BallState> start, WantedShot wanted)
    : setup_(setup), start_(start.begin(), start.end()), wanted_(std::move(wanted)), player_(setup) {}

bool AimSearch::does_it(const Shot& shot) {
    ++played_;
    player_.play(start_, shot);
    facts_ = facts_of(start_, player_.events(), shot.cue_ball, setup_.table);
    return wanted_(facts_);
}

bool AimSearch::does_the_same(const Shot& shot, const std::vector<FallenBall>& pocketed) {
    return does_it(shot) && sorted(facts_.pocketed) == pocketed;
}

std::optional<std::uint64_t> AimSearch::hits(const Shot& meant, const ShotErrors& errors, std::uint64_t count,
                                             std::uint64_t seed, const std::function<bool()>& go_on) {
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < count; ++k) {
        if (go_on && !go_on()) return {};
        if (does_it({meant.cue_ball, disturbed(meant.strike, errors, seed, k)})) ++sum;
    }
    return sum;
}

Window AimSearch::window_of(const Shot& shot, double Strike::*number, double step, double lowest,
                            double highest, const std::vector<FallenBall>& pocketed) {
    const auto does_it = [&](double value) {
        Shot tried = shot;
        tried.strike.*number = value;
        return does_the_same(tried, pocketed);
    };
    const double value = shot.strike.*number;
    return {limit_from(value, -step, lowest, does_it), limit_from(value, step, highest, does_it)};
}

std::optional<Aim> AimSearch::around(const Shot& shot, double step) {
    if (!does_it(shot)) return {};
    Aim aim;
    aim.shot = shot;
    aim.pocketed = sorted(facts_.pocketed);
    double& direction = aim.shot.strike.direction;
    aim.direction = window_of(shot, &Strike::direction, step, direction - 180, direction + 180, aim.pocketed);
    direction = 0.5 * (aim.direction.lower.inside + aim.direction.upper.inside);
    if (!does_the_same(aim.shot, aim.pocketed)) aim.shot = shot;
    constexpr double share = 0.02;  // of the speed, from shot to shot
    const double speed = shot.strike.speed;
    aim.speed = window_of(aim.shot, &Strike::speed, share * speed, std::min(kSlowestCue, speed),
                          std::max(kFastestCue, speed), aim.pocketed);
    does_it(aim.shot);
    describe(aim);
    return aim;
}

double AimSearch::speed_before(std::size_t event) const {
    const std::span<const ShotEvent> events = player_.events();
    const int ball = events[event].ball;
    for (std::size_t k = event; k-- > 0;) {
        const ShotEvent& last = events[k];
        const bool is_other = last.kind == EventKind::ball_ball && last.other == ball;
        if (last.ball != ball && !is_other) continue;
        const BallState state = moved(setup_.balls[static_cast<std::size_t>(ball)], setup_.table.gravity,
                                      is_other ? last.other_after : last.ball_after,
                                      is_other ? last.other_acceleration : last.ball_acceleration,
                                      events[event].time - last.time);
        return std::hypot(state.velocity[0], state.velocity[1]);
    }
    return 0;
}

void AimSearch::describe(Aim& aim) {
    const int cue_ball = aim.shot.cue_ball;
    const std::span<const ShotEvent> events = player_.events();
    for (std::size_t k = 0; k < events.size(); ++k) {
        const ShotEvent& event = events[k];
        if (event.kind != EventKind::pocket || event.ball == cue_ball) continue;
        aim.route = route_to(events, k, event.ball);
        aim.pocket_speed = speed_before(k);
        return;
    }
    // The cue ball up to the last other ball that it met for the first time.
    std::vector<int> met;
    for (std::size_t k = 0; k < events.size(); ++k) {
        const ShotEvent& event = events[k];
        if (event.kind != EventKind::ball_ball || (event.ball != cue_ball && event.other != cue_ball))
            continue;
        const int other = event.ball == cue_ball ? event.other : event.ball;
        if (std::find(met.begin(), met.end(), other) != met.end()) continue;
        met.push_back(other);
        aim.route = route_to(events, k, cue_ball);
    }
}

std::vector<Aim> AimSearch::scan(const Shot& like, double from, double to, double step,
                                 const std::function<bool()>& go_on) {
    std::vector<Aim> aims;
    for (std::uint64_t k = 0;; ++k) {
        Shot shot = like;
        shot.strike.direction = from + static_cast<double>(k) * step;
        if (!(shot.strike.direction < to) || (go_on && !go_on())) return aims;
        if (!aims.empty() && shot.strike.direction <= aims.back().direction.upper.inside) continue;
        if (auto aim = around(shot, step)) aims.push_back(*std::move(aim));
    }
}

double estimated_chance(const Aim& aim, const ShotErrors& errors) {
    const Strike& strike = aim.shot.strike;
    return share_in(aim.direction, strike.direction, errors.direction) *
           share_in(aim.speed, strike.speed, errors.speed * strike.speed);
}

void rank(std::vector<Aim>& aims, const ShotErrors& errors) {
    std::stable_sort(aims.begin(), aims.end(), [&](const Aim& a, const Aim& b) {
        return estimated_chance(a, errors) > estimated_chance(b, errors);
    });
    std::vector<Aim> kept;
    for (Aim& aim : aims) {
        const auto is_same = [&](const Aim& other) { return same_aim(other, aim); };
        if (std::none_of(kept.begin(), kept.end(), is_same)) kept.push_back(std::move(aim));
    }
    aims = std::move(kept);
}

}  // namespace carom::billiards
