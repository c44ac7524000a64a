// Which ball meets which next: for each ball a row with a lower bound of its time with every other.
//
// A row belongs to the ball that was looked at last: entry j of row i counts only while ball j has not been
// looked at since. Bounds are cheap and never late. Only the earliest of all is made exact (shot_loop.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "billiards/moving_ball.hpp"
#include "billiards/path_grid.hpp"
#include "carom/core/instruction_set.hpp"

namespace carom::billiards::detail {

/// The balls' motion, as in MovingBall.
struct MotionColumns {
    std::vector<double> x, y, u, v, hx, hy, start, until, radius;
    std::vector<double> number;  ///< 0, 1, 2, ...

    void resize(std::size_t balls);
    void set(std::size_t ball, const MovingBall& motion);
    void copy(std::size_t to, const MotionColumns& from, std::size_t ball);
};

/// Above so many balls a row has only those that are near: cells tell which, and blocks of balls have their
/// earliest.
inline constexpr std::size_t kMostInFullRows = 64;
inline constexpr std::size_t kBlock = 32;

/// One entry of a row that has not all balls.
struct NearEntry {
    int ball;
    double time;  ///< kNever: not while both move so
};

/// Columns over all balls, and their rows. `padded` is a multiple of 8; the balls beyond the last are out of
/// play.
struct PartnerRows : MotionColumns {
    explicit PartnerRows(std::size_t balls);

    std::size_t padded;
    bool is_full;                   ///< rows have all balls
    std::vector<double> looked_at;  ///< when each was looked at last, counted
    std::vector<double> keys;       ///< full rows, one after the other: times
    std::vector<double> next;       ///< the earliest of each row that counts
    std::vector<double> own;        ///< each ball's own next event
    std::vector<int> partner;       ///< with which `next` is
    std::vector<char> tied;         ///< whether another of the row is as early
    double looks = 0;

    // Only where rows are not full.
    PathGrid grid;
    std::vector<std::vector<NearEntry>> near;  ///< the row of each ball
    std::vector<int> looked;                   ///< balls with a row
    std::vector<double> again;           ///< when each ball has to be looked at again, as its own partner
    MotionColumns gathered;              ///< of a few balls, side by side
    std::vector<double> block_earliest;  ///< as many as are a multiple of 8
    std::vector<char> block_is_stale;
    std::vector<std::size_t> stale_blocks;

    /// Precondition: rows are full.
    double* row(std::size_t ball) { return keys.data() + ball * padded; }
    /// Everything out of play.
    void clear();
    void set(std::size_t ball, const MovingBall& motion);
    void set_own(int ball, double time) {
        own[static_cast<std::size_t>(ball)] = time;
        if (!is_full) forget_block_of(static_cast<std::size_t>(ball));
    }
    /// The time at which two balls meet, or kNever when one of them is looked at again before that: so what
    /// is found does not depend on where the cells are.
    double while_placed(int i, int j, double time) const {
        if (is_full) return time;
        const auto placed_until = [&](int ball) { return again[static_cast<std::size_t>(ball)]; };
        return time > std::min(placed_until(i), placed_until(j)) ? kNever : time;
    }
    /// The earliest of its block has changed.
    void forget_block_of(std::size_t ball) {
        const std::size_t block = ball / kBlock;
        if (block_is_stale[block] == 0) stale_blocks.push_back(block);
        block_is_stale[block] = 1;
    }
};

/// What is earliest of all: a ball's own event or a row.
struct NextEntry {
    double time;
    int ball;
    bool is_own;    ///< own events come first
    bool is_alone;  ///< of the rows, no other entry is as early
};

struct PartnerRowFunctions {
    /// Renews the row of ball `i`, which moves as `motion` from `now` on.
    void (*look)(PartnerRows&, int i, const MovingBall& motion, double now);
    /// The same for two balls that have just met; `again` is when they meet next, at the earliest.
    void (*look_both)(PartnerRows&, int i, const MovingBall& a, int j, const MovingBall& b, double now,
                      double again);
    /// Drops what no longer counts from row `i`, and gives its entry `j` this time; j = -1: none.
    void (*rescan)(PartnerRows&, int i, int j, double time);
    NextEntry (*earliest)(PartnerRows&);
};

PartnerRowFunctions partner_row_functions(InstructionSet set, bool full_rows);

/// Defined in billiards/lane_instances.hpp, compiled once for each set.
template <InstructionSet Set>
PartnerRowFunctions partner_row_functions_of(bool full_rows);

}  // namespace carom::billiards::detail
