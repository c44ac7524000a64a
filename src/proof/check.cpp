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
#include "proof/kicks.hpp"
#include "proof/lone_impact.hpp"
#include "proof/pair_prover.hpp"
#include "proof/record_check.hpp"
#include "proof/report_builder.hpp"
#include "proof/rest.hpp"

namespace carom {
namespace proof {
namespace {

/// Records, or balls at the end, between two calls of `progress`.
constexpr std::uint64_t kProgressStep = 64;

template <int N>
class Checker {
public:
    Checker(const TrajectoryStart<N>& start, const CheckTuning& tuning)
        : prover_(start, report_),
          contacts_(prover_, report_, start.scene.noise),
          cluster_(prover_, report_),
          lone_(prover_, report_),
          rest_(prover_, report_),
          kicks_(start, prover_) {
        check_start();
        if (tuning.search == PairSearch::all_pairs) return;
        broad_phase_.emplace(prover_);
        rest_.search_with(*broad_phase_);
        cluster_.search_with(*broad_phase_);
        lone_.search_with(*broad_phase_);
    }

    /// Lets the search follow the flights up to `time`; `go_on` says whether to, and so does the answer.
    template <class GoOn>
    bool advance(Time time, GoOn go_on) {
        while (broad_phase_ && !broad_phase_->advance(time)) {
            if (!go_on()) return false;
        }
        return true;
    }

    /// Precondition: advanced to the time of the event.
    void record(const Event<N>& event) {
        report_.note_record();
        const bool pair = is_pair(event.kind);
        if (event.time < now_) fault(event.time, "time runs backwards");
        now_ = event.time;
        rest_.expect(event);
        prover_.forget_contacts();
        prove_flight(event.ball, now_, event.ball);
        if (pair) prove_flight(event.other, now_, event.ball);
        check_arrival(event.ball, event.ball_after);
        if (event.kind == EventKind::cluster) return record_part(event);
        if (cluster_.is_open()) leave_cluster();
        if (pair) check_arrival(event.other, event.other_after);
        if (pair || event.kind == EventKind::ball_wall) {
            take_impact(event, pair);
        } else {
            check_change(event);
        }
    }

    /// Proves the last flights of all balls; `go_on` says whether to. A file that is not closed may lack
    /// impacts at its end. Precondition: advanced to `end`.
    template <class GoOn>
    void finish(Time end, bool is_closed, GoOn go_on) {
        if (is_closed) prover_.note_contacts_at_end();
        for (std::size_t i = 0; i < prover_.ball_count(); ++i) {
            if (i % kProgressStep == 0 && !go_on()) return;
            for_each_rival(i, [&](std::size_t j) {
                if (j > i) prover_.prove_pair(i, j, end);
            });
            prover_.prove_walls(i, end);
            if (kicks_.lacks_kick(i, end))
                fault(end, prover_.name(i) + " had no kick at the time that its seed gives");
        }
        rest_.expect_at_end(end);
        now_ = end;
    }

    void fault(const std::string& line) { report_.fault(line); }

    /// False when balls of an impact are missing.
    bool is_complete() const { return !cluster_.is_open(); }

    CheckReport report() const {
        CheckReport report = report_.report(prover_.context().smallest_radius);
        report.end_seconds = prover_.seconds(now_);
        return report;
    }

private:
    void fault(Time time, const std::string& what) { prover_.fault(time, what); }

    void take_impact(const Event<N>& event, bool pair) {
        const Answer slow = contacts_.judge(event);
        lone_.judge(event);
        const auto of_ball = rest_.change_of_impact(event, slow, false);
        const auto of_other = rest_.change_of_impact(event, slow, true);
        begin_flight(event.ball, event.ball_after, of_ball);
        if (pair) begin_flight(event.other, event.other_after, of_other);
    }

    /// New flights begin when all balls of an impact have taken their parts.
    void record_part(const Event<N>& event) {
        const BallState<N>& after = event.ball_after;
        const bool stays =
            prover_.flight(event.ball).state.phase == at_rest && after.velocity == Vec<double, N>{};
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
            begin_flight(part.ball, part.ball_after, {false, Answer::no, true});
        }
        cluster_.clear();
    }

    template <class Visit>
    void for_each_rival(std::size_t i, Visit visit) {
        if (broad_phase_) {
            for (const std::size_t j : broad_phase_->candidates(i)) visit(j);
        } else {
            for (std::size_t j = 0; j < prover_.ball_count(); ++j) {
                if (j != i) visit(j);
            }
        }
    }

    /// Proves the flight of ball i that ends now, but for its pair with `proved`.
    void prove_flight(std::size_t i, Time now, std::size_t proved) {
        for_each_rival(i, [&](std::size_t j) {
            if (j != proved) prover_.prove_pair(i, j, now);
        });
        prover_.prove_walls(i, now);
    }

    void begin_flight(std::size_t i, const BallState<N>& state,
                      const typename RestJudge<N>::MotionChange& change) {
        rest_.begin_flight(i, state, change);
        if (!kicks_.pass(i, state.time))
            fault(state.time, prover_.name(i) + " had no kick at the time that its seed gives");
        prover_.set_state(i, state);
        if (broad_phase_) broad_phase_->begin(i);
    }

    void check_start() {
        for (std::size_t i = 0; i < prover_.ball_count(); ++i) {
            const Flight<N>& flight = prover_.flight(i);
            if (std::isinf(flight.mass) && flight.speed != 0)
                fault({}, prover_.name(i) + " is immovable and moves");
            if (2 * flight.radius >= prover_.context().narrowest) {
                fault({}, prover_.name(i) + " touches its own image in the periodic box");
            }
            check_inside(i, flight.state);
        }
        for (const WideWall<N>& wall : prover_.walls()) {
            for (int k = 0; k < N; ++k) {
                if (prover_.context().width[k] == 0 || is_parallel(wall, k)) continue;
                fault({}, prover_.name(wall) + " is not parallel to a periodic axis");
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
        const CheckContext<N>& context = prover_.context();
        const double bound = kRoundings * kUnit * size_of(state, prover_.flight(i).radius, context);
        for (int k = 0; k < N; ++k) {
            if (context.width[k] == 0) continue;
            const double below = context.world.box.lower[k] - state.position[k];
            const double above = state.position[k] - context.world.box.upper[k];
            const double outside = std::max(below, above);
            if (outside <= 0 || report_.accepts(share_of(outside, bound))) continue;
            fault(state.time, fmt::format("{} is {:.6g} outside the periodic box", prover_.name(i), outside));
        }
    }

    /// The recorded position is where the flight arrives.
    void check_arrival(std::size_t i, const BallState<N>& after) {
        const Flight<N>& flight = prover_.flight(i);
        const bool immovable = std::isinf(flight.mass);
        const double bound = immovable ? 0 : prover_.bound_at(i, after.time);
        double size = jump<Quick>(i, after);
        if (share_of(size, bound) > kClearShare) size = jump<Wide>(i, after);
        if (!report_.accepts(share_of(size, bound))) {
            fault(after.time,
                  fmt::format("{} jumps by {:.6g} (rounding explains {:.3g})", prover_.name(i), size, bound));
        }
        if (immovable && after.velocity != flight.state.velocity) {
            fault(after.time, prover_.name(i) + " is immovable and changes its velocity");
        }
        check_inside(i, after);
    }

    /// How far off its flight a ball is.
    template <class Real>
    double jump(std::size_t i, const BallState<N>& after) const {
        const Flight<N>& flight = prover_.flight(i);
        const Vec<Real, N> expected = position_after(flight, prover_.template age<Real>(i, after.time));
        Vec<double, N> off;
        for (int k = 0; k < N; ++k) {
            const Real boxes(after.image[k] - flight.state.image[k]);
            const Real crossed =
                boxes * Real{prover_.context().width[k]} + static_cast<Real>(slid(i, after, k));
            off[k] = narrow(Real{after.position[k]} + crossed - expected[k]);
        }
        return rough_length(off);
    }

    /// How far the images that a ball has crossed to in a sheared box have come.
    Wide slid(std::size_t i, const BallState<N>& after, int axis) const {
        const ShearDrift& drift = prover_.context().drift;
        if (drift.speed == 0 || axis != drift.flow) return 0;
        const auto boxes = after.image[drift.gradient] - prover_.flight(i).state.image[drift.gradient];
        return Wide(boxes) * Wide{drift.speed} *
               seconds_between({}, after.time, prover_.context().epoch_length);
    }

    /// A thermostat's kick, or a ball that comes to rest or awakes: where it is follows from its flight.
    void check_change(const Event<N>& event) {
        const std::string wrong = what_is_wrong(event);
        if (!wrong.empty()) fault(event.time, prover_.name(event.ball) + wrong);
        const bool calm = event.kind != EventKind::kick;
        begin_flight(event.ball, event.ball_after, {calm, Answer::no, calm});
    }

    std::string what_is_wrong(const Event<N>& event) {
        if (std::isinf(prover_.flight(event.ball).mass)) return " is immovable and changes its motion";
        if (event.restitution != 1) return " changes its motion alone, but with a restitution";
        if (event.kind != EventKind::kick) return rest_.what_is_wrong(event);
        return kicks_.what_is_wrong(event);
    }

    ReportBuilder report_;
    PairProver<N> prover_;
    Contacts<N> contacts_;
    ClusterJudge<N> cluster_;
    LoneImpactJudge<N> lone_;
    RestJudge<N> rest_;
    KickJudge<N> kicks_;
    std::optional<BroadPhase<N>> broad_phase_;
    Time now_;
};

}  // namespace
}  // namespace proof

template <int N>
class RecordCheck<N>::Impl {
public:
    Impl(const TrajectoryStart<N>& start, Progress progress, const CheckTuning& tuning)
        : checker_(start, tuning), progress_(std::move(progress)) {}

    bool take(const Event<N>& event) {
        if (!checker_.advance(event.time, go_on())) return false;
        checker_.record(event);
        return ++done_ % proof::kProgressStep != 0 || go_on()();
    }

    CheckReport finish(const TrajectoryReader<N>& trajectory) {
        const Time end = trajectory.end();
        if (!stopped_ && checker_.advance(end, go_on())) checker_.finish(end, trajectory.closed(), go_on());
        if (stopped_) checker_.fault("stopped before the end");
        if (const auto fault = trajectory.fault()) checker_.fault(fault->message);
        if (trajectory.closed() && !stopped_ && !checker_.is_complete())
            checker_.fault("the trajectory ends within an impact of several contacts");
        CheckReport report = checker_.report();
        report.closed = trajectory.closed();
        report.left_out = trajectory.left_out();
        return report;
    }

private:
    auto go_on() {
        return [this] {
            stopped_ = stopped_ || (progress_ && !progress_(done_));
            return !stopped_;
        };
    }

    proof::Checker<N> checker_;
    Progress progress_;
    std::uint64_t done_ = 0;
    bool stopped_ = false;
};

template <int N>
RecordCheck<N>::RecordCheck(const TrajectoryStart<N>& start, Progress progress, const CheckTuning& tuning)
    : impl_(std::make_unique<Impl>(start, std::move(progress), tuning)) {}
template <int N>
RecordCheck<N>::~RecordCheck() = default;

template <int N>
bool RecordCheck<N>::take(const Event<N>& event) {
    return impl_->take(event);
}

template <int N>
CheckReport RecordCheck<N>::finish(const TrajectoryReader<N>& trajectory) {
    return impl_->finish(trajectory);
}

template <int N>
CheckReport check(TrajectoryReader<N>& trajectory, const std::function<bool(std::uint64_t)>& progress,
                  const CheckTuning& tuning) {
    RecordCheck<N> check(trajectory.start(), progress, tuning);
    while (const auto event = trajectory.next()) {
        if (!check.take(*event)) break;
    }
    return check.finish(trajectory);
}

template class RecordCheck<2>;
template class RecordCheck<3>;
template CheckReport check(TrajectoryReader<2>&, const std::function<bool(std::uint64_t)>&,
                           const CheckTuning&);
template CheckReport check(TrajectoryReader<3>&, const std::function<bool(std::uint64_t)>&,
                           const CheckTuning&);

}  // namespace carom
