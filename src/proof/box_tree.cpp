#include "proof/box_tree.hpp"

#include <algorithm>
#include <numeric>

namespace carom::proof {
namespace {

/// The axis along which the centres of order[begin] to order[end - 1] are spread most.
template <int N>
int widest_axis(const std::vector<std::size_t>& order, std::size_t begin, std::size_t end,
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
    : order_(centers.size()), node_of_ball_(centers.size()) {
    while (leaves_ < centers.size()) leaves_ *= 2;
    nodes_.resize(2 * leaves_);
    ball_of_leaf_.resize(leaves_);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    split(1, 0, order_.size(), centers);
}

template <int N>
void BoxTree<N>::arrange(const std::vector<Vec<double, N>>& centers) {
    std::vector<BoundingBox<N>> boxes;
    boxes.reserve(centers.size());
    for (const std::size_t node : node_of_ball_) boxes.push_back(nodes_[node]);
    std::fill(nodes_.begin(), nodes_.end(), BoundingBox<N>{});
    split(1, 0, order_.size(), centers);
    for (std::size_t ball = 0; ball < boxes.size(); ++ball) nodes_[node_of_ball_[ball]] = boxes[ball];
    for (std::size_t node = leaves_ - 1; node > 0; --node) nodes_[node] = around_children(node);
}

/// Hands the balls order_[begin] to order_[end - 1] to the leaves below `node`, half to each side.
template <int N>
void BoxTree<N>::split(std::size_t node, std::size_t begin, std::size_t end,
                       const std::vector<Vec<double, N>>& centers) {
    if (begin == end) return;
    if (node >= leaves_) {
        ball_of_leaf_[node - leaves_] = order_[begin];
        node_of_ball_[order_[begin]] = node;
        return;
    }
    const auto at = [&](std::size_t index) { return order_.begin() + static_cast<std::ptrdiff_t>(index); };
    const std::size_t middle = begin + (end - begin + 1) / 2;
    const int axis = widest_axis<N>(order_, begin, end, centers);
    std::nth_element(at(begin), at(middle), at(end),
                     [&](std::size_t a, std::size_t b) { return centers[a][axis] < centers[b][axis]; });
    split(2 * node, begin, middle, centers);
    split(2 * node + 1, middle, end, centers);
}

template <int N>
BoundingBox<N> BoxTree<N>::around_children(std::size_t node) const {
    const BoundingBox<N>& left = nodes_[2 * node];
    const BoundingBox<N>& right = nodes_[2 * node + 1];
    BoundingBox<N> box;
    for (int k = 0; k < N; ++k) {
        box.lower[k] = std::min(left.lower[k], right.lower[k]);
        box.upper[k] = std::max(left.upper[k], right.upper[k]);
    }
    return box;
}

template <int N>
void BoxTree<N>::set(std::size_t ball, const BoundingBox<N>& box) {
    std::size_t node = node_of_ball_[ball];
    nodes_[node] = box;
    for (node /= 2; node > 0; node /= 2) {
        const BoundingBox<N> around = around_children(node);
        if (around == nodes_[node]) return;
        nodes_[node] = around;
    }
}

template class BoxTree<2>;
template class BoxTree<3>;

}  // namespace carom::proof
