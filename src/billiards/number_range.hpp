// Which numbers a table scene and its shots may have: squares of them, and products of a few, are numbers
// too.
#pragma once

#include <cmath>

#include "carom/math/vec.hpp"

namespace carom::billiards::detail {

/// Radii, masses and the like are not smaller.
inline constexpr double kSmallest = 1e-100;
inline constexpr double kLargest = 1e100;

/// Cues, and balls at the start, are not faster [m/s]: a hundred times what people play. Times have so many
/// places that at 10,000 m/s not every contact of a shot can be proved.
inline constexpr double kFastest = 1000;

inline bool is_in_range(double x) {
    return std::fabs(x) <= kLargest;
}
template <int N>
bool is_in_range(const Vec<double, N>& x) {
    for (int k = 0; k < N; ++k) {
        if (!is_in_range(x[k])) return false;
    }
    return true;
}

}  // namespace carom::billiards::detail
