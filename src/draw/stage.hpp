// Shaded balls between walls, as pixels: every sample of a pixel knows the ball that is nearest to the
// viewer there.
#pragma once

#include <vector>

#include "carom/geom/plane.hpp"
#include "carom/math/vec.hpp"
#include "draw/camera.hpp"
#include "draw/image.hpp"

namespace carom::draw {

struct StageBall {
    Vec3d center;
    double radius = 0;
    Colour colour;
};

/// A flat convex piece of a wall that balls cast their shadows on. It is seen from the side its normal
/// points to, and left out from behind.
struct StageFace {
    std::vector<Vec3d> corners;
    Vec3d normal;
};

/// A line that balls may hide.
struct StageEdge {
    Vec3d from, to;
};

/// A round wall around balls, a sphere or an endless cylinder. Its far side is seen, from inside.
struct StageVessel {
    Vec3d center;
    Vec3d axis;  // of a cylinder, any length; zero for a sphere
    double radius = 0;
};

struct Stage {
    std::vector<StageBall> balls;
    std::vector<StageFace> faces;
    std::vector<StageEdge> edges;
    std::vector<StageVessel> vessels = {};
    std::vector<HalfSpace<double, 3>> limits = {};  // vessels are seen where they are in none of these
};

/// True when the side of the face is seen that its normal points to.
bool faces_viewer(const Camera& camera, const StageFace& face);

/// True for an edge that is farther away than the middle of the box.
bool lies_behind(const Camera& camera, const StageEdge& edge, const Box<double, 3>& box);

/// Draws the stage into a frame of the image. The light comes from the upper left; what is near to other
/// things is darker, and shadows are soft.
void draw_stage(Image& image, const Frame& frame, const Stage& stage, const Camera& camera);

}  // namespace carom::draw
