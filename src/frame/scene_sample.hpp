// What the balls of a frame are like, from some of them.
#pragma once

#include "carom/frame/frame_balls.hpp"
#include "frame/middles.hpp"

namespace carom::detail {

/// Any answer serves; a good one is fast.
template <class T, int N>
struct SceneSample {
    /// A quarter of them is looked at, spread over all, or as many as these.
    static constexpr std::size_t kLeast = 256;
    static constexpr std::size_t kMost = 512;

    explicit SceneSample(const FrameBalls<T, N>& balls);

    /// With fewer balls a tree is as fast as a grid; what only a grid needs is not asked.
    static constexpr std::size_t kFewestInGrid = 400;
    /// A ball is much larger than most when its size is more than so many times the median.
    static constexpr T kMuchLarger = T(1.5);

    std::size_t of = 0;          ///< so many balls
    std::size_t looked = 0;      ///< how many were looked at
    std::size_t count = 0;       ///< how many of these are valid
    std::uint32_t which[kMost];  ///< the numbers of those
    std::size_t larger = 0;      ///< those that are much larger than most
    Middles<T, N> middles;       ///< bounds of all but a few that are far away
    T size = 0;                  ///< the median
    /// Sums over those that are not much larger: of the radii, and of |displacement| over all axes.
    double radius = 0, moves = 0;
};

}  // namespace carom::detail
