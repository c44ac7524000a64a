// A moment of a scene in 3D: shaded balls, walls and the edges of the world.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "draw/stage.hpp"
#include "picture/still.hpp"
#include "picture/svg.hpp"
#include "picture/wall_faces.hpp"
#include "picture/world_at.hpp"

namespace carom::app {
namespace {

draw::Camera camera_in(const Still<3>& still) {
    return camera_for(still.view.direction, still.view.box, still.frame);
}

std::string points(const std::vector<Vec3d>& corners, const draw::Camera& camera) {
    std::string text;
    for (const Vec3d& corner : corners) {
        const draw::Point at = camera.at(corner);
        text += fmt::format("{}{},{}", text.empty() ? "" : " ", svg_number(at.x), svg_number(at.y));
    }
    return text;
}

std::string edges_svg(const std::vector<draw::StageEdge>& edges, const draw::Camera& camera,
                      const char* look) {
    SvgPath path;
    for (const draw::StageEdge& edge : edges) {
        path.move_to(camera.at(edge.from));
        path.line_to(camera.at(edge.to));
    }
    if (path.data().empty()) return "";
    return fmt::format("<path transform=\"scale(.1)\" d=\"{}\" stroke=\"#39424e\" stroke-width=\"12\" {}/>\n",
                       path.data(), look);
}

Room room_of(const Still<3>& still) {
    return {world_at(still.source.scene.world, still.moment.time),
            world_box(still.source.scene, still.view.box)};
}

std::string polygon_svg(const std::vector<Vec3d>& corners, const draw::Camera& camera) {
    return fmt::format("<polygon points=\"{}\" fill=\"#eef1f4\"/>\n", points(corners, camera));
}

std::vector<draw::StageEdge> edges_of(const std::vector<Vec3d>& corners) {
    std::vector<draw::StageEdge> edges;
    for (std::size_t k = 0; k < corners.size(); ++k)
        edges.push_back({corners[k], corners[(k + 1) % corners.size()]});
    return edges;
}

/// Walls are seen from inside; edges behind the balls come first.
struct Scenery {
    std::string behind, before;
};

Scenery scenery(const Still<3>& still, const draw::Camera& camera) {
    const Room room = room_of(still);
    const std::vector<Vec3d> outline = vessel_outline(room, camera);
    Scenery result;
    if (!outline.empty()) result.behind = polygon_svg(outline, camera);
    std::vector<draw::StageEdge> behind = edges_of(outline), before;
    for (const draw::StageFace& face : wall_faces(room)) {
        if (draw::faces_viewer(camera, face)) result.behind += polygon_svg(face.corners, camera);
    }
    for (const draw::StageEdge& edge : world_edges(room))
        (draw::lies_behind(camera, edge, room.box) ? behind : before).push_back(edge);
    result.behind += edges_svg(behind, camera, "opacity=\".55\"");
    result.before = edges_svg(before, camera, "opacity=\".4\"");
    return result;
}

/// Farthest first.
std::vector<std::size_t> painting_order(const Still<3>& still, const draw::Camera& camera) {
    std::vector<double> nearness;
    for (const Vec3d& place : still.moment.positions) nearness.push_back(camera.nearness(place));
    std::vector<std::size_t> order(nearness.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return nearness[a] < nearness[b]; });
    return order;
}

/// True when a part of `ball` may lie behind `other`.
bool hides(const Still<3>& still, const draw::Camera& camera, std::size_t other, std::size_t ball) {
    if (other == ball) return false;
    const auto radius = [&](std::size_t k) { return camera.scale * still.source.scene.balls[k].radius; };
    const auto front = [&](std::size_t k) { return camera.nearness(still.moment.positions[k]) + radius(k); };
    const draw::Point a = camera.at(still.moment.positions[other]),
                      b = camera.at(still.moment.positions[ball]);
    return std::hypot(b.x - a.x, b.y - a.y) < radius(other) + radius(ball) && front(other) > front(ball);
}

std::string gradient_id(const draw::Colour& colour) {
    return "s" + hexadecimal(colour).substr(1);
}

}  // namespace

template <>
std::string still_definitions(const PictureSource<3>&,
                              const std::vector<std::vector<draw::Colour>>& colours) {
    std::map<std::string, draw::Colour> distinct;
    for (const auto& moment : colours) {
        for (const draw::Colour& colour : moment) distinct.emplace(gradient_id(colour), colour);
    }
    std::string text;
    for (const auto& [id, colour] : distinct) {
        text += fmt::format(
            "<radialGradient id=\"{}\" cx=\".36\" cy=\".3\" r=\".75\"><stop stop-color=\"{}\"/>"
            "<stop offset=\".45\" stop-color=\"{}\"/><stop offset=\"1\" "
            "stop-color=\"{}\"/></radialGradient>\n",
            id, hexadecimal(mixed(colour, {1, 1, 1}, 0.5F)), hexadecimal(colour),
            hexadecimal(mixed(colour, {0, 0, 0}, 0.55F)));
    }
    return text;
}

template <>
Result<std::string, PictureFault> still_svg(const Still<3>& still) {
    const draw::Camera camera = camera_in(still);
    const Scenery around = scenery(still, camera);
    std::string text = around.behind;
    for (const std::size_t k : painting_order(still, camera)) {
        const draw::Point at = camera.at(still.moment.positions[k]);
        const double radius = std::max(camera.scale * still.source.scene.balls[k].radius, 0.5);
        text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"url(#{})\"/>\n", svg_number(at.x),
                            svg_number(at.y), svg_number(radius), gradient_id(still.colours[k]));
    }
    return text + around.before;
}

std::string outlines_svg(const Still<3>& still) {
    constexpr std::size_t most = 40;
    const std::size_t balls = still.moment.positions.size();
    if (balls > most) return "";
    const draw::Camera camera = camera_in(still);
    std::string text = "<g stroke=\"#ffffff\" stroke-width=\"1.4\" stroke-dasharray=\"5 4\">\n";
    for (std::size_t k = 0; k < balls; ++k) {
        bool hidden = false;
        for (std::size_t other = 0; other < balls; ++other) hidden = hidden || hides(still, camera, other, k);
        if (!hidden) continue;
        const draw::Point at = camera.at(still.moment.positions[k]);
        text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", svg_number(at.x), svg_number(at.y),
                            svg_number(std::max(camera.scale * still.source.scene.balls[k].radius - 1, 0.5)));
    }
    return text + "</g>\n";
}

void draw_still(draw::Image& image, const Still<3>& still, double scale) {
    const Room room = room_of(still);
    draw::Camera camera = camera_in(still);
    draw::Stage stage;
    for (std::size_t k = 0; k < still.moment.positions.size(); ++k) {
        stage.balls.push_back(
            {still.moment.positions[k], still.source.scene.balls[k].radius, still.colours[k]});
    }
    stage.faces = wall_faces(room);
    stage.edges = world_edges(room);
    stage.vessels = vessels_of(room.world);
    stage.limits = limits_of(room);
    for (const draw::StageEdge& edge : edges_of(vessel_outline(room, camera))) stage.edges.push_back(edge);
    camera.scale *= scale;
    camera.center = {scale * camera.center.x, scale * camera.center.y};
    const draw::Frame& frame = still.frame;
    draw_stage(image, {scale * frame.left, scale * frame.top, scale * frame.width, scale * frame.height},
               stage, camera);
}

}  // namespace carom::app
