#include "picture/path_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "picture/legend_svg.hpp"
#include "picture/svg.hpp"

namespace carom::app {
namespace {

template <int N>
Vec<double, N> at_time(const Leg<N>& leg, double time) {
    if (time <= leg.begin) return leg.from;
    if (time >= leg.end) return leg.to;
    const double share = (time - leg.begin) / (leg.end - leg.begin);
    Vec<double, N> point;
    for (int k = 0; k < N; ++k) point[k] = leg.from[k] + share * (leg.to[k] - leg.from[k]);
    return point;
}

/// The part of a path that lies in a band of time, and that the ball slides or not.
template <int N>
std::string band_of(const PathSet<N>& set, std::size_t k, int band, bool slides, const BallLook& look,
                    const Panel& panel) {
    const double begin = set.end * band / kBands;
    const double end = band == kBands - 1 ? HUGE_VAL : set.end * (band + 1) / kBands;
    SvgPath path;
    const Vec<double, N>* last = nullptr;
    for (const Leg<N>& leg : set.paths[k].legs) {
        if (leg.end <= begin || leg.begin >= end || leg.slides != slides) continue;
        if (last == nullptr || leg.from != *last)
            path.move_to(panel.at(at_time(leg, std::max(begin, leg.begin))));
        path.line_to(panel.at(at_time(leg, std::min(end, leg.end))));
        last = &leg.to;
    }
    if (path.data().empty()) return "";
    const char* const dashes = look.striped ? " stroke-dasharray=\"90 30\"" : "";
    const char* const thin = slides ? " stroke-width=\"8\"" : "";
    return fmt::format("<path stroke=\"{}\"{}{} d=\"{}\"/>\n", look.line, thin, dashes, path.data());
}

}  // namespace

template <int N>
std::string path_lines_svg(const PathSet<N>& set, const std::vector<BallLook>& looks, const Panel& panel) {
    std::string text = "<g transform=\"scale(.1)\" stroke-width=\"19\" stroke-linejoin=\"round\">\n";
    for (int band = 0; band < kBands; ++band) {
        text += fmt::format("<g opacity=\"{:.2f}\">\n", opacity_of(band));
        for (std::size_t k = 0; k < set.paths.size(); ++k) {
            for (const bool slides : {true, false}) text += band_of(set, k, band, slides, looks[k], panel);
        }
        text += "</g>\n";
    }
    return text + "</g>\n";
}

template <int N>
std::string impact_points_svg(const PathSet<N>& set, const std::vector<BallLook>& looks, const Panel& panel) {
    std::string text;
    for (std::size_t k = 0; k < set.paths.size(); ++k) {
        text += fmt::format("<g fill=\"{}\">\n", looks[k].line);
        for (const Vec<double, N>& place : set.paths[k].impacts) {
            const Point at = panel.at(place);
            text +=
                fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"2.6\"/>\n", svg_number(at.x), svg_number(at.y));
        }
        text += "</g>\n";
    }
    return text;
}

template std::string path_lines_svg(const PathSet<2>&, const std::vector<BallLook>&, const Panel&);
template std::string path_lines_svg(const PathSet<3>&, const std::vector<BallLook>&, const Panel&);
template std::string impact_points_svg(const PathSet<2>&, const std::vector<BallLook>&, const Panel&);
template std::string impact_points_svg(const PathSet<3>&, const std::vector<BallLook>&, const Panel&);

}  // namespace carom::app
