#include "measure/region.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/vec_ops.hpp"
#include "scene/wall_numbers.hpp"

namespace carom::detail {
namespace {

constexpr double kPi = std::numbers::pi;

/// Of a disc of radius r about 0, where a coordinate is below x.
double disc_below(double r, double x) {
    x = std::clamp(x, -r, r);
    return x * std::sqrt(r * r - x * x) + r * r * (std::asin(x / r) + kPi / 2);
}

/// The same of a ball.
double ball_below(double r, double x) {
    x = std::clamp(x, -r, r);
    return kPi * (x * (r * r - x * x / 3) + 2 * r * r * r / 3);
}

/// The axis along which a vector points, if it does along one.
template <int N>
std::optional<int> axis_of(const Vec<double, N>& x) {
    std::optional<int> axis;
    for (int k = 0; k < N; ++k) {
        if (x[k] == 0) continue;
        if (axis) return {};
        axis = k;
    }
    return axis;
}

/// The bounds of one side that are the farthest in at a time: the highest below, the lowest above.
template <class Planes>
auto innermost(const Planes& bounds, double time, double inward) {
    return *std::max_element(bounds.begin(), bounds.end(), [&](const auto& a, const auto& b) {
        return inward * (a.place + a.speed * time) < inward * (b.place + b.speed * time);
    });
}

}  // namespace

template <int N>
Region<N>::Region(const World<N>& world) {
    for (int k = 0; k < N; ++k) {
        const Boundary boundary = world.boundary[at(k)];
        if (boundary == Boundary::open) continue;
        const std::uint32_t number = lower_face_number(k);
        const bool is_wall = boundary == Boundary::wall;
        below_[at(k)].push_back({world.box.lower[k], 0, is_wall ? std::optional(number) : std::nullopt});
        above_[at(k)].push_back({world.box.upper[k], 0, is_wall ? std::optional(number + 1) : std::nullopt});
    }
    std::uint32_t number = first_wall_number<N>();
    for (const Wall<N>& wall : world.walls) add_wall(wall, number++);
    judge(world);
}

template <int N>
void Region<N>::add_wall(const Wall<N>& wall, std::uint32_t number) {
    const std::optional<int> axis = axis_of(wall.half_space.normal);
    has_slanted_walls_ = has_slanted_walls_ || !axis;
    if (!axis) return;
    const double normal = wall.half_space.normal[*axis];
    const BoundingPlane bound{wall.half_space.offset / normal, normal > 0 ? wall.speed : -wall.speed, number};
    (normal > 0 ? below_ : above_)[at(*axis)].push_back(bound);
}

template <int N>
void Region<N>::judge(const World<N>& world) {
    if (world.containers.empty()) {
        for (int k = 0; k < N; ++k) {
            if (!is_closed(k)) wants_ = "a box without open axes, or walls across those that are open";
        }
        return;
    }
    vessel_ = world.containers.front();
    vessel_wall_ = first_container_number(world);
    along_ = axis_of(vessel_->axis);
    const bool is_known = world.containers.size() == 1 && !has_slanted_walls_ &&
                          (along_ || largest(vessel_->axis) == 0) && holds_vessel();
    if (!is_known)
        wants_ =
            "a known volume: of one container alone, a sphere that no wall cuts, or a cylinder along an axis "
            "that is closed at both ends";
}

/// All bounds, but those at the ends of a cylinder, lie outside the vessel and stay there.
template <int N>
bool Region<N>::holds_vessel() const {
    for (int k = 0; k < N; ++k) {
        if (along_ == k) {
            if (!is_closed(k)) return false;
            continue;
        }
        const double low = vessel_->center[k] - vessel_->radius;
        const double high = vessel_->center[k] + vessel_->radius;
        for (const BoundingPlane& bound : below_[at(k)]) {
            if (bound.place > low || bound.speed != 0) return false;
        }
        for (const BoundingPlane& bound : above_[at(k)]) {
            if (bound.place < high || bound.speed != 0) return false;
        }
    }
    return true;
}

template <int N>
bool Region<N>::moves(int axis) const {
    const auto moving = [](const BoundingPlane& bound) { return bound.speed != 0; };
    return std::any_of(below_[at(axis)].begin(), below_[at(axis)].end(), moving) ||
           std::any_of(above_[at(axis)].begin(), above_[at(axis)].end(), moving);
}

template <int N>
bool Region<N>::is_still() const {
    for (int k = 0; k < N; ++k) {
        if (moves(k)) return false;
    }
    return true;
}

template <int N>
bool Region<N>::has_walls(int axis) const {
    const auto is_wall = [](const BoundingPlane& bound) { return bound.wall.has_value(); };
    return std::any_of(below_[at(axis)].begin(), below_[at(axis)].end(), is_wall) ||
           std::any_of(above_[at(axis)].begin(), above_[at(axis)].end(), is_wall);
}

template <int N>
double Region<N>::width(int axis, double time) const {
    const BoundingPlane low = innermost(below_[at(axis)], time, 1);
    const BoundingPlane high = innermost(above_[at(axis)], time, -1);
    return std::max(0.0, high.place + high.speed * time - (low.place + low.speed * time));
}

template <int N>
double Region<N>::volume(double time) const {
    if (!wants_.empty()) return 0;
    if (vessel_ && !along_) return volume_below(0, HUGE_VAL);
    if (vessel_) return 2 * disc_below(vessel_->radius, 0) * width(*along_, time);
    double volume = 1;
    for (int k = 0; k < N; ++k) volume *= width(k, time);
    return volume;
}

/// Simpson's rule: widths change evenly, so that the volume is a cubic at most.
template <int N>
double Region<N>::mean_volume(double from, double to) const {
    if (is_still()) return volume();
    return (volume(from) + 4 * volume(from + (to - from) / 2) + volume(to)) / 6;
}

template <int N>
double Region<N>::lower(int axis) const {
    if (vessel_ && along_ != axis) return vessel_->center[axis] - vessel_->radius;
    return innermost(below_[at(axis)], 0, 1).place;
}

template <int N>
double Region<N>::upper(int axis) const {
    if (vessel_ && along_ != axis) return vessel_->center[axis] + vessel_->radius;
    return innermost(above_[at(axis)], 0, -1).place;
}

template <int N>
double Region<N>::volume_below(int axis, double place) const {
    if (!vessel_ || along_ == axis) return volume() / width(axis, 0) * (place - lower(axis));
    const double x = place - vessel_->center[axis];
    if (along_) return disc_below(vessel_->radius, x) * width(*along_, 0);
    return N == 2 ? disc_below(vessel_->radius, x) : ball_below(vessel_->radius, x);
}

template <int N>
double Region<N>::volume_between(int axis, double from, double to) const {
    return volume_below(axis, to) - volume_below(axis, from);
}

template <int N>
double Region<N>::wall_area(std::uint32_t wall) const {
    if (!wants_.empty()) return 0;
    if (vessel_ && wall == vessel_wall_) {
        const double round = 2 * kPi * vessel_->radius;
        if (along_) return moves(*along_) ? 0 : round * width(*along_, 0);
        return N == 2 ? round : 2 * round * vessel_->radius;
    }
    for (int k = 0; k < N; ++k) {
        if (vessel_ && along_ != k) continue;
        if (innermost(below_[at(k)], 0, 1).wall != wall && innermost(above_[at(k)], 0, -1).wall != wall)
            continue;
        for (int j = 0; j < N; ++j) {
            if (j != k && moves(j)) return 0;
        }
        return volume() / width(k, 0);
    }
    return 0;
}

template class Region<2>;
template class Region<3>;

}  // namespace carom::detail
