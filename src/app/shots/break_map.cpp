#include "app/shots/break_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "draw/svg_raster.hpp"
#include "files/whole_file.hpp"
#include "look/table_look.hpp"
#include "picture/felt_svg.hpp"
#include "picture/svg.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

constexpr double kMargin = 52, kTop = 108, kBottom = 74, kLongest = 680;  // pixels

std::string percent(std::uint64_t part, std::uint64_t all) {
    return fmt::format("{:.1f} %", all > 0 ? 100 * static_cast<double>(part) / static_cast<double>(all) : 0);
}

class BreakMap {
public:
    BreakMap(const BreakCounts& counts, const billiards::TableScene& scene)
        : counts_(counts), scene_(scene), flat_(look::flat_scene(scene)) {
        const Box<double, 2>& box = flat_.world.box;
        const double width = box.upper[0] - box.lower[0], height = box.upper[1] - box.lower[1];
        panel_.scale = kLongest / std::max(width, height);
        panel_.left = kMargin;
        panel_.top = kTop;
        panel_.width = panel_.scale * width;
        panel_.height = panel_.scale * height;
        panel_.lower_right_axis = box.lower[0];
        panel_.lower_up_axis = box.lower[1];
    }

    double width() const { return panel_.width + 2 * kMargin; }
    double height() const { return panel_.height + kTop + kBottom; }

    std::string svg() const {
        std::string text = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
            "font-family=\"'Liberation Sans',Helvetica,Arial,'DejaVu Sans',sans-serif\">\n"
            "<title>where the cue ball rests</title>\n<rect width=\"100%\" height=\"100%\" "
            "fill=\"#ffffff\"/>\n",
            svg_number(width()), svg_number(height()));
        text += title_svg({20, 34}, width() - 40, 20, scene_.name);
        std::string what = with_separators(counts_.breaks) + " breaks";
        if (!scene_.setup.table.pockets.empty())
            what += fmt::format(": a ball falls in {}, the cue ball in {}",
                                percent(counts_.any_falls, counts_.breaks),
                                percent(counts_.scratches, counts_.breaks));
        text += words(20, 56, what);
        const FeltTable felt{flat_.world.box, scene_.setup.table};
        text += "<defs>\n" + felt_definitions() + "</defs>\n" + cloth_svg(felt, panel_);
        text += cells() + rails_svg(felt, panel_) + pockets();
        text += words(20, height() - 14,
                      scene_.setup.table.pockets.empty()
                          ? "light: where the cue ball rests"
                          : "light: where the cue ball rests; at pockets: of all balls that fall");
        return text + "</svg>\n";
    }

private:
    static std::string words(double x, double y, const std::string& text, const char* colour = "#5b6672",
                             const char* anchor = "start") {
        return fmt::format(
            "<text x=\"{}\" y=\"{}\" font-size=\"13\" fill=\"{}\" text-anchor=\"{}\">{}</text>\n",
            svg_number(x), svg_number(y), colour, anchor, svg_escaped(text));
    }

    std::string cells() const {
        const auto most = static_cast<double>(
            std::max<std::uint64_t>(*std::max_element(counts_.cue_map.begin(), counts_.cue_map.end()), 1));
        const double across = panel_.width / BreakCounts::kColumns,
                     along = panel_.height / BreakCounts::kRows;
        std::string text = "<g fill=\"#ffe08a\">\n";
        for (std::size_t k = 0; k < counts_.cue_map.size(); ++k) {
            if (counts_.cue_map[k] == 0) continue;
            const std::size_t row_number = k / BreakCounts::kColumns;
            const auto column = static_cast<double>(k % BreakCounts::kColumns);
            const auto row = static_cast<double>(row_number);
            text += fmt::format(
                "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
                "fill-opacity=\"{:.2f}\"/>\n",
                panel_.left + across * column, panel_.top + panel_.height - along * (row + 1), across, along,
                0.95 * static_cast<double>(counts_.cue_map[k]) / most);
        }
        return text + "</g>\n";
    }

    /// Which share of the balls that fall goes into each.
    std::string pockets() const {
        std::uint64_t all = 0;
        for (const std::uint64_t falls : counts_.pocket_falls) all += falls;
        std::string text;
        const auto& holes = scene_.setup.table.pockets;
        for (std::size_t k = 0; k < holes.size(); ++k) {
            const Point at = panel_.at(holes[k].centre);
            const bool is_left = at.x < panel_.left + 0.5 * panel_.width;
            const bool is_top = at.y < kTop + 10, is_side = !is_top && at.y < kTop + panel_.height - 10;
            const double y = at.y + (is_top ? -24 : is_side ? 40 : 34);
            const double inset = is_side ? kMargin + 6 : 6;
            text += words(is_left ? inset : width() - inset, y, percent(counts_.pocket_falls[k], all),
                          is_side ? "#f4e9dd" : "#1d232b", is_left ? "start" : "end");
        }
        return text;
    }

    const BreakCounts& counts_;
    const billiards::TableScene& scene_;
    Scene<2> flat_;
    Panel panel_;
};

}  // namespace

std::optional<FileError> write_break_map(const std::filesystem::path& file, const BreakCounts& counts,
                                         const billiards::TableScene& scene) {
    const BreakMap map(counts, scene);
    const std::string svg = map.svg();
    if (file.extension() == ".svg") return write_file_whole(file, svg);
    constexpr double scale = 1.5;
    draw::Image image(static_cast<int>(std::ceil(scale * map.width())),
                      static_cast<int>(std::ceil(scale * map.height())), {1, 1, 1});
    draw_svg(image, svg, scale);
    return write_file_whole(file, to_png(image));
}

}  // namespace carom::app
