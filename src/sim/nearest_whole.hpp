// Rounding to whole numbers without a call.
#pragma once

namespace carom::detail {

/// The nearest whole number, for |x| < 2^51.
inline double nearest_whole(double x) {
    constexpr double kAllDigits = 0x1.8p52;
    return (x + kAllDigits) - kAllDigits;
}

}  // namespace carom::detail
