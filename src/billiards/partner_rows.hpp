// Which ball meets which next: for each ball a row with a lower bound of its time with every other.
//
// A row belongs to the ball that was looked at last: entry j of row i counts only while ball j has not been
// looked at since. Bounds are cheap and never late. Only the earliest of all is made exact (shot_loop.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "billiards/moving_ball.hpp"
#include "carom/core/instruction_set.hpp"

namespace carom::billiards::detail {

/// Columns over all balls, and their rows. `padded` is a multiple of 8; the balls beyond the last are out of
/// play.
struct PartnerRows {
    explicit PartnerRows(std::size_t balls);

    std::size_t padded;
    std::vector<double> x, y, u, v, hx, hy, start, until, radius;  ///< the balls' motion, as in MovingBall
    std::vector<double> number;                                    ///< 0, 1, 2, ...
    std::vector<double> looked_at;                                 ///< when each was looked at last, counted
    std::vector<double> keys;                                      ///< row after row: times
    std::vector<double> next;                                      ///< the earliest of each row that counts
    std::vector<double> own;                                       ///< each ball's own next event
    std::vector<int> partner;                                      ///< with which `next` is
    std::vector<char> tied;                                        ///< whether another of the row is as early
    double looks = 0;

    double* row(std::size_t ball) { return keys.data() + ball * padded; }
    /// Everything out of play.
    void clear();
    void set(std::size_t ball, const MovingBall& motion);
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
    NextEntry (*earliest)(const PartnerRows&);
};

PartnerRowFunctions partner_row_functions(InstructionSet set);

/// Defined in billiards/lane_instances.hpp, compiled once for each set.
template <InstructionSet Set>
PartnerRowFunctions partner_row_functions_of();

}  // namespace carom::billiards::detail
