// Where a table ends: its cushions, joined to closed lines. A ball in the air can fly over them.
#pragma once

#include <span>
#include <vector>

#include "carom/billiards/table.hpp"

namespace carom::billiards::detail {

/// A piece of the outline, with the table on its left.
struct OutlineEdge {
    Vec2d from, to;
    Vec2d normal;       ///< unit, to the table
    double offset = 0;  ///< gap = normal . place - offset
    Vec2d along;        ///< unit
    double begin = 0;   ///< along . from
    double length = 0;
    int pocket = -1;  ///< the pocket whose mouth it crosses, or -1
};

OutlineEdge edge_between(const Vec2d& from, const Vec2d& to, int pocket = -1);

/// The outline consists of the straight cushions and of the lines from the end of each to the nearest
/// beginning of another. Such a line is part of the table's end where it has no length, where it lies in a
/// round cushion, and where it crosses a pocket. A table with other gaps is open.
///
/// Behind a closed outline the rails are flat, as high as the noses, up to a rectangle around the table that
/// is the rail's width away. An open table, and one whose noses are not equally high, has no rails that a
/// ball could fly over: all its cushions go up without end.
class TableOutline {
public:
    explicit TableOutline(const Table& table);

    /// It has rails with tops.
    bool has_rails() const { return has_rails_; }
    /// Of noses and rails above the bed [m]. Precondition: it has rails.
    double height() const { return height_; }
    std::span<const OutlineEdge> edges() const { return edges_; }
    /// Is this place on the table's side of the outline?
    bool contains(const Vec2d& place) const;
    /// Does this round cushion stand free on the bed? Then it goes up without end.
    bool is_pillar(std::size_t round_cushion) const { return is_pillar_[round_cushion]; }
    /// The rails end at this rectangle.
    const Vec2d& lower() const { return lower_; }
    const Vec2d& upper() const { return upper_; }

private:
    bool close(const Table& table);
    bool has_equal_heights(const Table& table);
    double distance(const Vec2d& place) const;

    std::vector<OutlineEdge> edges_;
    std::vector<bool> is_pillar_;
    Vec2d lower_, upper_;
    double height_ = 0;
    bool has_rails_ = false;
};

}  // namespace carom::billiards::detail
