// Which of many boxes meet a given one? A binary tree of boxes whose leaves are the balls.
//
// A node's box is the smallest that holds those of its two children, which comparing alone decides: nothing
// is rounded. The shape of the tree decides the speed only.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "carom/math/vec.hpp"

namespace carom::proof {

/// All points between two corners, the corners included; as made here, none at all.
template <int N>
struct BoundingBox {
    BoundingBox() {
        for (int k = 0; k < N; ++k) {
            lower[k] = std::numeric_limits<double>::infinity();
            upper[k] = -lower[k];
        }
    }

    bool meets(const BoundingBox& other) const {
        bool yes = true;
        for (int k = 0; k < N; ++k) {
            const bool below = lower[k] <= other.upper[k];
            const bool above = other.lower[k] <= upper[k];
            yes = yes & below & above;
        }
        return yes;
    }

    friend bool operator==(const BoundingBox&, const BoundingBox&) = default;

    Vec<double, N> lower;
    Vec<double, N> upper;
};

template <int N>
class BoxTree {
public:
    /// As many empty boxes as there are centres, sorted into the tree by them. No centre is NaN.
    explicit BoxTree(const std::vector<Vec<double, N>>& centers);

    /// Sorts the balls into the tree anew, by where they are now; their boxes stay.
    void arrange(const std::vector<Vec<double, N>>& centers);

    void set(std::size_t ball, const BoundingBox<N>& box);
    /// The smallest box that holds all of them.
    const BoundingBox<N>& root() const { return nodes_[1]; }

    /// Calls `visit` with each ball whose box meets the given one.
    template <class Visit>
    void for_each_meeting(const BoundingBox<N>& box, Visit visit) const {
        constexpr std::size_t kDeepest = 64;
        std::size_t waiting[kDeepest + 1];  // nodes whose box meets the given one
        std::size_t count = 0;
        waiting[0] = 1;
        count += nodes_[1].meets(box) ? 1 : 0;
        while (count > 0) {
            const std::size_t node = waiting[--count];
            if (node >= leaves_) {
                visit(ball_of_leaf_[node - leaves_]);
                continue;
            }
            // Without a branch: which child meets the box is hard to foresee.
            waiting[count] = 2 * node;
            count += nodes_[2 * node].meets(box) ? 1 : 0;
            waiting[count] = 2 * node + 1;
            count += nodes_[2 * node + 1].meets(box) ? 1 : 0;
        }
    }

private:
    void split(std::size_t node, std::size_t begin, std::size_t end,
               const std::vector<Vec<double, N>>& centers);
    BoundingBox<N> around_children(std::size_t node) const;

    std::size_t leaves_ = 1;             ///< a power of two; node k has the children 2 k and 2 k + 1
    std::vector<BoundingBox<N>> nodes_;  ///< the first is never used
    std::vector<std::size_t> order_;     ///< the balls, along the tree
    std::vector<std::size_t> ball_of_leaf_;
    std::vector<std::size_t> node_of_ball_;
};

}  // namespace carom::proof
