#include "proof/box_tree.hpp"

#include <algorithm>
#include <numeric>

namespace carom::proof {
namespace {

/// The axis along which the centres of order[begin] to order[end - 1] are spread most.
template <int N>
int widest_axis(const std::vector<std::uint32_t>& order, std::size_t begin, std::size_t end,
                const std::vector<Vec<double, N>>& centers) {
    int widest = 0;
    double most = -1;
    for (int k = 0; k < N; ++k) {
        double low = centers[order[begin]][k];
        double high = low;
        for (std::size_t at = begin; at < end; ++at) {
            low = std::min(low, centers[order[at]][k]);
            high = std::max(high, centers[order[at]][k]);
        }
        if (high - low > most) {
            most = high - low;
            widest = k;
        }
    }
    return widest;
}

}  // namespace

template <int N>
BoxTree<N>::BoxTree(const std::vector<Vec<double, N>>& centers)
    : order_(centers.size()), place_(centers.size()) {
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
    std::size_t count = std::max<std::size_t>(centers.size(), 1);
    do {
        count = (count + Node::kChildren - 1) / Node::kChildren;
        levels_.emplace_back(count);
    } while (count > 1);
    arrange(centers);
}

template <int N>
void BoxTree<N>::arrange(const std::vector<Vec<double, N>>& centers) {
    std::vector<BoundingBox<N>> boxes;
    boxes.reserve(order_.size());
    for (const std::uint32_t at : place_)
        boxes.push_back(levels_[0][at / Node::kChildren].box(at % Node::kChildren));
    std::size_t share = 1;
    for (std::size_t level = 1; level < levels_.size(); ++level) share *= Node::kChildren;
    split(0, order_.size(), share, centers);
    for (std::uint32_t at = 0; at < order_.size(); ++at) {
        place_[order_[at]] = at;
        levels_[0][at / Node::kChildren].set(at % Node::kChildren, boxes[order_[at]]);
    }
    enclose();
}

/// Hands the balls order_[begin] to order_[end - 1] to the children of a node, `share` to each, half of these
/// to each side.
template <int N>
void BoxTree<N>::split(std::size_t begin, std::size_t end, std::size_t share,
                       const std::vector<Vec<double, N>>& centers) {
    const std::size_t children = (end - begin + share - 1) / share;
    if (children > 1) {
        const auto at = [&](std::size_t index) {
            return order_.begin() + static_cast<std::ptrdiff_t>(index);
        };
        const std::size_t middle = begin + (children + 1) / 2 * share;
        const int axis = widest_axis<N>(order_, begin, end, centers);
        std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t a, std::uint32_t b) {
            return centers[a][axis] < centers[b][axis];
        });
        split(begin, middle, share, centers);
        split(middle, end, share, centers);
    } else if (share > Node::kChildren && end - begin > Node::kChildren) {
        split(begin, end, share / Node::kChildren, centers);
    }
}

/// Makes all boxes above those of the balls the smallest.
template <int N>
void BoxTree<N>::enclose() {
    const auto around = [](const Node& node) {
        BoundingBox<N> box;
        for (std::size_t child = 0; child < Node::kChildren; ++child) box.enclose(node.box(child));
        return box;
    };
    for (std::size_t level = 1; level < levels_.size(); ++level) {
        for (std::size_t at = 0; at < levels_[level - 1].size(); ++at)
            levels_[level][at / Node::kChildren].set(at % Node::kChildren, around(levels_[level - 1][at]));
    }
    root_ = around(levels_.back().front());
}

template <int N>
void BoxTree<N>::set(std::size_t ball, const BoundingBox<N>& box) {
    std::size_t at = place_[ball];
    levels_[0][at / Node::kChildren].set(at % Node::kChildren, box);
    for (std::size_t level = 1; level < levels_.size(); ++level) {
        at /= Node::kChildren;
        Node& node = levels_[level][at / Node::kChildren];
        BoundingBox<N> around = node.box(at % Node::kChildren);
        if (!around.enclose(box)) return;
        node.set(at % Node::kChildren, around);
    }
    root_.enclose(box);
}

template class BoxTree<2>;
template class BoxTree<3>;

}  // namespace carom::proof
