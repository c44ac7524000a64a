// The memory of a tree of boxes.
#pragma once

#include <algorithm>
#include <limits>

#include "frame/blocks.hpp"
#include "frame/hull.hpp"
#include "frame/scratch.hpp"

namespace carom::detail {

/// The arrays behind a TreeView.
template <class B, int N>
class TreeArrays {
public:
    /// Room for the balls; what was in it is lost.
    void make_room(std::size_t size);
    /// The boxes of level 1 and up, from those of level 0.
    void close_levels();

    BoxBlock<B, N>* boxes() { return boxes_.data(); }
    BallBlock<B, N>* balls() { return balls_.data(); }
    BoxBlock<B, N>* nodes() { return nodes_.data(); }  ///< of level 0
    /// Sets the box of a block of balls.
    void set_box(std::size_t block, const Vec<B, N>& lower, const Vec<B, N>& upper);

    /// Makes every box over a place so large that it holds this one as well.
    void grow(std::size_t place, const Vec<B, N>& lower, const Vec<B, N>& upper);

    const TreeView<B, N>& view() const { return view_; }
    std::size_t bytes() const;

private:
    TreeView<B, N> view_;
    Scratch<BoxBlock<B, N>> boxes_, nodes_;
    Scratch<BallBlock<B, N>> balls_;
    std::size_t first_node_[kMostLevels]{};  ///< of a level, in nodes_
};

template <class B, int N>
void set_ball(BallBlock<B, N>& balls, std::size_t lane, const Hull<B, N>& hull) {
    for (int k = 0; k < N; ++k) {
        balls.center[k][lane] = hull.center[k];
        balls.displacement[k][lane] = hull.displacement[k];
    }
    balls.radius[lane] = hull.radius;
}
/// Its box will be empty.
template <class B, int N>
void set_no_ball(BallBlock<B, N>& balls, std::size_t lane) {
    for (int k = 0; k < N; ++k) balls.center[k][lane] = balls.displacement[k][lane] = 0;
    balls.radius[lane] = -std::numeric_limits<B>::infinity();
}

/// Sixteen places of a tree on their way into it.
template <class B, int N>
class BlockFiller {
public:
    BlockFiller(BoxBlock<B, N>& boxes, BallBlock<B, N>& balls) : boxes_(boxes), balls_(balls) {
        for (int k = 0; k < N; ++k) {
            lower_[k] = std::numeric_limits<B>::infinity();
            upper_[k] = -lower_[k];
        }
    }

    void add(std::size_t lane, const Hull<B, N>& hull) {
        for (int k = 0; k < N; ++k) set_bounds(lane, k, bounds_of(hull, k));
        set_ball(balls_, lane, hull);
    }
    /// Only a box: the balls of this block have no meaning.
    void add_box(std::size_t lane, const Vec<B, N>& lower, const Vec<B, N>& upper) {
        for (int k = 0; k < N; ++k) set_bounds(lane, k, {lower[k], upper[k]});
    }
    void add_nothing(std::size_t lane) {
        for (int k = 0; k < N; ++k) {
            boxes_.lower[k][lane] = std::numeric_limits<B>::infinity();
            boxes_.upper[k][lane] = -boxes_.lower[k][lane];
        }
        set_no_ball(balls_, lane);
    }
    const Vec<B, N>& lower() const { return lower_; }
    const Vec<B, N>& upper() const { return upper_; }

private:
    void set_bounds(std::size_t lane, int k, const AxisInterval<B>& bounds) {
        boxes_.lower[k][lane] = bounds.lower;
        boxes_.upper[k][lane] = bounds.upper;
        if (bounds.lower < lower_[k]) lower_[k] = bounds.lower;
        if (bounds.upper > upper_[k]) upper_[k] = bounds.upper;
    }

    BoxBlock<B, N>& boxes_;
    BallBlock<B, N>& balls_;
    Vec<B, N> lower_, upper_;
};

}  // namespace carom::detail
