/// \file
/// A table with balls on it, and the shots that are played one after the other.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/billiards/game.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards {

/// One shot of a sequence.
struct PlannedShot {
    std::optional<Vec2d> place;  ///< ball in hand: the cue ball is put here before, pocketed or not
    Shot shot;                   ///< the strike
    Announcement announced{};    ///< by the player, before the strike
};

/// What a file of shots starts with.
struct TableScene {
    std::string name;                     ///< for people; may be empty
    ShotSetup setup;                      ///< table, balls, cue, laws
    std::vector<std::string> ball_names;  ///< one for each ball; may be empty texts
    std::vector<BallState> start;         ///< one for each ball
    std::vector<PlannedShot>
        shots;         ///< each starts where the last came to rest; none: the balls move as they are
    GameState game{};  ///< before the first shot; what shots are ruled by
};

/// Two balls, or a ball and a cushion, may overlap by this much at the start [m]: numbers in decimals that
/// touch do.
inline constexpr double kTouching = 1e-12;

/// A scene has this many balls at most: memory grows with their square.
inline constexpr std::size_t kMostTableBalls = 4096;

/// Everything that is wrong with it before the first shot; empty if nothing is.
std::vector<TableFault> faults_of(const TableScene& scene);

/// Why the balls and the shots of a scene are none of its game, in words; empty if they are.
std::string why_not_ruled(const TableScene& scene);
/// Takes the game from such a scene, and says why; empty if nothing was taken.
std::string drop_game_that_misfits(TableScene& scene);

/// The cushion, pocket or ball in play that `ball` overlaps with its centre there; empty if there is none.
/// `states` are those of the first balls of the scene, or of all; `ball` itself is left out.
std::string obstacle_at(const TableScene& scene, std::span<const BallState> states, std::size_t ball,
                        const Vec2d& place);

/// Puts the balls back that the ruling before names, and the struck ball into its place, if the shot names
/// one. Why the shot cannot be played from there; empty when it can. `states` has one for each ball of the
/// scene, and stays as it is where the shot cannot be played. A struck ball that is placed is in hand while
/// the others are put back.
std::string set_up_shot(const TableScene& scene, std::span<BallState> states, const PlannedShot& planned,
                        std::span<const int> spotted = {});

}  // namespace carom::billiards
