#include "picture/outcome_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/svg_raster.hpp"
#include "picture/svg.hpp"

namespace carom::app {
namespace {

constexpr double kMapPixels = 1.5;  // of the picture for each pixel of the text
constexpr double kMapWidth = 1280, kMapMargin = 24, kMapTop = 92, kAxisRoom = 52, kMapGap = 26,
                 kMapTitle = 26, kMapFoot = 46;
constexpr double kLetter = 7.2;  // the width of most letters
constexpr double kLegendLine = 24, kLegendColumn = 300;
/// Nothing, then what colour-blind people tell apart (Okabe and Ito).
constexpr std::array<const char*, 8> kOutcomeColours{"#e3e7ea", "#0072b2", "#e69f00", "#009e73",
                                                     "#cc79a7", "#56b4e9", "#d55e00", "#f0e442"};
constexpr const char* kOtherOutcomes = "#5b6672";

/// A panel of the map, in pixels of the text.
struct MapPanel {
    double left, top, width, height;
};

class MapPicture {
public:
    explicit MapPicture(const OutcomeMap& map) : map_(map) {
        const std::size_t panels = map.panels.size();
        columns_ = panels == 1 ? 1 : panels <= 4 ? 2 : panels <= 9 ? 3 : 4;
        rows_ = (panels + columns_ - 1) / columns_;
        std::size_t next = 1;
        for (std::size_t k = 0; k < map.outcomes.size() && colours_.size() < kOutcomeColours.size(); ++k) {
            if (k != map.nothing && next == kOutcomeColours.size()) break;
            colours_.emplace_back(k == map.nothing ? kOutcomeColours[0] : kOutcomeColours[next++]);
        }
        has_others_ = map.outcomes.size() > colours_.size();
        if (map.panels.size() > 1) title_ = 2 * kMapTitle;
        std::size_t longest = 0;
        for (const std::string& value : map.up.values) longest = std::max(longest, value.size());
        axis_ = std::max(kAxisRoom, kLetter * static_cast<double>(longest) + 14);
        const auto count = static_cast<double>(columns_);
        width_ = (kMapWidth - 2 * kMapMargin - count * axis_ - (count - 1) * kMapGap) / count;
        height_ = map.up.values.size() == 1 ? 70 : width_ * (panels == 1 ? 0.5 : 0.66);
    }

    draw::Image image() const {
        draw::Image image(static_cast<int>(kMapPixels * kMapWidth), static_cast<int>(kMapPixels * height()),
                          {1, 1, 1});
        for (std::size_t k = 0; k < map_.panels.size(); ++k) paint(image, k);
        draw_svg(image, svg(), kMapPixels);
        return image;
    }

private:
    double height() const {
        return kMapTop + static_cast<double>(rows_) * (title_ + height_ + kMapFoot) +
               static_cast<double>(legend_lines()) * kLegendLine + kMapMargin;
    }
    std::size_t legend_entries() const { return colours_.size() + (has_others_ ? 1 : 0); }
    std::size_t legend_lines() const { return (legend_entries() + 3) / 4; }

    MapPanel panel(std::size_t k) const {
        const auto column = static_cast<double>(k % columns_);
        const std::size_t row_number = k / columns_;
        const auto row = static_cast<double>(row_number);
        return {kMapMargin + column * (width_ + axis_ + kMapGap) + axis_,
                kMapTop + row * (title_ + height_ + kMapFoot) + title_, width_, height_};
    }

    void paint(draw::Image& image, std::size_t k) const {
        std::vector<draw::Colour> colours;
        for (const char* colour : colours_) colours.push_back(draw::colour_of(colour));
        colours.push_back(draw::colour_of(kOtherOutcomes));
        const MapPanel at = panel(k);
        const int left = static_cast<int>(kMapPixels * at.left), top = static_cast<int>(kMapPixels * at.top);
        const int width = static_cast<int>(kMapPixels * at.width),
                  height = static_cast<int>(kMapPixels * at.height);
        const auto cell = [](int pixel, int pixels, std::size_t cells) {
            return static_cast<std::size_t>(pixel) * cells / static_cast<std::size_t>(pixels);
        };
        for (int y = 0; y < height; ++y) {
            const std::size_t up = cell(height - 1 - y, height, map_.up.values.size());
            for (int x = 0; x < width; ++x) {
                const std::size_t outcome = map_.at(k, cell(x, width, map_.across.values.size()), up);
                image.at(left + x, top + y) = colours[std::min(outcome, colours_.size())];
            }
        }
    }

    std::string svg() const {
        std::string text = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
            "font-family=\"'Liberation Sans'\">\n",
            svg_number(kMapWidth), svg_number(height()));
        text += title_svg({kMapMargin, 40}, kMapWidth - 2 * kMapMargin, 22, map_.title);
        text += words(kMapMargin, 66, map_.facts, "start", "#5b6672");
        for (std::size_t k = 0; k < map_.panels.size(); ++k) text += axes(k);
        return text + legend() + "</svg>\n";
    }

    std::string axes(std::size_t k) const {
        const MapPanel at = panel(k);
        std::string text = fmt::format(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#1d232b\"/>\n",
            svg_number(at.left), svg_number(at.top), svg_number(at.width), svg_number(at.height));
        const auto& across = map_.across.values;
        for (const std::size_t tick : ticks(across.size())) {
            const double x = at.left + at.width * centre(tick, across.size());
            text += words(x, at.top + at.height + 17, across[tick], "middle", "#1d232b");
        }
        text += words(at.left + at.width / 2, at.top + at.height + 35, map_.across.name, "middle", "#5b6672");
        const auto& up = map_.up.values;
        if (!map_.up.name.empty()) {
            for (const std::size_t tick : ticks(up.size())) {
                const double y = at.top + at.height * (1 - centre(tick, up.size()));
                text += words(at.left - 6, y + 4, up[tick], "end", "#1d232b");
            }
        }
        text += words(at.left - axis_ + 8, at.top - 9, map_.up.name, "start", "#5b6672");
        return text +
               words(at.left + at.width, at.top - 9 - (title_ - kMapTitle), map_.panels[k], "end", "#1d232b");
    }

    /// At most five, among them the ends.
    static std::vector<std::size_t> ticks(std::size_t count) {
        std::vector<std::size_t> places;
        const std::size_t parts = std::min<std::size_t>(count - 1, 4);
        for (std::size_t k = 0; k <= parts; ++k) places.push_back(parts == 0 ? 0 : k * (count - 1) / parts);
        return places;
    }
    static double centre(std::size_t k, std::size_t count) {
        return (static_cast<double>(k) + 0.5) / static_cast<double>(count);
    }

    std::string legend() const {
        std::string text;
        const double top = height() - kMapMargin - static_cast<double>(legend_lines()) * kLegendLine;
        for (std::size_t k = 0; k < legend_entries(); ++k) {
            const std::size_t line = k / 4;
            const double x = kMapMargin + static_cast<double>(k % 4) * kLegendColumn;
            const double y = top + static_cast<double>(line) * kLegendLine;
            text +=
                fmt::format("<rect x=\"{}\" y=\"{}\" width=\"16\" height=\"16\" fill=\"{}\"/>\n",
                            svg_number(x), svg_number(y), k < colours_.size() ? colours_[k] : kOtherOutcomes);
            text +=
                words(x + 24, y + 13, k < colours_.size() ? map_.outcomes[k] : "others", "start", "#1d232b");
        }
        return text;
    }

    static std::string words(double x, double y, const std::string& text, const char* anchor,
                             const char* colour) {
        return fmt::format(
            "<text x=\"{}\" y=\"{}\" font-size=\"13\" fill=\"{}\" text-anchor=\"{}\">{}</text>\n",
            svg_number(x), svg_number(y), colour, anchor, svg_escaped(text));
    }

    const OutcomeMap& map_;
    std::size_t columns_ = 1, rows_ = 1;
    std::vector<const char*> colours_;
    double width_ = 0, height_ = 0, axis_ = kAxisRoom, title_ = kMapTitle;
    bool has_others_ = false;
};

}  // namespace

draw::Image outcome_map(const OutcomeMap& map) {
    return MapPicture(map).image();
}

}  // namespace carom::app
