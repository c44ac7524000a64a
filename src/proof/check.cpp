// The loop of the checker: prove the flights that end, judge the impact, begin the new flights.
#include "carom/proof/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "proof/broad_phase.hpp"
#include "proof/cluster.hpp"
#include "proof/contact.hpp"
#include "proof/pair_prover.hpp"
#include "proof/report_builder.hpp"

namespace carom {
namespace proof {
namespace {

/// Records, or balls at the end, between two calls of `progress`.
constexpr std::uint64_t kProgressStep = 64;

/// A ball is wedged when so many calm events followed each other, each within this share of the time to lose
/// the cut-off speed to gravity, or two of them and it moves no faster than so many times that speed.
constexpr std::uint8_t kWedged = 8;
constexpr double kWedge = 0x1.0001p-10;
constexpr double kSlowInWedge = 8.001;

/// Else it comes to rest at up to so many times the cut-off speed.
constexpr double kRestSpeed = 2.0001;

/// A ball that touches something without end is parted from it by a quarter of the cut-off speed, or by this
/// share of the speed that falling by a radius gives.
constexpr double kLeastNudge = 0x1p-12;

template <int N>
class Checker {
public:
    Checker(const TrajectoryStart<N>& start, const CheckTuning& tuning)
        : gaps_(start, ledger_),
          contacts_(gaps_, ledger_),
          cluster_(gaps_, ledger_),
          has_thermostat_(start.scene.thermostat),
          calm_(gaps_.ball_count()) {
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
        const bool pair = is_pair(event.kind);
        if (event.time < now_) fault(event.time, "time runs backwards");
        now_ = event.time;
        prove_flight(event.ball, now_, event.ball);
        if (pair) prove_flight(event.other, now_, event.ball);
        check_arrival(event.ball, event.ball_after);
        if (event.kind == EventKind::cluster) return record_part(event);
        if (cluster_.is_open()) leave_cluster();
        if (pair) check_arrival(event.other, event.other_after);
        const bool is_impact = pair || event.kind == EventKind::ball_wall;
        const bool calm = is_impact ? contacts_.judge(event) : check_change(event);
        begin_flight(event.ball, event.ball_after, calm);
        if (pair) begin_flight(event.other, event.other_after, calm);
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

    /// False when balls of an impact are missing.
    bool is_complete() const { return !cluster_.is_open(); }

    CheckReport report() const {
        CheckReport report = ledger_.report(gaps_.arena().smallest_radius);
        report.end_seconds = gaps_.seconds(now_);
        return report;
    }

private:
    void fault(Time time, const std::string& what) { gaps_.fault(time, what); }

    /// New flights begin when all balls of an impact have taken their parts.
    void record_part(const Event<N>& event) {
        const BallState<N>& after = event.ball_after;
        const bool stays =
            gaps_.flight(event.ball).state.phase == at_rest && after.velocity == Vec<double, N>{};
        contacts_.check_hold(event.ball, after, stays ? at_rest : free_flight);
        cluster_.add(event);
        if (event.other > 0) return;
        cluster_.judge();
        begin_parts();
    }

    void leave_cluster() {
        fault(now_, "an impact of several contacts lacks balls");
        begin_parts();
    }

    void begin_parts() {
        for (const Event<N>& part : cluster_.records()) {
            contacts_.note_impact(part.ball, part.time);
            begin_flight(part.ball, part.ball_after, false);
        }
        cluster_.clear();
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

    /// `calm`: not after a fast impact.
    void begin_flight(std::size_t i, const BallState<N>& state, bool calm) {
        const bool at_once = narrow(gaps_.age(i, state.time)) * gaps_.arena().gravity <= kWedge * cut_off();
        gaps_.set_state(i, state);
        const std::uint8_t before = at_once ? calm_[i] : 0;
        calm_[i] = calm ? std::min<std::uint8_t>(before + 1, kWedged) : 0;
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
                if (gaps_.arena().width[k] == 0 || is_parallel(wall, k)) continue;
                fault({}, gaps_.name(wall) + " is not parallel to a periodic axis");
            }
        }
    }

    static bool is_parallel(const WideWall<N>& wall, int axis) {
        if (!wall.is_round) return wall.normal[axis] == 0;
        WideVec<N> others = wall.along;
        others[axis] = 0;
        return wall.along != others && others == WideVec<N>{};
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
        const WideVec<N> expected = position_after(flight, gaps_.age(i, after.time));
        Vec<double, N> jump;
        for (int k = 0; k < N; ++k) {
            const Wide crossed = Wide(after.image[k] - before.image[k]) * Wide{gaps_.arena().width[k]};
            jump[k] = narrow(Wide{after.position[k]} + crossed + slid(i, after, k) - expected[k]);
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

    /// How far the images that a ball has crossed to in a sheared box have come.
    Wide slid(std::size_t i, const BallState<N>& after, int axis) const {
        const Drift& drift = gaps_.arena().drift;
        if (drift.speed == 0 || axis != drift.flow) return 0;
        const auto boxes = after.image[drift.gradient] - gaps_.flight(i).state.image[drift.gradient];
        return Wide(boxes) * Wide{drift.speed} * seconds_between({}, after.time, gaps_.arena().epoch_length);
    }

    /// A thermostat's kick, or a ball that comes to rest or awakes: where it is follows from its flight.
    /// False for a kick.
    bool check_change(const Event<N>& event) {
        const std::string wrong = what_is_wrong(event);
        if (!wrong.empty()) fault(event.time, gaps_.name(event.ball) + wrong);
        return event.kind != EventKind::kick;
    }

    std::string what_is_wrong(const Event<N>& event) const {
        const Flight<N>& flight = gaps_.flight(event.ball);
        const bool rested = flight.state.phase == at_rest;
        const MotionPhase phase = event.ball_after.phase;
        if (std::isinf(flight.mass)) return " is immovable and changes its motion";
        if (event.restitution != 1) return " changes its motion alone, but with a restitution";
        if (event.kind == EventKind::kick) {
            if (!has_thermostat_) return " gets a kick, but there is no thermostat";
            return phase == free_flight ? "" : " is held after a kick";
        }
        if (event.kind == EventKind::wake) {
            if (phase != free_flight) return " awakes but is held";
            return push(event) <= (rested ? 0 : nudge()) ? "" : " awakes with a push that nothing explains";
        }
        if (rested || phase != at_rest) return " does not come to rest as recorded";
        return may_rest(event) ? "" : " comes to rest but moves too fast, or in a world where nothing rests";
    }

    /// How fast a ball may be parted from what it would otherwise touch without end.
    double nudge() const {
        const Arena<N>& arena = gaps_.arena();
        const double hop = std::sqrt(arena.gravity) * std::sqrt(arena.smallest_radius);
        return (1 + kFilterMargin) * std::max(cut_off() / 4, kLeastNudge * hop);
    }

    double cut_off() const { return gaps_.arena().law.elastic_below.value_or(0); }

    /// By how much a record changes the velocity of its ball, but for rounding.
    double push(const Event<N>& event) const {
        const WideVec<N> change = widen(event.ball_after.velocity) - velocity_before(event);
        return std::max(0.0, narrow(rough_length(change)) - unsure_before(event));
    }

    WideVec<N> velocity_before(const Event<N>& event) const {
        return velocity_after(gaps_.flight(event.ball), gaps_.age(event.ball, event.time));
    }

    double unsure_before(const Event<N>& event) const {
        const double age = std::abs(narrow(gaps_.age(event.ball, event.time)));
        return velocity_bound(gaps_.flight(event.ball), age, gaps_.arena());
    }

    /// Only where gravity holds balls down and impacts take energy, and from a low speed, or wedged: when the
    /// last events were calm and followed each other within a small part of a hop; or without any speed.
    bool may_rest(const Event<N>& event) const {
        const CollisionLaw& law = gaps_.arena().law;
        const double speed = narrow(rough_length(velocity_before(event))) - unsure_before(event);
        const bool loses = is_lossy(law);
        const std::uint8_t calm = calm_[event.ball];
        const bool wedged = event.time == gaps_.flight(event.ball).state.time &&
                            (calm >= kWedged || (calm >= 2 && speed <= kSlowInWedge * cut_off()));
        return gaps_.arena().gravity > 0 &&
               (speed <= (loses ? kRestSpeed * cut_off() : 0) || (loses && wedged));
    }

    Ledger ledger_;
    Gaps<N> gaps_;
    Contacts<N> contacts_;
    ClusterJudge<N> cluster_;
    bool has_thermostat_;
    std::vector<std::uint8_t> calm_;  // by ball: calm events in a row, one at once after the other
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
    if (trajectory.closed() && !stopped && !checker.is_complete())
        checker.fault("the trajectory ends within an impact of several contacts");
    CheckReport report = checker.report();
    report.closed = trajectory.closed();
    report.left_out = trajectory.left_out();
    return report;
}

template CheckReport check(TrajectoryReader<2>&, const std::function<bool(std::uint64_t)>&,
                           const CheckTuning&);
template CheckReport check(TrajectoryReader<3>&, const std::function<bool(std::uint64_t)>&,
                           const CheckTuning&);

}  // namespace carom
