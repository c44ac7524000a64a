// Units, limits and walls of the neighbour shells, chosen anew when all balls are sorted.
#include <algorithm>
#include <cmath>

#include "sim/neighbours.hpp"

namespace carom::detail {
namespace {

/// Of the coordinates: more than what `support_reach` adds for their rounding, twice.
constexpr double kSupport = 0x1p-42;

/// A shell thinner than this share of the coordinates would be lost in the floats of its centre.
constexpr double kThinnest = 0x1p-18;

/// Squares of speeds: a drift that is more than this of what balls do besides counts.
constexpr double kLeastDrift = 0.25;

/// Beside walls, where the balls of a thin gas might be in cells instead.
constexpr double kLeastBesideWalls = 4;

/// So much, over the number of balls, may be chance.
constexpr double kChance = 16;

/// Fewer balls than this are not asked.
constexpr std::size_t kFewestInFlow = 2;

/// A power of two p such that size p is in [1/2, 1); 1 for 0.
double to_unit(double size) {
    if (!(size > 0)) return 1;
    int exponent = 0;
    std::frexp(size, &exponent);
    return std::ldexp(1.0, -std::clamp(exponent, -900, 900));
}

}  // namespace

/// Where all balls drift, as seen from the box, shells that stood still would soon be left.
template <int N>
void Neighbours<N>::choose_flow(const BallTable<N>& balls, Time now) {
    flow_ = {};
    flow_since_ = now;
    has_flowed_ = false;
    flows_ = false;
    if (domain_.has_gravity || domain_.is_sheared() || balls.size() < kFewestInFlow) return;
    const double share = 1 / static_cast<double>(balls.size());
    double squares = 0;
    for (std::uint32_t ball = 0; ball < balls.size(); ++ball) {
        const Vec<double, N>& velocity = balls[ball].flight.velocity;
        flow_ = flow_ + share * velocity;
        squares += share * dot(velocity, velocity);
    }
    for (int k = 0; k < N; ++k)
        if (!goes_past_walls(k)) flow_[k] = 0;
    const double drift = dot(flow_, flow_);
    const double least = std::max(domain_.walls.empty() ? kLeastDrift : kLeastBesideWalls, kChance * share);
    flows_ = is_finite(flow_) && drift > least * (squares - drift) && drift < HUGE_VAL;
    if (!flows_) flow_ = {};
}

/// What drifts along this axis comes no nearer to any wall, and round the box.
template <int N>
bool Neighbours<N>::goes_past_walls(int axis) const {
    const auto is_along = [axis](const NumberedWall<N>& wall) {
        return wall.shape == WallShape::plane && wall.surface.toward[axis] == 0;
    };
    return domain_.is_periodic(axis) && std::all_of(domain_.walls.begin(), domain_.walls.end(), is_along);
}

template <int N>
void Neighbours<N>::choose_scale(const BallTable<N>& balls, Time now) {
    choose_flow(balls, now);
    Vec<double, N> lowest = generate<double, N>([](int) { return HUGE_VAL; }), highest = -lowest;
    Vec<double, N> first = lowest, last = highest;  // centres, in the box
    double fastest = 0, largest_radius = 0;
    for (std::uint32_t ball = 0; ball < balls.size(); ++ball) {
        const BallRecord<N>& record = balls[ball];
        Vec<double, N> at = balls.position_at(ball, now);
        wrap(balls.clock(), domain_, at, now);
        for (int k = 0; k < N; ++k) {
            first[k] = std::min(first[k], at[k]);
            last[k] = std::max(last[k], at[k]);
            lowest[k] = std::min(lowest[k], at[k] - record.radius);
            highest[k] = std::max(highest[k], at[k] + record.radius);
        }
        fastest = std::max(fastest, largest(balls.velocity_at(ball, now) - flow_));
        largest_radius = std::max(largest_radius, record.radius);
    }
    double widest = 0, narrowest = HUGE_VAL;
    for (int k = 0; k < N; ++k) {
        if (domain_.is_periodic(k)) {
            lowest[k] = domain_.lower[k];
            highest[k] = domain_.lower[k] + domain_.period[k];
            narrowest = std::min(narrowest, domain_.period[k]);
        }
        widest = std::max(widest, highest[k] - lowest[k]);
    }
    fastest = std::max(fastest, std::fabs(domain_.drift.speed));
    if (domain_.has_gravity)
        fastest = std::max(fastest, std::sqrt(largest(domain_.gravity)) * std::sqrt(widest));
    scale_.length = to_unit(widest);
    scale_.time = fastest > 0 ? to_unit(widest / fastest) : 1;
    scale_.speed = scale_.length / scale_.time;
    scale_.second = 1 / scale_.time;
    scale_.origin = now;
    size_ = 0;
    for (int k = 0; k < N; ++k) {
        const double low = lowest[k];
        scale_.center[k] = low + (highest[k] - low) / 2;
        scale_.period[k] = domain_.period[k] * scale_.length;
        scale_.per_period[k] = domain_.is_periodic(k) ? 1 / scale_.period[k] : 0;
        grid_space_.lower[k] = static_cast<float>((low - scale_.center[k]) * scale_.length);
        grid_space_.upper[k] = static_cast<float>((highest[k] - scale_.center[k]) * scale_.length);
        grid_space_.period[k] = static_cast<float>(scale_.period[k]);
        grid_space_.is_closed[k] = !domain_.is_periodic(k) && !domain_.is_endless;
        grid_space_.spread[k] = static_cast<float>((last[k] - first[k]) * scale_.length);
        size_ = std::max(size_, (std::fabs(low) + std::fabs(highest[k]) + domain_.period[k]) * scale_.length);
    }
    if (flows_) size_ += kFlowedBoxes * largest(domain_.period) * scale_.length;
    scale_.widest = largest(scale_.period);
    set_units();
    thinnest_ = std::max(kThinnest * (widest * scale_.length), 8 * kPositionSlack * size_);
    margin_ = domain_.has_gravity ? support_ * scale_.length * (1 + 0x1p-40) + kSupport * size_ : 0;
    limit_thickness(narrowest, largest_radius);
    may_use_cells_ = choose_cells(balls, largest_radius);
    place_walls();
}

/// The scale once more, for packs.
template <int N>
void Neighbours<N>::set_units() {
    units_ = {};
    units_.length = scale_.length;
    units_.speed = scale_.speed;
    units_.size = size_;
    units_.widest = scale_.widest;
    for (int k = 0; k < N; ++k) {
        units_.center[k] = scale_.center[k];
        units_.period[k] = scale_.period[k];
        units_.per_period[k] = scale_.per_period[k];
    }
}

template <int N>
void Neighbours<N>::place_walls() {
    walls_.clear();
    for (const NumberedWall<N>& wall : domain_.walls) {
        if (!wall.is_still_plane()) {
            walls_.push_back({{}, HUGE_VAL});  // near to all
            continue;
        }
        const Vec<double, N> normal = -wall.surface.toward;
        const double offset = wall.surface.offset / to_double(wall.surface.norm);
        FarWall<N> far;
        for (int k = 0; k < N; ++k) far.normal[k] = normal[k];
        far.offset = (offset - dot(normal, scale_.center)) * scale_.length;
        walls_.push_back(far);
    }
}

template <int N>
void Neighbours<N>::describe(PlainGas<N>& gas) {
    gas.units = units_;
    gas.origin = scale_.origin;
    gas.time = scale_.time;
    gas.second = scale_.second;
    gas.contact = contact_;
    gas.flow_since = flow_since_;
    for (int k = 0; k < N; ++k) gas.flow[k] = flow_[k];
    gas.flights = flights_.data();
    gas.lines = lists_.lines();
    gas.cells = &grid_.cells();
    gas.slack = &slack_;
    gas.first_wall = first_wall();
    gas.walls = walls_.data();
    gas.wall_count = static_cast<std::uint32_t>(walls_.size());
    for (int k = 0; k < N; ++k) gas.period[k] = static_cast<float>(scale_.period[k]);
}

/// Two balls that are listed, in shells and with images that slide on, stay nearer to each other than to any
/// other image along the flow: 2 radii + 4 thicknesses + the room to slide < half a box.
template <int N>
void Neighbours<N>::make_room_to_slide(double largest_radius) {
    const double half_box = domain_.period[domain_.drift.flow] / 2;
    const double room = (half_box - 2 * largest_radius) * scale_.length * (1 - 0x1p-10);
    thickest_ = std::max(std::min(thickest_, room / 6), thinnest_);
    slide_room_ = static_cast<float>(std::min(2 * usual_ * scale_.length, room / 3));
    is_narrow_ = is_narrow_ || room / 6 < thickest_;
    if (room / 6 < thickest_) narrow_[domain_.drift.flow] = room / 6;
}

/// At most 64 crossings of all that is by the fastest ball, and at least a part of the way to its neighbours.
template <int N>
void Neighbours<N>::set_horizon(std::size_t balls, double horizon) {
    const double least = std::pow(static_cast<double>(balls), -1.0 / N) / 4;
    scale_.horizon = by_images_ ? HUGE_VAL : std::clamp(horizon * scale_.time, least, 64.0);
    units_.horizon = scale_.horizon;
}

template class Neighbours<2>;
template class Neighbours<3>;

}  // namespace carom::detail
