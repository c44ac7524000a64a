// The walls of a world in space as flat faces and lines, and the outline of its vessels.
#pragma once

#include <vector>

#include "carom/scene/scene.hpp"
#include "draw/stage.hpp"

namespace carom::app {

/// A world at one time, and what of it is to be seen.
struct Room {
    World<3> world;
    Box<double, 3> box;
};

/// What is free of the walls of the room's box and of further walls, and lies in the box.
std::vector<HalfSpace<double, 3>> limits_of(const Room& room);

/// The vessels of the world.
std::vector<draw::StageVessel> vessels_of(const World<3>& world);

/// The flat walls where balls can touch them: faces of the world, then further walls.
std::vector<draw::StageFace> wall_faces(const Room& room);

/// The outlines of all walls and of periodic faces, and of the ends of cylinders.
std::vector<draw::StageEdge> world_edges(const Room& room);

/// The outline of what vessels enclose, as it is seen: corners in order; none without vessels.
std::vector<Vec3d> vessel_outline(const Room& room, const draw::Camera& camera);

}  // namespace carom::app
