// The numbers of the balls in a rack, row by row from the apex, from the lower to the higher coordinate
// across.
#pragma once

#include <array>

namespace carom::billiards::detail {

inline constexpr std::array<int, 15> kEightBallNumbers = {1, 9, 2, 3, 8, 10, 11, 4, 12, 5, 13, 6, 14, 15, 7};
inline constexpr std::array<int, 9> kNineBallNumbers = {1, 2, 3, 4, 9, 5, 6, 7, 8};
inline constexpr std::array<int, 10> kTenBallNumbers = {1, 2, 3, 4, 10, 5, 6, 7, 8, 9};

/// How many balls lie in each row.
inline constexpr std::array<int, 5> kTriangleRows = {1, 2, 3, 4, 5};
inline constexpr std::array<int, 5> kDiamondRows = {1, 2, 3, 2, 1};

}  // namespace carom::billiards::detail
