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
#include "record/check_sieve.hpp"

namespace carom {
namespace proof {
namespace {

/// Records, or balls at the end, between two calls of `progress`.
constexpr std::uint64_t kProgressStep = 64;

template <int N>
class Checker {
public:
    Checker(const TrajectoryStart<N>& start, const CheckTuning& tuning) : gaps_(start, ledger_) {
        check_start();
        if (tuning.search == PairSearch::in_space) sieve_.emplace(gaps_);
    }

    /// Lets the search follow the flights up to `time`; `go_on` says whether to, and so does the answer.
    template <class GoOn>
    bool advance(Time time, GoOn go_on) {
        while (sieve_ && !sieve_->advance(time)) {
            if (!go_on()) return false;
        }
        return true;
    }

    /// Precondition: advanced to the time of the event.
    void record(const Event<N>& event) {
        ledger_.note_record();
        const bool pair = event.kind == EventKind::ball_ball;
        if (event.time < now_) fault(event.time, "time runs backwards");
        now_ = event.time;
        prove_flight(event.ball, now_, event.ball);
        if (pair) prove_flight(event.other, now_, event.ball);
        check_arrival(event.ball, event.ball_after);
        if (pair) check_arrival(event.other, event.other_after);
        if (pair) {
            check_pair(event);
        } else {
            check_wall(event);
        }
        begin_flight(event.ball, event.ball_after);
        if (pair) begin_flight(event.other, event.other_after);
    }

    /// Proves the last flights of all balls; `go_on` says whether to. Precondition: advanced to `end`.
    template <class GoOn>
    void finish(Time end, GoOn go_on) {
        for (std::size_t i = 0; i < gaps_.ball_count(); ++i) {
            if (i % kProgressStep == 0 && !go_on()) return;
            for_each_rival(i, [&](std::size_t j) {
                if (j > i) gaps_.prove_pair(i, j, end);
            });
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

    template <class Visit>
    void for_each_rival(std::size_t i, Visit visit) {
        if (sieve_) {
            for (const std::size_t j : sieve_->rivals(i)) visit(j);
        } else {
            for (std::size_t j = 0; j < gaps_.ball_count(); ++j) {
                if (j != i) visit(j);
            }
        }
    }

    /// Proves the flight of ball i that ends now, but for its pair with `proved`.
    void prove_flight(std::size_t i, Time now, std::size_t proved) {
        for_each_rival(i, [&](std::size_t j) {
            if (j != proved) gaps_.prove_pair(i, j, now);
        });
        gaps_.prove_walls(i, now);
    }

    void begin_flight(std::size_t i, const BallState<N>& state) {
        gaps_.set_state(i, state);
        if (sieve_) sieve_->begin(i);
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
        Vec<double, N> jump;
        for (int k = 0; k < N; ++k) {
            const Wide crossed = Wide(after.image[k] - before.image[k]) * Wide{gaps_.arena().width[k]};
            jump[k] = narrow(Wide{after.position[k]} + crossed -
                             (Wide{before.position[k]} + dt * Wide{before.velocity[k]}));
        }
        const bool immovable = std::isinf(flight.mass);
        const double size = rough_length(jump);
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
        const auto who = [&] { return gaps_.name(event.ball) + " and " + gaps_.name(event.other); };
        if (std::isinf(mass_a) && std::isinf(mass_b)) return fault(event.time, who() + " are both immovable");
        const Partner<N> a = partner(event.ball, event.ball_after, share(mass_a, mass_b));
        const Partner<N> b = partner(event.other, event.other_after, share(mass_b, mass_a));
        const auto best = best_contact(event, a, b);
        if (!best) return fault(event.time, who() + " have the same centre");
        conclude(event.time, who, best->first, best->second);
    }

    /// (1 / mass) / (1 / mass + 1 / other)
    static Wide share(double mass, double other) {
        if (std::isinf(mass)) return 0;
        return std::isinf(other) ? Wide{1} : Wide{other} / (Wide{mass} + Wide{other});
    }

    /// The record does not say which image of the other ball was hit: the one that explains it best.
    std::optional<std::pair<Impact<N>, Verdict>> best_contact(const Event<N>& event, const Partner<N>& a,
                                                              const Partner<N>& b) const {
        Impact<N> impact = claim(event, gaps_.arena().law.restitution_balls);
        impact.gap_bound += gaps_.bound_at(event.other, event.time);
        const Wide r = Wide{gaps_.flight(event.ball).radius} + Wide{gaps_.flight(event.other).radius};
        const WideVec<N> direct = widen(event.other_after.position) - widen(event.ball_after.position);
        std::optional<std::pair<Impact<N>, Verdict>> best;
        const auto judge = [&](const Vec<double, N>& image) {
            if (best && share_of(least_gap(direct, image, r), impact.gap_bound) > best->second.worst())
                return;
            const WideVec<N> d = direct + shift_of(image, gaps_.arena());
            const Wide distance = length(d);
            if (distance == 0) return;
            impact.gap = gap_between(d, r);
            impact.normal = (1 / distance) * d;
            impact.tilt = narrow(Wide{impact.gap_bound} / distance);
            const Verdict v = verdict(impact, a, b);
            if (!best || v.worst() < best->second.worst()) best = {impact, v};
        };
        const Vec<double, N> nearest = nearest_image(direct);
        judge(nearest);
        for_each_image(neighbours_of(nearest), [&](const Vec<double, N>& image) {
            if (image != nearest) judge(image);
        });
        return best;
    }

    /// The gap to an image, or less than it; 0 where they might touch. In double precision: most images are
    /// far away, so that they explain an impact worse than the nearest one does.
    double least_gap(const WideVec<N>& direct, const Vec<double, N>& image, Wide r) const {
        Vec<double, N> d;
        double size = narrow(r);
        for (int k = 0; k < N; ++k) {
            const double shift = image[k] * gaps_.arena().width[k];
            d[k] = narrow(direct[k]) + shift;
            size += std::abs(d[k]) + std::abs(shift);
        }
        return std::max(rough_length(d) - narrow(r) - kFilterMargin * size, 0.0);
    }

    /// The nearest image, as far as images can be counted.
    Vec<double, N> nearest_image(const WideVec<N>& d) const {
        Vec<double, N> image;
        for (int k = 0; k < N; ++k) {
            const double width = gaps_.arena().width[k];
            if (width == 0) continue;
            image[k] = -std::clamp(std::nearbyint(narrow(d[k]) / width), -kFarthestImage, kFarthestImage);
        }
        return image;
    }

    /// The image itself and those next to it, along the axes and diagonally.
    ImageRange<N> neighbours_of(const Vec<double, N>& image) const {
        ImageRange<N> range{image, image};
        for (int k = 0; k < N; ++k) {
            if (gaps_.arena().width[k] == 0) continue;
            range.first[k] -= 1;
            range.last[k] += 1;
        }
        return range;
    }

    void check_wall(const Event<N>& event) {
        const Flight<N>& a = gaps_.flight(event.ball);
        const auto wall = std::find_if(gaps_.walls().begin(), gaps_.walls().end(),
                                       [&](const WideWall<N>& w) { return w.number == event.other; });
        const auto who = [&] { return gaps_.name(event.ball) + " and " + gaps_.name(*wall); };
        if (std::isinf(a.mass)) return fault(event.time, who() + " are both immovable");
        Impact<N> impact = claim(event, gaps_.arena().law.restitution_walls);
        impact.normal = Wide{-1} * wall->normal;
        impact.gap = narrow(wall->gap(widen(event.ball_after.position), a.radius));
        conclude(event.time, who, impact,
                 verdict(impact, partner(event.ball, event.ball_after, 1), Partner<N>{}));
    }

    /// `who` names the two things only when there is something to say about them.
    template <class Who>
    void conclude(Time time, Who who, const Impact<N>& impact, const Verdict& v) {
        if (!ledger_.accepts(v.touch)) {
            fault(time, fmt::format("{} do not touch: gap {:.6g} (rounding explains {:.3g})", who(),
                                    impact.gap, impact.gap_bound));
        }
        if (!ledger_.accepts(v.closing)) fault(time, who() + " part already before their impact");
        if (!ledger_.accepts(v.velocity)) {
            fault(time,
                  fmt::format(
                      "{} do not leave as momentum and restitution demand ({:.3g} times the rounding bound)",
                      who(), v.velocity));
        }
        if (!v.restitution_is_right) {
            fault(time, fmt::format("{} bounce with restitution {}, the law says otherwise", who(),
                                    impact.restitution));
        }
    }

    Ledger ledger_;
    Gaps<N> gaps_;
    std::optional<Sieve<N>> sieve_;
    Time now_;
};

}  // namespace
}  // namespace proof

template <int N>
CheckReport check(TrajectoryReader<N>& trajectory, const std::function<bool(std::uint64_t)>& progress,
                  const CheckTuning& tuning) {
    proof::Checker<N> checker(trajectory.start(), tuning);
    std::uint64_t done = 0;
    bool stopped = false;
    const auto go_on = [&] {
        stopped = stopped || (progress && !progress(done));
        return !stopped;
    };
    for (auto event = trajectory.next(); event; event = trajectory.next()) {
        if (!checker.advance(event->time, go_on)) break;
        checker.record(*event);
        if (++done % proof::kProgressStep == 0 && !go_on()) break;
    }
    if (!stopped && checker.advance(trajectory.end(), go_on)) checker.finish(trajectory.end(), go_on);
    if (stopped) checker.fault("stopped before the end");
    if (const auto fault = trajectory.fault()) checker.fault(fault->message);
    CheckReport report = checker.report();
    report.closed = trajectory.closed();
    return report;
}

template CheckReport check(TrajectoryReader<2>&, const std::function<bool(std::uint64_t)>&,
                           const CheckTuning&);
template CheckReport check(TrajectoryReader<3>&, const std::function<bool(std::uint64_t)>&,
                           const CheckTuning&);

}  // namespace carom
