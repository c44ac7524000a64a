// Rounding to whole numbers without a call.
#pragma once

#include <cstdint>

namespace carom::detail {

/// The nearest whole number, for |x| < 2^51.
inline double nearest_whole(double x) {
    constexpr double kAllDigits = 0x1.8p52;
    return (x + kAllDigits) - kAllDigits;
}

/// The largest whole number up to x, for |x| < 2^30.
inline std::int32_t whole_below(float x) {
    const auto whole = static_cast<std::int32_t>(x);
    return whole - (static_cast<float>(whole) > x ? 1 : 0);
}

}  // namespace carom::detail
