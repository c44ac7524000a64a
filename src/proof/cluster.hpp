// Judges an impact of several contacts at once: do balls that hang together leave as pushes along their
// contacts let them, with none of them still closing, without a gain of energy, and as the law says? Bounds:
// docs/math/check.md.
#pragma once

#include <cstddef>
#include <vector>

#include "proof/cluster_law.hpp"
#include "proof/cluster_touches.hpp"
#include "proof/impact.hpp"
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

    /// The boxes up from the first ball's, in a sheared box.
    double row(std::size_t place) const { return in_touch_.row(place).value_or(0); }
    double speed_of_all() const;
    double parting(const Touch& touch, bool after) const;
    double slack(const Touch& touch, double speed) const;
    WideVec<N> flow(double row) const;
    WideVec<N> change(std::size_t place) const;
    void check_connection();
    void check_that_none_is_left_out();
    void check_closing(double speed);
    void check_restitution(double speed);
    void check_energy();
    void check_pushes(double speed);
    void check_law(double speed);
    LawQuestion<N> question(unsigned left_out) const;
    double blur() const;
    bool explains(const LawAnswer<N>& answer, double tilt, double speed);
    std::size_t unsure_touches() const;
    bool has_wedge() const;
    bool is_free() const;
    double taken_away() const;
    double root_of_mass(std::size_t place) const;
    Span pushes() const;
    Span::Sum explanation(const Span& span) const;
    void fault(const std::string& what);

    PairProver<N>* prover_;
    ReportBuilder* report_;
    std::vector<Event<N>> records_;
    ClusterTouches<N> in_touch_;
    TouchFinder<N> finder_;
    std::vector<Partner<N>> partners_;  // by place
};

}  // namespace carom::proof
