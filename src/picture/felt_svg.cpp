#include "picture/felt_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "look/scene_look.hpp"
#include "look/table_plan.hpp"
#include "picture/polygon.hpp"
#include "picture/svg.hpp"

namespace carom::app {
namespace {

Polygon2 corners_of(const Box<double, 2>& box, const Panel& panel) {
    const auto& [lower, upper] = box;
    return {panel.at(lower), panel.at(Vec2d{upper[0], lower[1]}), panel.at(upper),
            panel.at(Vec2d{lower[0], upper[1]})};
}

std::string rectangle(const Box<double, 2>& box, const Panel& panel, double corner,
                      const std::string& attributes) {
    const Point from = panel.at(Vec2d{box.lower[0], box.upper[1]});
    return fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {}/>\n", svg_number(from.x),
        svg_number(from.y), svg_number(panel.scale * (box.upper[0] - box.lower[0])),
        svg_number(panel.scale * (box.upper[1] - box.lower[1])), svg_number(corner), attributes);
}

std::string disc(const Vec2d& center, double radius, const Panel& panel) {
    const Point at = panel.at(center);
    return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", svg_number(at.x), svg_number(at.y),
                       svg_number(panel.scale * radius));
}

Box<double, 2> cushions_of(const Box<double, 2>& area) {
    return look::widened(area, look::kCushionShare * look::shorter_side(area));
}

/// A round cushion, as far as cushions go, however large it is.
Polygon2 jaw(const billiards::RoundCushion& cushion, const Box<double, 2>& cushions, const Panel& panel) {
    constexpr int corners = 48;
    constexpr double turn = 6.283185307179586;
    const Point centre = panel.at(cushion.centre), lower = panel.at(cushions.lower),
                upper = panel.at(cushions.upper);
    const double radius = cushion.radius * panel.scale;
    Polygon2 polygon;
    for (int k = 0; k < corners; ++k) {
        const double angle = turn * k / corners;
        polygon.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
    }
    polygon = cut(cut(polygon, {-1, 0}, -lower.x), {1, 0}, upper.x);
    return cut(cut(polygon, {0, -1}, -upper.y), {0, 1}, lower.y);
}

}  // namespace

Frame within_rails(const FeltTable& felt, const Frame& frame) {
    const double reach = look::reach_of(felt.area, felt.table.pockets);
    const Box<double, 2> all = look::widened(felt.area, reach);
    const double room = reach * std::min(frame.width / (all.upper[0] - all.lower[0]),
                                         frame.height / (all.upper[1] - all.lower[1]));
    return {frame.left + room, frame.top + room, frame.width - 2 * room, frame.height - 2 * room};
}

std::string cloth_svg(const FeltTable& felt, const Panel& panel) {
    const double rail = look::kRailShare * look::shorter_side(felt.area);
    std::string text = rectangle(look::widened(felt.area, rail), panel, panel.scale * rail / 2,
                                 "fill=\"url(#wood)\" stroke=\"#2e1a0d\" stroke-width=\"1.5\"");
    text += fmt::format("<g fill=\"{}\">\n", look::kWood[2]);
    for (const billiards::Pocket& pocket : felt.table.pockets)
        text += disc(pocket.centre, pocket.radius + look::kCollar, panel);
    text += "</g>\n";
    text += rectangle(cushions_of(felt.area), panel, 0, fmt::format("fill=\"{}\"", look::kCushion));
    std::string cloth = path_data(corners_of(felt.area, panel));
    for (const std::vector<Vec2d>& mouth : look::mouths_of(felt.table)) {
        Polygon2 polygon;
        for (const Vec2d& corner : mouth) polygon.push_back(panel.at(corner));
        cloth += path_data(polygon);
    }
    text += fmt::format("<path d=\"{}\" fill=\"url(#felt)\"/>\n<g fill=\"{}\">\n", cloth, look::kSights);
    const double sight = std::max(0.1 * look::sight_distance(felt.area), 1 / panel.scale);
    for (const Vec2d& place : look::sights_of(felt.area, felt.table.pockets))
        text += disc(place, sight, panel);
    return text + "</g>\n";
}

std::string rails_svg(const FeltTable& felt, const Panel& panel) {
    std::string text = fmt::format("<g stroke=\"{0}\" fill=\"{0}\" stroke-width=\"{1}\">\n", look::kCushion,
                                   svg_number(std::max(look::kNose * panel.scale, 1.5)));
    for (const billiards::StraightCushion& cushion : felt.table.straight_cushions)
        text += fmt::format("<path d=\"{}\"/>\n", path_data({panel.at(cushion.from), panel.at(cushion.to)}));
    const Box<double, 2> cushions = cushions_of(felt.area);
    for (const billiards::RoundCushion& cushion : felt.table.round_cushions) {
        const std::string points = points_svg(jaw(cushion, cushions, panel));
        if (!points.empty()) text += fmt::format("<polygon points=\"{}\" stroke=\"none\"/>\n", points);
    }
    text += "</g>\n<g fill=\"#0a0b0c\">\n";
    for (const billiards::Pocket& pocket : felt.table.pockets)
        text += disc(pocket.centre, pocket.radius, panel);
    return text + "</g>\n";
}

std::string felt_definitions() {
    return fmt::format(
        "<linearGradient id=\"wood\" x2=\"0\" y2=\"1\"><stop stop-color=\"{}\"/>"
        "<stop offset=\".5\" stop-color=\"{}\"/><stop offset=\"1\" "
        "stop-color=\"{}\"/></linearGradient>\n"
        "<radialGradient id=\"felt\" r=\".75\"><stop stop-color=\"{}\"/>"
        "<stop offset=\"1\" stop-color=\"{}\"/></radialGradient>\n",
        look::kWood[0], look::kWood[1], look::kWood[2], look::kFelt[0], look::kFelt[1]);
}

}  // namespace carom::app
