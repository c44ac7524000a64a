// Judges a record of an impact: is the contact where it says, and does the law demand what it says?
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proof/impact.hpp"
#include "proof/pair_prover.hpp"
#include "proof/partner.hpp"
#include "proof/report_builder.hpp"

namespace carom::proof {

template <int N>
class Contacts {
public:
    /// `prover` and `report` have to outlive the contacts; `seed` is that of thermal walls.
    Contacts(PairProver<N>& prover, ReportBuilder& report, std::uint64_t seed)
        : prover_(&prover), report_(&report), seed_(seed) {
        if (prover.context().law.contact_time > 0) last_.resize(prover.ball_count());
    }

    /// Is the impact slower than the cut-off? Precondition: the flights of `prover` are those before it.
    Answer judge(const Event<N>& event);
    /// An impact that is judged elsewhere.
    void note_impact(std::size_t ball, Time time);
    /// Is ball i held as expected after an impact?
    void check_hold(std::size_t i, const BallState<N>& after, MotionPhase expected);

private:
    /// The impact of two balls, by the periodic image that explains it best.
    template <class Real>
    struct Best {
        Impact<N, Real> impact;
        ImpactVerdict verdict;
    };

    Answer judge_pair(const Event<N>& event);
    Answer judge_wall(const Event<N>& event);
    template <class Real>
    Impact<N, Real> claim(const Event<N>& event, double law) const;
    template <class Real>
    Impact<N, Real> claim_of_pair(const Event<N>& event) const;
    DrawnVelocity<N> drawn_at(const Event<N>& event, const WideWall<N>& wall, const Impact<N>& impact) const;
    Partner<N> wall_partner(const WideWall<N>& wall, double ball_speed) const;
    double mass(std::size_t i) const;
    bool rests_now(std::size_t i) const { return prover_->flight(i).state.phase == at_rest; }
    template <class Real>
    std::optional<Best<Real>> best_contact(const Event<N>& event) const;
    template <class Real>
    void conclude_pair(const Event<N>& event, const Best<Real>& best);
    double least_gap(const Vec<double, N>& direct, const Vec<double, N>& image, double r) const;
    double least_gap_of_others(const Vec<double, N>& direct, double r) const;
    Vec<double, N> nearest_image(const Vec<double, N>& d) const;
    template <class Real, class Visit>
    void for_each_near_image(const Vec<Real, N>& direct, Time time, Visit visit) const;
    template <class Real>
    bool is_pressed(const Vec<Real, N>& acceleration, const Vec<Real, N>& normal) const;
    bool may_begin_to_slide(const WideWall<N>& wall) const;
    Answer is_recent(const Event<N>& event) const;
    Answer is_recent(std::size_t i, Time now) const;
    template <class Who, class Real>
    void conclude(Time time, Who who, const Impact<N, Real>& impact, const ImpactVerdict& v);

    PairProver<N>* prover_;
    ReportBuilder* report_;
    std::uint64_t seed_;
    std::vector<std::optional<Time>> last_;  ///< impact of each ball; empty where the law does not ask
};

}  // namespace carom::proof
