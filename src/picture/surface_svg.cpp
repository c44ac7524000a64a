#include "picture/surface_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "draw/outline.hpp"
#include "picture/polygon.hpp"
#include "picture/svg.hpp"
#include "picture/world_at.hpp"

namespace carom::app {
namespace {

Polygon2 outline_of(const Panel& panel) {
    const double right = panel.left + panel.width, bottom = panel.top + panel.height;
    return {{panel.left, panel.top}, {right, panel.top}, {right, bottom}, {panel.left, bottom}};
}

std::string face(Point from, Point to, Boundary boundary) {
    if (boundary == Boundary::open) return "";
    const char* const look = boundary == Boundary::wall
                                 ? "stroke=\"#39424e\" stroke-width=\"3\" stroke-linecap=\"square\""
                                 : "stroke=\"#7b8794\" stroke-dasharray=\"6 5\"";
    return fmt::format("<path d=\"M{} {}L{} {}\" {}/>\n", svg_number(from.x), svg_number(from.y),
                       svg_number(to.x), svg_number(to.y), look);
}

template <int N>
std::string plain(const World<N>& world, const Panel& panel) {
    const Polygon2 corners = outline_of(panel);
    std::string text = fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n",
                                   svg_number(panel.left), svg_number(panel.top), svg_number(panel.width),
                                   svg_number(panel.height));
    const Boundary across = world.boundary[static_cast<std::size_t>(panel.right)];
    const Boundary along = world.boundary[static_cast<std::size_t>(panel.up)];
    text += face(corners[0], corners[1], along) + face(corners[3], corners[2], along);
    text += face(corners[0], corners[3], across) + face(corners[1], corners[2], across);
    return text;
}

constexpr const char* kSolid = "fill=\"#8a93a0\" stroke=\"#39424e\"";

/// A further wall, where it is seen edge-on.
template <int N>
std::string solid(const HalfSpace<double, N>& wall, const Panel& panel) {
    for (int axis = 0; axis < N; ++axis) {
        if (axis != panel.right && axis != panel.up && wall.normal[axis] != 0) return "";
    }
    const Point normal{wall.normal[panel.right], -wall.normal[panel.up]};
    const Point origin = panel.at(Vec<double, N>{});
    const double offset = wall.offset * panel.scale + normal.x * origin.x + normal.y * origin.y;
    const auto polygon = cut(outline_of(panel), normal, offset);
    const std::string points = points_svg(polygon);
    return points.empty() ? "" : fmt::format("<polygon points=\"{}\" {}/>\n", points, kSolid);
}

/// Where balls in a vessel may be seen: a circle, or a strip for a cylinder that is not seen from its end.
template <int N>
Polygon2 inside(const Container<N>& vessel, const Panel& panel) {
    Polygon2 polygon = outline_of(panel);
    const Point middle = panel.at(vessel.center);
    const double radius = vessel.radius * panel.scale;
    const Point along{vessel.axis[panel.right], -vessel.axis[panel.up]};
    const double length = std::hypot(along.x, along.y);
    const auto cut_at = [&](Point normal) {
        polygon = cut(polygon, normal, normal.x * middle.x + normal.y * middle.y + radius);
    };
    if (length > 0) {
        cut_at({-along.y / length, along.x / length});
        cut_at({along.y / length, -along.x / length});
    } else {
        for (const Point tangent : draw::circle_line({0, 0}, radius))
            cut_at({tangent.x / radius, tangent.y / radius});
    }
    return polygon;
}

/// What a vessel keeps balls from.
template <int N>
std::string solid(const Container<N>& vessel, const Panel& panel) {
    Polygon2 hole = inside(vessel, panel);
    std::reverse(hole.begin(), hole.end());
    return fmt::format("<path d=\"{}{}\" {}/>\n", path_data(outline_of(panel)), path_data(hole), kSolid);
}

}  // namespace

template <int N>
std::string surface_svg(const World<N>& world, double time, const Panel& panel) {
    std::string text = plain(world, panel);
    for (const Wall<N>& wall : world_at(world, time).walls) text += solid(wall.half_space, panel);
    for (const Container<N>& vessel : world.containers) text += solid(vessel, panel);
    return text;
}

template std::string surface_svg(const World<2>&, double, const Panel&);
template std::string surface_svg(const World<3>&, double, const Panel&);

}  // namespace carom::app
