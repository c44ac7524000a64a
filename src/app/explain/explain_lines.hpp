// Numbers and lines of the pages that `carom explain` tells of a shot.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace carom::app {

inline std::string digits(double value, int decimals = 4) {
    constexpr double rounding = 1e-12;
    return fmt::format("{:.{}g}", std::fabs(value) < rounding ? 0.0 : value, decimals);
}

inline std::string fact_line(const std::string& name, const std::string& value,
                             const std::string& remark = "") {
    return remark.empty() ? fmt::format("   {:<24}   {}\n", name, value)
                          : fmt::format("   {:<24}   {:<22}  {}\n", name, value, remark);
}

/// What would be told as 0 is 0.
inline double rounded(double value, double least) {
    return std::fabs(value) < least ? 0.0 : value;
}

/// In words, left or right as the one who shoots sees it.
inline std::string sideways(double value) {
    if (rounded(value, 0.005) == 0) return "none";
    return fmt::format("{:.2f} degrees {}", std::fabs(value), value < 0 ? "to the right" : "to the left");
}

}  // namespace carom::app
