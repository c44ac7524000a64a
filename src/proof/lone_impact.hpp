// Could an impact of two stand alone? Where they surely touch others that they press on, the law takes all of
// these contacts together, and such an impact never was (docs/math/contact_cluster.md).
#pragma once

#include <cstddef>
#include <vector>

#include "proof/connected_balls.hpp"
#include "proof/pair_prover.hpp"
#include "proof/report_builder.hpp"
#include "proof/touch.hpp"

namespace carom::proof {

template <int N>
class LoneImpactJudge {
public:
    /// Both have to outlive it.
    LoneImpactJudge(PairProver<N>& prover, ReportBuilder& report)
        : prover_(&prover), report_(&report), balls_(prover, report), finder_(prover) {}
    void search_with(const BroadPhase<N>& search) { finder_.search_with(search); }

    /// Precondition: the flights of the prover are those before the impact, and its contacts those of this
    /// moment.
    void judge(const Event<N>& event);

private:
    using Touch = ClusterTouch<N>;

    bool has_further_contacts(const Event<N>& event) const;
    bool gather(const Event<N>& event);
    std::vector<std::size_t> neighbours(const Event<N>& one) const;
    void add(std::size_t ball, const BallState<N>& after) {
        records_.push_back({});
        records_.back().ball = static_cast<std::uint32_t>(ball);
        records_.back().ball_after = after;
    }
    bool has(std::size_t ball) const;
    BallState<N> arrival(std::size_t ball, Time now) const;
    bool closes_ring() const;
    const Touch* due_touch(const Event<N>& event) const;
    bool must_be_joint(const Touch& due) const;
    std::vector<WideVec<N>> after_due(const Touch& due) const;
    bool presses(const Touch& due, const std::vector<WideVec<N>>& velocities) const;
    Answer may_stand_alone(const Event<N>& event) const;

    PairProver<N>* prover_;
    ReportBuilder* report_;
    ConnectedBalls<N> balls_;
    TouchFinder<N> finder_;
    std::vector<Event<N>> records_;  // of the balls that are due first; of the others as they arrive
    std::size_t due_balls_ = 0;      // so many, that move
    bool is_pair_ = false;
};

}  // namespace carom::proof
