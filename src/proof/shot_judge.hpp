// Judges the events of a shot: is each what strike, impact laws and cloth demand of the motion before it?
#pragma once

#include <span>
#include <string>
#include <vector>

#include "proof/joint_impact.hpp"
#include "proof/table_prover.hpp"

namespace carom::proof {

/// Gaps below it count as none, and smaller ones as touching [m].
inline constexpr double kTouchGap = 2e-14;

inline std::size_t index(int i) {
    return static_cast<std::size_t>(i);
}

inline WideVec<2> place_of(const billiards::BallState& state) {
    return {{Wide{state.position[0]}, Wide{state.position[1]}}};
}

class ShotJudge {
public:
    /// All of them have to outlive it.
    ShotJudge(const billiards::TableScene& scene, TableProver& prover, ShotCheckReport& report)
        : scene_(&scene), prover_(&prover), report_(&report) {}

    /// The strike, as planned.
    void strike(const billiards::ShotEvent& event, const billiards::PlannedShot& planned);
    /// Any other event of one or two balls. The flights are those before it.
    void judge(const billiards::ShotEvent& event);
    /// An impact of several balls at once: so many events.
    void judge_together(std::span<const billiards::ShotEvent> events, std::size_t count);

private:
    /// A ball before and after an event.
    struct Passage {
        std::size_t ball;
        WideMotion before;
        const billiards::BallState& after;
        double place_bound;
        double bound;  ///< of velocities, and of spins times the radius
        bool is_held;
    };

    Passage passage(std::size_t ball, double time, const billiards::BallState& after);
    void expect(const Passage& passage, const WideMotion& wanted, double bound, double time,
                const std::string& what);
    void expect_phase(const Passage& passage, billiards::Phase before, billiards::Phase after, double time);
    void judge_pair(const billiards::ShotEvent& event);
    void judge_cushion(const billiards::ShotEvent& event);
    void judge_pocket(const billiards::ShotEvent& event);
    void judge_change(const billiards::ShotEvent& event);
    // Balls off the bed (shot_judge_air.cpp).
    bool is_off_bed(const billiards::ShotEvent& event) const;
    void judge_off_bed(const billiards::ShotEvent& event);
    void judge_pair_in_air(const billiards::ShotEvent& event);
    void judge_cushion_in_air(const billiards::ShotEvent& event);
    void judge_bed(const billiards::ShotEvent& event);
    void judge_rail_edge(const billiards::ShotEvent& event);
    void judge_end_in_air(const billiards::ShotEvent& event);
    void expect_lying(const Passage& passage, double time);
    void expect_after_impact(const Passage& passage, const WideMotion& wanted, double bound, double time);
    void judge_end_of_motion(const Passage& passage, const billiards::ShotEvent& event);
    double no_speed(const Passage& passage, double time) const;
    double slow_closing(const Passage& passage, double time) const;
    void judge_motion(const Passage& passage, double time);
    bool are_one_impact(std::span<const billiards::ShotEvent> events, std::size_t count);
    bool follows_joint_law(const std::vector<Passage>& passages, const std::vector<JointContact>& contacts,
                           double tilt, double time);
    void check_sums(const std::vector<Passage>& passages, double time);
    bool check_touch(const billiards::ShotEvent& event, WideVec<2>& normal, double& tilt, double bound);

    const billiards::TableScene* scene_;
    TableProver* prover_;
    ShotCheckReport* report_;
};

}  // namespace carom::proof
