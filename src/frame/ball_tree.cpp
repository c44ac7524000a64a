// Building the tree of a frame.
#include "frame/ball_tree.hpp"

#include <atomic>
#include <utility>

#include "core/instantiate.hpp"
#include "core/prefetch.hpp"
#include "frame/read_balls.hpp"

namespace carom::detail {

/// Orders the balls and fills the blocks with them while they are in the cache. False when balls in the
/// tree's unit are not those of the caller: then they are only in order.
template <class T, int N>
bool BallTree<T, N>::sort_into_blocks(const Workers& workers, InstructionSet set) {
    if constexpr (!std::is_same_v<T, float>) {
        order_.sort(workers);
        return false;
    } else {
        narrow_.make_room(size());
        const auto factor = static_cast<float>(order_.unit().factor);
        std::atomic<bool> all_exact{true};
        const auto fill = [&](std::size_t begin, std::size_t end) {
            const OrderedBalls<T, N> balls = order_.before(std::min(size(), end * kBlock));
            for_instruction_set(set, [&]<InstructionSet Set>() {
                if (!place_blocks<Set>(balls, begin, end, factor, narrow_.balls(), numbers_.data()))
                    all_exact = false;
                bound_blocks<Set>(narrow_.balls(), narrow_.boxes(), narrow_.nodes(), begin, end);
            });
        };
        // Blocks that two workers share, and the last one, which may not be full.
        std::size_t* const seams = seams_.room(most_even_parts(workers, size()) + 1);
        std::atomic<std::size_t> seam_count{0};
        order_.sort(workers, [&](std::size_t first) {
            seams[seam_count++] = first / kBlock;
            return [&fill, block = (first + kBlock - 1) / kBlock](std::size_t end) mutable {
                if (end / kBlock > block) fill(std::exchange(block, end / kBlock), end / kBlock);
            };
        });
        seams[seam_count++] = size() / kBlock;
        for (std::size_t i = 0; i < seam_count; ++i) fill(seams[i], std::min(seams[i] + 1, blocks()));
        narrow_.close_levels();
        return all_exact;
    }
}

/// Copies the balls of some blocks to their places, and hulls of them to the blocks. Returns how many have
/// become much larger, all when one does not fit.
template <class T, int N>
template <class B>
std::size_t BallTree<T, N>::place_hulls(TreeArrays<B, N>& arrays, std::size_t begin, std::size_t end) {
    constexpr std::size_t ahead = 16;
    std::size_t grown = 0;
    for (std::size_t i = begin * kBlock; i < end * kBlock; ++i) {
        BallBlock<B, N>& block = arrays.balls()[i / kBlock];
        if (i >= size()) {
            set_no_ball(block, i % kBlock);
            continue;
        }
        if (i + ahead < size()) prefetch_line(&order_.at(i + ahead));
        const auto& copy = order_.at(i);
        numbers_.data()[i] = copy.number;
        sorted_.data()[i] = copy.ball;
        const Hull<B, N> hull = hull_of<B>(copy.ball, order_.unit());
        set_ball(block, i % kBlock, hull);
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
    std::atomic<std::size_t> all_grown{0};
    in_chunks(workers, [&](std::size_t begin, std::size_t end) {
        all_grown += place_hulls(arrays, begin, end);
        for_instruction_set(set, [&]<InstructionSet Set>() {
            bound_blocks<Set>(arrays.balls(), arrays.boxes(), arrays.nodes(), begin, end);
        });
    });
    arrays.close_levels();
    return all_grown <= size() / 16;
}

template <class T, int N>
void BallTree<T, N>::build(const FrameBalls<T, N>& balls, const SceneSample<T, N>& sample,
                           const Workers& workers, InstructionSet set) {
    order_.gather(balls, sample, workers, set);
    numbers_.room(blocks() * kBlock);
    is_exact_ = sort_into_blocks(workers, set);
    is_narrow_ = is_exact_ || fill(narrow_, workers, set);
    if (!is_narrow_) fill(wide_, workers, set);
}

template <class T, int N>
PlacedBalls<T, N> BallTree<T, N>::balls() const {
    PlacedBalls<T, N> balls{nullptr, sorted_.data(), numbers_.data(), nullptr};
    if constexpr (std::is_same_v<T, float>) {
        if (is_exact_) balls.blocks = narrow_.view().balls;
    }
    return balls;
}

template <class T, int N>
void BallTree<T, N>::grow(std::size_t place, const MovingBall<T, N>& path) {
    const auto grow_in = [&]<class B>(TreeArrays<B, N>& arrays) {
        const Hull<B, N> hull = searchable_hull<B>(path, order_.unit());
        Vec<B, N> lower, upper;
        for (int k = 0; k < N; ++k) {
            const AxisInterval<B> bounds = bounds_of(hull, k);
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
    return order_.bytes() + numbers_.bytes() + sorted_.bytes() + seams_.bytes() + narrow_.bytes() +
           wide_.bytes();
}

#define CAROM_INSTANTIATE(T, N) template class BallTree<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail
