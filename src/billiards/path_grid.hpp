// Which balls may meet, among many: each lies in the cells that its path crosses until its motion ends, and
// two balls that meet share a cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "billiards/moving_ball.hpp"

namespace carom::billiards::detail {

class PathGrid {
public:
    /// For so many balls over this rectangle [m]; what lies beyond it belongs to the cells at its edge. All
    /// balls are out of the grid.
    void cover(std::size_t balls, const double (&lower)[2], const double (&upper)[2], double largest_radius);
    /// The ball moves so from a time to another. One that is out of play leaves the grid.
    void place(int ball, const MovingBall& motion, double radius, double from, double to);
    /// Until when a ball that moves so should be placed, for a few cells: at most to the end of its motion.
    double a_few_cells_on(const MovingBall& motion, double now) const;
    /// All balls that share a cell with this one, each once and without it, in no order. Valid until the next
    /// call.
    std::span<const int> near(int ball);

private:
    struct Still {
        double x = 0, y = 0, radius = -1;  // below 0: it is not known to lie still
    };

    int cell_of(double place, int axis) const;
    void remove(int ball);
    void enter(int ball, double lowest_x, double highest_x, double lowest_y, double highest_y);
    void enter_path(int ball, const MovingBall& motion, double reach, double from, double to);

    double lower_[2] = {0, 0};
    double per_cell_[2] = {1, 1};
    int cells_[2] = {1, 1};
    std::vector<std::vector<int>> in_cell_;   ///< balls
    std::vector<std::vector<int>> cells_of_;  ///< of each ball
    std::vector<Still> still_;
    std::vector<std::uint64_t> seen_;     ///< of each ball: the look that found it last
    std::vector<std::uint64_t> entered_;  ///< of each cell: the entry that came to it last
    std::uint64_t looks_ = 0, entries_ = 0;
    std::vector<int> near_;
};

}  // namespace carom::billiards::detail
