// The cushions and pockets around balls of one radius, and what such a ball meets next of them.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "billiards/disc_contact.hpp"
#include "billiards/moving_ball.hpp"
#include "carom/billiards/table.hpp"

namespace carom::billiards::detail {

/// How a cushion's nose meets the ball.
struct Nose {
    double level, up;     ///< unit vector from nose to centre: its horizontal and its vertical part
    double sine, cosine;  ///< of the angle by which the nose lies above the centre, as Han has it
};

/// A straight cushion, as the line of the centres that touch it. Its normal points to the balls.
struct CushionLine {
    double normal_x, normal_y, offset;  ///< gap = normal . place - offset
    double along_x, along_y, begin, length;
    Nose nose;
};

/// A round cushion or a pocket, as the circle of the centres that touch it.
struct CushionDisc {
    double x, y, reach, squared_reach;
    Nose nose;
    bool is_pocket;
    int index;  ///< in Table::round_cushions or Table::pockets
};

enum class Meets : std::uint8_t {
    nothing,
    rectangle,  ///< leaves the rectangle
    straight,
    round,
    pocket,
    end,        ///< of the straight cushion that it lies against
    bed,        ///< from the air
    rail_top,   ///< from the air
    rail_edge,  ///< on a rail: the table's end
    off_table   ///< the end of the rails
};

/// What a ball meets next by itself, and when.
struct Encounter {
    double at = kNever;
    Meets what = Meets::nothing;
    int index = -1;  ///< of the side, the CushionLine or the CushionDisc
};

/// Most of the time a ball is inside the rectangle that the long cushions bound, where it meets nothing
/// before it leaves it.
class Surroundings {
public:
    Surroundings(const Table& table, double radius);

    /// From the ball's start on. Meets::rectangle has to be resolved when its time has come.
    Encounter next(const MovingBall& ball) const;
    /// The same for a ball that lies against these cushions (straight or round, and an index) and stays
    /// there.
    Encounter next_along(const MovingBall& ball, std::span<const std::pair<Meets, int>> cushions) const;
    /// What is met where the ball leaves the rectangle: a cushion there, or something later.
    Encounter resolved(const MovingBall& ball, const Encounter& leaves) const;

    /// Which cushions a ball there touches (straight or round, and an index): put in the place of `found`.
    void find_touched(double x, double y, std::vector<std::pair<Meets, int>>& found) const;

    const CushionLine& line(int index) const { return lines_[static_cast<std::size_t>(index)]; }
    const CushionDisc& disc(int index) const { return discs_[static_cast<std::size_t>(index)]; }
    std::size_t lines() const { return lines_.size(); }
    std::size_t discs() const { return discs_.size(); }

private:
    struct Stretch {
        double from, to;
        int line;
    };
    /// One side of the rectangle: sign (place[axis] - place) is the gap.
    struct RectangleSide {
        int axis = 0;
        double sign = 1;
        double place = 0;
        std::vector<Stretch> cushions;
    };

    Encounter search(const MovingBall& ball, double from,
                     std::span<const std::pair<Meets, int>> without = {}) const;
    void find_rectangle();
    bool reaches_into_rectangle() const;
    double distance_to_rectangle(double x, double y) const;

    double radius_;
    std::vector<CushionLine> lines_;
    std::vector<CushionDisc> discs_;
    RectangleSide sides_[4];
    bool has_rectangle_ = false;
};

/// A ball may overlap a cushion by this much [m], as at the start (kTouching). Further in, it is behind the
/// line.
inline constexpr double kBehind = 2e-12;

/// The first time in [0, horizon] at which gap + s (speed + s half) is 0 and falls, or kNever. A gap below
/// kTouch, and an overlap up to kBehind, is 0.
inline double first_line_contact(double gap, double speed, double half, double horizon) {
    if (gap < -kBehind) {  // from behind to the front, and back
        const double discriminant = speed * speed - 4 * half * gap;
        if (!(speed > 0 && half < 0 && discriminant >= 0)) return kNever;
        const double s = (speed + std::sqrt(discriminant)) / (-2 * half);
        return s <= horizon ? s : kNever;
    }
    if (gap < kTouch) {
        gap = 0;
        if (std::fabs(speed) < kNoClosing) return half < -kNoAcceleration ? 0 : kNever;
    }
    if (gap + horizon * (std::min(speed, 0.0) + horizon * std::min(half, 0.0)) > 0) return kNever;
    const double discriminant = speed * speed - 4 * half * gap;
    if (discriminant < 0) return kNever;
    double s = kNever;
    if (speed < 0) {
        s = 2 * gap / (std::sqrt(discriminant) - speed);
    } else if (half < 0) {
        s = (speed + std::sqrt(discriminant)) / (-2 * half);
    }
    return s <= horizon ? s : kNever;
}

}  // namespace carom::billiards::detail
