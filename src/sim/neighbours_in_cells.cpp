// Neighbours where balls fly far between impacts: no shells, but cells that hold every ball that touches
// them.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/lane.hpp"
#include "sim/neighbours.hpp"

namespace carom::detail {
namespace {

/// Denser than this, a ball is turned before it leaves its shell.
constexpr double kMostPacking = 0.1;

/// Fewer balls are all neighbours anyway.
constexpr std::size_t kFewestBalls = 64;

/// All of them are looked at.
constexpr std::size_t kMostWalls = 12;

/// A cell is at least so many times as wide as the largest ball.
constexpr double kWidthOverDiameter = 1.5;

/// A ball must not see more than this in a cell: there is a crowd somewhere.
constexpr double kMostSeen = 160;

/// A window lasts so long as a ball takes for this share of a cell, or until so many balls cross.
constexpr double kWindowShare = 0.02;
constexpr double kCrossings = 8;

/// No ball goes further than this share of a cell in a window: it would see images that are not the nearest.
/// Windows are made for half of that, but not shorter than a part of the usual length.
constexpr double kMostOfCell = 0.25;
constexpr double kShortest = 64;

/// Cells keep this share of the coordinates in hand for rounding.
constexpr double kCellSlack = 0x1p-44;

template <int N>
double volume_of(double radius) {
    const double disc = std::numbers::pi * radius * radius;
    return N == 2 ? disc : disc * radius * 4 / 3;
}

}  // namespace

/// As gas theory has it.
template <int N>
double Neighbours<N>::mean_free_path(const BallTable<N>& balls, double space) const {
    double section = 0;
    for (std::uint32_t ball = 0; ball < balls.size(); ++ball) {
        const double radius = balls[ball].radius;
        section += N == 2 ? 4 * radius : 4 * std::numbers::pi * radius * radius;
    }
    return space / (std::numbers::sqrt2 * section);
}

/// Cuts the space into cells where that may be the better way.
template <int N>
bool Neighbours<N>::choose_cells(const BallTable<N>& balls, double largest_radius) {
    const bool plain = !domain_.has_gravity && !domain_.is_sheared() && !domain_.is_endless;
    const auto is_still = [](const NumberedWall<N>& wall) { return wall.is_still_plane(); };
    const bool is_wanted = search_ == NeighbourSearch::cells;
    if (!plain || flows_ || search_ == NeighbourSearch::shells ||
        !std::all_of(domain_.walls.begin(), domain_.walls.end(), is_still))
        return false;
    if (!is_wanted && (balls.size() < kFewestBalls || domain_.walls.size() > kMostWalls)) return false;
    Vec<double, N> lower, sides;
    double space = 1;
    for (int k = 0; k < N; ++k) {
        lower[k] = scale_.center[k] + static_cast<double>(grid_space_.lower[k]) / scale_.length;
        sides[k] = static_cast<double>(grid_space_.upper[k] - grid_space_.lower[k]) / scale_.length;
        if (domain_.is_periodic(k)) {
            lower[k] = domain_.lower[k];
            sides[k] = domain_.period[k];
        }
        space *= sides[k];
    }
    double filled = 0;
    for (std::uint32_t ball = 0; ball < balls.size(); ++ball) {
        const double radius = balls[ball].radius;
        filled += volume_of<N>(radius);
    }
    free_path_ = mean_free_path(balls, space);
    if (!is_wanted && !(filled <= kMostPacking * space)) return false;
    cells_.reset(domain_, lower, sides, balls.size(), 2 * kWidthOverDiameter * largest_radius);
    return cells_.is_useful();
}

/// Brings all balls into their cells. False when that is not the way for them.
template <int N>
bool Neighbours<N>::fill_cells(BallTable<N>& balls, Time now, Patience& patience) {
    in_cells_ = may_use_cells_;
    if (!in_cells_) return false;
    double squares = 0;
    double fastest = 0;
    for (std::uint32_t ball = 0; ball < balls.size(); ++ball) {
        const Vec<double, N>& velocity = balls[ball].flight.velocity;
        squares += dot(velocity, velocity);
        fastest = std::max(fastest, largest(velocity));
    }
    const auto count = static_cast<double>(balls.size());
    const double speed = std::sqrt(squares / count);
    const double width = cells_.narrowest_width();
    const double usual = std::max(kWindowShare, kCrossings / count) * width / speed;
    const double length = std::min(usual, kMostOfCell / 2 * width / fastest);
    in_cells_ = speed > 0 && length > usual / kShortest;
    if (!in_cells_) return false;
    free_time_ = free_path_ / speed;
    flights_.assign(std::max<std::size_t>(balls.size() + domain_.walls.size(), 64), BoundingFlight<N>{});
    balls_ = static_cast<std::uint32_t>(balls.size());
    lists_.reset(0);
    slack_ = 0;
    all_meet_in_nearest_ = true;
    is_too_fast_ = false;
    all_walls_.clear();
    for (std::uint32_t wall = 0; wall < walls_.size(); ++wall) all_walls_.push_back(first_wall() + wall);
    windows_.reset(balls.size(), length);
    for (std::uint32_t ball = 0; ball < balls.size() && !patience.ends(); ++ball) refresh(balls, ball, now);
    in_cells_ = search_ == NeighbourSearch::cells || cells_.crowd() <= kMostSeen;
    return in_cells_;
}

/// The ball's bounding flight, and its cells.
template <int N>
void Neighbours<N>::refresh_in_cells(BallTable<N>& balls, std::uint32_t ball, const Vec<double, N>& position,
                                     const Vec<double, N>& velocity, Time now) {
    float center[N];
    for (int k = 0; k < N; ++k)
        center[k] = static_cast<float>((position[k] - scale_.center[k]) * scale_.length);
    const double since = scale_.since_origin(balls.clock(), now);
    const double radius = radius_of(balls[ball]);
    const BallInUnits moving{&position[0], &velocity[0], radius, since};
    slack_ = larger(bounding_flight_(units_, moving, center, 2 * radius, flights_[ball]).slack, slack_);
    cells_.enter(ball, way_of(balls, ball, position, now), flights_[ball]);
}

/// The cells on the way of a ball from `position` on, until the present window ends. Notes when it leaves
/// them.
template <int N>
CellsOnWay Neighbours<N>::way_of(const BallTable<N>& balls, std::uint32_t ball,
                                 const Vec<double, N>& position, Time now) {
    const double since = balls.clock().between(scale_.origin, now);
    const double left = larger(windows_.end() - since, 0.0);
    const double reach = radius_of(balls[ball]) / scale_.length;
    const Vec<double, N>& velocity = balls[ball].flight.velocity;
    const auto way_for = [&](double time) {
        return cells_on_way_(cells_.axes(), position.coordinates.data(), velocity.coordinates.data(), time,
                             reach, kCellSlack);
    };
    CellsOnWay way = way_for(left);
    if (way.longest > kMostOfCell * cells_.narrowest_width()) {
        // All is made anew before the next event; until then only where it is now counts.
        is_too_fast_ = true;
        way = way_for(0);
    }
    windows_.schedule(ball, (since + left + way.wait) * (1 - 0x1p-40));
    return way;
}

/// Walls, and each ball in the ball's cells once.
template <int N>
std::span<const Entry> Neighbours<N>::gathered(std::uint32_t ball, ListScratch& scratch) const {
    std::vector<Entry>& all = scratch.gathered;
    all.clear();
    if (by_images_) {
        for (std::uint32_t other = 0; other < balls_; ++other)
            if (other != ball) all.push_back(other);
        return all;
    }
    cells_.list(ball, scratch.cells);
    for (const std::uint32_t cell : scratch.cells) {
        const typename SharedCells<N>::Balls here = cells_.balls_in(cell);
        for (unsigned i = 0; i < here.count; ++i) all.push_back(here[i]);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    all.erase(std::find(all.begin(), all.end(), ball));
    all.insert(all.begin(), all_walls_.begin(), all_walls_.end());
    return all;
}

template class Neighbours<2>;
template class Neighbours<3>;

}  // namespace carom::detail
