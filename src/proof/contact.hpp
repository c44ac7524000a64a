// Judges a record of an impact: is the contact where it says, and does the law demand what it says?
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proof/impact.hpp"
#include "proof/pair_prover.hpp"
#include "proof/report_builder.hpp"

namespace carom::proof {

/// How far rounding may have moved the images of two balls in a sheared box against each other.
template <int N>
double slide_bound(const PairProver<N>& prover, std::size_t i, const BallState<N>& after_i, std::size_t j,
                   const BallState<N>& after_j);

/// How many boxes along the gradient of a sheared box ball i has crossed on its flight that ends so.
template <int N>
double boxes_crossed(const PairProver<N>& prover, std::size_t i, const BallState<N>& after);

/// Ball i as it comes to an impact on its flight, and as it leaves. In a sheared box both are of the image
/// that is in the box then, and `boxes` all that the balls of the impact have crossed: by so many rows the
/// engine may have brought them together.
template <int N>
Partner<N> partner_of(const PairProver<N>& prover, std::size_t i, const BallState<N>& after, Wide share,
                      double boxes);

template <int N>
class Contacts {
public:
    /// `prover` and `report` have to outlive the contacts; `seed` is that of thermal walls.
    Contacts(PairProver<N>& prover, ReportBuilder& report, std::uint64_t seed)
        : prover_(&prover), report_(&report), seed_(seed) {
        if (prover.context().law.contact_time > 0) last_.resize(prover.ball_count());
    }

    /// True when the impact may be slower than the cut-off. Precondition: the flights of `prover` are those
    /// before it.
    bool judge(const Event<N>& event);
    /// An impact that is judged elsewhere.
    void note_impact(std::size_t ball, Time time);
    /// Is ball i held as expected after an impact?
    void check_hold(std::size_t i, const BallState<N>& after, MotionPhase expected);

private:
    /// The impact of two balls, by the periodic image that explains it best.
    struct Best {
        Impact<N> impact;
        ImpactVerdict verdict;
    };

    bool judge_pair(const Event<N>& event);
    bool judge_wall(const Event<N>& event);
    Impact<N> claim(const Event<N>& event, double law) const;
    DrawnVelocity<N> drawn_at(const Event<N>& event, const WideWall<N>& wall, const Impact<N>& impact) const;
    Partner<N> wall_partner(const WideWall<N>& wall, double ball_speed) const;
    double mass(std::size_t i) const;
    bool rests_now(std::size_t i) const { return prover_->flight(i).state.phase == at_rest; }
    std::optional<Best> best_contact(const Event<N>& event, const Partner<N>& a, const Partner<N>& b) const;
    double least_gap(const WideVec<N>& direct, const Vec<double, N>& image, Wide r) const;
    Vec<double, N> nearest_image(const WideVec<N>& d) const;
    template <class Visit>
    void for_each_near_image(const WideVec<N>& direct, Time time, Visit visit) const;
    bool is_pressed(const WideVec<N>& acceleration, const WideVec<N>& normal) const;
    bool may_begin_to_slide(const WideWall<N>& wall) const;
    Answer is_recent(const Event<N>& event) const;
    Answer is_recent(std::size_t i, Time now) const;
    template <class Who>
    void conclude(Time time, Who who, const Impact<N>& impact, const ImpactVerdict& v);

    PairProver<N>* prover_;
    ReportBuilder* report_;
    std::uint64_t seed_;
    std::vector<std::optional<Time>> last_;  ///< impact of each ball; empty where the law does not ask
};

}  // namespace carom::proof
