// A moment of a scene in 2D, seen from above.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "look/scene_look.hpp"
#include "picture/felt_svg.hpp"
#include "picture/legend_svg.hpp"
#include "picture/path_lines.hpp"
#include "picture/shot_paths.hpp"
#include "picture/source_look.hpp"
#include "picture/still.hpp"
#include "picture/surface_svg.hpp"
#include "picture/svg.hpp"

namespace carom::app {
namespace {

constexpr double kSmallestOutlined = 2;  // radius in pixels
constexpr double kSmallestLabelledStill = 8;
constexpr std::size_t kMostLabels = 40;
constexpr std::size_t kMostLegs = 200'000;

PictureFault too_many_legs() {
    return {
        {"carom: the paths up to then have more than 200,000 pieces; choose an earlier time, or fewer balls "
         "with --path-of"},
        PictureFault::Cause::bad_input};
}

Panel panel_in(const Still<2>& still) {
    const Box<double, 2>& box = still.view.box;
    Panel panel;
    panel.scale = still_scale(still.source, still.view, still.frame);
    panel.lower_right_axis = box.lower[0];
    panel.lower_up_axis = box.lower[1];
    panel.width = panel.scale * (box.upper[0] - box.lower[0]);
    panel.height = panel.scale * (box.upper[1] - box.lower[1]);
    panel.left = still.frame.left + (still.frame.width - panel.width) / 2;
    panel.top = still.frame.top + (still.frame.height - panel.height) / 2;
    return panel;
}

std::string label(const BallLook& look, Point at, double radius) {
    const double size = std::min(radius * (look.label.size() > 2 ? 0.8 : 1.1), 22.0);
    return fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"700\" text-anchor=\"middle\" "
        "fill=\"#ffffff\">{}</text>\n",
        svg_number(at.x), svg_number(at.y + 0.36 * size), svg_number(size), svg_escaped(look.label));
}

Result<PathSet<2>, FileError> paths_of(const Still<2>& still) {
    const PathChoice choice{still.moment.time, *still.view.paths, kMostLegs};
    if (still.source.table) return read_shot_paths(still.source.trajectory, choice);
    auto paths = read_paths(still.source.trajectory, choice);
    if (!paths) return paths.error();
    return std::get<PathSet<2>>(std::move(*paths));
}

std::string pool_balls(const Still<2>& still, const Panel& panel) {
    std::string text;
    for (std::size_t k = 0; k < still.moment.positions.size(); ++k) {
        const double radius = panel.scale * still.source.scene.balls[k].radius;
        text += ball_svg(k, panel.at(still.moment.positions[k]), radius);
    }
    return text;
}

std::string plain_balls(const Still<2>& still, const Panel& panel) {
    const Scene<2>& scene = still.source.scene;
    const std::vector<BallLook> looks =
        scene.balls.size() <= kMostLabels ? looks_of(still.source) : std::vector<BallLook>();
    std::string text = "<g stroke=\"#0b1013\" stroke-opacity=\".5\" stroke-width=\".8\">\n", labels;
    for (std::size_t k = 0; k < scene.balls.size(); ++k) {
        const Point at = panel.at(still.moment.positions[k]);
        const double radius = panel.scale * scene.balls[k].radius;
        text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{:.2f}\" fill=\"{}\"{}/>\n", svg_number(at.x),
                            svg_number(at.y), std::max(radius, 0.6), hexadecimal(still.colours[k]),
                            radius < kSmallestOutlined ? " stroke=\"none\"" : "");
        if (radius >= kSmallestLabelledStill && !looks.empty() && !looks[k].label.empty())
            labels += label(looks[k], at, radius);
    }
    return text + "</g>\n" + labels;
}

}  // namespace

template <>
std::string still_definitions(const PictureSource<2>& source, const std::vector<std::vector<draw::Colour>>&) {
    if (ground_of(source) == look::Ground::paper) return "";
    std::string text = felt_definitions();
    const std::vector<BallLook> looks = looks_of(source);
    for (std::size_t k = 0; k < looks.size(); ++k) text += ball_definition(k, looks[k]);
    return text;
}

template <>
Result<std::string, PictureFault> still_svg(const Still<2>& still) {
    const Scene<2>& scene = still.source.scene;
    const Panel panel = panel_in(still);
    const look::Ground ground = ground_of(still.source);
    const bool as_on_the_table = ground == look::Ground::felt && still.by == ColourBy::id;
    std::string text = ground == look::Ground::felt ? cloth_svg(felt_of(still.source), panel)
                                                    : surface_svg(scene.world, still.moment.time, panel);
    if (still.source.table) text += rails_svg(felt_of(still.source), panel);
    if (still.view.paths) {
        const auto paths = paths_of(still);
        if (!paths) return PictureFault{{"carom: " + paths.error().message}, PictureFault::Cause::file_error};
        const PathSet<2>& set = *paths;
        if (set.time == Extent::part || set.flights == Extent::part) return too_many_legs();
        const std::vector<BallLook> all = looks_of(still.source);
        std::vector<BallLook> looks;
        for (const BallPath<2>& path : set.paths) {
            looks.push_back(all[path.ball]);
            if (!as_on_the_table) looks.back().line = hexadecimal(still.colours[path.ball]);
        }
        text += path_lines_svg(set, looks, panel) + impact_points_svg(set, looks, panel);
    }
    return text + (as_on_the_table ? pool_balls(still, panel) : plain_balls(still, panel));
}

}  // namespace carom::app
