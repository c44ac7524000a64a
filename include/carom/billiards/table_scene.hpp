/// \file
/// A table with balls on it, and the shots that are played one after the other.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "carom/billiards/shot.hpp"

namespace carom::billiards {

/// One shot of a sequence.
struct PlannedShot {
    std::optional<Vec2d> place;  ///< ball in hand: the cue ball is put here before, pocketed or not
    Shot shot;                   ///< the strike
};

/// What a file of shots starts with.
struct TableScene {
    std::string name;                     ///< for people; may be empty
    ShotSetup setup;                      ///< table, balls, cue, laws
    std::vector<std::string> ball_names;  ///< one for each ball; may be empty texts
    std::vector<BallState> start;         ///< one for each ball
    std::vector<PlannedShot>
        shots;  ///< each starts where the last came to rest; none: the balls move as they are
};

/// One thing that is wrong with a scene.
struct TableFault {
    /// What it is about.
    enum class Subject { table, ball, cue, laws, shot };

    Subject subject = Subject::table;  ///< what it is about
    std::size_t index = 0;             ///< of the ball or the shot
    std::string message;               ///< one sentence
};

/// Two balls, or a ball and a cushion, may overlap by this much at the start [m]: numbers in decimals that
/// touch do.
inline constexpr double kTouching = 1e-12;

/// Everything that is wrong with it before the first shot; empty if nothing is.
std::vector<TableFault> faults_of(const TableScene& scene);

/// Whether a ball with its centre there overlaps a cushion or a ball that is in play, and which: empty if it
/// does not. `ball` itself is left out.
std::string obstacle_at(const TableScene& scene, const std::vector<BallState>& states, std::size_t ball,
                        const Vec2d& place);

}  // namespace carom::billiards
