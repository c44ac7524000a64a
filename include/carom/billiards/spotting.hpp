/// \file
/// Where balls are put back on a table, as the rules of a game say. Sources and details: docs/referee.md.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "carom/billiards/game.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards {

/// Where the rules put a ball back while the others lie as `states` say. Nothing where the game spots no
/// balls, and where there is no room. `numbers`: of each ball, as numbers_in gives them.
///
/// Pool: the foot spot; where it is taken the nearest place behind it on the long string, and only without
/// one the nearest before it. There the ball touches the one in its way, but never the cue ball. Snooker: its
/// own spot, the highest one that is free, the nearest place from its own spot towards the top cushion, or
/// the nearest one below. There it touches no ball. The playing area is the rectangle of the straight
/// cushions along x and y, and the foot, or the top, is at its high y.
std::optional<Vec2d> free_spot(Rules rules, const ShotSetup& setup, std::span<const int> numbers,
                               std::span<const BallState> states, int ball);

/// Puts balls back, one after the other: snooker balls whose own spots are free first, then the highest
/// values first. A ball that still lies on the table is lifted before. Returns the balls for which there is
/// no room; they are out of play.
std::vector<int> spot_balls(Rules rules, const ShotSetup& setup, std::span<const int> numbers,
                            std::span<const int> spotted, std::span<BallState> states);

}  // namespace carom::billiards
