#include "picture/table_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "draw/outline.hpp"
#include "picture/svg.hpp"
#include "picture/world_at.hpp"

namespace carom::app {
namespace {

constexpr double kCushion = 9;  // pixels between felt and wood

std::vector<Point> outline_of(const Panel& panel) {
    const double right = panel.left + panel.width, bottom = panel.top + panel.height;
    return {{panel.left, panel.top}, {right, panel.top}, {right, bottom}, {panel.left, bottom}};
}

std::string rectangle(const Panel& panel, double margin, double corner, const char* attributes) {
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {}/>\n",
                       svg_number(panel.left - margin), svg_number(panel.top - margin),
                       svg_number(panel.width + 2 * margin), svg_number(panel.height + 2 * margin),
                       svg_number(corner), attributes);
}

/// The sights on the rails of a pool table: seven along the long sides, three along the short ones.
std::string sights(const Panel& panel) {
    const double off = (kCushion + kRail) / 2;
    const bool wide = panel.width >= panel.height;
    const int across = wide ? 8 : 4, along = wide ? 4 : 8;
    std::string text = fmt::format("<g fill=\"{}\">\n", look::kSights);
    const auto dot = [&](double x, double y) {
        text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"2.4\"/>\n", svg_number(x), svg_number(y));
    };
    for (int k = 1; k < across; ++k) {
        const double x = panel.left + panel.width * k / across;
        dot(x, panel.top - off);
        dot(x, panel.top + panel.height + off);
    }
    for (int k = 1; k < along; ++k) {
        const double y = panel.top + panel.height * k / along;
        dot(panel.left - off, y);
        dot(panel.left + panel.width + off, y);
    }
    return text + "</g>\n";
}

std::string table(const Panel& panel) {
    std::string text =
        rectangle(panel, kRail, 16, "fill=\"url(#wood)\" stroke=\"#2e1a0d\" stroke-width=\"1.5\"");
    text +=
        rectangle(panel, kCushion, 3, fmt::format("fill=\"{}\" stroke=\"#0c2f27\"", look::kCushion).c_str());
    text += rectangle(panel, 0, 0, "fill=\"url(#felt)\" stroke=\"#0f3d33\" stroke-width=\"1\"");
    const double ratio = panel.width / panel.height;
    if (std::fabs(ratio - 2) < 0.01 || std::fabs(ratio - 0.5) < 0.0025) text += sights(panel);
    return text;
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
    std::string text = rectangle(panel, 0, 0, "fill=\"#ffffff\"");
    const std::vector<Point> corners = outline_of(panel);
    const Boundary across = world.boundary[static_cast<std::size_t>(panel.right)];
    const Boundary along = world.boundary[static_cast<std::size_t>(panel.up)];
    text += face(corners[0], corners[1], along) + face(corners[3], corners[2], along);
    text += face(corners[0], corners[3], across) + face(corners[1], corners[2], across);
    return text;
}

/// The part of a convex polygon where normal . p <= offset, in pixels (Sutherland and Hodgman, 1974).
std::vector<Point> cut(const std::vector<Point>& polygon, Point normal, double offset) {
    std::vector<Point> result;
    const auto height = [&](Point p) { return normal.x * p.x + normal.y * p.y - offset; };
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Point a = polygon[k], b = polygon[(k + 1) % polygon.size()];
        const double ha = height(a), hb = height(b);
        if (ha <= 0) result.push_back(a);
        if ((ha < 0 && hb > 0) || (ha > 0 && hb < 0)) {
            const double share = ha / (ha - hb);
            result.push_back({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)});
        }
    }
    return result;
}

/// Of a polygon; empty where it has no inside.
std::string points_svg(const std::vector<Point>& polygon) {
    std::string points;
    if (polygon.size() < 3) return points;
    for (const Point p : polygon) points += fmt::format("{},{} ", svg_number(p.x), svg_number(p.y));
    points.pop_back();
    return points;
}

/// A round cushion, as far as half through the rails, however large it is.
std::vector<Point> jaw(const billiards::RoundCushion& cushion, const Panel& panel) {
    constexpr int kCorners = 48;
    constexpr double kTurn = 6.283185307179586;
    constexpr double kDeep = (kCushion + kRail) / 2;
    const Point centre = panel.at(cushion.centre);
    const double radius = cushion.radius * panel.scale;
    std::vector<Point> polygon;
    for (int k = 0; k < kCorners; ++k) {
        const double angle = kTurn * k / kCorners;
        polygon.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
    }
    polygon = cut(polygon, {-1, 0}, kDeep - panel.left);
    polygon = cut(polygon, {1, 0}, panel.left + panel.width + kDeep);
    polygon = cut(polygon, {0, -1}, kDeep - panel.top);
    return cut(polygon, {0, 1}, panel.top + panel.height + kDeep);
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
std::vector<Point> inside(const Container<N>& vessel, const Panel& panel) {
    std::vector<Point> polygon = outline_of(panel);
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

std::string path_data(const std::vector<Point>& polygon) {
    std::string text;
    for (const Point p : polygon)
        text += fmt::format("{}{} {}", text.empty() ? "M" : "L", svg_number(p.x), svg_number(p.y));
    return text + "Z";
}

/// What a vessel keeps balls from.
template <int N>
std::string solid(const Container<N>& vessel, const Panel& panel) {
    std::vector<Point> hole = inside(vessel, panel);
    std::reverse(hole.begin(), hole.end());
    return fmt::format("<path d=\"{}{}\" {}/>\n", path_data(outline_of(panel)), path_data(hole), kSolid);
}

}  // namespace

template <int N>
std::string surface_svg(const World<N>& world, double time, const Panel& panel, Ground ground) {
    std::string text = ground == Ground::felt ? table(panel) : plain(world, panel);
    for (const Wall<N>& wall : world_at(world, time).walls) text += solid(wall.half_space, panel);
    for (const Container<N>& vessel : world.containers) text += solid(vessel, panel);
    return text;
}

std::string rails_svg(const billiards::Table& table, const Panel& panel) {
    std::string text;
    for (const billiards::Pocket& pocket : table.pockets) {
        const Point at = panel.at(pocket.centre);
        text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#0a0b0c\"/>\n", svg_number(at.x),
                            svg_number(at.y), svg_number(pocket.radius * panel.scale));
    }
    text += fmt::format("<g stroke=\"{0}\" fill=\"{0}\" stroke-width=\"3\" stroke-linecap=\"round\">\n",
                        look::kCushion);
    for (const billiards::StraightCushion& cushion : table.straight_cushions) {
        const Point from = panel.at(cushion.from), to = panel.at(cushion.to);
        text += fmt::format("<path d=\"M{} {}L{} {}\"/>\n", svg_number(from.x), svg_number(from.y),
                            svg_number(to.x), svg_number(to.y));
    }
    for (const billiards::RoundCushion& cushion : table.round_cushions) {
        const std::string points = points_svg(jaw(cushion, panel));
        if (!points.empty()) text += fmt::format("<polygon points=\"{}\" stroke=\"none\"/>\n", points);
    }
    return text + "</g>\n";
}

std::string surface_definitions() {
    return fmt::format(
        "<linearGradient id=\"wood\" x2=\"0\" y2=\"1\"><stop stop-color=\"{}\"/>"
        "<stop offset=\".5\" stop-color=\"{}\"/><stop offset=\"1\" "
        "stop-color=\"{}\"/></linearGradient>\n"
        "<radialGradient id=\"felt\" r=\".75\"><stop stop-color=\"{}\"/>"
        "<stop offset=\"1\" stop-color=\"{}\"/></radialGradient>\n",
        look::kWood[0], look::kWood[1], look::kWood[2], look::kFelt[0], look::kFelt[1]);
}

template std::string surface_svg(const World<2>&, double, const Panel&, Ground);
template std::string surface_svg(const World<3>&, double, const Panel&, Ground);

}  // namespace carom::app
