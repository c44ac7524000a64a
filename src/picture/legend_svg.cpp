#include "picture/legend_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/utf8.hpp"
#include "picture/svg.hpp"

namespace carom::app {
namespace {

constexpr double kUnit = 10;  // radius of a ball's definition
constexpr double kRow = 34;   // pixels
constexpr std::size_t kMostNamesInLegend = 12;

std::string label(const BallLook& look) {
    if (look.label.empty()) return "";
    const double size = look.label.size() == 1 ? 11 : look.label.size() == 2 ? 9.6 : 7;
    return fmt::format(
        "{}<text y=\"{:.1f}\" font-size=\"{}\" font-weight=\"700\" text-anchor=\"middle\" "
        "fill=\"{}\">{}</text>",
        look.pool_number > 0 ? "<circle r=\"6.6\" fill=\"#fff\"/>" : "", 0.36 * size, size, look.ink,
        svg_escaped(look.label));
}

std::string text_at(double x, double y, const std::string& text) {
    return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"15\" fill=\"#3c4650\">{}</text>\n", svg_number(x),
                       svg_number(y), svg_escaped(text));
}

/// A name that fits a legend, cut between two characters of its UTF-8.
std::string shortened(const std::string& name) {
    constexpr std::size_t most = 28;
    if (name.size() <= most) return name;
    std::size_t end = most;
    while (end > 0 && detail::continues_character(name[end])) --end;
    return name.substr(0, end) + "\u2026";
}

/// One entry for each ball in the order of the numbers: the ball and its line on a piece of felt.
std::string pool_row(const std::vector<BallLook>& looks, double y) {
    const double step = (kWidth - 2 * kMargin) / static_cast<double>(looks.size());
    const double width = std::min(step - 8, 104.0);
    std::vector<std::size_t> order(looks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return looks[a].pool_number < looks[b].pool_number;
    });
    std::string text;
    double x = kMargin;
    for (const std::size_t k : order) {
        text +=
            fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"28\" rx=\"14\" fill=\"#1f6552\"/>\n",
                        svg_number(x), svg_number(y - 14), svg_number(width));
        text += fmt::format("<path d=\"M{} {}h{}\" stroke=\"{}\" stroke-width=\"2\"{}/>\n",
                            svg_number(x + 26), svg_number(y), svg_number(width - 38), looks[k].line,
                            looks[k].striped ? " stroke-dasharray=\"9 3\"" : "");
        text += ball_svg(k, {x + 14, y}, 11);
        x += step;
    }
    return text;
}

struct NameRows {
    std::string text;
    double bottom = 0;  // where the next row goes
};

/// Each ball with its name, in as many rows as it takes.
NameRows name_rows(const std::vector<BallLook>& looks, double y) {
    std::size_t longest = 0;
    for (const BallLook& look : looks) longest = std::max(longest, shortened(look.name).size());
    const double step = 48 + 8.5 * static_cast<double>(longest);
    std::string text;
    double x = kMargin;
    for (const BallLook& look : looks) {
        if (x + step > kWidth - kMargin + 24) {
            x = kMargin;
            y += kRow - 8;
        }
        text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"8\" fill=\"{}\"/>\n", svg_number(x + 9),
                            svg_number(y), look.fill);
        text += text_at(x + 24, y + 5, shortened(look.name));
        x += step;
    }
    return {text, y + kRow};
}

/// Hollow: start. Filled: end. Faint to strong: early to late.
std::string key(double x, double y) {
    std::string text = fmt::format(
        "<circle cx=\"{}\" cy=\"{}\" r=\"8\" stroke=\"#3c4650\" stroke-width=\"1.5\"/>\n"
        "<circle cx=\"{}\" cy=\"{}\" r=\"8\" fill=\"#3c4650\"/>\n",
        svg_number(x + 9), svg_number(y), svg_number(x + 84), svg_number(y));
    text += text_at(x + 24, y + 5, "start") + text_at(x + 99, y + 5, "end");
    for (int k = 0; k < kBands; ++k) {
        text += fmt::format(
            "<path d=\"M{} {}h14\" stroke=\"#3c4650\" stroke-width=\"2.4\" opacity=\"{:.2f}\"/>\n",
            svg_number(x + 150 + 14 * k), svg_number(y), opacity_of(k));
    }
    return text + text_at(x + 244, y + 5, "early to late");
}

std::string scale_bar(double scale, double y) {
    const double length = round_length(240 / scale);
    const double right = kWidth - kMargin, left = right - length * scale;
    return fmt::format(
        "<path d=\"M{0} {2}v12M{0} {3}H{1}M{1} {2}v12\" stroke=\"#3c4650\" stroke-width=\"2\"/>\n"
        "<text x=\"{4}\" y=\"{5}\" font-size=\"15\" fill=\"#3c4650\" text-anchor=\"end\">{6:g} units of "
        "length</text>\n",
        svg_number(left), svg_number(right), svg_number(y - 6), svg_number(y), svg_number(left - 10),
        svg_number(y + 5), length);
}

}  // namespace

std::string ball_definition(std::size_t k, const BallLook& look) {
    std::string text = fmt::format("<g id=\"b{}\">", k);
    if (look.striped) {
        text += fmt::format(
            "<circle r=\"{}\" fill=\"#fff\"/><path d=\"M-8-6H8A10 10 0 0 1 8 6H-8A10 10 0 0 1-8-6\" "
            "fill=\"{}\"/>",
            kUnit, look.fill);
    } else {
        text += fmt::format("<circle r=\"{}\" fill=\"{}\"/>", kUnit, look.fill);
    }
    text += label(look);
    return text + "<circle r=\"10\" stroke=\"#0b1013\" stroke-opacity=\".55\"/></g>\n";
}

std::string ball_svg(std::size_t k, Point center, double radius) {
    return fmt::format("<use href=\"#b{}\" transform=\"translate({} {})scale({:.3g})\"/>\n", k,
                       svg_number(center.x), svg_number(center.y), std::max(radius, 0.5) / kUnit);
}

Legend legend_svg(const std::string& caption, const std::vector<BallLook>& looks, double scale, double top) {
    Legend legend;
    double y = top + 12;
    if (looks.front().pool_number >= 0) {
        legend.text += pool_row(looks, y);
        y += kRow + 6;
    } else if (looks.size() <= kMostNamesInLegend && !looks.front().name.empty()) {
        const NameRows names = name_rows(looks, y);
        legend.text += names.text;
        y = names.bottom;
    }
    legend.text += key(kMargin, y) + scale_bar(scale, y);
    if (!caption.empty()) {
        y += kRow - 4;
        legend.text += text_at(kMargin, y + 5, caption);
    }
    legend.height = y + 28 - top;
    return legend;
}

}  // namespace carom::app
