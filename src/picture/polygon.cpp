#include "picture/polygon.hpp"

#include <fmt/format.h>

#include "picture/svg.hpp"

namespace carom::app {

Polygon2 cut(const Polygon2& polygon, Point normal, double offset) {
    Polygon2 result;
    const auto height = [&](Point p) { return normal.x * p.x + normal.y * p.y - offset; };
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Point a = polygon[k], b = polygon[(k + 1) % polygon.size()];
        const double ha = height(a), hb = height(b);
        if (ha <= 0) result.push_back(a);
        if ((ha < 0 && hb > 0) || (ha > 0 && hb < 0)) {
            const double share = ha / (ha - hb);
            result.push_back({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)});
        }
    }
    return result;
}

std::string points_svg(const Polygon2& polygon) {
    std::string points;
    if (polygon.size() < 3) return points;
    for (const Point p : polygon) points += fmt::format("{},{} ", svg_number(p.x), svg_number(p.y));
    points.pop_back();
    return points;
}

std::string path_data(const Polygon2& polygon) {
    std::string text;
    for (const Point p : polygon)
        text += fmt::format("{}{} {}", text.empty() ? "M" : "L", svg_number(p.x), svg_number(p.y));
    return text + "Z";
}

}  // namespace carom::app
