// What is in touch in an impact of several contacts, and how the images of its balls hang together.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "proof/cluster_law.hpp"
#include "proof/pair_prover.hpp"

namespace carom::proof {

/// Two things in touch; `b` is `kFixed` for a wall or an immovable ball.
template <int N>
struct ClusterTouch {
    std::size_t a = 0;  ///< as all places: index in the records of the impact
    std::size_t b = kFixed;
    std::size_t other = 0;              ///< the ball that b is, when it is no wall
    const WideWall<N>* wall = nullptr;  ///< that b is
    WideVec<N> normal;                  ///< unit, from a to b
    Vec<double, N> image;  ///< of two balls: the boxes from where both are stored to b as a sees it
    double row = 0;        ///< in a sheared box that along the gradient
    double tilt = 0;       ///< how far rounding may turn the normal
    double law = 1;        ///< restitution
    bool surely = false;   ///< whatever rounding did, the engine sees it
};

template <int N>
class ClusterTouches {
public:
    /// Has to outlive it.
    explicit ClusterTouches(const PairProver<N>& prover);

    /// Looks at one impact. Precondition: the flights of the prover are those before it.
    void find(const std::vector<Event<N>>& records);

    const std::vector<ClusterTouch<N>>& touches() const { return touches_; }
    /// By how many boxes up from the first ball's this one hangs together with it; none where it does not.
    std::optional<double> row(std::size_t place) const { return rows_[place]; }
    /// True when a contact was left out that rounding leaves open, and that leads to other boxes.
    bool may_close_ring() const { return may_close_ring_; }

private:
    void touch_balls(std::size_t a, std::size_t ball, std::size_t b);
    void touch_walls(std::size_t a);
    void line_up();
    bool place_one(bool surely);

    const PairProver<N>* prover_;
    std::vector<std::size_t> immovable_;
    const std::vector<Event<N>>* records_ = nullptr;  // of the impact that is looked at
    std::vector<ClusterTouch<N>> touches_;
    std::vector<std::optional<double>> rows_;  // by place
    bool may_close_ring_ = false;
};

}  // namespace carom::proof
