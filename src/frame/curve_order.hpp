// An order in which balls of like size that are near each other in space are near each other in memory.
#pragma once

#include "carom/frame/frame_balls.hpp"
#include "frame/hilbert.hpp"
#include "frame/hull.hpp"
#include "frame/radix_sort.hpp"

namespace carom::detail {

/// Balls in classes of size, the small ones first, and along a Hilbert curve within a class.
template <class T, int N>
class CurveOrder {
public:
    void sort(const FrameBalls<T, N>& balls, const Workers& workers);

    /// The valid balls.
    std::size_t size() const { return size_; }
    /// Which one is at a place.
    std::uint32_t number(std::size_t place) const { return owner_of(words_[place]); }
    /// In which most of them have a size between 1/2 and 2.
    const SearchUnit<N>& unit() const { return unit_; }

    std::size_t bytes() const { return one_.bytes() + other_.bytes() + sort_.bytes(); }

private:
    void measure(const FrameBalls<T, N>& balls);
    KeyWord word_of(const MovingBall<T, N>& ball, std::uint32_t number, const HilbertCurve<N>& curve) const;
    void order_runs(const FrameBalls<T, N>& balls, std::size_t begin, std::size_t end);
    void order_run(const FrameBalls<T, N>& balls, std::size_t begin, std::size_t end);

    std::size_t size_ = 0;
    SearchUnit<N> unit_;
    Vec<T, N> corner_;  ///< of the cells of the curve
    T cells_per_length_ = 0;
    float sizes_ = 1;  ///< 1 / the size of most balls
    KeyWord* words_ = nullptr;
    Scratch<KeyWord> one_, other_;
    RadixSort sort_;
};

}  // namespace carom::detail
