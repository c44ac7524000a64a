// The tree of a frame.
#pragma once

#include <vector>

#include "carom/frame/frame_contact_finder.hpp"
#include "frame/curve_order.hpp"
#include "frame/join.hpp"
#include "frame/tree_arrays.hpp"

namespace carom::detail {

template <class T, int N>
class BallTree {
public:
    /// The sample is one of the balls.
    void build(const FrameBalls<T, N>& balls, const SceneSample<T, N>& sample, const Workers& workers,
               InstructionSet set);

    /// The valid balls, in the order of the tree.
    std::size_t size() const { return order_.size(); }
    std::size_t blocks() const { return (size() + kBlock - 1) / kBlock; }
    PlacedBalls<T, N> balls() const;
    /// The caller's number of each.
    const std::uint32_t* numbers() const { return numbers_.data(); }

    /// From now on the ball at this place may be anywhere on this path as well.
    void grow(std::size_t place, const MovingBall<T, N>& path);
    /// f(place) for every ball that the path may meet; the path is valid.
    template <class F>
    void near(const MovingBall<T, N>& path, InstructionSet set, const F& f) const {
        if (is_narrow_) {
            near_in(narrow_, path, set, f);
        } else {
            near_in(wide_, path, set, f);
        }
    }

    /// f(view), with the blocks in float or in double.
    template <class F>
    void with_view(F f) const {
        if (is_narrow_) {
            f(narrow_.view());
        } else {
            f(wide_.view());
        }
    }

    /// All boxes over blocks, in the caller's coordinates.
    std::vector<FrameCell<N>> cells() const;

    std::size_t bytes() const;

private:
    template <class B, class F>
    void near_in(const TreeArrays<B, N>& arrays, const MovingBall<T, N>& path, InstructionSet set,
                 const F& f) const {
        MoverBlock<B, N> movers;
        BlockFiller<B, N>(movers.boxes, movers.balls).add(0, searchable_hull<B>(path, order_.unit()));
        movers.size = 1;
        const auto hand_on = [&](Candidates& found) {
            for (std::size_t i = 0; i < found.size; ++i) f(std::size_t{found.b[i]});
            found.size = 0;
        };
        Candidates found = candidates_for(hand_on);
        for_instruction_set(set,
                            [&]<InstructionSet Set>() { meet_boxes<Set>(arrays.view(), movers, found); });
        hand_on(found);
    }
    /// f(begin, end) for blocks that fit a cache.
    template <class F>
    void in_chunks(const Workers& workers, const F& f) const {
        const std::size_t parts = even_parts(workers, size(), 1U << 13);
        in_parallel(workers, parts, [&](std::size_t p) {
            const IndexRange part = part_of(blocks(), p, parts, kBlock);
            for (std::size_t begin = part.begin; begin < part.end; begin += kBlock) {
                f(begin, std::min(begin + kBlock, part.end));
            }
        });
    }
    bool sort_into_blocks(const Workers& workers, InstructionSet set);
    template <class B>
    std::size_t place_hulls(TreeArrays<B, N>& arrays, std::size_t begin, std::size_t end);
    template <class B>
    bool fill(TreeArrays<B, N>& arrays, const Workers& workers, InstructionSet set);

    CurveOrder<T, N> order_;
    bool is_narrow_ = true;
    bool is_exact_ = false;  ///< the blocks hold the caller's balls, in another unit
    Scratch<std::uint32_t> numbers_;
    Scratch<MovingBall<T, N>> sorted_;  ///< where they do not
    Scratch<std::size_t> seams_;
    TreeArrays<float, N> narrow_;
    TreeArrays<double, N> wide_;
};

}  // namespace carom::detail
