// How a billiard table looks from above, for pictures and pages alike.
#pragma once

#include <vector>

#include "carom/billiards/table_scene.hpp"
#include "look/scene_look.hpp"

namespace carom::look {

/// The balls of a table scene at its start as circles in the box of the playing area; those out of play are
/// in the tray.
Scene<2> flat_scene(const billiards::TableScene& scene);

/// Pool balls by their numbers, others by the colours that their names say, and the rest in turn.
std::vector<BallLook> table_looks_of(const Scene<2>& scene);

/// Where the k-th ball out of play is shown, the tray: a row on the lower rail.
Vec2d tray_place(const Scene<2>& flat, double radius, std::size_t k);

}  // namespace carom::look
