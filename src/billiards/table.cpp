#include "carom/billiards/table.hpp"

#include <cmath>

#include "billiards/elementary.hpp"

namespace carom::billiards {

namespace {

constexpr double kHalfRoot = 0.70710678118654752440;  // cos 45

/// Builds a table with six pockets from one corner and one side pocket, by reflection.
class PocketTableBuilder {
public:
    explicit PocketTableBuilder(const PocketTableMeasures& measures) : m_(measures) {
        corner_ = detail::sine_cosine_of_degrees(m_.corner_pocket_angle + 45);
        side_ = detail::sine_cosine_of_degrees(m_.side_pocket_angle);
        corner_mouth_ = m_.corner_pocket_width * kHalfRoot;
        // from the corner of nose and jaw to where the round of the jaw begins
        corner_cut_ = m_.corner_jaw_radius * (1 - corner_.sine) / corner_.cosine;
        side_cut_ = m_.side_jaw_radius * (1 - side_.sine) / side_.cosine;
    }

    Table built() {
        add_rails();
        for (const bool right : {false, true}) {
            for (const bool top : {false, true}) add_corner(right, top);
        }
        for (const bool right : {false, true}) add_side(right);
        return table_;
    }

private:
    /// Mirrors a place near the lower left corner to another corner.
    Vec2d mirrored(double x, double y, bool right, bool top) const {
        return {right ? m_.width - x : x, top ? m_.length - y : y};
    }
    /// A cushion whose ball plays on the left before it is mirrored; one reflection turns the sides round.
    void add_straight(Vec2d from, Vec2d to, bool right, bool top) {
        Vec2d a = mirrored(from[0], from[1], right, top);
        Vec2d b = mirrored(to[0], to[1], right, top);
        if (right != top) std::swap(a, b);
        table_.straight_cushions.push_back({a, b, m_.cushion_height});
    }
    void add_round(double x, double y, double radius, bool right, bool top) {
        table_.round_cushions.push_back({mirrored(x, y, right, top), radius, m_.cushion_height});
    }
    void add_rails() {
        const double end = corner_mouth_ + corner_cut_;
        const double middle = (m_.length - m_.side_pocket_width) / 2 - side_cut_;
        for (const bool right : {false, true}) {
            for (const bool top : {false, true}) add_straight({0, middle}, {0, end}, right, top);
        }
        for (const bool top : {false, true}) add_straight({end, 0}, {m_.width - end, 0}, false, top);
    }
    void add_corner(bool right, bool top) {
        const double back = m_.cushion_width;
        const double inner = corner_mouth_ - back * corner_.sine / corner_.cosine;
        const double outer = corner_mouth_ - corner_cut_ * corner_.sine;
        const double behind = -corner_cut_ * corner_.cosine;
        add_straight({inner, -back}, {outer, behind}, right, top);
        add_straight({behind, outer}, {-back, inner}, right, top);
        const double place = corner_mouth_ + corner_cut_;
        add_round(place, -m_.corner_jaw_radius, m_.corner_jaw_radius, right, top);
        add_round(-m_.corner_jaw_radius, place, m_.corner_jaw_radius, right, top);
        const double pocket = -m_.corner_pocket_depth * kHalfRoot;
        table_.pockets.push_back(
            {mirrored(pocket, pocket, right, top), m_.corner_pocket_radius, m_.pocket_depth});
    }
    void add_side(bool right) {
        const double back = m_.cushion_width;
        const double lower = (m_.length - m_.side_pocket_width) / 2;
        for (const bool top : {false, true}) {
            add_straight({-back, lower + back * side_.sine},
                         {-side_cut_ * side_.cosine, lower + side_cut_ * side_.sine}, right, top);
            add_round(-m_.side_jaw_radius, lower - side_cut_, m_.side_jaw_radius, right, top);
        }
        const Vec2d pocket{right ? m_.width + m_.side_pocket_depth : -m_.side_pocket_depth, m_.length / 2};
        table_.pockets.push_back({pocket, m_.side_pocket_radius, m_.pocket_depth});
    }

    PocketTableMeasures m_;
    detail::SineCosine corner_{};
    detail::SineCosine side_{};
    double corner_mouth_ = 0;
    double corner_cut_ = 0;
    double side_cut_ = 0;
    Table table_;
};

}  // namespace

Table pocket_table(const PocketTableMeasures& measures) {
    return PocketTableBuilder(measures).built();
}

PocketTableMeasures pool_table_7_foot() {
    return {};
}

PocketTableMeasures pool_table_8_foot() {
    PocketTableMeasures measures;
    measures.length = 2.2352;
    measures.width = 1.1176;
    return measures;
}

PocketTableMeasures pool_table_9_foot() {
    PocketTableMeasures measures;
    measures.length = 2.54;
    measures.width = 1.27;
    return measures;
}

PocketTableMeasures snooker_table_12_foot() {
    PocketTableMeasures measures;
    measures.length = 3.569;
    measures.width = 1.778;
    measures.cushion_width = 0.03937;
    measures.cushion_height = 0.028;
    measures.corner_pocket_width = 0.083;
    measures.corner_pocket_angle = 0;
    measures.corner_pocket_depth = 0.0375;
    measures.corner_pocket_radius = 0.043;
    measures.corner_jaw_radius = 0.09144;
    measures.side_pocket_width = 0.075;
    measures.side_pocket_angle = 0;
    measures.side_pocket_depth = 0.066802;
    measures.side_pocket_radius = 0.042672;
    measures.side_jaw_radius = 0.0635;
    return measures;
}

Table polygonal_table(const std::vector<Vec2d>& corners, double cushion_height) {
    Table table;
    const std::size_t count = corners.size();
    for (std::size_t k = 0; k < count; ++k) {
        const Vec2d& before = corners[(k + count - 1) % count];
        const Vec2d& here = corners[k];
        const Vec2d& after = corners[(k + 1) % count];
        table.straight_cushions.push_back({here, after, cushion_height});
        const double turn =
            (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0]);
        if (turn < 0) table.round_cushions.push_back({here, 0, cushion_height});
    }
    return table;
}

Table rectangular_table(double width, double length, double cushion_height) {
    return polygonal_table({{0, 0}, {width, 0}, {width, length}, {0, length}}, cushion_height);
}

Table carom_table() {
    return rectangular_table(1.42, 2.84, 0.037);
}

}  // namespace carom::billiards
