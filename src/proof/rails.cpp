#include "proof/rails.hpp"

#include <algorithm>
#include <limits>

namespace carom::proof {

namespace {

/// A centre this far below the top of what it is over has come there another way [m].
constexpr double kBelowTop = 1e-6;

WideEdge wide_edge(const Vec2d& from, const Vec2d& to, int pocket) {
    WideEdge edge;
    const WideVec<2> way = widen(to) - widen(from);
    edge.length = length(way);
    edge.from = widen(from);
    edge.to = widen(to);
    edge.along = (1 / edge.length) * way;
    edge.normal = {{-edge.along[1], edge.along[0]}};
    edge.pocket = pocket;
    return edge;
}

/// Ends this near to each other are one place [m].
constexpr double kSamePlace = 1e-9;

bool is_in_round(const billiards::Table& table, const Vec2d& a, const Vec2d& b) {
    return std::any_of(table.round_cushions.begin(), table.round_cushions.end(), [&](const auto& round) {
        const auto is_in = [&](const Vec2d& x) {
            return narrow(length(widen(x) - widen(round.centre))) <= round.radius + kSamePlace;
        };
        return is_in(a) && is_in(b);
    });
}

double distance_to(const WideEdge& edge, const WideVec<2>& place) {
    const WideVec<2> d = place - edge.from;
    const Wide gap = dot(d, edge.normal), along = dot(d, edge.along);
    const Wide beside = std::max({-along, Wide{0}, along - edge.length});
    return narrow(root(gap * gap + beside * beside));
}

/// The pocket that a gap between cushions crosses, or -1.
int pocket_across(const billiards::Table& table, const WideEdge& gap) {
    for (std::size_t k = 0; k < table.pockets.size(); ++k) {
        if (distance_to(gap, widen(table.pockets[k].centre)) <= table.pockets[k].radius)
            return static_cast<int>(k);
    }
    return -1;
}

/// The smallest of a gap that never falls faster than value + slope s - half s^2. Below -slack it is not
/// followed any more.
template <class GapAt>
double lowest_gap(const GapAt& gap_at, Wide half, Wide end, double slack) {
    double lowest = std::numeric_limits<double>::infinity();
    for (Wide s = 0;;) {
        const WideGap gap = gap_at(s);
        lowest = std::min(lowest, narrow(gap.value));
        const Wide room = gap.value + Wide{slack};
        if (s >= end || !(room > 0)) return lowest;
        const Wide root_of = root(gap.slope * gap.slope + 4 * half * room);
        Wide step = end;
        if (gap.slope < 0) {
            step = 2 * room / (root_of - gap.slope);
        } else if (half > 0) {
            step = (gap.slope + root_of) / (2 * half);
        }
        s = std::min(end, s + step);
    }
}

WideVec<3> direction_from_nose(Wide level, Wide up, const WideVec<2>& outward) {
    if (up <= 0) return {{outward[0], outward[1], 0}};
    if (level <= 0) return {{0, 0, 1}};
    const Wide distance = root(level * level + up * up);
    return {{level / distance * outward[0], level / distance * outward[1], up / distance}};
}

}  // namespace

Rails::Rails(const billiards::Table& table) : table_(&table) {
    for (const billiards::StraightCushion& cushion : table.straight_cushions)
        cushions_.push_back(wide_edge(cushion.from, cushion.to, -1));
    if (cushions_.empty()) return;
    height_ = table.straight_cushions[0].height;
    bool all_alike = true;
    for (const auto& cushion : table.straight_cushions) all_alike = all_alike && cushion.height == height_;
    for (const auto& cushion : table.round_cushions) all_alike = all_alike && cushion.height == height_;
    if (!all_alike || !join_cushions()) edges_.clear();
}

/// Each cushion, and the way from its end to the nearest beginning of one that no other has been joined to.
/// False where such a way is neither in a round cushion nor across a pocket.
bool Rails::join_cushions() {
    std::vector<const billiards::StraightCushion*> open;
    lower_ = upper_ = table_->straight_cushions[0].from;
    for (const auto& cushion : table_->straight_cushions) {
        open.push_back(&cushion);
        for (int axis = 0; axis < 2; ++axis) {
            lower_[axis] = std::min({lower_[axis], cushion.from[axis], cushion.to[axis]});
            upper_[axis] = std::max({upper_[axis], cushion.from[axis], cushion.to[axis]});
        }
    }
    for (int axis = 0; axis < 2; ++axis) {
        lower_[axis] -= table_->rail_width;
        upper_[axis] += table_->rail_width;
    }
    for (const auto& cushion : table_->straight_cushions) {
        edges_.push_back(wide_edge(cushion.from, cushion.to, -1));
        const auto way_to = [&](const billiards::StraightCushion* next) {
            return next == &cushion ? std::numeric_limits<double>::infinity()
                                    : narrow(length(widen(next->from) - widen(cushion.to)));
        };
        const auto next = std::min_element(
            open.begin(), open.end(), [&](const auto* a, const auto* b) { return way_to(a) < way_to(b); });
        if (next == open.end() || *next == &cushion) return false;
        const Vec2d to = (*next)->from;
        const double way = way_to(*next);
        open.erase(next);
        if (way <= kSamePlace) continue;
        WideEdge gap = wide_edge(cushion.to, to, -1);
        if (!is_in_round(*table_, cushion.to, to)) gap.pocket = pocket_across(*table_, gap);
        if (gap.pocket < 0 && !is_in_round(*table_, cushion.to, to)) return false;
        edges_.push_back(gap);
    }
    return true;
}

/// A jaw has a top; a pillar on the bed goes up without end.
bool Rails::is_low(std::size_t round_cushion) const {
    return exist() && inside(widen(table_->round_cushions[round_cushion].centre)) <= kSamePlace;
}

WideGap Rails::gap_to_nose(Wide level, Wide up, Wide level_speed, Wide up_speed, double radius) {
    const Wide r = radius;
    if (up <= 0) return {level - r, level_speed};
    if (level <= 0) return {up - r, up_speed};
    const Wide distance = root(level * level + up * up);
    return {distance - r, (level * level_speed + up * up_speed) / distance};
}

/// Above the nose; what has no top is above nothing.
Wide Rails::up(Wide height, bool has_top) const {
    return has_top ? height - Wide{height_} : Wide{0};
}

NoseContact Rails::straight(std::size_t cushion, const WideVec<3>& centre, double radius) const {
    const WideEdge& edge = cushions_[cushion];
    const Wide level = dot(seen_from_above(centre) - edge.from, edge.normal);
    const Wide above = up(centre[2], exist());
    return {direction_from_nose(level, above, edge.normal),
            narrow(gap_to_nose(level, above, 0, 0, radius).value)};
}

NoseContact Rails::round(std::size_t cushion, const WideVec<3>& centre, double radius) const {
    const billiards::RoundCushion& of = table_->round_cushions[cushion];
    const WideVec<2> away = seen_from_above(centre) - widen(of.centre);
    const Wide distance = length(away);
    const Wide above = up(centre[2], is_low(cushion));
    const Wide level = distance - Wide{of.radius};
    return {direction_from_nose(level, above, (1 / distance) * away),
            narrow(gap_to_nose(level, above, 0, 0, radius).value)};
}

double Rails::lowest_to_straight(std::size_t cushion, const Arc<3>& arc, Wide end, double radius,
                                 double slack) const {
    const WideEdge& edge = cushions_[cushion];
    // beside the segment, from when to when
    const Wide place = dot(seen_from_above(arc.d) - edge.from, edge.along);
    const Wide speed = dot(seen_from_above(arc.w), edge.along);
    Wide begin = 0;
    if (speed == 0) {
        if (place < 0 || place > edge.length) return std::numeric_limits<double>::infinity();
    } else {
        const Wide first = -place / speed, last = (edge.length - place) / speed;
        begin = std::max(Wide{0}, std::min(first, last));
        end = std::min(end, std::max(first, last));
    }
    if (!(begin <= end)) return std::numeric_limits<double>::infinity();
    const auto level_at = [&](Wide s) { return dot(seen_from_above(arc.at(s)) - edge.from, edge.normal); };
    const auto up_at = [&](Wide s) { return up(arc.at(s)[2], exist()); };
    const Wide low = Wide{radius} - Wide{kBelowTop};
    if (level_at(begin) <= 0 && up_at(begin) < low) return std::numeric_limits<double>::infinity();
    const auto gap_at = [&](Wide s) {
        const Wide t = begin + s;
        // What is behind it is the matter of rails and other cushions.
        if (level_at(t) <= 0) return WideGap{1, 0};
        const WideVec<3> velocity = arc.velocity_at(t);
        return gap_to_nose(level_at(t), up_at(t), dot(seen_from_above(velocity), edge.normal), velocity[2],
                           radius);
    };
    return lowest_gap(gap_at, exist() ? -arc.a[2] / 2 : Wide{0}, end - begin, slack);
}

double Rails::lowest_to_round(std::size_t cushion, const Arc<3>& arc, Wide end, double radius,
                              double slack) const {
    const billiards::RoundCushion& of = table_->round_cushions[cushion];
    const bool has_top = is_low(cushion);
    const auto gap_at = [&](Wide s) {
        const WideVec<3> place = arc.at(s), velocity = arc.velocity_at(s);
        const WideVec<2> away = seen_from_above(place) - widen(of.centre);
        const Wide distance = length(away);
        const Wide speed = distance > 0 ? dot(away, seen_from_above(velocity)) / distance
                                        : length(seen_from_above(velocity));
        return gap_to_nose(distance - Wide{of.radius}, up(place[2], has_top), speed, velocity[2], radius);
    };
    return lowest_gap(gap_at, has_top ? -arc.a[2] / 2 : Wide{0}, end, slack);
}

double Rails::inside(const WideVec<2>& place) const {
    bool is_inside = false;
    double distance = std::numeric_limits<double>::infinity();
    for (const WideEdge& edge : edges_) {
        const Wide gap = dot(place - edge.from, edge.normal);
        distance = std::min(distance, distance_to(edge, place));
        const bool crosses = (edge.from[1] > place[1]) != (edge.to[1] > place[1]);
        if (crosses && (gap > 0) == (edge.to[1] > edge.from[1])) is_inside = !is_inside;
    }
    return is_inside ? distance : -distance;
}

double Rails::within_rails(const WideVec<2>& place) const {
    double least = std::numeric_limits<double>::infinity();
    for (int axis = 0; axis < 2; ++axis) {
        least = std::min(
            {least, narrow(place[axis] - Wide{lower_[axis]}), narrow(Wide{upper_[axis]} - place[axis])});
    }
    return least;
}

double Rails::in_pocket(const WideVec<2>& place) const {
    double deepest = -std::numeric_limits<double>::infinity();
    for (const billiards::Pocket& pocket : table_->pockets)
        deepest = std::max(deepest, -gap_between(place - widen(pocket.centre), Wide{pocket.radius}));
    return deepest;
}

}  // namespace carom::proof
