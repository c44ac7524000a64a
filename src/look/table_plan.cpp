#include "look/table_plan.hpp"

#include <algorithm>
#include <cmath>

namespace carom::look {
namespace {

/// The ends of cushions within so many radii of a pocket are at its mouth.
constexpr double kMouth = 4;

bool is_in(const Vec2d& place, const billiards::Pocket& pocket, double radii = 1) {
    return std::hypot(place[0] - pocket.centre[0], place[1] - pocket.centre[1]) < radii * pocket.radius;
}

/// Whether the way from a over b to c turns to the left.
bool turns_left(const Vec2d& a, const Vec2d& b, const Vec2d& c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
}

/// Adds a side of the hull of points in order, without its last point.
template <class Points>
void add_side(std::vector<Vec2d>& hull, const Points& points) {
    const std::size_t begin = hull.size();
    for (const Vec2d& point : points) {
        while (hull.size() > begin + 1 && !turns_left(hull[hull.size() - 2], hull.back(), point))
            hull.pop_back();
        hull.push_back(point);
    }
    hull.pop_back();
}

/// The convex hull (Andrew, 1979).
std::vector<Vec2d> hull_of(std::vector<Vec2d> points) {
    std::vector<Vec2d> hull;
    if (points.size() < 3) return hull;
    const auto before = [](const Vec2d& a, const Vec2d& b) {
        return a[0] != b[0] ? a[0] < b[0] : a[1] < b[1];
    };
    std::sort(points.begin(), points.end(), before);
    add_side(hull, points);
    std::reverse(points.begin(), points.end());
    add_side(hull, points);
    return hull;
}

}  // namespace

double shorter_side(const Box<double, 2>& area) {
    return std::min(area.upper[0] - area.lower[0], area.upper[1] - area.lower[1]);
}

Box<double, 2> widened(const Box<double, 2>& area, double margin) {
    Box<double, 2> wide = area;
    for (int axis = 0; axis < 2; ++axis) {
        wide.lower[axis] -= margin;
        wide.upper[axis] += margin;
    }
    return wide;
}

double reach_of(const Box<double, 2>& area, const std::vector<billiards::Pocket>& pockets) {
    double reach = kRailShare * shorter_side(area);
    for (const billiards::Pocket& pocket : pockets) {
        for (int axis = 0; axis < 2; ++axis) {
            const double x = pocket.centre[axis];
            reach =
                std::max({reach, area.lower[axis] - x + pocket.radius, x - area.upper[axis] + pocket.radius});
        }
    }
    return reach;
}

std::vector<std::vector<Vec2d>> mouths_of(const billiards::Table& table) {
    std::vector<std::vector<Vec2d>> mouths;
    for (const billiards::Pocket& pocket : table.pockets) {
        std::vector<Vec2d> ends;
        for (const billiards::StraightCushion& cushion : table.straight_cushions) {
            for (const Vec2d& end : {cushion.from, cushion.to}) {
                if (is_in(end, pocket, kMouth)) ends.push_back(end);
            }
        }
        std::vector<Vec2d> mouth = hull_of(std::move(ends));
        if (mouth.size() > 2) mouths.push_back(std::move(mouth));
    }
    return mouths;
}

double sight_distance(const Box<double, 2>& area) {
    return shorter_side(area) * (kRailShare + kCushionShare) / 2;
}

std::vector<Vec2d> sights_of(const Box<double, 2>& area, const std::vector<billiards::Pocket>& pockets) {
    std::vector<Vec2d> sights;
    const Vec2d size{area.upper[0] - area.lower[0], area.upper[1] - area.lower[1]};
    const double ratio = size[0] / size[1];
    if (std::fabs(ratio - 2) > 0.01 && std::fabs(ratio - 0.5) > 0.0025) return sights;
    const Box<double, 2> rails = widened(area, sight_distance(area));
    for (int axis = 0; axis < 2; ++axis) {
        const int count = size[axis] > size[1 - axis] ? 8 : 4;
        for (int k = 1; k < count; ++k) {
            for (const double beside : {rails.lower[1 - axis], rails.upper[1 - axis]}) {
                Vec2d place;
                place[axis] = area.lower[axis] + size[axis] * k / count;
                place[1 - axis] = beside;
                if (std::none_of(pockets.begin(), pockets.end(),
                                 [&](const auto& each) { return is_in(place, each); }))
                    sights.push_back(place);
            }
        }
    }
    return sights;
}

}  // namespace carom::look
