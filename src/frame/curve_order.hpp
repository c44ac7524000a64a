// An order in which balls of like size that are near each other in space are near each other in memory.
#pragma once

#include "carom/frame/frame_balls.hpp"
#include "frame/buckets.hpp"
#include "frame/curve_keys.hpp"
#include "frame/hull.hpp"

namespace carom::detail {

/// Balls in classes of size, the small ones first, and along a Hilbert curve within a class.
///
/// They are copied once, to buckets of neighbours that fit a cache, and each bucket is ordered by itself.
template <class T, int N>
class CurveOrder {
public:
    struct Copy {
        MovingBall<T, N> ball;
        std::uint32_t number = 0;  ///< the caller's
        std::uint32_t key = 0;     ///< its class of size and its place on the curve
    };

    void sort(const FrameBalls<T, N>& balls, const Workers& workers,
              InstructionSet set = fastest_instruction_set());

    /// The valid balls.
    std::size_t size() const { return size_; }
    /// Which one is at a place.
    const Copy& at(std::size_t place) const { return copies_.data()[order_.data()[place]]; }
    std::uint32_t number(std::size_t place) const { return at(place).number; }
    /// In which most of them have a size between 1/2 and 2.
    const SearchUnit<N>& unit() const { return unit_; }

    std::size_t bytes() const { return copies_.bytes() + order_.bytes() + spare_.bytes() + buckets_.bytes(); }

private:
    void measure(const FrameBalls<T, N>& balls);
    void copy_to_buckets(const FrameBalls<T, N>& balls, int bits, std::size_t buckets,
                         const Workers& workers);
    void order_cells(std::size_t begin, std::size_t end, int bits);
    int place_by_key(std::size_t begin, std::size_t end, int bits);
    int refine_keys(std::size_t begin, std::size_t end);

    std::size_t size_ = 0;
    SearchUnit<N> unit_;
    Keys<T, N> keys_;
    Scratch<Copy> copies_;
    Scratch<std::uint32_t> order_;  ///< the copy of each place
    Scratch<std::uint32_t> spare_;  ///< as `order_`; before, the keys of the caller's balls
    Buckets buckets_;
};

}  // namespace carom::detail
