// Judges what happens under gravity without an impact: a ball comes to rest where something holds it, awakes
// when what it lies on moves or when it is hit, and is parted from what it would otherwise touch without end.
// The records name no holders: the checker finds them itself. Bounds: docs/math/check.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "proof/impact.hpp"
#include "proof/report_builder.hpp"
#include "proof/touch.hpp"

namespace carom::proof {

template <int N>
class RestJudge {
public:
    /// What a record says of one of its balls.
    struct MotionChange {
        bool calm = false;            ///< not a fast impact
        Answer stopped = Answer::no;  ///< by something still, slowly: the ball may come to rest at this time
        bool leaves = false;          ///< what lies on the ball, if it was at rest, awakes too
    };

    /// Both have to outlive it.
    RestJudge(PairProver<N>& prover, ReportBuilder& report);
    void search_with(const BroadPhase<N>& search) { finder_.search_with(search); }

    /// What had to happen before this record. Precondition here and below: the flights of the prover are
    /// those before it.
    void expect(const Event<N>& event);
    /// The same at the end of the trajectory.
    void expect_at_end(Time end);

    /// Of a ball that comes to rest or awakes; empty when nothing is wrong.
    std::string what_is_wrong(const Event<N>& event);

    /// Of an impact of one contact. `slow`: it is below the cut-off.
    MotionChange change_of_impact(const Event<N>& event, Answer slow, bool of_other) const;
    /// Ball i is about to begin a new flight.
    void begin_flight(std::size_t i, const BallState<N>& state, const MotionChange& change);

private:
    /// How a ball moves against what it touches.
    struct ContactMotion {
        double closing = 0;  ///< speed
        double unsure = 0;   ///< how far rounding may be off in it
        double fastest = 0;  ///< of the two
        bool presses = false;
    };

    bool rests(std::size_t i) const { return prover_->flight(i).state.phase == at_rest; }
    bool is_still(std::size_t i) const { return rests(i) || std::isinf(prover_->flight(i).mass); }
    bool is_still(const Touch<N>& touch) const;
    double cut_off() const { return prover_->context().law.elastic_below.value_or(0); }
    double support_reach(std::size_t i, const Vec<double, N>& x) const;
    double nudge() const;
    WideVec<N> velocity_before(std::size_t i, Time now) const;
    double unsure_before(std::size_t i, Time now) const;

    std::string what_is_wrong_with_rest(const Event<N>& event) const;
    std::string what_is_wrong_with_wake(const Event<N>& event);
    bool is_confined(const Event<N>& event, double speed) const;
    bool is_held(const Event<N>& event) const;
    bool must_rest(std::size_t i, const BallState<N>& state) const;
    bool is_surely_held(std::size_t i, const BallState<N>& state) const;
    void expect_rest(const Event<N>& event);
    ContactMotion meeting(std::size_t i, const Touch<N>& touch, Time now) const;
    bool is_lasting(std::size_t i, const Touch<N>& touch, Time now) const;
    std::vector<Touch<N>> lasting_touches(const Event<N>& event) const;
    bool is_nudge(const Event<N>& event);
    bool is_hit(const Event<N>& event) const;
    void fault_of_hit();
    void fault_of_rest(std::size_t i);
    void note_those_above(std::size_t i, Time now);
    void conclude(Time now);

    PairProver<N>* prover_;
    ReportBuilder* report_;
    TouchFinder<N> finder_;
    bool has_pistons_ = false;
    std::vector<std::uint8_t> calm_;   // by ball: calm events in a row, one at once after the other
    std::vector<bool> stopped_;        // by ball: as in the last change
    std::set<std::size_t> must_rest_;  // before anything else happens
    std::set<std::size_t> may_wake_;   // since what they lie on has moved at `moved_`
    std::set<std::size_t> must_wake_;  // of those
    Time moved_;
    std::optional<std::size_t> hit_;  // a ball that awoke for an impact that follows
};

}  // namespace carom::proof
