// Cushions and rails as things in space, for balls off the bed.
//
// A cushion is what lies behind its nose and below its height. That is convex, and so is a round one, a
// cylinder: along a path that only gravity bends, the gap to it never falls faster than
// value + slope s - g s^2 / 2.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/billiards/table_scene.hpp"
#include "proof/arc.hpp"

namespace carom::proof {

/// A gap at a time, and how fast it opens.
struct WideGap {
    Wide value{}, slope{};
};

/// What a ball touches: the unit vector from it to the centre, and how far they are apart.
struct NoseContact {
    WideVec<3> normal;
    double gap = 0;
};

/// A piece of the table's end.
struct WideEdge {
    WideVec<2> from, to, along, normal;
    Wide length{};
    int pocket = -1;
};

class Rails {
public:
    /// It has to outlive this.
    explicit Rails(const billiards::Table& table);

    /// There are rails that a ball can fly over.
    bool exist() const { return !edges_.empty(); }
    /// Of a ball's centre on a rail.
    double centre_height(double radius) const { return height_ + radius; }

    NoseContact straight(std::size_t cushion, const WideVec<3>& centre, double radius) const;
    NoseContact round(std::size_t cushion, const WideVec<3>& centre, double radius) const;
    /// The smallest gap on a path of this length; where it is below -slack, only that it is.
    double lowest_to_straight(std::size_t cushion, const Arc<3>& arc, Wide end, double radius,
                              double slack) const;
    double lowest_to_round(std::size_t cushion, const Arc<3>& arc, Wide end, double radius,
                           double slack) const;

    /// How far a place is on the table's side of its outline; negative beyond it.
    double inside(const WideVec<2>& place) const;
    /// How far it is inside the rectangle that the rails fill; negative beyond it.
    double within_rails(const WideVec<2>& place) const;
    /// How far it is inside the pocket that is nearest in this sense; negative outside all.
    double in_pocket(const WideVec<2>& place) const;
    std::span<const WideEdge> edges() const { return edges_; }

private:
    /// Of a centre that is (level, up) away from a nose.
    static WideGap gap_to_nose(Wide level, Wide up, Wide level_speed, Wide up_speed, double radius);
    Wide up(Wide height, bool has_top) const;
    bool join_cushions();
    bool is_low(std::size_t round_cushion) const;

    const billiards::Table* table_;
    double height_ = 0;  ///< of all noses
    Vec2d lower_, upper_;
    std::vector<WideEdge> cushions_, edges_;
};

}  // namespace carom::proof
