#include "draw/depth_map.hpp"

#include <algorithm>

namespace carom::draw {
namespace {

/// The samples k + 1/2 of [low, high] on an axis of `size` samples: first and one past the last.
struct Samples {
    int begin = 0, end = 0;

    Samples(double low, double high, int size)
        : begin(static_cast<int>(std::clamp(std::ceil(low - 0.5), 0.0, static_cast<double>(size)))),
          end(static_cast<int>(std::clamp(std::floor(high - 0.5) + 1, 0.0, static_cast<double>(size)))) {}
};

}  // namespace

void DepthMap::add_ball(const ScreenPoint& center, float radius, std::uint32_t owner) {
    const float squared = radius * radius;
    const Samples rows(center.y - radius, center.y + radius, height_);
    for (int y = rows.begin; y < rows.end; ++y) {
        const float dy = static_cast<float>(y) + 0.5F - center.y;
        const float half = std::sqrt(std::max(0.0F, squared - dy * dy));
        const Samples columns(center.x - half, center.x + half, width_);
        for (int x = columns.begin; x < columns.end; ++x) {
            const float dx = static_cast<float>(x) + 0.5F - center.x;
            put(x, y, center.z + std::sqrt(std::max(0.0F, squared - dy * dy - dx * dx)), owner);
        }
    }
}

void DepthMap::add_polygon(const std::vector<Point>& corners, const ScreenPoint& depth, Point slope,
                           std::uint32_t owner) {
    double top = HUGE_VAL, bottom = -HUGE_VAL;
    for (const Point p : corners) {
        top = std::min(top, p.y);
        bottom = std::max(bottom, p.y);
    }
    const Samples rows(top, bottom, height_);
    for (int y = rows.begin; y < rows.end; ++y) {
        const double at = y + 0.5;
        double left = HUGE_VAL, right = -HUGE_VAL;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const Point a = corners[i], b = corners[(i + 1) % corners.size()];
            if ((a.y <= at) == (b.y <= at)) continue;
            const double x = a.x + (b.x - a.x) * (at - a.y) / (b.y - a.y);
            left = std::min(left, x);
            right = std::max(right, x);
        }
        const Samples columns(left, right, width_);
        for (int x = columns.begin; x < columns.end; ++x) {
            const double z = depth.z + slope.x * (x + 0.5 - depth.x) + slope.y * (at - depth.y);
            put(x, y, static_cast<float>(z), owner);
        }
    }
}

}  // namespace carom::draw
