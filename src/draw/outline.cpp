#include "draw/outline.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace carom::draw {
namespace {

double distance(Point a, Point b) {
    return std::hypot(b.x - a.x, b.y - a.y);
}

Point between(Point a, Point b, double share) {
    return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/// The pieces of a line that are drawn.
std::vector<Line> dashed(const Line& line, const std::vector<double>& dashes) {
    double period = 0;
    for (const double dash : dashes) period += dash;
    if (!(period > 0.5)) return {line};
    std::vector<Line> pieces(1, Line{line.front()});
    std::size_t k = 0;
    double left = dashes[0];
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const double length = distance(line[i], line[i + 1]);
        double done = 0;
        while (length - done > left) {
            done += left;
            const Point at = between(line[i], line[i + 1], done / length);
            if (k % 2 == 0) {
                pieces.back().push_back(at);
            } else {
                pieces.push_back({at});
            }
            left = dashes[++k % dashes.size()];
        }
        left -= length - done;
        if (k % 2 == 0) pieces.back().push_back(line[i + 1]);
    }
    return pieces;
}

/// The rectangle of the pen along one straight piece, in the sense of rotation that circles have.
Line piece(Point a, Point b, double width) {
    const double length = distance(a, b);
    const double x = (b.y - a.y) / length * width / 2, y = (a.x - b.x) / length * width / 2;
    return {{a.x + x, a.y + y}, {a.x - x, a.y - y}, {b.x - x, b.y - y}, {b.x + x, b.y + y}};
}

double signed_area(const Line& line) {
    double area = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const Point a = line[i], b = line[(i + 1) % line.size()];
        area += a.x * b.y - a.y * b.x;
    }
    return area / 2;
}

}  // namespace

Line arc_line(Point center, double radius, double from, double sweep) {
    const double steps = std::ceil(std::fabs(sweep) * std::sqrt(std::max(radius, 1.0)) * 2.5) + 2;
    Line line;
    for (double k = 0; k <= steps; ++k) {
        const double angle = from + sweep * k / steps;
        line.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
    }
    return line;
}

Line circle_line(Point center, double radius) {
    Line line = arc_line(center, radius, 0, 2 * std::numbers::pi);
    line.pop_back();
    return line;
}

Outline stroked(const Line& line, double width, const std::vector<double>& dashes) {
    Outline outline;
    if (line.empty()) return outline;
    for (const Line& part : dashed(line, dashes)) {
        for (std::size_t i = 0; i + 1 < part.size(); ++i) {
            if (distance(part[i], part[i + 1]) > 0) outline.push_back(piece(part[i], part[i + 1], width));
            if (i > 0 && width > 1.2) outline.push_back(circle_line(part[i], width / 2));
        }
    }
    for (Line& part : outline) {
        if (signed_area(part) < 0) std::reverse(part.begin(), part.end());
    }
    return outline;
}

}  // namespace carom::draw
