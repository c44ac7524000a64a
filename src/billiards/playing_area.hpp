// The bed between the cushions, and the lines on it behind which the cue ball may be in hand.
#pragma once

#include <limits>

#include "carom/billiards/table.hpp"

namespace carom::billiards::detail {

/// The rectangle of the straight cushions along x and y. The foot of the table, its top at snooker, is at its
/// high y.
struct PlayingArea {
    Vec2d lower{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    Vec2d upper{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

    bool is_there() const { return lower[0] < upper[0] && lower[1] < upper[1]; }
    double width() const { return upper[0] - lower[0]; }
    double length() const { return upper[1] - lower[1]; }
    Vec2d at(const Vec2d& place) const { return {lower[0] + place[0], lower[1] + place[1]}; }
    /// What is lower lies behind the head string.
    double head_string() const { return lower[1] + 0.25 * length(); }
    /// Is a place in the D of snooker, or on its lines? Numbers in decimals that lie on them do.
    bool is_in_the_d(const Vec2d& place) const;
};

PlayingArea playing_area(const Table& table);

}  // namespace carom::billiards::detail
