/// \file
/// Racks: where the balls lie before the first shot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "carom/math/vec.hpp"

namespace carom::billiards {

/// Rows of a triangle or a diamond of balls of one radius. The first ball lies at `apex`, the rows follow
/// towards +y.
struct Rack {
    Vec2d apex;                ///< the first ball
    double radius = 0.028575;  ///< of every ball
    double gap = 0;            ///< between neighbours [m]; 0: they touch exactly
    double spread = 0;       ///< each ball lies up to this far from its place, by chance; at most gap / 2 [m]
    std::uint64_t seed = 1;  ///< of that chance
    double tilt = 0;         ///< turn of all rows about `apex`, counterclockwise [degrees]
    std::vector<std::size_t> on_spot{};  ///< balls in the order of the rows that lie exactly on their places,
                                         ///< whatever the spread: each frozen to its spot
};

/// The greatest tilt. [degrees]
inline constexpr double kMostTilt = 10;

/// A place that is turned about another, counterclockwise, by at most kMostTilt degrees.
Vec2d turned_about(const Vec2d& pivot, const Vec2d& place, double degrees);

/// Fifteen balls in a triangle.
std::vector<Vec2d> triangle_rack(const Rack& rack, int rows = 5);
/// Nine balls in a diamond.
std::vector<Vec2d> diamond_rack(const Rack& rack);

/// A ball of a rack.
struct RackedBall {
    std::string name;  ///< its number, or its colour
    Vec2d place;       ///< where it lies
};

/// What a rack is for.
enum class Game {
    eight_ball,    ///< a triangle of 15, the 8 in its middle
    nine_ball,     ///< a diamond, the 1 at its apex and the 9 in its middle
    ten_ball,      ///< a triangle of 10, the 1 at its apex and the 10 in its middle
    snooker_reds,  ///< a triangle of 15 reds, numbered from 1
    snooker,       ///< these reds behind the pink, and the colours on their spots
    three_cushion  ///< the red and the yellow on their spots
};

/// The balls of a game that lie in rows, in the order of the rows; none of three-cushion.
std::vector<RackedBall> racked_balls(Game game, const Rack& rack);

/// The foot spot of a table of this playing area [m], whose corner is the origin.
Vec2d foot_spot(double width, double length);

/// The balls of a game that lie on spots of a table of this playing area [m], whose corner is the origin.
///
/// Snooker: yellow, green and brown on the baulk line, then blue, pink and black, as on a table of 3.569 m
/// x 1.778 m (WPBSA, *Official Rules of Snooker*, section 1), in proportion on others. Three-cushion: the red
/// on the foot spot, the yellow on the head spot (UMB, *World Rules of Carom Billiard*). None of other games.
std::vector<RackedBall> spotted_balls(Game game, double width, double length);

/// Between two balls that lie as near to each other as possible, and must not touch [m].
inline constexpr double kAlmostTouching = 5e-4;

/// Where the first red of snooker lies: it almost touches the pink. [m]
Vec2d first_red(double width, double length, double radius);

}  // namespace carom::billiards
