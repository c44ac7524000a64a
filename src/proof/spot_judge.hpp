// Judges whether balls were put back where the rules of a game say. Which balls those are, the referee says.
#pragma once

#include <span>
#include <vector>

#include "carom/billiards/table_scene.hpp"
#include "proof/wide.hpp"

namespace carom::proof {

class SpotJudge {
public:
    /// `scene` outlives it.
    explicit SpotJudge(const billiards::TableScene& scene);

    /// A ball of `spotted` that does not start where the rules put it back; -1 if all do. `in_hand`: a ball
    /// that was placed by hand after them, or -1.
    int misplaced(std::span<const billiards::BallState> start, std::span<const int> spotted, int in_hand);

private:
    using Place = WideVec<2>;

    Place place_of(int ball) const;
    Place spot_of(int number) const;
    Wide reach(int ball, int other) const;
    Wide kept_apart(int other) const;
    bool may_be_taken(int ball, const Place& place) const;
    bool may_be_free(int ball, const Place& place) const;
    bool is_right(int ball) const;
    bool is_beside_another(int ball) const;
    bool is_nearest(int ball) const;
    bool is_covered(int ball, Wide from, Wide to) const;

    const billiards::TableScene& scene_;
    bool is_snooker_;
    std::vector<int> numbers_;
    Vec2d lower_, upper_;  // of the playing area
    std::span<const billiards::BallState> start_;
    std::vector<int> lying_;  // while the next ball is put back
};

}  // namespace carom::proof
