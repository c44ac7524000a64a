// The walls of a world in space as flat faces and lines.
#pragma once

#include <vector>

#include "carom/scene/scene.hpp"
#include "draw/stage.hpp"

namespace carom::app {

/// The parts of all walls that lie in a box: faces of the world, then further walls.
std::vector<draw::StageFace> wall_faces(const World<3>& world, const Box<double, 3>& box);

/// The edges of the world's box where it has faces, and of further walls.
std::vector<draw::StageEdge> world_edges(const World<3>& world, const Box<double, 3>& box);

}  // namespace carom::app
