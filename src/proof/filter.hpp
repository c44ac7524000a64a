// Do two flights surely stay apart? In double precision, with a margin that covers its roundings.
#pragma once

#include <algorithm>
#include <cmath>

#include "carom/math/vec.hpp"
#include "carom/sim/event.hpp"

namespace carom::proof {

/// Margin of every look in double precision, relative to the numbers that enter it. Their roundings add up to
/// a few dozen units of 2^-53, so 2^-40 is more than a hundred times what is needed, and costs no exact look
/// that matters.
inline constexpr double kFilterMargin = 0x1p-40;

/// Time between two moments, wrong by a few units of 2^-53 of itself and of an epoch.
inline double rough_seconds_between(Time from, Time to, double epoch_length) {
    return static_cast<double>(to.epoch - from.epoch) * epoch_length + (to.offset - from.offset);
}

/// True when the distance |d + w s| stays above `reach` for s in [begin, end]. Where a square could leave the
/// range of normal doubles the answer is false, which decides nothing.
template <int N>
bool stays_beyond(const Vec<double, N>& d, const Vec<double, N>& w, double begin, double end, double reach) {
    constexpr double kLeast = 0x1p-900;
    constexpr double kMost = 0x1p900;
    double dw = 0;
    double ww = 0;
    for (int k = 0; k < N; ++k) {
        dw += d[k] * w[k];
        ww += w[k] * w[k];
    }
    if (!(ww >= kLeast && ww <= kMost && std::abs(dw) <= kMost) && w != Vec<double, N>{}) return false;
    const double s = ww > 0 ? std::clamp(-dw / ww, begin, end) : begin;
    double squared = 0;
    for (int k = 0; k < N; ++k) squared += (d[k] + s * w[k]) * (d[k] + s * w[k]);
    const double limit = reach * reach;
    return limit > kLeast && squared > limit && squared <= kMost;
}

/// A straight flight near an arc d + w s + a s^2 / 2: its tangent in the middle of a stretch of time, and how
/// far the arc leaves that during the stretch. For a = 0 the arc itself.
template <int N>
struct Tangent {
    Tangent(const Vec<double, N>& at, const Vec<double, N>& velocity, const Vec<double, N>& a, double begin,
            double end)
        : d(at), w(velocity) {
        if (a == Vec<double, N>{}) return;
        const double middle = begin + (end - begin) / 2;
        for (int k = 0; k < N; ++k) {
            d[k] -= middle * (middle / 2 * a[k]);
            w[k] += middle * a[k];
            off[k] = std::abs(a[k]) * ((end - begin) * (end - begin) / 8);
        }
    }

    /// In any direction.
    double farthest_off() const {
        double sum = 0;
        for (const double way : off.coordinates) sum += way;
        return sum;
    }

    Vec<double, N> d;
    Vec<double, N> w;
    Vec<double, N> off;  ///< along each axis
};

}  // namespace carom::proof
