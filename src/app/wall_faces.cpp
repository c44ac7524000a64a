#include "app/wall_faces.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/vec_ops.hpp"

namespace carom::app {
namespace {

using namespace detail;

/// The twelve edges: from a corner along `axis`, the other two axes at these ends.
struct BoxEdge {
    draw::StageEdge edge;
    int axis = 0;
};

std::vector<BoxEdge> box_edges(const Box<double, 3>& box) {
    std::vector<BoxEdge> edges;
    for (int axis = 0; axis < 3; ++axis) {
        for (int corner = 0; corner < 4; ++corner) {
            Vec3d from = box.lower;
            const int one = (axis + 1) % 3, other = (axis + 2) % 3;
            if (corner % 2 == 1) from[one] = box.upper[one];
            if (corner / 2 == 1) from[other] = box.upper[other];
            Vec3d to = from;
            to[axis] = box.upper[axis];
            edges.push_back({{from, to}, axis});
        }
    }
    return edges;
}

Boundary boundary_of(const World<3>& world, int axis) {
    return world.boundary[static_cast<std::size_t>(axis % 3)];
}

/// The points where a plane cuts the edges of the box, in order around their middle.
std::vector<Vec3d> cut(const Box<double, 3>& box, const HalfSpace<double, 3>& wall) {
    std::vector<Vec3d> corners;
    for (const BoxEdge& one : box_edges(box)) {
        const double from = dot(wall.normal, one.edge.from) - wall.offset;
        const double to = dot(wall.normal, one.edge.to) - wall.offset;
        if ((from < 0) == (to < 0)) continue;
        corners.push_back(one.edge.from + (from / (from - to)) * (one.edge.to - one.edge.from));
    }
    if (corners.size() < 3) return {};
    Vec3d middle;
    for (const Vec3d& corner : corners) middle = middle + (1 / static_cast<double>(corners.size())) * corner;
    const Vec3d n = detail::normalised(wall.normal);
    const Vec3d across = detail::normalised(corners[0] - middle);
    const Vec3d along{n[1] * across[2] - n[2] * across[1], n[2] * across[0] - n[0] * across[2],
                      n[0] * across[1] - n[1] * across[0]};
    std::sort(corners.begin(), corners.end(), [&](const Vec3d& a, const Vec3d& b) {
        return std::atan2(dot(along, a - middle), dot(across, a - middle)) <
               std::atan2(dot(along, b - middle), dot(across, b - middle));
    });
    return corners;
}

draw::StageFace box_face(const Box<double, 3>& box, int axis, double place, double inward) {
    const int one = (axis + 1) % 3, other = (axis + 2) % 3;
    draw::StageFace face;
    face.normal[axis] = inward;
    for (const auto& [a, b] : {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(0, 1)}) {
        Vec3d corner;
        corner[axis] = place;
        corner[one] = a == 0 ? box.lower[one] : box.upper[one];
        corner[other] = b == 0 ? box.lower[other] : box.upper[other];
        face.corners.push_back(corner);
    }
    return face;
}

}  // namespace

std::vector<draw::StageFace> wall_faces(const World<3>& world, const Box<double, 3>& box) {
    std::vector<draw::StageFace> faces;
    for (int axis = 0; axis < 3; ++axis) {
        if (boundary_of(world, axis) != Boundary::wall) continue;
        faces.push_back(box_face(box, axis, box.lower[axis], 1));
        faces.push_back(box_face(box, axis, box.upper[axis], -1));
    }
    for (const Wall<3>& wall : world.walls) {
        auto corners = cut(box, wall.half_space);
        if (!corners.empty())
            faces.push_back({std::move(corners), detail::normalised(wall.half_space.normal)});
    }
    return faces;
}

std::vector<draw::StageEdge> world_edges(const World<3>& world, const Box<double, 3>& box) {
    std::vector<draw::StageEdge> edges;
    for (const BoxEdge& one : box_edges(box)) {
        const bool bounded = boundary_of(world, one.axis + 1) != Boundary::open ||
                             boundary_of(world, one.axis + 2) != Boundary::open;
        if (bounded) edges.push_back(one.edge);
    }
    for (const Wall<3>& wall : world.walls) {
        const std::vector<Vec3d> corners = cut(box, wall.half_space);
        for (std::size_t k = 0; k < corners.size(); ++k)
            edges.push_back({corners[k], corners[(k + 1) % corners.size()]});
    }
    return edges;
}

}  // namespace carom::app
