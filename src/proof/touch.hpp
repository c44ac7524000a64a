// What does a ball touch, or all but touch, at a moment? Found by the checker's own search in space.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "proof/broad_phase.hpp"
#include "proof/pair_prover.hpp"

namespace carom::proof {

/// Something beside a ball: another ball, or a wall.
template <int N>
struct Touch {
    std::size_t other = 0;  ///< the ball, when there is no wall
    const WideWall<N>* wall = nullptr;
    WideVec<N> to;         ///< unit, from the ball to it
    double gap = 0;        ///< between the surfaces
    double unsure = 0;     ///< how much of the gap rounding may explain
    double tilt = 0;       ///< how far rounding may turn `to`, in radians
    double curvature = 0;  ///< by how much the gap grows faster for a unit of motion across, squared
};

template <int N>
class TouchFinder {
public:
    /// Has to outlive it.
    explicit TouchFinder(const PairProver<N>& prover) : prover_(&prover) {}

    /// Looks among the balls that the search knows to be near, no longer among all of them.
    void search_with(const BroadPhase<N>& search) { search_ = &search; }

    /// What has a gap of at most `reach` to ball i at `x`, as far as rounding can tell: walls first, then
    /// balls by their numbers, in all images. Precondition: there is no shear.
    std::vector<Touch<N>> find(std::size_t i, const Vec<double, N>& x, Time now, double reach) const;

private:
    void look_at_wall(std::size_t i, const WideWall<N>& wall, const Vec<double, N>& x, Time now, double reach,
                      std::vector<Touch<N>>& found) const;
    void look_at_ball(std::size_t i, std::size_t j, const Vec<double, N>& x, Time now, double reach,
                      std::vector<Touch<N>>& found) const;

    const PairProver<N>* prover_;
    const BroadPhase<N>* search_ = nullptr;
};

}  // namespace carom::proof
