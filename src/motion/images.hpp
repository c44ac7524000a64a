// Where are the images of a ball in a periodic box, and how do they move?
//
// Image n of a ball stands n box widths away and flies as the ball does. With Lees-Edwards boundaries it also
// drifts: by its boxes along the gradient times a constant velocity along the flow. How far the images have
// come since the start grows without end, and is taken in two terms from counts of boxes that grow with it,
// so that what is left keeps its digits. Exchanging two balls and reversing the boxes between them reverses
// every bit's sign and nothing else.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "math/two_term.hpp"
#include "motion/clock.hpp"
#include "motion/domain.hpp"

namespace carom::detail {

/// epoch * length + offset, in two terms.
inline TwoTerm seconds_exactly(const Clock& clock, Time time) {
    const std::int64_t low = time.epoch & 0xFFFFFFFF;
    const TwoTerm epoch = two_sum(static_cast<double>(time.epoch - low), static_cast<double>(low));
    const double length = clock.epoch_length();
    return TwoTerm{epoch.hi * length, epoch.lo * length} + TwoTerm{time.offset, 0};
}

/// Along the flow, how far image `image` is from the ball itself at `time`.
template <int N>
TwoTerm way_along_flow(const Clock& clock, const Domain<N>& domain, const Image<N>& image, Time time) {
    const ShearDrift& drift = domain.drift;
    const TwoTerm boxes = two_product(static_cast<double>(image[drift.flow]), domain.period[drift.flow]);
    const TwoTerm speed = two_product(static_cast<double>(image[drift.gradient]), drift.speed);
    return boxes + speed * seconds_exactly(clock, time);
}

/// Where image `image` of what is at `position` at `time` stands.
template <int N>
Vec<double, N> shifted(const Clock& clock, const Domain<N>& domain, const Vec<double, N>& position,
                       const Image<N>& image, Time time) {
    const auto boxes = [&](int k) { return static_cast<double>(image[k]) * domain.period[k]; };
    if (!domain.is_sheared() || image[domain.drift.gradient] == 0)
        return generate<double, N>([&](int k) { return position[k] + boxes(k); });
    const double way = to_double(way_along_flow(clock, domain, image, time));
    return generate<double, N>(
        [&](int k) { return position[k] + (k == domain.drift.flow ? way : boxes(k)); });
}

/// How fast image `image` of what has this velocity is.
template <int N>
Vec<double, N> carried(const Domain<N>& domain, const Vec<double, N>& velocity, const Image<N>& image) {
    if (!domain.is_sheared()) return velocity;
    const double drift = static_cast<double>(image[domain.drift.gradient]) * domain.drift.speed;
    return generate<double, N>(
        [&](int k) { return k == domain.drift.flow ? velocity[k] + drift : velocity[k]; });
}

/// From here on a double does not tell one box from the next. No flight of a run is so long, but that of a
/// file may be.
inline constexpr double kMostBoxes = 0x1p52;

/// A whole number of boxes, at most so many; NaN becomes one.
inline std::int64_t whole_boxes(double boxes) {
    return static_cast<std::int64_t>(boxes > -kMostBoxes ? std::min(boxes, kMostBoxes) : -kMostBoxes);
}

/// The boxes along the flow that bring an image nearest to `target`, given those along the gradient.
template <int N>
void choose_along_flow(const Clock& clock, const Domain<N>& domain, double position, double target, Time time,
                       Image<N>& image) {
    const int flow = domain.drift.flow;
    image[flow] = 0;
    // Twice: from far away the first quotient may be off by a few.
    for (int pass = 0; pass < 2; ++pass) {
        const TwoTerm at = TwoTerm{position, 0} + way_along_flow(clock, domain, image, time);
        image[flow] += whole_boxes(std::nearbyint((target - to_double(at)) / domain.period[flow]));
    }
}

/// Moves a position into the box on periodic axes and returns the boxes that it was away. From too many boxes
/// away it is moved to the lower face.
template <int N>
Image<N> wrap(const Clock& clock, const Domain<N>& domain, Vec<double, N>& position, Time time) {
    Image<N> crossings{};
    const auto cross = [&](int k) {
        const double into = position[k] - domain.lower[k];
        if (into >= 0 && into < domain.period[k]) return;
        const double boxes = std::floor(into / domain.period[k]);
        const bool told = std::fabs(boxes) < kMostBoxes;
        position[k] = told ? position[k] - boxes * domain.period[k] : domain.lower[k];
        crossings[k] += whole_boxes(boxes);
    };
    if (domain.is_sheared()) {
        const ShearDrift& drift = domain.drift;
        cross(drift.gradient);
        if (crossings[drift.gradient] != 0) {
            Image<N> back{};
            back[drift.gradient] = -crossings[drift.gradient];
            const double middle = domain.lower[drift.flow] + domain.period[drift.flow] / 2;
            choose_along_flow(clock, domain, position[drift.flow], middle, time, back);
            position[drift.flow] += to_double(way_along_flow(clock, domain, back, time));
            crossings[drift.flow] = -back[drift.flow];
        }
    }
    for (int k = 0; k < N; ++k) {
        if (domain.is_periodic(k)) cross(k);
    }
    return crossings;
}

}  // namespace carom::detail
