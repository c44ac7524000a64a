// The loop of the checker: prove the flights that end, judge the impact, begin the new flights.
#include "carom/record/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "record/check_gaps.hpp"
#include "record/check_impact.hpp"
#include "record/check_ledger.hpp"

namespace carom {
namespace proof {
namespace {

/// Records, or balls at the end, between two calls of `progress`.
constexpr std::uint64_t kProgressStep = 64;

template <int N>
class Checker {
public:
    explicit Checker(const TrajectoryStart<N>& start) : gaps_(start, ledger_) { check_start(); }

    void record(const Event<N>& event) {
        ledger_.note_record();
        const bool pair = event.kind == EventKind::ball_ball;
        if (event.time < now_) fault(event.time, "time runs backwards");
        now_ = event.time;
        gaps_.prove_ball(event.ball, now_);
        if (pair) gaps_.prove_ball(event.other, now_);
        check_arrival(event.ball, event.ball_after);
        if (pair) check_arrival(event.other, event.other_after);
        if (pair) {
            check_pair(event);
        } else {
            check_wall(event);
        }
        gaps_.set_state(event.ball, event.ball_after);
        if (pair) gaps_.set_state(event.other, event.other_after);
    }

    /// Proves the last flights of all balls; `go_on` says whether to.
    template <class GoOn>
    void finish(Time end, GoOn go_on) {
        for (std::size_t i = 0; i < gaps_.ball_count(); ++i) {
            if (i % kProgressStep == 0 && !go_on()) return;
            for (std::size_t j = i + 1; j < gaps_.ball_count(); ++j) gaps_.prove_pair(i, j, end);
            gaps_.prove_walls(i, end);
        }
        now_ = end;
    }

    void fault(const std::string& line) { ledger_.fault(line); }

    CheckReport report() const {
        CheckReport report = ledger_.report(gaps_.arena().smallest_radius);
        report.end_seconds = gaps_.seconds(now_);
        return report;
    }

private:
    void fault(Time time, const std::string& what) {
        ledger_.fault(fmt::format("t = {:.17g}: {}", gaps_.seconds(time), what));
    }

    void check_start() {
        for (std::size_t i = 0; i < gaps_.ball_count(); ++i) {
            const Flight<N>& flight = gaps_.flight(i);
            if (std::isinf(flight.mass) && flight.speed != 0)
                fault({}, gaps_.name(i) + " is immovable and moves");
            if (2 * flight.radius >= gaps_.arena().narrowest) {
                fault({}, gaps_.name(i) + " touches its own image in the periodic box");
            }
            check_inside(i, flight.state);
        }
        for (const WideWall<N>& wall : gaps_.walls()) {
            for (int k = 0; k < N; ++k) {
                if (gaps_.arena().width[k] == 0 || wall.normal[k] == 0) continue;
                fault({}, gaps_.name(wall) + " is not parallel to a periodic axis");
            }
        }
    }

    void check_inside(std::size_t i, const BallState<N>& state) {
        const Arena<N>& arena = gaps_.arena();
        const double bound = kRoundings * kUnit * size_of(state, gaps_.flight(i).radius, arena);
        for (int k = 0; k < N; ++k) {
            if (arena.width[k] == 0) continue;
            const Wide below = Wide{arena.world.box.lower[k]} - Wide{state.position[k]};
            const Wide above = Wide{state.position[k]} - Wide{arena.world.box.upper[k]};
            const double outside = narrow(std::max(below, above));
            if (outside <= 0 || ledger_.accepts(share_of(outside, bound))) continue;
            fault(state.time, fmt::format("{} is {:.6g} outside the periodic box", gaps_.name(i), outside));
        }
    }

    /// The recorded position is where the flight arrives.
    void check_arrival(std::size_t i, const BallState<N>& after) {
        const Flight<N>& flight = gaps_.flight(i);
        const BallState<N>& before = flight.state;
        const Wide dt = seconds_between(before.time, after.time, gaps_.arena().epoch_length);
        const WideVec<N> jump = each_axis<N>([&](int k) {
            const Wide crossed = Wide(after.image[k] - before.image[k]) * Wide{gaps_.arena().width[k]};
            return Wide{after.position[k]} + crossed -
                   (Wide{before.position[k]} + dt * Wide{before.velocity[k]});
        });
        const bool immovable = std::isinf(flight.mass);
        const double size = narrow(length(jump));
        const double bound = immovable ? 0 : gaps_.bound_at(i, after.time);
        if (!ledger_.accepts(share_of(size, bound))) {
            fault(after.time,
                  fmt::format("{} jumps by {:.6g} (rounding explains {:.3g})", gaps_.name(i), size, bound));
        }
        if (immovable && after.velocity != before.velocity) {
            fault(after.time, gaps_.name(i) + " is immovable and changes its velocity");
        }
        check_inside(i, after);
    }

    Partner<N> partner(std::size_t i, const BallState<N>& after, Wide share) const {
        return {gaps_.flight(i).state.velocity, after.velocity, gaps_.flight(i).speed, share};
    }

    /// What a record claims, but for the geometry of the contact.
    Impact<N> claim(const Event<N>& event, double law) const {
        Impact<N> impact;
        impact.restitution = event.restitution;
        impact.law = law;
        impact.elastic_below = gaps_.arena().law.elastic_below.value_or(0);
        impact.gap_bound = gaps_.bound_at(event.ball, event.time);
        return impact;
    }

    void check_pair(const Event<N>& event) {
        const double mass_a = gaps_.flight(event.ball).mass;
        const double mass_b = gaps_.flight(event.other).mass;
        const std::string who = gaps_.name(event.ball) + " and " + gaps_.name(event.other);
        if (std::isinf(mass_a) && std::isinf(mass_b)) return fault(event.time, who + " are both immovable");
        const Wide inverse_a = 1 / Wide{mass_a};
        const Wide inverse_b = 1 / Wide{mass_b};
        const Partner<N> a = partner(event.ball, event.ball_after, inverse_a / (inverse_a + inverse_b));
        const Partner<N> b = partner(event.other, event.other_after, inverse_b / (inverse_a + inverse_b));
        const auto best = best_contact(event, a, b);
        if (!best) return fault(event.time, who + " have the same centre");
        conclude(event.time, who, best->first, best->second);
    }

    /// The record does not say which image of the other ball was hit: the one that explains it best.
    std::optional<std::pair<Impact<N>, Verdict>> best_contact(const Event<N>& event, const Partner<N>& a,
                                                              const Partner<N>& b) const {
        Impact<N> impact = claim(event, gaps_.arena().law.restitution_balls);
        impact.gap_bound += gaps_.bound_at(event.other, event.time);
        const Wide r = Wide{gaps_.flight(event.ball).radius} + Wide{gaps_.flight(event.other).radius};
        const WideVec<N> direct = widen(event.other_after.position) - widen(event.ball_after.position);
        std::optional<std::pair<Impact<N>, Verdict>> best;
        for_each_image(nearest_images(direct), [&](const Vec<double, N>& image) {
            const WideVec<N> d = direct + shift_of(image, gaps_.arena());
            const Wide distance = length(d);
            if (distance == 0) return;
            impact.gap = narrow(gap_between(d, r));
            impact.normal = (1 / distance) * d;
            impact.tilt = narrow(Wide{impact.gap_bound} / distance);
            const Verdict v = verdict(impact, a, b);
            if (!best || v.worst() < best->second.worst()) best = {impact, v};
        });
        return best;
    }

    /// The image nearest to the first ball, and its neighbours.
    ImageRange<N> nearest_images(const WideVec<N>& d) const {
        ImageRange<N> range;
        for (int k = 0; k < N; ++k) {
            const double width = gaps_.arena().width[k];
            if (width == 0) continue;
            const double nearest = -std::nearbyint(narrow(d[k]) / width);
            range.first[k] = nearest - 1;
            range.last[k] = nearest + 1;
        }
        return range;
    }

    void check_wall(const Event<N>& event) {
        const Flight<N>& a = gaps_.flight(event.ball);
        const auto wall = std::find_if(gaps_.walls().begin(), gaps_.walls().end(),
                                       [&](const WideWall<N>& w) { return w.number == event.other; });
        const std::string who = gaps_.name(event.ball) + " and " + gaps_.name(*wall);
        if (std::isinf(a.mass)) return fault(event.time, who + " are both immovable");
        Impact<N> impact = claim(event, gaps_.arena().law.restitution_walls);
        impact.normal = Wide{-1} * wall->normal;
        impact.gap = narrow(wall->gap(widen(event.ball_after.position), a.radius));
        conclude(event.time, who, impact,
                 verdict(impact, partner(event.ball, event.ball_after, 1), Partner<N>{}));
    }

    void conclude(Time time, const std::string& who, const Impact<N>& impact, const Verdict& v) {
        if (!ledger_.accepts(v.touch)) {
            fault(time, fmt::format("{} do not touch: gap {:.6g} (rounding explains {:.3g})", who, impact.gap,
                                    impact.gap_bound));
        }
        if (!ledger_.accepts(v.closing)) fault(time, who + " part already before their impact");
        if (!ledger_.accepts(v.velocity)) {
            fault(time,
                  fmt::format(
                      "{} do not leave as momentum and restitution demand ({:.3g} times the rounding bound)",
                      who, v.velocity));
        }
        if (!v.restitution_is_right) {
            fault(time, fmt::format("{} bounce with restitution {}, the law says otherwise", who,
                                    impact.restitution));
        }
    }

    Ledger ledger_;
    Gaps<N> gaps_;
    Time now_;
};

}  // namespace
}  // namespace proof

template <int N>
CheckReport check(TrajectoryReader<N>& trajectory, const std::function<bool(std::uint64_t)>& progress) {
    proof::Checker<N> checker(trajectory.start());
    std::uint64_t done = 0;
    bool stopped = false;
    const auto go_on = [&] {
        stopped = stopped || (progress && !progress(done));
        return !stopped;
    };
    for (auto event = trajectory.next(); event; event = trajectory.next()) {
        checker.record(*event);
        if (++done % proof::kProgressStep == 0 && !go_on()) break;
    }
    if (!stopped) checker.finish(trajectory.end(), go_on);
    if (stopped) checker.fault("stopped before the end");
    if (const auto fault = trajectory.fault()) checker.fault(fault->message);
    CheckReport report = checker.report();
    report.closed = trajectory.closed();
    return report;
}

template CheckReport check(TrajectoryReader<2>&, const std::function<bool(std::uint64_t)>&);
template CheckReport check(TrajectoryReader<3>&, const std::function<bool(std::uint64_t)>&);

}  // namespace carom
