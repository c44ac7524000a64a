// Building the tree of a frame.
#include "frame/ball_tree.hpp"

#include <atomic>

#include "core/instantiate.hpp"
#include "frame/read_balls.hpp"

namespace carom::detail {

/// False when rounding to B makes many balls much larger, or when one does not fit.
template <class T, int N>
template <class B>
bool BallTree<T, N>::fill(TreeArrays<B, N>& arrays, const FrameBalls<T, N>& balls, const Workers& workers) {
    constexpr std::size_t ahead = 40;
    arrays.make_room(size());
    MovingBall<T, N>* const sorted = sorted_.room(size());
    std::uint32_t* const numbers = numbers_.room(size());
    const SearchUnit<N> unit = order_.unit();
    const std::size_t parts = even_parts(workers, size(), 1U << 13);
    std::atomic<std::size_t> all_grown{0};
    in_parallel(workers, parts, [&](std::size_t p) {
        const Part part = part_of(blocks(), p, parts, kBlock);
        std::size_t grown = 0;
        for (std::size_t block = part.begin; block < part.end; ++block) {
            BlockFiller<B, N> filler(arrays.boxes()[block], arrays.balls()[block]);
            for (std::size_t lane = 0; lane < kBlock; ++lane) {
                const std::size_t i = block * kBlock + lane;
                if (i >= size()) {
                    filler.add_nothing(lane);
                    continue;
                }
                if (i + ahead < size()) prefetch_ball(balls, order_.number(i + ahead));
                numbers[i] = order_.number(i);
                sorted[i] = ball_at(balls, numbers[i]);
                const Hull<B, N> hull = hull_of<B>(sorted[i], unit);
                filler.add(lane, hull);
                if (is_much_larger(hull)) ++grown;
                if (!fits(hull)) grown += size();
            }
            arrays.set_box(block, filler.lower(), filler.upper());
        }
        all_grown += grown;
    });
    arrays.close_levels();
    return all_grown <= size() / 16;
}

template <class T, int N>
void BallTree<T, N>::build(const FrameBalls<T, N>& balls, const Workers& workers) {
    order_.sort(balls, workers);
    is_narrow_ = fill(narrow_, balls, workers);
    if (!is_narrow_) fill(wide_, balls, workers);
}

template <class T, int N>
std::size_t BallTree<T, N>::bytes() const {
    return order_.bytes() + numbers_.bytes() + sorted_.bytes() + narrow_.bytes() + wide_.bytes();
}

#define CAROM_INSTANTIATE(T, N) template class BallTree<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom::detail
