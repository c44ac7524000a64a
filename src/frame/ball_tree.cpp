// Building the tree of a frame.
#include "frame/ball_tree.hpp"

#include <atomic>

#include "core/instantiate.hpp"
#include "frame/read_balls.hpp"

namespace carom::detail {

/// Copies the balls of some blocks to their places in the tree, the numbers as they are.
template <class T, int N>
template <class B>
void BallTree<T, N>::place(TreeArrays<B, N>& arrays, std::size_t begin, std::size_t end) {
    constexpr std::size_t ahead = 16;
    for (std::size_t i = begin * kBlock; i < end * kBlock; ++i) {
        BallBlock<B, N>& block = arrays.balls()[i / kBlock];
        if (i >= size()) {
            set_no_ball(block, i % kBlock);
            continue;
        }
        if (i + ahead < size()) __builtin_prefetch(&order_.at(i + ahead));
        const auto& copy = order_.at(i);
        numbers_.data()[i] = copy.number;
        sorted_.data()[i] = copy.ball;
        if constexpr (std::is_same_v<T, B>) set_ball(block, i % kBlock, plain_hull<B>(copy.ball));
    }
}

/// Writes hulls where balls are. Returns how many have become much larger, all when one does not fit.
template <class T, int N>
template <class B>
std::size_t BallTree<T, N>::round_outwards(TreeArrays<B, N>& arrays, std::size_t begin, std::size_t end) {
    std::size_t grown = 0;
    for (std::size_t i = begin * kBlock; i < std::min(end * kBlock, size()); ++i) {
        const Hull<B, N> hull = hull_of<B>(sorted_.data()[i], order_.unit());
        set_ball(arrays.balls()[i / kBlock], i % kBlock, hull);
        if (hull.growth > 0) grown += !fits(hull) ? size() : is_much_larger(hull) ? 1 : 0;
    }
    return grown;
}

/// False when rounding to B makes many balls much larger, or when one does not fit.
template <class T, int N>
template <class B>
bool BallTree<T, N>::fill(TreeArrays<B, N>& arrays, const Workers& workers, InstructionSet set) {
    arrays.make_room(size());
    sorted_.room(size());
    numbers_.room(size());
    const auto factor = static_cast<B>(order_.unit().factor);
    const std::size_t parts = even_parts(workers, size(), 1U << 13);
    std::atomic<std::size_t> all_grown{0};
    in_parallel(workers, parts, [&](std::size_t p) {
        const Part part = part_of(blocks(), p, parts, kBlock);
        std::size_t grown = 0;
        for (std::size_t begin = part.begin; begin < part.end; begin += kBlock) {
            const std::size_t end = std::min(begin + kBlock, part.end);
            place(arrays, begin, end);
            for_instruction_set(set, [&]<InstructionSet Set>() {
                constexpr bool in_float = std::is_same_v<T, float> && std::is_same_v<B, float>;
                bool is_hull = std::is_same_v<T, B> && !in_float;
                if constexpr (in_float)
                    is_hull = scale_blocks<Set>(arrays.balls() + begin, end - begin, factor);
                if (!is_hull) grown += round_outwards(arrays, begin, end);
                bound_blocks<Set>(arrays.balls(), arrays.boxes(), arrays.nodes(), begin, end);
            });
        }
        all_grown += grown;
    });
    arrays.close_levels();
    return all_grown <= size() / 16;
}

template <class T, int N>
void BallTree<T, N>::build(const FrameBalls<T, N>& balls, const Workers& workers, InstructionSet set) {
    order_.sort(balls, workers, set);
    is_narrow_ = fill(narrow_, workers, set);
    if (!is_narrow_) fill(wide_, workers, set);
}

template <class T, int N>
void BallTree<T, N>::grow(std::size_t place, const MovingBall<T, N>& path) {
    const auto grow_in = [&]<class B>(TreeArrays<B, N>& arrays) {
        const Hull<B, N> hull = searchable_hull<B>(path, order_.unit());
        Vec<B, N> lower, upper;
        for (int k = 0; k < N; ++k) {
            const Bounds<B> bounds = bounds_of(hull, k);
            lower[k] = bounds.lower;
            upper[k] = bounds.upper;
        }
        arrays.grow(place, lower, upper);
    };
    if (is_narrow_) {
        grow_in(narrow_);
    } else {
        grow_in(wide_);
    }
}

template <class T, int N>
std::vector<FrameCell<N>> BallTree<T, N>::cells() const {
    std::vector<FrameCell<N>> all;
    const SearchUnit<N>& unit = order_.unit();
    const auto add = [&](const auto& block, std::size_t lane, int level) {
        FrameCell<N> cell;
        cell.level = level;
        for (int k = 0; k < N; ++k) {
            const auto lower = static_cast<double>(block.lower[k][lane]);
            const auto upper = static_cast<double>(block.upper[k][lane]);
            cell.box.lower[k] = is_narrow_ ? unit.restored(lower, k) : lower;
            cell.box.upper[k] = is_narrow_ ? unit.restored(upper, k) : upper;
        }
        all.push_back(cell);
    };
    with_view([&](const auto& view) {
        std::size_t entries = view.blocks;
        for (int level = 0; level < view.levels; ++level) {
            for (std::size_t i = 0; i < entries; ++i) add(view.level[level][i / kBlock], i % kBlock, level);
            entries = (entries + kBlock - 1) / kBlock;
        }
    });
    return all;
}

template <class T, int N>
std::size_t BallTree<T, N>::bytes() const {
    return order_.bytes() + numbers_.bytes() + sorted_.bytes() + narrow_.bytes() + wide_.bytes();
}

#define CAROM_INSTANTIATE(T, N) template class BallTree<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom::detail
