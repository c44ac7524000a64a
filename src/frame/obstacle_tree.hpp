// Resting balls and boxes in a tree of boxes; half-spaces and planes in lists.
#pragma once

#include <vector>

#include "carom/frame/obstacle_set.hpp"
#include "frame/join.hpp"
#include "frame/read_balls.hpp"
#include "frame/tree_arrays.hpp"
#include "pair/each_obstacle.hpp"

namespace carom {

template <class T, int N>
class ObstacleSet<T, N>::Tree {
public:
    explicit Tree(const Obstacles<T, N>& obstacles);

    Obstacles<T, N> obstacles() const { return {balls_, {}, half_spaces_, planes_, boxes_}; }
    const detail::TreeView<T, N>& view() const { return tree_.view(); }
    /// What is at a place of the tree.
    ObstacleId at(std::size_t place) const;
    std::size_t memory() const;

    /// As `ObstacleSet::first_contact`.
    std::optional<FirstContact<T, N>> first_contact(const MovingBall<T, N>& mover) const;

    /// f(id, sweep) for every obstacle that the mover touches, in any order; one that is not valid touches
    /// nothing.
    template <class F>
    void for_each_contact(const MovingBall<T, N>& mover, const F& f) const;

private:
    void fill();

    std::vector<Ball<T, N>> balls_;
    std::vector<HalfSpace<T, N>> half_spaces_;
    std::vector<Plane<T, N>> planes_;
    std::vector<Box<T, N>> boxes_;
    std::vector<std::uint32_t> numbers_;  ///< of each place: a ball, or a box counted on behind all balls
    detail::TreeArrays<T, N> tree_;
};

namespace detail {

/// Sixteen movers on their way to a tree.
template <class T, int N>
class MoverFiller {
public:
    explicit MoverFiller(MoverBlock<T, N>& movers) : movers_(movers), filler_(movers.boxes, movers.balls) {
        movers_.size = 0;
    }
    void add(const MovingBall<T, N>& mover) { filler_.add(movers_.size++, plain_hull<T>(mover)); }

private:
    MoverBlock<T, N>& movers_;
    BlockFiller<T, N> filler_;
};

/// True when the mover stays clear of a surface, on the side of its normal: `distances` are n.x - o, in
/// double.
template <class T, int N, class Surface>
class SurfaceDistance {
public:
    SurfaceDistance(const MovingBall<T, N>& mover, const Surface& surface) {
        double at_start = -static_cast<double>(surface.offset);
        double size = std::fabs(at_start);
        double moves = 0;
        double length = 0;
        for (int k = 0; k < N; ++k) {
            const auto n = static_cast<double>(surface.normal[k]);
            const double part = n * static_cast<double>(mover.center[k]);
            const double along = n * static_cast<double>(mover.displacement[k]);
            at_start += part;
            moves += along;
            size += std::fabs(part) + std::fabs(along);
            length += std::fabs(n);
        }
        // |n| is at most the sum of its components; 2^-48 is 32 roundings.
        reach_ = length * static_cast<double>(mover.radius) + 0x1p-48 * size + 0x1p-1000;
        lowest_ = std::fmin(at_start, at_start + moves);
        highest_ = std::fmax(at_start, at_start + moves);
    }
    bool is_surely_above() const { return lowest_ > reach_; }
    bool is_surely_below() const { return highest_ < -reach_; }

private:
    double lowest_, highest_, reach_;
};

}  // namespace detail

template <class T, int N>
template <class F>
void ObstacleSet<T, N>::Tree::for_each_contact(const MovingBall<T, N>& mover, const F& f) const {
    using namespace detail;
    if (!is_valid(mover)) return;
    const auto check = [&](ObstacleId id) {
        const Sweep<T, N> in =
            with_obstacle(obstacles(), id, [&](const auto& obstacle) { return sweep(mover, obstacle); });
        if (in) f(id, in);
    };
    for (std::size_t i = 0; i < half_spaces_.size(); ++i) {
        const SurfaceDistance<T, N, HalfSpace<T, N>> distance(mover, half_spaces_[i]);
        if (!distance.is_surely_above()) check({ObstacleKind::half_space, i});
    }
    for (std::size_t i = 0; i < planes_.size(); ++i) {
        const SurfaceDistance<T, N, Plane<T, N>> distance(mover, planes_[i]);
        if (!distance.is_surely_above() && !distance.is_surely_below()) check({ObstacleKind::plane, i});
    }
    MoverBlock<T, N> movers;
    MoverFiller<T, N>(movers).add(mover);
    const auto hand_on = [&](Candidates& found) {
        for (std::size_t i = 0; i < found.size; ++i) check(at(found.b[i]));
        found.size = 0;
    };
    Candidates found = candidates_for(hand_on);
    for_instruction_set(fastest_instruction_set(),
                        [&]<InstructionSet Set>() { meet_boxes<Set>(view(), movers, found); });
    hand_on(found);
}

}  // namespace carom
