// What a shot has to do to be wanted, by the rules of a game or without any.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/billiards/aim.hpp"
#include "carom/billiards/table_scene.hpp"

namespace carom::app {

/// As the command line says it: names of balls, empty for any.
struct AimGoal {
    billiards::Rules game = billiards::Rules::none;  // says what is legal
    std::string on;             // eight-ball: solids, stripes; snooker: red, colour, clear
    std::string ball;           // that falls
    std::string first;          // that the cue ball meets first
    std::optional<int> pocket;  // into which it falls
};

class AimRules {
public:
    /// What is wrong with the goal on this table; empty if nothing is.
    static std::string fault_of(const AimGoal& goal, const billiards::TableScene& scene);
    /// Precondition: nothing is wrong.
    AimRules(const AimGoal& goal, const billiards::TableScene& scene);

    /// No foul.
    bool is_legal(const billiards::ShotFacts& facts) const;
    /// And the wanted ball falls, or the point is made.
    bool scores(const billiards::ShotFacts& facts) const;
    /// What keeps a shot that does not score from it.
    std::string why_not(const billiards::ShotFacts& facts) const;
    /// What the next player may meet first when the balls lie so.
    std::vector<int> next_balls(std::span<const billiards::BallState> states, int cue_ball) const;

private:
    bool has_first(const billiards::ShotFacts& facts) const;

    std::vector<std::string> names_;  // of the balls
    AimGoal goal_;
    int ball_ = -1, first_ = -1;
    billiards::ThreeCushionState three_cushion_for(const billiards::ShotFacts& facts) const;

    std::vector<int> numbers_;  // or values, at snooker
    bool is_opening_ = false;   // at three-cushion, the first shot of the scene's game
};

}  // namespace carom::app
