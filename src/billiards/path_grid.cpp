#include "billiards/path_grid.hpp"

#include <algorithm>
#include <cmath>

namespace carom::billiards::detail {
namespace {

/// In each direction.
constexpr int kMostCells = 128;

/// A longer path is one box.
constexpr double kMostPieces = 256;

/// Rounding must not part balls that touch.
constexpr double kMargin = 1.0001;

/// The lowest and highest of x + q (u + q h) for q from `from` to `to`.
struct Range {
    double lowest, highest;

    Range(double x, double u, double h, double from, double to) {
        const auto at = [&](double q) { return x + q * (u + q * h); };
        lowest = std::min(at(from), at(to));
        highest = std::max(at(from), at(to));
        const double turn = h == 0 ? 0 : -u / (2 * h);
        if (!(turn > from && turn < to)) return;
        lowest = std::min(lowest, at(turn));
        highest = std::max(highest, at(turn));
    }
};

}  // namespace

void PathGrid::cover(std::size_t balls, const double (&lower)[2], const double (&upper)[2],
                     double largest_radius) {
    // Among 1,024 balls eight radii apart, an event costs a quarter less than with cells of four radii.
    const double area = (upper[0] - lower[0]) * (upper[1] - lower[1]);
    const double spacing =
        std::sqrt(std::max(area, 0.0) / static_cast<double>(std::max<std::size_t>(balls, 1)));
    for (int axis = 0; axis < 2; ++axis) {
        const double width = std::max(upper[axis] - lower[axis], largest_radius);
        const double cell = std::max({4 * largest_radius, spacing, width / kMostCells});
        lower_[axis] = lower[axis];
        per_cell_[axis] = 1 / cell;
        cells_[axis] = std::max(1, static_cast<int>(width / cell) + 1);
    }
    in_cell_.assign(static_cast<std::size_t>(cells_[0]) * static_cast<std::size_t>(cells_[1]), {});
    entered_.assign(in_cell_.size(), 0);
    cells_of_.assign(balls, {});
    still_.assign(balls, {});
    seen_.assign(balls, 0);
    looks_ = entries_ = 0;
}

int PathGrid::cell_of(double place, int axis) const {
    const double cell = (place - lower_[axis]) * per_cell_[axis];
    const double last = cells_[axis] - 1;
    return static_cast<int>(cell > 0 ? std::min(cell, last) : 0);
}

void PathGrid::remove(int ball) {
    std::vector<int>& cells = cells_of_[static_cast<std::size_t>(ball)];
    for (const int cell : cells) {
        std::vector<int>& balls = in_cell_[static_cast<std::size_t>(cell)];
        *std::find(balls.begin(), balls.end(), ball) = balls.back();
        balls.pop_back();
    }
    cells.clear();
}

void PathGrid::enter(int ball, double lowest_x, double highest_x, double lowest_y, double highest_y) {
    const int last_x = cell_of(highest_x, 0), last_y = cell_of(highest_y, 1);
    for (int y = cell_of(lowest_y, 1); y <= last_y; ++y) {
        for (int x = cell_of(lowest_x, 0); x <= last_x; ++x) {
            const int cell = y * cells_[0] + x;
            std::uint64_t& entered = entered_[static_cast<std::size_t>(cell)];
            if (entered == entries_) continue;
            entered = entries_;
            in_cell_[static_cast<std::size_t>(cell)].push_back(ball);
            cells_of_[static_cast<std::size_t>(ball)].push_back(cell);
        }
    }
}

void PathGrid::place(int ball, const MovingBall& motion, double radius, double from, double to) {
    Still& still = still_[static_cast<std::size_t>(ball)];
    const bool lies = !motion.moves() && motion.phase != Phase::pocketed && motion.u == 0 && motion.v == 0 &&
                      motion.hx == 0 && motion.hy == 0;
    if (lies && still.x == motion.x && still.y == motion.y && still.radius == radius) return;
    remove(ball);
    still = {};
    ++entries_;
    const double reach = kMargin * radius;
    if (motion.until == kOutOfPlay) return;
    if (!lies) {
        enter_path(ball, motion, reach, from - motion.start, to - motion.start);
        return;
    }
    still = {motion.x, motion.y, radius};
    enter(ball, motion.x - reach, motion.x + reach, motion.y - reach, motion.y + reach);
}

void PathGrid::enter_path(int ball, const MovingBall& motion, double reach, double from, double to) {
    const double speed = std::fabs(motion.u) + std::fabs(motion.v);
    const double half = std::fabs(motion.hx) + std::fabs(motion.hy);
    const double pieces =
        std::ceil((to - from) * (speed + 2 * to * half) * 0.5 * (per_cell_[0] + per_cell_[1]));
    if (!(pieces <= kMostPieces)) {
        // As far as the numbers go.
        const double far = HUGE_VAL;
        const auto side = [&](double x, double u, double h, double sign) {
            return sign * u > 0 || sign * h > 0 ? sign * far : x + sign * reach;
        };
        enter(ball, side(motion.x, motion.u, motion.hx, -1), side(motion.x, motion.u, motion.hx, 1),
              side(motion.y, motion.v, motion.hy, -1), side(motion.y, motion.v, motion.hy, 1));
        return;
    }
    const double step = (to - from) / std::max(pieces, 1.0);
    for (double k = 0; k < std::max(pieces, 1.0); ++k) {
        const Range x(motion.x, motion.u, motion.hx, from + k * step, from + (k + 1) * step);
        const Range y(motion.y, motion.v, motion.hy, from + k * step, from + (k + 1) * step);
        enter(ball, x.lowest - reach, x.highest + reach, y.lowest - reach, y.highest + reach);
    }
}

double PathGrid::a_few_cells_on(const MovingBall& motion, double now) const {
    constexpr double cells = 3;
    if (!motion.moves()) return motion.until;
    const double q = now - motion.start;
    const double speed = std::fabs(motion.u + 2 * q * motion.hx) + std::fabs(motion.v + 2 * q * motion.hy);
    const double half = std::fabs(motion.hx) + std::fabs(motion.hy);
    const double length = cells / std::max(per_cell_[0], per_cell_[1]);
    const double end = now + std::min(length / speed, std::sqrt(length / half));
    return end > now ? std::min(end, motion.until) : motion.until;
}

std::span<const int> PathGrid::near(int ball) {
    near_.clear();
    ++looks_;
    seen_[static_cast<std::size_t>(ball)] = looks_;
    for (const int cell : cells_of_[static_cast<std::size_t>(ball)]) {
        for (const int other : in_cell_[static_cast<std::size_t>(cell)]) {
            std::uint64_t& seen = seen_[static_cast<std::size_t>(other)];
            if (seen == looks_) continue;
            seen = looks_;
            near_.push_back(other);
        }
    }
    return near_;
}

}  // namespace carom::billiards::detail
