#include "frame/tree_arrays.hpp"

#include "core/instantiate.hpp"

namespace carom::detail {

template <class B, int N>
void TreeArrays<B, N>::make_room(std::size_t size) {
    view_.blocks = (size + kBlock - 1) / kBlock;
    view_.boxes = boxes_.room(view_.blocks);
    view_.balls = balls_.room(view_.blocks);
    std::size_t nodes = 0;
    view_.levels = 0;
    for (std::size_t entries = view_.blocks; entries > 0;) {
        first_node_[view_.levels++] = nodes;
        entries = (entries + kBlock - 1) / kBlock;
        nodes += entries;
        if (entries == 1) break;
    }
    BoxBlock<B, N>* const all = nodes_.room(nodes);
    for (int level = 0; level < view_.levels; ++level) view_.level[level] = all + first_node_[level];
    for (std::size_t node = 0; node < nodes; ++node) {
        for (int k = 0; k < N; ++k) {
            for (std::size_t lane = 0; lane < kBlock; ++lane) {
                all[node].lower[k][lane] = std::numeric_limits<B>::infinity();
                all[node].upper[k][lane] = -std::numeric_limits<B>::infinity();
            }
        }
    }
}

template <class B, int N>
void TreeArrays<B, N>::set_box(std::size_t block, const Vec<B, N>& lower, const Vec<B, N>& upper) {
    BoxBlock<B, N>& node = nodes_.data()[first_node_[0] + block / kBlock];
    for (int k = 0; k < N; ++k) {
        node.lower[k][block % kBlock] = lower[k];
        node.upper[k][block % kBlock] = upper[k];
    }
}

template <class B, int N>
void TreeArrays<B, N>::close_levels() {
    std::size_t entries = (view_.blocks + kBlock - 1) / kBlock;
    for (int level = 1; level < view_.levels; ++level) {
        const BoxBlock<B, N>* const below = view_.level[level - 1];
        BoxBlock<B, N>* const here = nodes_.data() + first_node_[level];
        for (std::size_t entry = 0; entry < entries; ++entry) {
            for (int k = 0; k < N; ++k) {
                const B* const lower = below[entry].lower[k];
                const B* const upper = below[entry].upper[k];
                here[entry / kBlock].lower[k][entry % kBlock] = *std::min_element(lower, lower + kBlock);
                here[entry / kBlock].upper[k][entry % kBlock] = *std::max_element(upper, upper + kBlock);
            }
        }
        entries = (entries + kBlock - 1) / kBlock;
    }
}

template <class B, int N>
void TreeArrays<B, N>::grow(std::size_t place, const Vec<B, N>& lower, const Vec<B, N>& upper) {
    const auto grow_box = [&](BoxBlock<B, N>& block, std::size_t lane) {
        for (int k = 0; k < N; ++k) {
            if (lower[k] < block.lower[k][lane]) block.lower[k][lane] = lower[k];
            if (upper[k] > block.upper[k][lane]) block.upper[k][lane] = upper[k];
        }
    };
    grow_box(boxes_.data()[place / kBlock], place % kBlock);
    std::size_t entry = place / kBlock;
    for (int level = 0; level < view_.levels; ++level) {
        grow_box(nodes_.data()[first_node_[level] + entry / kBlock], entry % kBlock);
        entry /= kBlock;
    }
}

template <class B, int N>
std::size_t TreeArrays<B, N>::bytes() const {
    return boxes_.bytes() + nodes_.bytes() + balls_.bytes();
}

#define CAROM_INSTANTIATE(B, N) template class TreeArrays<B, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail
