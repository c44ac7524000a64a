// Judges an impact of several contacts at once: do balls that hang together leave as pushes along their
// contacts let them, with none of them still closing, without a gain of energy, and as the law says? Bounds:
// docs/math/check.md.
#pragma once

#include <cstddef>
#include <vector>

#include "proof/connected_balls.hpp"
#include "proof/pair_prover.hpp"
#include "proof/report_builder.hpp"
#include "proof/span.hpp"
#include "proof/touch.hpp"

namespace carom::proof {

template <int N>
class ClusterJudge {
public:
    /// Both have to outlive it.
    ClusterJudge(PairProver<N>& prover, ReportBuilder& report);
    void search_with(const BroadPhase<N>& search) { finder_.search_with(search); }

    /// Takes the record of one ball. Precondition: the flights of `prover` are those before the impact.
    void add(const Event<N>& event);

    /// The records so far, of one impact.
    const std::vector<Event<N>>& records() const { return records_; }
    /// True when more have to follow.
    bool is_open() const { return !records_.empty() && records_.back().other > 0; }

    /// Judges the impact.
    void judge();
    /// Forgets it.
    void clear() { records_.clear(); }

private:
    using Touch = ClusterTouch<N>;

    void check_connection();
    void check_that_none_is_left_out();
    void check_closing();
    void check_restitution();
    void check_energy();
    void check_pushes();
    void check_law();
    double taken_away() const;
    double root_of_mass(std::size_t place) const;
    Span pushes() const;
    Span::Sum explanation(const Span& span) const;
    void fault(const std::string& what);

    PairProver<N>* prover_;
    ReportBuilder* report_;
    std::vector<Event<N>> records_;
    ConnectedBalls<N> balls_;
    TouchFinder<N> finder_;
};

}  // namespace carom::proof
