// What lies where on a table from above, for pictures and pages alike: cushions and rails around the playing
// area, mouths of pockets, sights.
#pragma once

#include <vector>

#include "carom/billiards/table.hpp"
#include "carom/scene/scene.hpp"

namespace carom::look {

/// How far rails and cushions go beyond the playing area, as a share of its shorter side.
inline constexpr double kRailShare = 0.055, kCushionShare = 0.016;
/// The leather around a pocket, and the nose of a cushion: how wide they are, in metres.
inline constexpr double kCollar = 0.012, kNose = 0.008;

double shorter_side(const Box<double, 2>& area);

/// With a margin on all sides.
Box<double, 2> widened(const Box<double, 2>& area, double margin);

/// How far the rails and the pockets reach beyond the playing area.
double reach_of(const Box<double, 2>& area, const std::vector<billiards::Pocket>& pockets);

/// Where cloth lies between cushions and pockets: convex polygons, counterclockwise.
std::vector<std::vector<Vec2d>> mouths_of(const billiards::Table& table);

/// The middle of the rails, beyond the playing area.
double sight_distance(const Box<double, 2>& area);

/// The marks on the rails, of tables twice as long as wide: seven along the long sides, three along the short
/// ones, but none in a pocket.
std::vector<Vec2d> sights_of(const Box<double, 2>& area, const std::vector<billiards::Pocket>& pockets);

}  // namespace carom::look
