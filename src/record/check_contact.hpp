// Judges a record of an impact: is the contact where it says, and does the law demand what it says?
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/check_gaps.hpp"
#include "record/check_impact.hpp"
#include "record/check_ledger.hpp"

namespace carom::proof {

template <int N>
class Contacts {
public:
    /// Both have to outlive the contacts.
    Contacts(Gaps<N>& gaps, Ledger& ledger) : gaps_(&gaps), ledger_(&ledger) {
        if (gaps.arena().law.contact_time > 0) last_.resize(gaps.ball_count());
    }

    /// Precondition: the flights of `gaps` are those before the impact.
    void judge(const Event<N>& event);
    /// An impact that is judged elsewhere.
    void note_impact(std::size_t ball, Time time);

private:
    /// The impact of two balls, by the periodic image that explains it best.
    struct Best {
        Impact<N> impact;
        Verdict verdict;
    };

    void judge_pair(const Event<N>& event);
    void judge_wall(const Event<N>& event);
    Impact<N> claim(const Event<N>& event, double law) const;
    Partner<N> partner(std::size_t i, const BallState<N>& after, Wide share) const;
    double boxes_crossed(std::size_t i, const BallState<N>& after) const;
    Partner<N> wall_partner(const WideWall<N>& wall, double ball_speed) const;
    double mass(std::size_t i) const;
    bool rests_now(std::size_t i) const { return gaps_->flight(i).state.hold == rests; }
    std::optional<Best> best_contact(const Event<N>& event, const Partner<N>& a, const Partner<N>& b) const;
    double least_gap(const WideVec<N>& direct, const Vec<double, N>& image, Wide r) const;
    Vec<double, N> nearest_image(const WideVec<N>& d) const;
    template <class Visit>
    void for_each_near_image(const WideVec<N>& direct, Time time, Visit visit) const;
    bool is_pressed(const WideVec<N>& acceleration, const WideVec<N>& normal) const;
    bool may_begin_to_slide(const WideWall<N>& wall) const;
    void check_hold(std::size_t i, const BallState<N>& after, Hold expected);
    Answer is_recent(const Event<N>& event) const;
    Answer is_recent(std::size_t i, Time now) const;
    template <class Who>
    void conclude(Time time, Who who, const Impact<N>& impact, const Verdict& v);

    Gaps<N>* gaps_;
    Ledger* ledger_;
    std::vector<std::optional<Time>> last_;  ///< impact of each ball; empty where the law does not ask
};

}  // namespace carom::proof
