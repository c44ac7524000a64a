#include "picture/paths_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "look/table_look.hpp"
#include "picture/felt_svg.hpp"
#include "picture/legend_svg.hpp"
#include "picture/panel.hpp"
#include "picture/path_lines.hpp"
#include "picture/surface_svg.hpp"
#include "picture/svg.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

constexpr double kTop = 112;                 // pixels above the panels
constexpr double kMaxHeight = 640;           // of the panels
constexpr double kSmallestLabelledPath = 9;  // radius in pixels
constexpr double kAxisNames = 26;            // pixels under the panels of a scene in 3D

template <int N>
std::vector<look::BallLook> looks_on(const PathSet<N>& set, const std::vector<std::size_t>& balls) {
    if constexpr (N == 2) {
        if (set.table) return look::table_looks_of(set.scene);
    }
    return look::looks_of(set.scene, balls);
}

template <int N>
class PathsPicture {
public:
    explicit PathsPicture(const PathSet<N>& set)
        : set_(set), ground_(set.table ? look::Ground::felt : look::ground_of(set.scene)) {
        const Frame frame{kMargin, kTop, kWidth - 2 * kMargin, kMaxHeight};
        Frame inner = frame;
        if constexpr (N == 2) {
            if (ground_ == look::Ground::felt) inner = within_rails(felt(), frame);
        }
        panels_ = layout(set, inner);
        for (const Panel& panel : panels_) bottom_ = std::max(bottom_, panel.top + panel.height);
        bottom_ += N == 2 ? inner.top - kTop : kAxisNames;
        std::vector<std::size_t> balls;
        for (const BallPath<N>& path : set.paths) balls.push_back(path.ball);
        looks_ = looks_on(set, balls);
        for (std::size_t k = 0; k < looks_.size(); ++k) {
            const double radius = panels_.front().scale * set.scene.balls[set.paths[k].ball].radius;
            if (looks_[k].pool_number < 0 && radius < kSmallestLabelledPath) looks_[k].label.clear();
        }
    }

    std::string text() {
        std::string panels;
        for (const Panel& panel : panels_) {
            panels += ground(panel);
            panels += bystanders(panel) + starts(panel) + path_lines_svg(set_, looks_, panel) + ends(panel) +
                      axes(panel);
        }
        const Legend legend = legend_svg(caption(), looks_, panels_.front().scale, bottom_ + 24);
        return head(bottom_ + 24 + legend.height) + title() + panels + legend.text + "</svg>\n";
    }

private:
    FeltTable felt() const requires(N == 2) {
        return {set_.scene.world.box, set_.table.value_or(billiards::Table())};
    }

    std::string ground(const Panel& panel) const {
        if constexpr (N == 2) {
            if (ground_ == look::Ground::felt) return cloth_svg(felt(), panel) + rails_svg(felt(), panel);
        }
        return surface_svg(set_.scene.world, set_.end, panel);
    }

    std::string head(double height) const {
        std::string text = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
            "font-family=\"Inter,'Segoe UI',Helvetica,Arial,'DejaVu Sans',sans-serif\" fill=\"none\">\n",
            svg_number(kWidth), svg_number(height));
        if (!set_.scene.name.empty())
            text += fmt::format("<title>{}</title>\n", svg_escaped(set_.scene.name));
        text += "<defs>\n" + felt_definitions();
        for (std::size_t k = 0; k < looks_.size(); ++k) text += ball_definition(k, looks_[k]);
        text += "</defs>\n";
        text += fmt::format(
            "<rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"14\" fill=\"#f6f4ef\" "
            "stroke=\"#d9d4c7\"/>\n",
            svg_number(kWidth - 1), svg_number(height - 1));
        return text;
    }

    std::string title() const {
        std::string text;
        if (!set_.scene.name.empty())
            text = title_svg({kMargin, 56}, kWidth - 2 * kMargin, 30, set_.scene.name);
        return text + fmt::format("<text x=\"{}\" y=\"86\" font-size=\"17\" fill=\"#56606c\">{}</text>\n",
                                  svg_number(kMargin), svg_escaped(facts()));
    }

    std::string facts() const {
        std::string text = fmt::format("{}, time 0 to {:.4g}: {} of two balls, {} with walls",
                                       counted(set_.scene.balls.size(), "ball"), set_.end,
                                       counted(set_.ball_ball, "impact"), with_separators(set_.ball_wall));
        if (set_.clusters > 0)
            text += fmt::format(", {} of several contacts", with_separators(set_.clusters));
        return text;
    }

    /// What of the run is drawn, when it is not all, and how.
    std::string caption() const {
        std::string text;
        if (set_.balls == Extent::part) {
            text += fmt::format("Paths of {} of the {} balls{}. ", set_.paths.size(),
                                with_separators(set_.scene.balls.size()),
                                shows_bystanders() ? "; grey: where the others start" : "");
        }
        if (set_.time == Extent::part) text += fmt::format("The run went on after time {:.4g}. ", set_.end);
        if (set_.flights == Extent::part) text += "Some paths go on. ";
        if (set_.table) text += "Thin: the ball slides. ";
        return text;
    }

    bool shows_bystanders() const {
        constexpr std::size_t most = 2'000;
        return N == 2 && set_.balls == Extent::part && set_.scene.balls.size() <= most;
    }

    /// Balls without a path, where they start.
    std::string bystanders(const Panel& panel) const {
        if (!shows_bystanders()) return "";
        std::string text = "<g fill=\"#8a96a3\" fill-opacity=\".3\">\n";
        for (const SceneBall<N>& ball : set_.scene.balls)
            text += circle(panel, ball.position, ball.radius, "");
        return text + "</g>\n";
    }

    std::string circle(const Panel& panel, const Vec<double, N>& center, double radius,
                       const std::string& more) const {
        const Point at = panel.at(center);
        return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", svg_number(at.x), svg_number(at.y),
                           svg_number(std::max(radius * panel.scale, 0.5)), more);
    }

    std::string starts(const Panel& panel) const {
        std::string text = "<g stroke-width=\"1.3\" fill-opacity=\".12\">\n";
        for (std::size_t k = 0; k < set_.paths.size(); ++k) {
            const SceneBall<N>& ball = set_.scene.balls[set_.paths[k].ball];
            text += circle(panel, ball.position, ball.radius,
                           fmt::format(" stroke=\"{0}\" fill=\"{0}\"", looks_[k].line));
        }
        return text + "</g>\n";
    }

    std::string ends(const Panel& panel) const {
        std::string text;
        for (std::size_t k = 0; k < set_.paths.size(); ++k) {
            const double radius = set_.scene.balls[set_.paths[k].ball].radius * panel.scale;
            text += ball_svg(k, panel.at(set_.paths[k].end), radius);
        }
        return text;
    }

    /// Names of the axes, where there is more than one panel.
    std::string axes(const Panel& panel) const {
        if (N == 2) return "";
        return fmt::format(
            "<text x=\"{}\" y=\"{}\" font-size=\"15\" fill=\"#56606c\" text-anchor=\"middle\">"
            "{} to the right, {} up</text>\n",
            svg_number(panel.left + panel.width / 2), svg_number(panel.top + panel.height + 22),
            "xyz"[panel.right], "xyz"[panel.up]);
    }

    const PathSet<N>& set_;
    look::Ground ground_;
    std::vector<Panel> panels_;
    std::vector<BallLook> looks_;
    double bottom_ = 0;
};

}  // namespace

template <int N>
std::string paths_svg(const PathSet<N>& paths) {
    return PathsPicture<N>(paths).text();
}

template std::string paths_svg(const PathSet<2>&);
template std::string paths_svg(const PathSet<3>&);

}  // namespace carom::app
