// Balls in contact that lasts: the law that chains of ever smaller impacts tend to
// (docs/math/lasting_contact.md).
//
// The balls of a group press on each other with forces F >= 0 that keep every contact closed. An impact takes
// a rolling ball out of rolling for a moment, and so does a pressing force on the average: for a part of the
// time the ball slides, and in that part it has no rolling resistance.
#pragma once

#include <vector>

#include "billiards/held_forces.hpp"

namespace carom::billiards::detail {

/// One group of balls that touch.
class HeldGroup {
public:
    explicit HeldGroup(const ImpactLaws& laws) : forces_(laws) {}

    std::vector<HeldBall> balls;
    std::vector<HeldContact> contacts;
    double began = 0;  ///< when the present step began

    /// A group without balls, which keeps its memory.
    void clear();

    /// Takes away what closes, ends phases that are over, and finds which contacts press. To be called before
    /// a step.
    void settle();
    /// Whether anything presses once what moves more slowly than this stands still. It leaves the group
    /// changed.
    bool presses_without(double speed);
    /// Drops the contacts that do not press, and moves the balls that have no other to `freed`.
    void keep_what_presses(std::vector<HeldBall>& freed);

    /// Chooses a step and computes the states at its end. Precondition: settle, and a contact that presses.
    void take_step();
    /// The step that has just been finished is followed by one of the same kind: each phase lasts, and each
    /// contact goes on pressing. Then settle is not needed.
    bool goes_on();
    double step() const { return step_; }
    const HeldState& end_of(std::size_t ball) const { return ends_[ball]; }
    /// Moves to the end of the step.
    void finish_step();
    /// Moves to a time within the step.
    void interrupt(double after);

private:
    static constexpr double kFirstStep = 1e-3;  ///< [s]

    struct ContactGap {
        double nx, ny;   ///< from the first ball on
        double gap;      ///< [m]
        double parting;  ///< [m/s]
    };

    void end_phases(double standstill);
    void find_pressing();
    bool supports(const HeldContact& contact) const;
    bool set_rolling();
    bool turn_headings(bool along_acceleration);
    void choose_spin_signs();
    bool phase_lasts(std::size_t k);
    double longest_step();
    double time_to_next_phase(HeldBall& ball, const HeldState& rate) const;
    void integrate(double step, double& error);
    double share_before_end_of_phase() const;
    bool pulls() const;
    void move_to_end();
    void keep_gaps_closed();
    void find_gaps();
    void mend(int ball);

    HeldForces forces_;
    double step_ = 0;
    double suggested_ = kFirstStep;
    bool knows_rates_ = false;  ///< stages_[0] holds for the present states
    std::vector<HeldState> starts_, ends_,
        stages_[4];  ///< stages_[0]: how fast the states change at the start
    std::vector<ContactGap> gaps_;
    std::vector<int> touches_;  ///< of each ball
    std::vector<int> places_;   ///< of each ball among those that stay
    int most_touches_ = 1;
    EvenSum sum_;
};

}  // namespace carom::billiards::detail
