#include "billiards/table_outline.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "math/vec_ops.hpp"

namespace carom::billiards::detail {

namespace {

using carom::detail::dot;
using carom::detail::operator-;
using carom::detail::operator+;
using carom::detail::operator*;

/// Ends this near to each other are one place [m].
constexpr double kSamePlace = 1e-9;

double span_between(const Vec2d& a, const Vec2d& b) {
    return carom::detail::length(b - a);
}

double distance_to(const OutlineEdge& edge, const Vec2d& place) {
    const double gap = dot(edge.normal, place) - edge.offset;
    const double along = dot(edge.along, place) - edge.begin;
    const double beside = std::max({-along, 0.0, along - edge.length});
    return std::sqrt(gap * gap + beside * beside);
}

bool lies_in_round(const Table& table, const Vec2d& a, const Vec2d& b) {
    return std::any_of(table.round_cushions.begin(), table.round_cushions.end(), [&](const RoundCushion& c) {
        return span_between(c.centre, a) <= c.radius + kSamePlace &&
               span_between(c.centre, b) <= c.radius + kSamePlace;
    });
}

/// The pocket that the edge crosses, or -1.
int pocket_across(const Table& table, const OutlineEdge& edge) {
    for (std::size_t k = 0; k < table.pockets.size(); ++k) {
        if (distance_to(edge, table.pockets[k].centre) <= table.pockets[k].radius) return static_cast<int>(k);
    }
    return -1;
}

}  // namespace

OutlineEdge edge_between(const Vec2d& from, const Vec2d& to, int pocket) {
    OutlineEdge edge;
    edge.from = from;
    edge.to = to;
    edge.length = span_between(from, to);
    edge.along = (1 / edge.length) * (to - from);
    edge.normal = {-edge.along[1], edge.along[0]};
    edge.offset = 0.5 * (dot(edge.normal, from) + dot(edge.normal, to));
    edge.begin = dot(edge.along, from);
    edge.pocket = pocket;
    return edge;
}

TableOutline::TableOutline(const Table& table) : is_pillar_(table.round_cushions.size(), true) {
    has_rails_ = has_equal_heights(table) && close(table);
    if (!has_rails_) {
        edges_.clear();
        return;
    }
    for (std::size_t k = 0; k < table.round_cushions.size(); ++k) {
        const Vec2d& centre = table.round_cushions[k].centre;
        is_pillar_[k] = contains(centre) && distance(centre) > kSamePlace;
    }
    const Vec2d wide{table.rail_width, table.rail_width};
    lower_ = lower_ - wide;
    upper_ = upper_ + wide;
}

bool TableOutline::has_equal_heights(const Table& table) {
    if (table.straight_cushions.empty()) return false;
    height_ = table.straight_cushions.front().height;
    const auto is_equal = [&](const auto& cushion) { return cushion.height == height_; };
    return std::all_of(table.straight_cushions.begin(), table.straight_cushions.end(), is_equal) &&
           std::all_of(table.round_cushions.begin(), table.round_cushions.end(), is_equal);
}

/// False: there is a gap.
bool TableOutline::close(const Table& table) {
    const auto& cushions = table.straight_cushions;
    std::vector<bool> is_taken(cushions.size(), false);
    lower_ = upper_ = cushions.front().from;
    for (const StraightCushion& cushion : cushions) {
        for (int axis = 0; axis < 2; ++axis) {
            lower_[axis] = std::min({lower_[axis], cushion.from[axis], cushion.to[axis]});
            upper_[axis] = std::max({upper_[axis], cushion.from[axis], cushion.to[axis]});
        }
        edges_.push_back(edge_between(cushion.from, cushion.to));
        std::size_t nearest = cushions.size();
        for (std::size_t k = 0; k < cushions.size(); ++k) {
            if (is_taken[k] || &cushions[k] == &cushion) continue;
            if (nearest == cushions.size() ||
                span_between(cushion.to, cushions[k].from) < span_between(cushion.to, cushions[nearest].from))
                nearest = k;
        }
        if (nearest == cushions.size()) return false;
        is_taken[nearest] = true;
        const Vec2d& to = cushions[nearest].from;
        if (span_between(cushion.to, to) <= kSamePlace) continue;
        OutlineEdge link = edge_between(cushion.to, to);
        if (!lies_in_round(table, cushion.to, to)) {
            link.pocket = pocket_across(table, link);
            if (link.pocket < 0) return false;
        }
        edges_.push_back(link);
    }
    return true;
}

double TableOutline::distance(const Vec2d& place) const {
    double least = distance_to(edges_.front(), place);
    for (const OutlineEdge& edge : edges_) least = std::min(least, distance_to(edge, place));
    return least;
}

/// A ray to the right crosses the outline an odd number of times.
bool TableOutline::contains(const Vec2d& place) const {
    bool is_inside = false;
    for (const OutlineEdge& edge : edges_) {
        if ((edge.from[1] > place[1]) == (edge.to[1] > place[1])) continue;
        // crossed upwards the table is on the left of the edge
        const double gap = dot(edge.normal, place) - edge.offset;
        if ((gap > 0) == (edge.to[1] > edge.from[1])) is_inside = !is_inside;
    }
    return is_inside;
}

}  // namespace carom::billiards::detail
