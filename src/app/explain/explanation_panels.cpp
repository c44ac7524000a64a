#include "app/explain/explanation_panels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "picture/svg.hpp"

namespace carom::app {
namespace explanation_look {

std::string filled(const std::string& colour, double share) {
    return fmt::format("fill=\"{0}\" fill-opacity=\"{1:g}\" stroke=\"{0}\" stroke-width=\"1.6\"", colour,
                       share);
}

std::string outline(const std::string& colour, const char* dashes) {
    return fmt::format("stroke=\"{}\" stroke-width=\"1.2\" stroke-dasharray=\"{}\"", colour, dashes);
}

}  // namespace explanation_look

namespace {

constexpr double kPanel = 400, kPanelHeight = 420, kGutter = 30, kTop = 128, kLine = 20;
constexpr std::size_t kFewestLines = 3;  // there is always room for them

std::string words(double x, double y, double size, const std::string& colour, const char* weight,
                  const std::string& text) {
    return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"{}\" fill=\"{}\">{}</text>\n",
                       svg_number(x), svg_number(y), svg_number(size), weight, colour, svg_escaped(text));
}

std::string panel_svg(std::size_t index, const ExplanationPanel& panel) {
    using namespace explanation_look;
    const double left = kGutter + static_cast<double>(index) * (kPanel + kGutter);
    std::string text = words(left, kTop - 20, 17, kInk, "700", panel.title);
    text += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"#f7f8fa\" stroke=\"#dde2e8\"/>\n",
        svg_number(left), svg_number(kTop - 6), svg_number(kPanel), svg_number(kPanelHeight));
    text += panel.sketch.svg({left + 4, kTop - 2, kPanel - 8, kPanelHeight - 8});
    double y = kTop + kPanelHeight + 18;
    for (const std::string& line : panel.lines) {
        text += words(left, y, 14, kGrey, "400", line);
        y += kLine;
    }
    return text;
}

}  // namespace

ExplanationPicture explanation_picture(const std::string& title, const std::string& headline,
                                       const std::string& facts,
                                       const std::vector<ExplanationPanel>& panels) {
    using namespace explanation_look;
    std::size_t lines = kFewestLines;
    for (const ExplanationPanel& panel : panels) lines = std::max(lines, panel.lines.size());
    const auto count = static_cast<double>(panels.size());
    const double width = count * kPanel + (count + 1) * kGutter;
    const double height = kTop + kPanelHeight + kLine * static_cast<double>(lines) + 24;
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"'Liberation Sans',Helvetica,Arial,'DejaVu Sans',sans-serif\" fill=\"none\">\n"
        "<title>{2}</title>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        svg_number(width), svg_number(height), svg_escaped(title));
    text += words(kGutter, 44, 24, kInk, "700", headline);
    text += words(kGutter, 70, 15, kGrey, "400", facts);
    for (std::size_t k = 0; k < panels.size(); ++k) text += panel_svg(k, panels[k]);
    return {text + "</svg>\n", width, height};
}

}  // namespace carom::app
