#include "draw/label_placer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace carom::draw {
namespace {

constexpr double kPadding = 3;        // pixels around a label
constexpr double kWiderFonts = 1.08;  // a viewer may set another font
constexpr int kDirections = 24;
constexpr double kFarther[] = {0, 6, 14, 24, 38, 56, 80, 110, 150};

constexpr double kOnLabel = 1e6, kOutside = 1e5, kOnLine = 100, kOnCircle = 80;

bool meet(const Frame& a, const Frame& b) {
    return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height &&
           b.top < a.top + a.height;
}

/// True when a straight line runs through the frame (Liang and Barsky, 1984).
bool crosses(const Frame& frame, Point from, Point to) {
    double begin = 0, end = 1;
    const auto clip = [&](double step, double room) {
        if (step == 0) return room >= 0;
        const double share = room / step;
        if (step > 0) end = std::min(end, share);
        if (step < 0) begin = std::max(begin, share);
        return begin <= end;
    };
    const double dx = to.x - from.x, dy = to.y - from.y;
    return clip(dx, frame.left + frame.width - from.x) && clip(-dx, from.x - frame.left) &&
           clip(dy, frame.top + frame.height - from.y) && clip(-dy, from.y - frame.top);
}

bool crosses_circle(const Frame& frame, Point center, double radius) {
    const double near_x = std::clamp(center.x, frame.left, frame.left + frame.width);
    const double near_y = std::clamp(center.y, frame.top, frame.top + frame.height);
    const double far_x = std::max(center.x - frame.left, frame.left + frame.width - center.x);
    const double far_y = std::max(center.y - frame.top, frame.top + frame.height - center.y);
    return std::hypot(center.x - near_x, center.y - near_y) <= radius && std::hypot(far_x, far_y) >= radius;
}

}  // namespace

double LabelPlacer::cost(const Frame& place) const {
    double sum = 0;
    for (const Frame& other : taken_) sum += meet(place, other) ? kOnLabel : 0;
    const bool inside = place.left >= room_.left && place.top >= room_.top &&
                        place.left + place.width <= room_.left + room_.width &&
                        place.top + place.height <= room_.top + room_.height;
    if (!inside) sum += kOutside;
    for (const Segment& line : lines_) sum += crosses(place, line.from, line.to) ? kOnLine : 0;
    for (const Circle& one : circles_) sum += crosses_circle(place, one.center, one.radius) ? kOnCircle : 0;
    return sum;
}

PlacedLabel LabelPlacer::place(Point anchor, double distance, const std::string& text, double size,
                               Weight weight) {
    const double width = kWiderFonts * text_width(text, size, weight) + 2 * kPadding;
    const double height = size + 2 * kPadding;
    PlacedLabel best{text, {}, {}, anchor, distance};
    double least = HUGE_VAL;
    for (const double farther : kFarther) {
        for (int k = 0; k < kDirections; ++k) {
            const double angle = 2 * std::numbers::pi * k / kDirections - std::numbers::pi / 4;
            const double x = std::cos(angle), y = std::sin(angle);
            // The point of the frame that is nearest to the anchor lies on a circle around it.
            const double reach = distance + farther;
            const Frame frame{anchor.x + reach * x + (x - 1) / 2 * width,
                              anchor.y + reach * y + (y - 1) / 2 * height, width, height};
            const double sum = cost(frame) + 0.8 * farther;
            if (sum >= least) continue;
            least = sum;
            best.around = frame;
            best.distance = reach;
        }
    }
    best.start = {best.around.left + kPadding, best.around.top + kPadding + 0.78 * size};
    taken_.push_back(best.around);
    return best;
}

}  // namespace carom::draw
