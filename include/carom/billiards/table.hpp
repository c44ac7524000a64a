/// \file
/// Tables: cushions and pockets on a flat bed. Metres; x and y lie in the bed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "carom/math/vec.hpp"

namespace carom::billiards {

/// A straight cushion. The ball plays on the left of the way from `from` to `to`: name the cushions of a
/// table counterclockwise. A ball touches it when its centre is one radius away from the line, beside the
/// segment. The ends are not part of it: put a RoundCushion where a ball can meet an end.
struct StraightCushion {
    Vec2d from;                ///< one end of the nose
    Vec2d to;                  ///< the other end; not `from`
    double height = 0.036576;  ///< of the nose above the bed
};

/// A round cushion: the nose of a jaw, or a pillar. Radius 0 is a corner point.
struct RoundCushion {
    Vec2d centre;              ///< seen from above
    double radius = 0;         ///< >= 0
    double height = 0.036576;  ///< of the nose above the bed
};

/// A pocket takes a ball whose centre crosses its circle.
struct Pocket {
    Vec2d centre;         ///< seen from above
    double radius = 0;    ///< > 0
    double depth = 0.08;  ///< where a pocketed ball lies: this far below the bed
};

/// Any table: a list of cushions and pockets. It needs neither.
struct Table {
    std::vector<StraightCushion> straight_cushions;  ///< in any order
    std::vector<RoundCushion> round_cushions;        ///< in any order
    std::vector<Pocket> pockets;                     ///< in any order
    double gravity = 9.81;                           ///< > 0 [m/s^2]
    double rail_width = 0.1;  ///< of the rails behind the noses, where a ball in the air can land; > 0 [m]
};

/// What a pool or snooker table is built from. x runs along the width, y along the length; the playing area
/// between the noses is [0, width] x [0, length].
struct PocketTableMeasures {
    double length = 1.9812;            ///< nose to nose
    double width = 0.9906;             ///< nose to nose
    double cushion_width = 0.0508;     ///< from the nose to the back of the rail, where the jaws end
    double cushion_height = 0.036576;  ///< of the noses above the bed
    double corner_pocket_width =
        0.118;  ///< of the mouth, between the corners of noses and jaws before they are rounded
    double corner_pocket_angle = 5.3;     ///< degrees that a jaw opens beyond 45
    double corner_pocket_depth = 0.0417;  ///< from the corner of the playing area to the centre of the pocket
    double corner_pocket_radius = 0.062;  ///< of the hole
    double corner_jaw_radius = 0.02095;   ///< of the rounding between nose and jaw
    double side_pocket_width = 0.137;     ///< of the mouth, as at the corner
    double side_pocket_angle = 7.14;      ///< degrees that a jaw opens beyond 90
    double side_pocket_depth = 0.0685;    ///< from the line of the noses to the centre of the pocket
    double side_pocket_radius = 0.0645;   ///< of the hole
    double side_jaw_radius = 0.00795;     ///< of the rounding between nose and jaw
    double pocket_depth = 0.08;           ///< of all pockets below the bed
};

/// The table with six pockets of these measures.
Table pocket_table(const PocketTableMeasures& measures);

/// A pool table of 7 feet: 1.9812 m x 0.9906 m.
PocketTableMeasures pool_table_7_foot();
/// A pool table of 8 feet: 2.2352 m x 1.1176 m.
PocketTableMeasures pool_table_8_foot();
/// A pool table of 9 feet: 2.54 m x 1.27 m.
PocketTableMeasures pool_table_9_foot();
/// A snooker table of 12 feet: 3.569 m x 1.778 m.
PocketTableMeasures snooker_table_12_foot();

/// A rectangle of cushions without pockets.
Table rectangular_table(double width, double length, double cushion_height = 0.036576);

/// A carom table of 1.42 m x 2.84 m, its cushions 37 mm high.
Table carom_table();

/// Cushions along a polygon, counterclockwise. Where two of them turn to the right, a corner point joins
/// them.
Table polygonal_table(const std::vector<Vec2d>& corners, double cushion_height = 0.036576);

/// One thing that is wrong with a table, or with what is played on it.
struct TableFault {
    /// What it is about.
    enum class Subject { table, ball, cue, laws, shot, game };

    Subject subject = Subject::table;  ///< what it is about
    std::size_t index = 0;             ///< of the ball or the shot
    std::string message;               ///< one sentence
};

/// Everything that is wrong with it; empty if nothing is.
std::vector<TableFault> faults_of(const Table& table);

}  // namespace carom::billiards
