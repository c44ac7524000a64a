#include "picture/wall_faces.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "math/vec_ops.hpp"

namespace carom::app {
namespace {

using namespace detail;
using Polygon = std::vector<Vec3d>;

constexpr int kTangents = 128;  // a round edge has so many corners at most

/// Two unit vectors across `axis` and each other.
std::pair<Vec3d, Vec3d> across(const Vec3d& axis) {
    const Vec3d n = normalised(axis);
    const bool steep = std::fabs(n[2]) > 0.9;
    const Vec3d other{steep ? 1.0 : 0.0, 0, steep ? 0.0 : 1.0};
    const Vec3d one = normalised(other - dot(other, n) * n);
    return {one,
            {n[1] * one[2] - n[2] * one[1], n[2] * one[0] - n[0] * one[2], n[0] * one[1] - n[1] * one[0]}};
}

double size_of(const Box<double, 3>& box) {
    return length(box.upper - box.lower);
}

/// The part of a convex polygon where normal . x >= offset - slack.
Polygon cut(const Polygon& polygon, const HalfSpace<double, 3>& free, double slack) {
    Polygon result;
    const auto height = [&](const Vec3d& p) { return dot(free.normal, p) - free.offset + slack; };
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Vec3d &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
        const double ha = height(a), hb = height(b);
        if (ha >= 0) result.push_back(a);
        if ((ha < 0 && hb > 0) || (ha > 0 && hb < 0)) result.push_back(a + (ha / (ha - hb)) * (b - a));
    }
    return result;
}

/// The part of a convex polygon in the plane of `wall` that lies in a vessel, its round edge cut straight.
Polygon cut(Polygon polygon, const HalfSpace<double, 3>& wall, const Container<3>& vessel) {
    Vec3d axis = vessel.axis, middle = vessel.center;
    double radius = vessel.radius;
    if (largest(axis) == 0) {
        axis = normalised(wall.normal);
        const double height = dot(axis, middle) - wall.offset / length(wall.normal);
        middle = middle - height * axis;
        radius = std::sqrt(std::max(0.0, radius * radius - height * height));
    }
    const auto [one, other] = across(axis);
    for (int k = 0; k < kTangents && !polygon.empty(); ++k) {
        const double angle = 2 * std::numbers::pi * k / kTangents;
        const Vec3d inward = -std::cos(angle) * one - std::sin(angle) * other;
        polygon =
            cut(polygon, {inward, dot(inward, middle) - radius * std::cos(std::numbers::pi / kTangents)}, 0);
    }
    return polygon;
}

HalfSpace<double, 3> box_wall(const Box<double, 3>& box, int axis, bool upper) {
    HalfSpace<double, 3> wall;
    wall.normal[axis] = upper ? -1 : 1;
    wall.offset = upper ? -box.upper[axis] : box.lower[axis];
    return wall;
}

/// The part of a wall that bounds what is free.
Polygon bounding(const HalfSpace<double, 3>& wall, const Room& room) {
    const double size = size_of(room.box);
    const Vec3d n = normalised(wall.normal), target = 0.5 * (room.box.lower + room.box.upper);
    const Vec3d middle = target - (dot(n, target) - wall.offset / length(wall.normal)) * n;
    const auto [one, other] = across(n);
    Polygon polygon;
    for (const auto& [a, b] : {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)})
        polygon.push_back(middle + (a * size) * one + (b * size) * other);
    for (const HalfSpace<double, 3>& limit : limits_of(room))
        polygon = cut(polygon, limit, 1e-9 * size * length(limit.normal));
    for (const Container<3>& vessel : room.world.containers) polygon = cut(polygon, wall, vessel);
    return polygon.size() < 3 ? Polygon() : polygon;
}

/// True for a cylinder along this axis, or nearly so.
bool ends_on(const Container<3>& vessel, int axis) {
    return vessel.axis[axis] != 0 && std::fabs(vessel.axis[axis]) == largest(vessel.axis);
}

/// Points of a vessel among which are the corners of its outline, whatever limits it.
Polygon surface_points(const Container<3>& vessel, const draw::Camera& camera) {
    Polygon points;
    if (largest(vessel.axis) != 0) return points;  // the ends of a cylinder say it all
    for (int ring = 0; ring <= kTangents / 4; ++ring) {
        const double depth = std::numbers::pi * (2.0 * ring / kTangents);
        for (int k = 0; k < kTangents; ++k) {
            const double angle = 2 * std::numbers::pi * k / kTangents;
            const Vec3d rim = std::cos(angle) * camera.right + std::sin(angle) * camera.up;
            for (const double side : {1.0, -1.0}) {
                points.push_back(vessel.center + vessel.radius * (std::cos(depth) * rim +
                                                                  (side * std::sin(depth)) * camera.toward));
            }
        }
    }
    return points;
}

bool lies_in(const Vec3d& place, const Container<3>& vessel) {
    const Vec3d way = place - vessel.center;
    const Vec3d n = normalised(vessel.axis);
    const Vec3d off = largest(vessel.axis) == 0 ? way : way - dot(n, way) * n;
    return length(off) <= (1 + 1e-9) * vessel.radius;
}

bool lies_in(const Vec3d& place, const Room& room) {
    const double slack = 1e-9 * size_of(room.box);
    for (const HalfSpace<double, 3>& limit : limits_of(room)) {
        if (dot(limit.normal, place) - limit.offset < -slack * length(limit.normal)) return false;
    }
    return std::all_of(room.world.containers.begin(), room.world.containers.end(),
                       [&](const Container<3>& vessel) { return lies_in(place, vessel); });
}

/// The corners of the convex hull of points as they are seen, in order (Andrew, 1979).
Polygon hull(Polygon points, const draw::Camera& camera) {
    const auto seen = [&](const Vec3d& p) { return camera.at(p); };
    std::sort(points.begin(), points.end(), [&](const Vec3d& a, const Vec3d& b) {
        const draw::Point p = seen(a), q = seen(b);
        return p.x < q.x || (p.x == q.x && p.y < q.y);
    });
    const auto turns = [&](const Vec3d& a, const Vec3d& b, const Vec3d& c) {
        const draw::Point p = seen(a), q = seen(b), r = seen(c);
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) > 0;
    };
    Polygon corners;
    for (int pass = 0; pass < 2; ++pass) {
        const std::size_t first = corners.size();
        for (const Vec3d& point : points) {
            while (corners.size() >= first + 2 && !turns(corners[corners.size() - 2], corners.back(), point))
                corners.pop_back();
            corners.push_back(point);
        }
        corners.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return corners;
}

/// The polygons of all that is drawn as lines.
std::vector<Polygon> outlined(const Room& room) {
    std::vector<Polygon> polygons;
    const auto& vessels = room.world.containers;
    for (int axis = 0; axis < 3; ++axis) {
        const bool end = std::any_of(vessels.begin(), vessels.end(),
                                     [&](const Container<3>& vessel) { return ends_on(vessel, axis); });
        if (room.world.boundary[static_cast<std::size_t>(axis)] == Boundary::open && !end) continue;
        for (const bool upper : {false, true})
            polygons.push_back(bounding(box_wall(room.box, axis, upper), room));
    }
    for (const Wall<3>& wall : room.world.walls) polygons.push_back(bounding(wall.half_space, room));
    return polygons;
}

}  // namespace

std::vector<HalfSpace<double, 3>> limits_of(const Room& room) {
    std::vector<HalfSpace<double, 3>> limits;
    for (int axis = 0; axis < 3; ++axis) {
        for (const bool upper : {false, true}) limits.push_back(box_wall(room.box, axis, upper));
    }
    for (const Wall<3>& wall : room.world.walls) limits.push_back(wall.half_space);
    return limits;
}

std::vector<draw::StageVessel> vessels_of(const World<3>& world) {
    std::vector<draw::StageVessel> vessels;
    for (const Container<3>& vessel : world.containers)
        vessels.push_back({vessel.center, vessel.axis, vessel.radius});
    return vessels;
}

std::vector<draw::StageFace> wall_faces(const Room& room) {
    std::vector<HalfSpace<double, 3>> walls;
    for (int axis = 0; axis < 3; ++axis) {
        if (room.world.boundary[static_cast<std::size_t>(axis)] != Boundary::wall) continue;
        for (const bool upper : {false, true}) walls.push_back(box_wall(room.box, axis, upper));
    }
    for (const Wall<3>& wall : room.world.walls) walls.push_back(wall.half_space);
    std::vector<draw::StageFace> faces;
    for (const HalfSpace<double, 3>& wall : walls) {
        Polygon corners = bounding(wall, room);
        if (!corners.empty()) faces.push_back({std::move(corners), normalised(wall.normal)});
    }
    return faces;
}

std::vector<draw::StageEdge> world_edges(const Room& room) {
    std::vector<draw::StageEdge> edges;
    for (const Polygon& corners : outlined(room)) {
        for (std::size_t k = 0; k < corners.size(); ++k)
            edges.push_back({corners[k], corners[(k + 1) % corners.size()]});
    }
    return edges;
}

std::vector<Vec3d> vessel_outline(const Room& room, const draw::Camera& camera) {
    if (room.world.containers.empty()) return {};
    Polygon points;
    for (const Polygon& corners : outlined(room)) points.insert(points.end(), corners.begin(), corners.end());
    for (const Container<3>& vessel : room.world.containers) {
        for (const Vec3d& point : surface_points(vessel, camera)) {
            if (lies_in(point, room)) points.push_back(point);
        }
    }
    return points.size() < 3 ? Polygon() : hull(std::move(points), camera);
}

}  // namespace carom::app
