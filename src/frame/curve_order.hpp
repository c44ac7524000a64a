// An order in which balls of like size that are near each other in space are near each other in memory.
#pragma once

#include "carom/frame/frame_balls.hpp"
#include "frame/buckets.hpp"
#include "frame/curve_keys.hpp"
#include "frame/hull.hpp"
#include "frame/place.hpp"
#include "frame/scene_sample.hpp"

namespace carom::detail {

/// Balls in classes of size, the small ones first, and along a Hilbert curve within a class.
///
/// They are copied once, to buckets of neighbours that fit a cache, and each bucket is ordered by itself.
template <class T, int N>
class CurveOrder {
public:
    using Copy = NumberedBall<T, N>;

    /// Copies the balls, of which the sample is, to buckets.
    void gather(const FrameBalls<T, N>& balls, const SceneSample<T, N>& sample, const Workers& workers,
                InstructionSet set);
    void gather(const FrameBalls<T, N>& balls, const Workers& workers,
                InstructionSet set = fastest_instruction_set()) {
        gather(balls, SceneSample<T, N>(balls), workers, set);
    }

    /// Orders what has been gathered. Each of the workers begins with ready = start(its first place) and says
    /// ready(end) when all places from there to `end` are in order; some are all that fits a cache.
    template <class Start>
    void sort(const Workers& workers, const Start& start) {
        buckets_.each(std::size_t{kClasses} << bucket_bits_, workers, [&](std::size_t first) {
            return [this, ready = start(first)](std::size_t begin, std::size_t end) mutable {
                order_cells(begin, end, keys_.bits() - bucket_bits_, nullptr);
                ready(end);
            };
        });
    }
    void sort(const Workers& workers) {
        sort(workers, [](std::size_t) { return [](std::size_t) {}; });
    }

    /// The valid balls.
    std::size_t size() const { return size_; }
    /// Which one is at a place that is in order.
    const Copy& at(std::size_t place) const { return copies_.data()[order_.data()[place]]; }
    std::uint32_t number(std::size_t place) const { return at(place).number; }
    /// The places before `end`.
    OrderedBalls<T, N> before(std::size_t end) const { return {copies_.data(), order_.data(), end}; }
    /// In which most of them have a size between 1/2 and 2.
    const SearchUnit<N>& unit() const { return unit_; }

    std::size_t bytes() const { return copies_.bytes() + order_.bytes() + spare_.bytes() + buckets_.bytes(); }

private:
    void choose(const SceneSample<T, N>& sample);
    void copy_to_buckets(const FrameBalls<T, N>& balls, const Workers& workers);
    void order_cells(std::size_t begin, std::size_t end, int bits, const std::uint32_t* which);
    int place_by_key(std::size_t begin, std::size_t end, int bits, const std::uint32_t* which);
    int refine_keys(std::size_t begin, std::size_t end);

    std::size_t size_ = 0;
    SearchUnit<N> unit_;
    Keys<T, N> keys_;
    int bucket_bits_ = 0;  ///< of a key
    Scratch<Copy> copies_;
    Scratch<std::uint32_t> order_;  ///< the copy of each place
    Scratch<std::uint32_t> spare_;  ///< as `order_`; before, the keys of the caller's balls
    Buckets buckets_;
};

}  // namespace carom::detail
