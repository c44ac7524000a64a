// How near are two surfaces that count as touching?
#pragma once

#include <algorithm>
#include <optional>

namespace carom::detail {

/// The largest gap that is none, by the `contact_tolerance` of a scene.
inline double contact_reach(const std::optional<double>& tolerance, double radius_a, double radius_b) {
    return tolerance.value_or(0x1p-40 * std::min(radius_a, radius_b));
}

}  // namespace carom::detail
