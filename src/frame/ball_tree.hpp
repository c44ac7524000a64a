// The tree of a frame.
#pragma once

#include "frame/curve_order.hpp"
#include "frame/tree_arrays.hpp"

namespace carom::detail {

template <class T, int N>
class BallTree {
public:
    void build(const FrameBalls<T, N>& balls, const Workers& workers);

    /// The valid balls, in the order of the tree.
    std::size_t size() const { return order_.size(); }
    std::size_t blocks() const { return (size() + kBlock - 1) / kBlock; }
    const MovingBall<T, N>* balls() const { return sorted_.data(); }
    /// The caller's number of each.
    const std::uint32_t* numbers() const { return numbers_.data(); }

    /// f(view), with the blocks in float or in double.
    template <class F>
    void with_view(F f) const {
        if (is_narrow_) {
            f(narrow_.view());
        } else {
            f(wide_.view());
        }
    }

    std::size_t bytes() const;

private:
    template <class B>
    bool fill(TreeArrays<B, N>& arrays, const FrameBalls<T, N>& balls, const Workers& workers);

    CurveOrder<T, N> order_;
    bool is_narrow_ = true;
    Scratch<std::uint32_t> numbers_;
    Scratch<MovingBall<T, N>> sorted_;
    TreeArrays<float, N> narrow_;
    TreeArrays<double, N> wide_;
};

}  // namespace carom::detail
