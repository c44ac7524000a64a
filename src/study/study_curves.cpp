// The picture of a study: a panel for each quantity.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "carom/study/study_folder.hpp"
#include "core/xml_text.hpp"

namespace carom {
namespace {

using detail::xml_text;

// In pixels.
constexpr double kPanelWidth = 440, kPanelHeight = 300;
constexpr double kLeft = 70, kRight = 20, kTop = 34, kBottom = 46;
constexpr double kHead = 44, kLegendLine = 20;

constexpr std::size_t kMostLines = 24;  // that the legend names
constexpr const char* kTheory = "#808080";

/// Theory is drawn into the panels of what it is about.
const char* theory_of(const std::string& quantity) {
    return quantity.starts_with("pressure.z_") ? "theory.z" : "";
}

bool is_theory(const std::string& quantity) {
    return quantity.starts_with("theory.");
}

const char* colour_of(std::size_t line) {
    constexpr std::array kColours{"#2f7fd0", "#e4572e", "#2a9d64", "#9a6bd0", "#b8860b", "#00838f"};
    return kColours[line % kColours.size()];
}

std::optional<double> number_of(const std::string& value) {
    double number = 0;
    const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (failure != std::errc{} || end != value.data() + value.size() || !std::isfinite(number)) return {};
    return number;
}

struct Point {
    double x = 0, y = 0, error = 0;
};

/// The points of one combination of the other keys.
struct Line {
    std::string label;
    std::vector<Point> points;
};

/// What a parameter does on the axis.
class Axis {
public:
    Axis(const StudyPlan& plan, const std::vector<StudyMean>& means) : plan_(plan) {
        for (std::size_t k = 0; k < plan.parameters.size() && !key_; ++k) {
            std::set<std::string> values;
            bool numbers = true;
            for (const StudyMean& mean : means) {
                values.insert(mean.values[k]);
                numbers = numbers && number_of(mean.values[k]);
            }
            if (numbers && values.size() > 1) key_ = k;
        }
        if (key_) return;
        for (const StudyMean& mean : means) {
            if (std::find(places_.begin(), places_.end(), mean.values) == places_.end())
                places_.push_back(mean.values);
        }
    }

    std::string title() const { return key_ ? plan_.parameters[*key_].key : "combination of values"; }

    double place(const StudyMean& mean) const {
        if (key_) return *number_of(mean.values[*key_]);
        return 1 +
               static_cast<double>(std::find(places_.begin(), places_.end(), mean.values) - places_.begin());
    }

    /// What tells the line of a point from others.
    std::string label(const StudyMean& mean) const {
        std::string text;
        for (std::size_t k = 0; k < plan_.parameters.size() && key_; ++k) {
            if (k == *key_) continue;
            text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", plan_.parameters[k].key,
                                plain_value(mean.values[k]));
        }
        return text;
    }

private:
    const StudyPlan& plan_;
    std::optional<std::size_t> key_;
    std::vector<std::vector<std::string>> places_;  // where no key is one
};

std::vector<Line> lines_of(const std::vector<StudyMean>& means, const std::string& quantity,
                           const Axis& axis) {
    std::vector<Line> lines;
    for (const StudyMean& mean : means) {
        if (mean.quantity != quantity || !std::isfinite(mean.mean)) continue;
        const std::string label = axis.label(mean);
        auto line = std::find_if(lines.begin(), lines.end(), [&](const Line& x) { return x.label == label; });
        if (line == lines.end()) line = lines.insert(lines.end(), Line{label, {}});
        const double error = mean.error.value_or(0);
        line->points.push_back({axis.place(mean), mean.mean, std::isfinite(error) ? error : 0});
    }
    for (Line& line : lines)
        std::stable_sort(line.points.begin(), line.points.end(),
                         [](const Point& a, const Point& b) { return a.x < b.x; });
    return lines;
}

/// A range of numbers on its way to pixels.
struct Scale {
    double lower = HUGE_VAL, upper = -HUGE_VAL;
    double from = 0, to = 1;  // pixels

    void cover(double number) {
        lower = std::min(lower, number);
        upper = std::max(upper, number);
    }
    /// With some room beside the outermost numbers.
    void widen() {
        const double size = std::max(std::fabs(lower), std::fabs(upper));
        const double room = upper > lower ? 0.06 * (upper - lower) : size > 0 ? 0.1 * size : 1;
        lower -= room;
        upper += room;
    }
    double at(double number) const { return from + (to - from) * (number - lower) / (upper - lower); }

    /// About five round numbers.
    std::vector<double> ticks() const {
        const double step = std::pow(10, std::floor(std::log10((upper - lower) / 4)));
        const double rough = (upper - lower) / 4 / step;
        const double each = step * (rough < 2 ? 1 : rough < 5 ? 2 : 5);
        std::vector<double> found;
        for (double k = std::ceil(lower / each); k * each <= upper && found.size() < 12; ++k)
            found.push_back(k == 0 ? 0 : k * each);
        return found;
    }
};

class Panel {
public:
    Panel(double left, double top, const std::vector<Line>& lines, const std::vector<Line>& theory)
        : top_(top) {
        for (const auto* const each : {&lines, &theory}) {
            for (const Line& line : *each) {
                for (const Point& point : line.points) {
                    x_.cover(point.x);
                    y_.cover(point.y - point.error);
                    y_.cover(point.y + point.error);
                }
            }
        }
        x_.widen();
        y_.widen();
        x_.from = left + kLeft;
        x_.to = left + kPanelWidth - kRight;
        y_.from = top + kPanelHeight - kBottom;
        y_.to = top + kTop;
    }

    std::string frame(const std::string& title, const std::string& below) const {
        std::string text = fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-weight=\"700\">{}</text>\n",
                                       x_.from, top_ + 22, xml_text(title));
        for (const double x : x_.ticks()) {
            text += fmt::format("<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"#e3e6ea\"/>\n", x_.at(x),
                                y_.from, y_.to);
            text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.6g}</text>\n",
                                x_.at(x), y_.from + 17, x);
        }
        for (const double y : y_.ticks()) {
            text += fmt::format("<path d=\"M{0:.1f} {1:.1f}H{2:.1f}\" stroke=\"#e3e6ea\"/>\n", x_.from,
                                y_.at(y), x_.to);
            text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:.6g}</text>\n",
                                x_.from - 6, y_.at(y) + 4, y);
        }
        text += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
            "stroke=\"#9aa3ad\"/>\n",
            x_.from, y_.to, x_.to - x_.from, y_.from - y_.to);
        return text + fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                                  (x_.from + x_.to) / 2, top_ + kPanelHeight - 8, xml_text(below));
    }

    std::string curve(const Line& line, const char* look) const {
        std::string data;
        for (const Point& point : line.points)
            data += fmt::format("{}{:.1f} {:.1f}", data.empty() ? "M" : "L", x_.at(point.x), y_.at(point.y));
        return fmt::format("<path d=\"{}\" fill=\"none\" {}/>\n", data, look);
    }

    std::string points(const Line& line, const char* colour) const {
        std::string text;
        for (const Point& point : line.points) {
            const double x = x_.at(point.x);
            if (point.error > 0) {
                const double low = y_.at(point.y - point.error), high = y_.at(point.y + point.error);
                text += fmt::format(
                    "<path d=\"M{0:.1f} {3:.1f}H{1:.1f}M{0:.1f} {4:.1f}H{1:.1f}M{2:.1f} {3:.1f}V{4:.1f}\" "
                    "fill=\"none\" stroke=\"{5}\" stroke-width=\"1.5\"/>\n",
                    x - 4, x + 4, x, low, high, colour);
            }
            text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", x,
                                y_.at(point.y), colour);
        }
        return text;
    }

private:
    double top_;
    Scale x_, y_;
};

/// In the order of the table, but what most people want comes first.
std::vector<std::string> quantities_of(const std::vector<StudyMean>& means) {
    std::vector<std::string> names;
    for (const StudyMean& mean : means) {
        if (!is_theory(mean.quantity) && std::isfinite(mean.mean) &&
            std::find(names.begin(), names.end(), mean.quantity) == names.end())
            names.push_back(mean.quantity);
    }
    std::stable_partition(names.begin(), names.end(),
                          [](const std::string& name) { return name.starts_with("pressure.z_virial"); });
    return names;
}

std::string legend_of(const std::vector<std::string>& labels, double top) {
    std::string text;
    for (std::size_t k = 0; k < std::min(labels.size(), kMostLines); ++k) {
        const double y = top + kLegendLine * static_cast<double>(k);
        text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", kLeft, y - 4,
                            colour_of(k));
        text +=
            fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", kLeft + 12, y, xml_text(labels[k]));
    }
    if (labels.size() > kMostLines)
        text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">and {} more</text>\n", kLeft + 12,
                            top + kLegendLine * static_cast<double>(kMostLines), labels.size() - kMostLines);
    return text;
}

/// All lines of all panels, each with a colour of its own.
std::vector<std::string> labels_of(const std::vector<StudyMean>& means, const Axis& axis) {
    std::vector<std::string> labels;
    for (const StudyMean& mean : means) {
        std::string label = axis.label(mean);
        if (std::find(labels.begin(), labels.end(), label) == labels.end())
            labels.push_back(std::move(label));
    }
    return labels;
}

std::string panel_of(const std::vector<StudyMean>& means, const std::string& quantity, const Axis& axis,
                     const std::vector<std::string>& labels, double left, double top) {
    const std::vector<Line> lines = lines_of(means, quantity, axis);
    const std::vector<Line> theory = lines_of(means, theory_of(quantity), axis);
    const Panel panel(left, top, lines, theory);
    std::string text = panel.frame(quantity, axis.title());
    for (const Line& line : theory)
        text += panel.curve(line, fmt::format("stroke=\"{}\" stroke-dasharray=\"6 4\"", kTheory).c_str());
    for (const Line& line : lines) {
        const auto place = std::find(labels.begin(), labels.end(), line.label) - labels.begin();
        const char* const colour = colour_of(static_cast<std::size_t>(place));
        if (theory.empty())
            text += panel.curve(line, fmt::format("stroke=\"{}\" stroke-opacity=\"0.5\"", colour).c_str());
        text += panel.points(line, colour);
    }
    return text;
}

}  // namespace

std::string curves_svg(const StudyPlan& plan, const std::vector<StudyMean>& means) {
    const Axis axis(plan, means);
    const std::vector<std::string> quantities = quantities_of(means);
    std::vector<std::string> labels = labels_of(means, axis);
    const std::size_t columns = quantities.size() > 1 ? 2 : 1;
    const std::size_t rows = (quantities.size() + columns - 1) / columns;
    const double panels = kHead + kPanelHeight * static_cast<double>(rows);
    std::string text;
    for (std::size_t k = 0; k < quantities.size(); ++k) {
        const std::size_t row = k / columns;
        text += panel_of(means, quantities[k], axis, labels, kPanelWidth * static_cast<double>(k % columns),
                         kHead + kPanelHeight * static_cast<double>(row));
    }
    double height = panels;
    if (quantities.empty()) {
        text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">nothing was measured</text>\n", kLeft, height);
        height += kLegendLine;
    } else if (labels.size() > 1) {
        text += legend_of(labels, panels + kLegendLine);
        height += kLegendLine * static_cast<double>(std::min(labels.size(), kMostLines + 1) + 1);
    }
    const std::string head = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        "<text x=\"{2:.1f}\" y=\"28\" font-size=\"17\" font-weight=\"700\">{3}</text>\n",
        kPanelWidth * static_cast<double>(columns), height, kLeft, xml_text(plan.name));
    return head + text + "</svg>\n";
}

}  // namespace carom
